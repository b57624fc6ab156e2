import LifelineSource
import XCTest

@testable import LifelineYAML

/// A text that somebody is still writing is read without its wrong lines.
final class RecoveryTests: XCTestCase {
  private let format = YAMLFormat(name: "spec", firstLine: "a: b", allowsEmptyFiles: false)

  /// Returns the keys of the root with their values, and the line and column of each key.
  private func read(_ text: String) -> String {
    let document = YAMLReader.readRecovering(Array(text.utf8), path: "x.yaml", as: format)
    XCTAssertTrue(document.diagnostics.containsErrors)
    return document.root.map(description) ?? "nothing"
  }

  private func description(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar): scalar.text
    case .sequence(let items): "[" + items.map(description).joined(separator: " ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { "\($0.key)@\($0.keyRange.start.line):\($0.keyRange.start.column)=\(description($0.value))" }
        .joined(separator: " ") + "}"
    }
  }

  func testAWordWithoutAColon() {
    XCTAssertEqual(read("a: b\nwor\nc: d\n"), "{a@1:1=b c@3:1=d}")
    XCTAssertEqual(read("a:\n  b: c\n  wor\n  d: e\nf: g\n"), "{a@1:1={b@2:3=c d@4:3=e} f@5:1=g}")
  }

  func testOpenBracketsEndWithTheirLine() {
    XCTAssertEqual(read("a: {b: [c, d\ne: f\n"), "{a@1:1={b@1:5=[c d]} e@2:1=f}")
    XCTAssertEqual(read("a: [x, {b: \ne: f\n"), "{a@1:1=[x {b@1:9=}] e@2:1=f}")
    XCTAssertEqual(read("a: {b: [, c: d}\ne: f\n"), "{a@1:1={b@1:5=[]} e@2:1=f}")
  }

  func testOpenQuotes() {
    XCTAssertEqual(read("a: \"b\nc: d\ne: f\n"), "{a@1:1=b c@2:1=d e@3:1=f}")
    XCTAssertEqual(read("a: b\nc: 'it\n"), "{a@1:1=b c@2:1=it}")
  }

  func testBracketsThatALineLeavesOpen() {
    let lines = [
      "a: b": "", "a: {b: [c": "]}", "a: [b, {c: d}": "]", "a: ['b": "']", "a: {b: \"[": "\"}",
      "a: {doc: it's here, on: {b: ": "}}", "a]: {": "}",
    ]
    for (line, expected) in lines {
      XCTAssertEqual(String(String.UnicodeScalarView(closingBrackets(of: line.unicodeScalars))), expected, line)
    }
  }

  func testSeveralFaults() {
    XCTAssertEqual(read("a: b: c\nd: e\nf: g: h\ni: j\n"), "{a@1:1=b d@2:1=e f@3:1=g i@4:1=j}")
    XCTAssertEqual(read("a: *none\nb: c\n: d\n"), "{a@1:1= b@2:1=c}")
  }

  func testManyFaultsEnd() {
    let lines = (0..<100).map { "k\($0): a: b" }.joined(separator: "\n")
    XCTAssertTrue(read("first: 1\n" + lines + "\n").hasPrefix("{first@1:1=1"))
    XCTAssertEqual(read("\u{1}"), "nothing")
    XCTAssertEqual(read(""), "nothing")
  }

  func testOtherLineEnds() {
    XCTAssertEqual(read("a: b\r\nwor\r\nc: d\r\n"), "{a@1:1=b c@3:1=d}")
    XCTAssertEqual(read("é: {ü: [\rc: d\r"), "{é@1:1={ü@1:5=[]} c@2:1=d}")
  }

  func testATextWithoutFaultsStaysAsItIs() {
    let document = YAMLReader.readRecovering(Array("a: b\n".utf8), path: "x.yaml", as: format)
    XCTAssertEqual(document.diagnostics.count, 0)
    XCTAssertEqual(document.root.map(description), "{a@1:1=b}")
  }
}
