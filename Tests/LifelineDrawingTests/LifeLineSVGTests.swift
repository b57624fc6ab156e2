import Foundation
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import LifelineDrawing

final class LifeLineSVGTests: XCTestCase {
  private func documentedPictures() throws -> [(name: String, picture: LifeLine)] {
    try documentedSpecs().flatMap { file in
      let index = MachineIndex.build(for: try documentedMachine(file))
      return index.machine.scenarios.indices.map { number in
        ("\(file.deletingPathExtension().lastPathComponent)-\(number)", drawScenario(ID(number), in: index))
      }
    }
  }

  func testEveryPictureOfTheCatalogueIsAnXMLDocumentWhoseTextsStayInside() throws {
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

/// The texts of an SVG document, with their places by the widths of the fonts that the pictures count on.
private final class SVGContents: NSObject, XMLParserDelegate {
  struct Text {
    var text = ""
    var x: Double
    var y: Double
    var anchor: String?
    var classes: [String]

    /// The width by the fixed width of names; prose is narrower than this on all systems that are known.
    private var width: Double {
      let size =
        classes.contains("title") ? 8.4 : classes.contains("small") ? 6.2 : classes.contains("prose") ? 6.8 : 7.23
      return Double(text.columnCount) * (classes.contains("number") ? 6.0 : size)
    }
    var left: Double { anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x }
    var right: Double { left + width }
  }

  private(set) var texts: [Text] = []
  private(set) var elements: Set<String> = []
  private(set) var title = ""
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var error: (any Error)?
  private var path: [String] = []

  static func parse(_ document: String) -> SVGContents {
    let contents = SVGContents()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = contents
    if !parser.parse() { contents.error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return contents
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    path.append(name)
    func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? 0 }
    if name == "svg" { (width, height) = (number("width"), number("height")) }
    if name == "text" {
      let classes = (attributes["class"] ?? "").split(separator: " ").map(String.init)
      texts.append(Text(x: number("x"), y: number("y"), anchor: attributes["text-anchor"], classes: classes))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if path.last == "text", let last = texts.indices.last { texts[last].text += text }
    if path == ["svg", "title"] { title += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    path.removeLast()
  }
}
