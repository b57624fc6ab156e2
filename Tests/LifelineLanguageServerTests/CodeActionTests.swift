import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// Corrections that an editor offers at the caret.
final class CodeActionTests: XCTestCase {
  /// Returns the actions at the caret, or from the caret to a position.
  private func actions(_ marked: String, to end: JSON? = nil) -> (session: Session, actions: [JSON], text: String) {
    let caret = TextWithCaret(marked)
    var session = Session()
    session.open(testURI, caret.text)
    let range = JSON.object([("start", caret.position), ("end", end ?? caret.position)])
    let answer = session.answer(
      "textDocument/codeAction",
      .object([
        ("textDocument", .object([("uri", .string(testURI))])), ("range", range),
        ("context", .object([("diagnostics", .array([]))])),
      ]))
    return (session, answer?["result"]?.items ?? [], caret.text)
  }

  func testAMisspeltNameIsCorrected() {
    let (_, actions, text) = actions(player.replacing("entry: didPlay", with: "entry: didPl‸y"))
    XCTAssertEqual(actions.map { $0["title"]?.string }, ["Write `didPlay`", "Declare the callback `didPly`"])
    XCTAssertEqual(actions.map { $0["isPreferred"]?.flag }, [true, nil])
    XCTAssertEqual(apply(actions.first?["edit"], to: text), player)
  }

  func testAFailingScenarioIsAccepted() {
    let (_, actions, text) = actions(player.replacing("then: paused", with: "then: st‸opped"))
    XCTAssertEqual(actions.map { $0["title"]?.string }, ["Accept what the machine does in the scenario `a pause`"])
    XCTAssertEqual(apply(actions.first?["edit"], to: text), player)
  }

  func testEachFailingScenarioHasItsOwnAction() {
    let text = player.replacing("then: paused", with: "then: stopped").replacing("wait: 5s", with: "wait: 4s")
      .replacing("follows: a pause", with: "given: paused")
    let (session, actions, _) = actions("‸" + text, to: .position(TextPosition(line: 99, character: 0)))
    XCTAssertEqual(
      actions.map { $0["title"]?.string },
      ["a pause", "the end"].map { "Accept what the machine does in the scenario `\($0)`" })
    XCTAssertEqual(
      actions.map { $0["diagnostics"]?.items?.map { $0["message"]?.string?.prefix(18) } },
      [["scenario `a pause`"], ["scenario `the end`"]])
    XCTAssertEqual(session.diagnostics[testURI]?.items?.count, 2)
  }

  func testNothingIsOfferedWhereAllIsRight() {
    XCTAssertEqual(actions(player(at: "entry: did‸Play")).actions.count, 0)
  }
}
