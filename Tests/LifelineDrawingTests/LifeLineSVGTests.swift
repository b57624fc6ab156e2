import Foundation
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineDrawing

final class LifeLineSVGTests: XCTestCase {
  private func documentedPictures() throws -> [(name: String, picture: LifeLine)] {
    try documentedSpecs().flatMap { file in
      let index = MachineIndex.build(for: try documentedMachine(file))
      let count = index.machine.scenarios.count
      return stride(from: 0, to: count, by: forExtent(quick: 4, thorough: 1, all: 1)).map { number in
        ("\(file.deletingPathExtension().lastPathComponent)-\(number)", drawScenario(ID(number), in: index))
      }
    }
  }

  func testEveryPictureOfTheCatalogueIsAnXMLDocumentWhoseTextsStayInside() throws {
    try skipTest(below: .thorough)
    for (name, picture) in try documentedPictures() {
      let svg = SVGContents.parse(picture.formatSVG())
      XCTAssertNil(svg.error, name)
      XCTAssertEqual(svg.title, picture.title, name)
      for text in svg.texts {
        XCTAssertGreaterThanOrEqual(text.left, 0, "\(name): \(text.text)")
        XCTAssertLessThanOrEqual(text.right, svg.width, "\(name): \(text.text)")
        XCTAssertLessThanOrEqual(text.y, svg.height, "\(name): \(text.text)")
      }
    }
  }

  func testNoTextLiesOnAnother() throws {
    for (name, picture) in try documentedPictures() {
      let texts = SVGContents.parse(picture.formatSVG()).texts.sorted { ($0.y, $0.left) < ($1.y, $1.left) }
      for (index, text) in texts.enumerated() {
        for other in texts[(index + 1)...] {
          // Letters of 12 pixels reach 9 above their line and 3 below it.
          if other.y - text.y >= 11 { break }
          XCTAssertFalse(
            text.left < other.right - 0.5 && other.left < text.right - 0.5, "\(name): \(text.text) | \(other.text)")
        }
      }
    }
  }

  /// Brackets of one look join at the call from which they lead.
  func testNoBracketLiesOnOneOfAnotherLook() throws {
    try skipTest(below: .thorough)
    var classes: Set<String> = []
    for (name, picture) in try documentedPictures() {
      let brackets = SVGContents.parse(picture.formatSVG()).brackets
      classes.formUnion(brackets.map(\.classes))
      for (index, bracket) in brackets.enumerated() {
        for other in brackets[(index + 1)...] where other.x == bracket.x {
          guard bracket.top < other.bottom, other.top < bracket.bottom else { continue }
          XCTAssertEqual(bracket.classes, other.classes, "\(name): \(bracket) | \(other)")
          XCTAssertEqual(bracket.top, other.top, "\(name): \(bracket) | \(other)")
        }
      }
    }
    XCTAssertTrue(classes.isSuperset(of: ["promise", "promise dashed", "bad-line dashed"]), "\(classes)")
  }

  func testPromisesOfOneKindFromOneCallShareALine() {
    typealias Promise = LifeLine.KeptPromise
    var picture = LifeLine(title: "", subtitle: "", columns: ["machine"], channels: ["delegate"])
    picture.rows = (0..<12).map { _ in LifeLine.Row(.missingCall, bars: [[]]) }
    func promise(_ kind: Promise.Kind, _ outcome: Promise.Outcome, to user: Int?, from supplier: Int = 2) -> Promise {
      Promise(kind: kind, outcome: outcome, supplier: supplier, user: user, name: "call")
    }
    picture.promises = [
      promise(.needs, .kept, to: 3), promise(.between, .kept, to: 4), promise(.needs, .kept, to: 5),
      promise(.answeredBy, .kept, to: 6), promise(.between, .kept, to: 7), promise(.needs, .broken, to: 8),
      promise(.needs, .broken, to: 9), promise(.answeredBy, .owed, to: nil), promise(.between, .kept, to: 10, from: 5),
    ]
    XCTAssertEqual(PromiseRails.place(picture).placed.map(\.rail), [0, 1, 0, 2, 1, 3, 4, 0, 5])
  }

  func testLettersHaveContrast() {
    for palette in [Palette.light, Palette.dark] {
      for (letter, ground) in palette.letters {
        XCTAssertGreaterThanOrEqual(contrast(letter, ground), 4.5, "\(letter) on \(ground)")
      }
    }
  }

