import LifelineReporting
import LifelineSource
import XCTest

@testable import LifelineLanguageServer

/// Changes of a text that an editor asks for: its format, and scenarios that are accepted or written.
final class EditingTests: XCTestCase {
  private let gate = """
    lifeline: 1
    machine: Gate
    callbacks:
      willOpen:
      didOpen: {needs: willOpen}
    events: [open, close, lock]
    states:
      closed:
        on:
          open: {to: opened, do: [willOpen, didOpen]}
          lock: locked
      opened:
        on: {close: closed}
        after: {5s: {to: closed}}
      locked:
    scenarios:
      opening:
        given: closed
        when: {open: [willOpen, didOpen]}
        then: opened

    """

  private func session(_ text: String, _ capabilities: JSON = .object([])) -> Session {
    var session = Session(capabilities)
    session.open(testURI, text)
    return session
  }

  private var document: JSON { ["textDocument": ["uri": .string(testURI)]] }

  /// The titles and the texts of the actions at the marked place.
  private func actions(_ marked: String) -> [(title: String, text: String?)] {
    let caret = TextWithCaret(marked)
    var session = session(caret.text)
    let answer = session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(testURI)], "range": ["start": caret.position, "end": caret.position],
        "context": ["diagnostics": .array([])],
      ])
    return (answer?.items ?? []).map { ($0["title"]?.string ?? "", apply($0["edit"], to: caret.text)) }
  }

  // MARK: Formatting

  func testATextIsFormatted() {
    let text = gate.replacing("machine: Gate\n", with: "").replacing(
      "scenarios:", with: "machine: Gate  # a gate\nscenarios:")
    var session = session(text)
    let edits = session.request("textDocument/formatting", document)
    XCTAssertEqual(
      apply(["changes": .object([(testURI, edits ?? .null)])], to: text),
      gate.replacing("machine: Gate", with: "machine: Gate  # a gate"))
    XCTAssertEqual(session.answer("textDocument/formatting", document)?["result"]?.items?.count, 1)
    session = self.session(gate)
    XCTAssertEqual(session.request("textDocument/formatting", document)?.items?.count, 0)
  }

  func testABrokenTextIsNotFormatted() {
    var session = session("machine: Gate\nlifeline: 1\nstates: [\n")
    let error = session.answer("textDocument/formatting", document)?["error"]
    XCTAssertEqual(error?["code"]?.number, -32803)
    XCTAssertTrue(error?["message"]?.string?.hasPrefix("the text isn't valid YAML: ") == true, "\(error as Any)")
    session = self.session("a: 1\n")
    XCTAssertEqual(session.request("textDocument/formatting", document)?.isNull, true)
  }

  // MARK: Scenarios

  func testAScenarioIsWrittenForATransitionThatNoneTakes() {
    let written = gate + "  lock in closed:\n    when:\n      - lock: []\n    then: locked\n"
    let actions = actions(gate.replacing("lock: locked", with: "lock: lo‸cked"))
    XCTAssertEqual(actions.map(\.title), ["Write a scenario for the transition of `closed` for `lock`"])
    XCTAssertEqual(actions.first?.text, written)
    // Time passes, and calls are expected.
    let timer = self.actions(gate.replacing("to: closed}", with: "to: clo‸sed}"))
    XCTAssertEqual(timer.map(\.title), ["Write a scenario for the transition of `opened` after 5s"])
    XCTAssertEqual(
      timer.first?.text,
      gate
        + "  after 5s in opened:\n    when:\n      - open: [willOpen, didOpen]\n      - wait: 5s\n        expect: []\n"
        + "    then: closed\n")
    // The caret may be anywhere in the line of the transition.
    XCTAssertEqual(self.actions(gate.replacing("lock: locked", with: "lo‸ck: locked")).first?.text, written)
    // The scenario takes this one, and nothing takes the other.
    XCTAssertEqual(self.actions(gate.replacing("open: {to", with: "open: {t‸o")).count, 0)
    XCTAssertEqual(
      self.actions(gate.replacing("locked:\n", with: "locked:\n    on: {open: {if: false, to: clo‸sed}}\n")).filter {
        $0.title.hasPrefix("Write a scenario")
      }.count, 0)
  }

  func testHoverShowsTheLifeLineOfAScenario() {
    let text = Session.hover(gate.replacing("  opening:", with: "  ope‸ning:"))
    XCTAssertTrue(text?.contains("opened") == true && text?.contains("willOpen") == true, text ?? "")
    XCTAssertTrue(
      Session.hover(gate.replacing("  opening:", with: "  ope‸ning:"), plain: false)?.contains("```text\n") == true)
  }

  // MARK: Promises

  func testABrokenNeedOfARepeatedCallBecomesOnlyAfter() {
    let text = gate.replacing("on: {close: closed}", with: "on: {close: closed, open: {do: didOpen}}")
    let actions = actions(text.replacing("needs: willOpen", with: "needs: will‸Open"))
    XCTAssertEqual(actions.map(\.title), ["Ask for it only before the first call: write `onlyAfter`"])
    XCTAssertEqual(actions.first?.text, text.replacing("needs: willOpen", with: "onlyAfter: willOpen"))
    // A call that was never preceded by the other one breaks both promises.
    let early = gate.replacing("do: [willOpen, didOpen]", with: "do: didOpen").replacing(
      "open: [willOpen, didOpen]", with: "open: didOpen")
    XCTAssertEqual(self.actions(early.replacing("needs: willOpen", with: "needs: will‸Open")).count, 0)
  }
}
