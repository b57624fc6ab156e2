import LifelineSource
import LifelineTemplating
import TestSupport
import XCTest

/// Tests templates that consist of random fragments.
final class PropertyTests: XCTestCase {
  private let values: Values = [
    "x": .text("v"), "on": .flag(true), "off": .flag(false), "list": .texts(["1", "2"]),
    "view": .map(["x": .text("w")]), "views": .maps([["x": .text("1")], ["x": .text("2")]]),
  ]

  /// A view with the same keys, for templates that are checked as a whole.
  private struct Root: TemplateView {
    static let keys: ViewKeys<Root> = [
      "x": .text({ _ in "v" }, "A text."), "on": .flag({ _ in true }, "A flag."),
      "list": .texts({ _ in ["1", "2"] }, "Texts."),
    ]
  }

  private func text(
    of fragments: [String], longest: Int, using generator: inout SplitMix64
  ) -> String {
    let count = Int.random(in: 0...longest, using: &generator)
    return (0..<count).compactMap { _ in fragments.randomElement(using: &generator) }.joined()
  }

  func testAnyTextIsRenderedOrRefusedWithARange() throws {
    try skipTest(below: .thorough)
    let fragments = [
      "{{", "}}", "{", "}", "#", "^", "/", ">", "!", "&", "=", ".", "x", "on", "list", "part", " ", "\n",
      "\r",
      "\r\n", "é", "{{x}}", "{{#on}}", "{{/on}}", "{{=<% %>=}}", "<%={{ }}=%>", "{{>part}}",
    ]
    var generator = SplitMix64(seed: testSeed(default: 1))
    var (rendered, refused) = (0, 0)
    for _ in 0..<20_000 {
      let main = text(of: fragments, longest: 12, using: &generator)
      let part = text(of: fragments, longest: 6, using: &generator)
      do {
        let templates = try TemplateSet.load(["main": main, "part": part], roots: ["main": Root.self])
        rendered += 1
        XCTAssertNoThrow(try templates.render("main", with: Root()), "\(main) has been checked")
      } catch {
        refused += 1
        XCTAssertFalse(error.diagnostics.isEmpty, main)
        for diagnostic in error.diagnostics {
          let source = SourceFile(
            path: "", text: diagnostic.location.path == "main.mustache" ? main : part)
          guard let range = diagnostic.location.range else { return XCTFail("no range in \(main)") }
          XCTAssertLessThan(range.start, range.end, main)
          let lastLine = source.line(range.end.line)?.unicodeScalars.count ?? -1
          XCTAssertLessThanOrEqual(range.end.column, lastLine + 1, main)
          XCTAssertFalse(diagnostic.message.contains(where: \.isNewline), main)
        }
      }
    }
    XCTAssertGreaterThan(rendered, 2_000)
    XCTAssertGreaterThan(refused, 2_000)
  }

  func testIndentedPartialIsWhatItsTextIndentedByHandWouldBe() throws {
    try skipTest(below: .thorough)
    let fragments = [
      "a", " ", "\n", "\n", "\n", "\r\n", "{{x}}", "{{! c }}", "{{!\n}}", "{{#on}}b{{/on}}",
      "{{^on}}b{{/on}}",
      "{{#list}}\n{{.}}\n{{/list}}\n", "{{#list}}{{.}}\n{{/list}}", "\n  {{>inner}}\n", "{{>inner}}",
      "\n{{#off}}\nb\n{{/off}}\n", "{{#views}}\n  {{x}}{{>inner}}\n\n{{/views}}", "{{=| |=}}|x||={{ }}=|",
    ]
    var generator = SplitMix64(seed: testSeed(default: 2))
    for _ in 0..<5_000 {
      let part = text(of: fragments, longest: 10, using: &generator)
      let inner = text(of: ["i", "\n", " ", "{{x}}", "{{! c }}\n"], longest: 4, using: &generator)
      let library = try TemplateSet.load(
        ["main": "  {{>part}}", "byHand": indented(part), "part": part, "inner": inner], roots: [:])
      XCTAssertEqual(
        try library.render("main", with: values), try library.render("byHand", with: values),
        "part \(part.debugDescription), inner \(inner.debugDescription)")
    }
  }

  /// The text with two spaces in front of every line that is not empty.
  private func indented(_ text: String) -> String {
    var result = ""
    var last: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if last == "\n", scalar != "\n", scalar != "\r" { result += "  " }
      result.unicodeScalars.append(scalar)
      last = scalar
    }
    return result
  }
}
