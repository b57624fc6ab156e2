import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// The outline of a spec.
final class DocumentSymbolTests: XCTestCase {
  private func outline(_ symbols: JSON?, _ depth: Int = 0) -> [String] {
    (symbols?.items ?? []).flatMap { symbol in
      [String(repeating: " ", count: depth) + (symbol["name"]?.string ?? "?")] + outline(symbol["children"], depth + 1)
    }
  }

  func testTheOutlineOfASpec() {
    let answer = Session.ask("textDocument/documentSymbol", player(at: "li‸feline: 1"))
    XCTAssertEqual(
      outline(answer?["result"]),
      [
        "Player", "types", " Reason", "sources", " manual", "context", " repeats", " patience", " reason", "callbacks",
        " willPlay", " didPlay", " didFail", "events", " play", " pause", "states", " stopped", " playing", "  loud",
        "  soft", " paused", "scenarios", " a pause", " the end",
      ])
  }

  func testTheNameOfAMachineThatIsWrittenElsewhere() {
    let text = "lifeline: 1\ndoc: &name Ra‸dio\nmachine: *name\nstates: {a: }\n"
    let symbol = Session.ask("textDocument/documentSymbol", text)?["result"]?.items?.first
    XCTAssertEqual(symbol?["name"]?.string, "Radio")
    XCTAssertEqual(symbol?["range"]?["start"]?.position, TextPosition(line: 2, character: 0))
    XCTAssertEqual(symbol?["selectionRange"]?["start"]?.position, TextPosition(line: 2, character: 9))
    XCTAssertEqual(symbol?["selectionRange"]?["end"]?.position, TextPosition(line: 2, character: 14))
  }

  func testAHalfWrittenText() {
    let text = player(at: "li‸feline: 1").replacing("to: playing", with: "to: [")
    XCTAssertTrue(outline(Session.ask("textDocument/documentSymbol", text)?["result"]).contains(" the end"))
  }
}