  /// Returns the contrast of two colors (WCAG 2.1, 1.4.3).
  private func contrast(_ left: String, _ right: String) -> Double {
    func luminance(_ color: String) -> Double {
      let value = Int(color.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (first, second) = (luminance(left), luminance(right))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The line of an event's arrow gives way to the name.
  func testAnEventIsElidedOnlyIfItWouldLieOnTheHeadOfItsArrow() throws {
    func shownNames(_ event: String) throws -> [String] {
      let spec = everythingSpec.replacingOccurrences(of: "stop", with: event)
      let picture = try picture(of: "a seek waits", in: machine(spec))
      return SVGContents.parse(picture.formatSVG()).texts.map(\.text)
    }
    let name = "stopTheTrackThere"
    XCTAssertEqual(name.count, 17)
    XCTAssertTrue(try shownNames(name).contains(name))
    XCTAssertFalse(try shownNames(name + "s").contains(name + "s"))
  }

  func testAHeadingTakesTheLinesThatItNeeds() throws {
    let machine = try machine(everythingSpec)
    let plain = try picture(of: "a seek waits", in: machine)
    var picture = plain
    picture.title = Array(repeating: "title", count: 40).joined(separator: " ")
    picture.subtitle = Array(repeating: "subtitle", count: 40).joined(separator: " ")
    picture.verdict = LifeLine.Verdict(
      holds: false, text: Array(repeating: "verdict", count: 40).joined(separator: " "))
    let svg = SVGContents.parse(picture.formatSVG())
    for word in ["title", "subtitle", "verdict"] {
      XCTAssertEqual(svg.texts.flatMap { $0.text.split(separator: " ") }.count { $0 == word }, 40)
    }
    XCTAssertFalse(svg.texts.prefix(9).contains { $0.text.contains("…") })
    XCTAssertTrue(svg.texts.allSatisfy { $0.right <= svg.width && $0.y <= svg.height })
    let heights = svg.texts.prefix(9).map(\.y)
    XCTAssertEqual(heights, heights.sorted())
    XCTAssertGreaterThan(svg.height, SVGContents.parse(plain.formatSVG()).height)
    let lines = picture.formatLines()
    XCTAssertEqual(lines.joined(separator: " ").components(separatedBy: "verdict").count, 41)
    XCTAssertTrue(lines.allSatisfy { $0.count <= 100 })
  }

  /// An event that a part doesn't take is marked in its own row.
  func testAnEventThatIsNotTakenIsMarked() throws {
    var picture = LifeLine(
      title: "title", subtitle: "subtitle", columns: ["machine", "part", "other"], channels: ["delegate"])
    let bars = (0..<3).map { [LifeLine.Bar(name: "s", column: $0, level: 0, isComposite: false)] }
    picture.rows = [
      LifeLine.Row(.sent(name: "show", from: 0, to: 1, isTaken: true), bars: bars),
      LifeLine.Row(.sent(name: "show", from: 0, to: 2, isTaken: false), bars: bars),
      LifeLine.Row(.sent(name: "hide", from: 0, to: 1, isTaken: false), bars: bars, isWrong: true),
    ]
    let svg = SVGContents.parse(picture.formatSVG())
    XCTAssertEqual(svg.texts.count { $0.text == "not taken" }, 2)
    let marked = svg.texts.filter { $0.classes.contains("bad") }
    XCTAssertEqual(marked.map(\.text), ["hide", "not taken"])
    XCTAssertTrue(svg.texts.contains { $0.text.contains("arrow with a bar: an event that the part doesn't take") })
  }

  func testHostileNamesStayText() throws {
    var machine = try machine(everythingSpec)
    machine.scenarios[0].name = "</title><script>alert(1)</script>\u{202E}\u{1}\u{FFFE}😀\"'&"
    let picture = drawScenario(ID(0), in: MachineIndex.build(for: machine))
    let svg = SVGContents.parse(picture.formatSVG())
    XCTAssertNil(svg.error)
    XCTAssertEqual(svg.title, "</title><script>alert(1)</script>\\u{202E}\\u{01}\u{FFFD}😀\"'&")
    XCTAssertFalse(svg.elements.contains("script"))
  }

  func testARenamedStateMovesNothing() throws {
    let spec = everythingSpec.components(separatedBy: "playing").joined(separator: "isPlayingTheTrackThatWasChosen")
    let renamed = try machine(spec)
    let machine = try machine(everythingSpec)
    let places = try [machine, renamed].map { machine in
      SVGContents.parse(try picture(of: "too slow", in: machine).formatSVG()).texts.map { "\($0.left) \($0.y)" }
    }
    XCTAssertEqual(places[0], places[1])
  }
}
