import LifelineReporting
import XCTest

@testable import LifelineLanguageServer

/// Lenses over scenarios, and the commands that they run.
final class CodeLensTests: XCTestCase {
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
      locked:
    scenarios:
      opening:
        given: closed
        when: {open: [willOpen, didOpen]}
        then: opened
      closing:
        follows: opening
        when: {close: []}
        then: closed

    """
  /// The same with a first scenario that fails.
  private var failing: String { gate.replacing("then: opened", with: "then: locked") }

  private func session(_ text: String, _ capabilities: JSON = .object([])) -> Session {
    var session = Session(capabilities)
    session.open(testURI, text)
    return session
  }

  private func lenses(_ session: inout Session) -> [JSON] {
    session.request("textDocument/codeLens", ["textDocument": ["uri": .string(testURI)]])?.items ?? []
  }

  /// The lines of lenses with their titles.
  private func titles(_ session: inout Session) -> [String] {
    lenses(&session).map { lens in
      "\((lens["range"]?["start"]?["line"]?.number ?? -1) + 1) \(lens["command"]?["title"]?.string ?? "")"
    }
  }

  /// Runs the first lens whose title begins with a text, or whose line does.
  private func run(_ title: String, _ session: inout Session) throws -> JSON? {
    let lens = try XCTUnwrap(
      lenses(&session).first { $0["command"]?["title"]?.string?.hasPrefix(title) == true }, title)
    return session.answer("workspace/executeCommand", lens["command"] ?? .null)
  }

  private func error(_ answer: JSON?) -> String? { answer?["error"]?["message"]?.string }

  func testEachScenarioHasLenses() {
    var session = session(gate)
    XCTAssertEqual(
      titles(&session),
      [
        "15 Record a scenario (1 transition without one)", "16 Play (holds)", "16 Show its life line",
        "20 Play (holds)",
        "20 Show its life line",
      ])
    session = self.session(failing)
    XCTAssertEqual(
      titles(&session),
      [
        "16 Play (fails)", "16 Show its life line", "16 Accept what the machine does", "20 Play (not checked)",
        "20 Show its life line",
      ])
    session = self.session(gate.replacing("to: opened", with: "to: openedd"))
    XCTAssertEqual(titles(&session), [], "a text with errors is no machine to play")
    session = self.session("a: 1\n")
    XCTAssertEqual(
      session.request("textDocument/codeLens", ["textDocument": ["uri": .string(testURI)]])?.isNull, true)
  }

  func testOutcomesAreNotThoseOfAnEarlierText() {
    var session = session(failing)
    // No check of the new text has come to its end.
    session.runsChecks = false
    session.change(testURI, gate, version: 2)
    XCTAssertEqual(titles(&session), ["16 Play", "16 Show its life line", "20 Play", "20 Show its life line"])
  }

  func testTheClientAsksAgainAfterTheCheckAndAfterTheExploration() {
    let session = session(gate, ["workspace": ["codeLens": ["refreshSupport": true]]])
    XCTAssertEqual(session.otherRequests, ["workspace/codeLens/refresh", "workspace/codeLens/refresh"])
  }

  func testALensPlaysAScenario() throws {
    var session = session(gate)
    XCTAssertEqual(try run("Play", &session)?["result"]?.string, "The scenario `opening` holds.")
    XCTAssertEqual(session.messages.map(\.text), ["The scenario `opening` holds."])
    XCTAssertEqual(session.messages.map(\.type), [3])
    session = self.session(failing)
    _ = try run("Play (fails)", &session)
    _ = try run("Play (not checked)", &session)
    XCTAssertEqual(
      session.messages.map(\.text),
      [
        "The scenario `opening` fails: at the end, `locked` is not active; active: `opened`",
        "The scenario `closing` isn't checked, because one that it follows fails.",
      ])
    XCTAssertEqual(session.messages.map(\.type), [2, 2])
  }

  func testALensShowsALifeLine() throws {
    var session = session(gate)
    let text = try XCTUnwrap(run("Show", &session)?["result"]?.string)
    XCTAssertTrue(text.hasPrefix("opening\nGate\n"), text)
    XCTAssertTrue(text.contains("willOpen") && text.hasSuffix("\n"), text)
    XCTAssertEqual(session.messages.map(\.text), [text])
    XCTAssertEqual(session.shownTexts, [])
    session = self.session(gate, ["window": ["showDocument": ["support": true]]])
    _ = try run("Show", &session)
    XCTAssertEqual(session.shownTexts, [text])
    XCTAssertEqual(session.messages.count, 0)
  }

  func testALensAcceptsAFailingScenario() throws {
    var session = session(failing)
    let command = try XCTUnwrap(
      lenses(&session).first { $0["command"]?["title"]?.string?.hasPrefix("Accept") == true }?["command"])
    XCTAssertEqual(session.answer("workspace/executeCommand", command)?["result"]?.isNull, true)
    XCTAssertEqual(
      session.editRequests.map { $0["label"]?.string }, ["Accept what the machine does in the scenario `opening`"])
    XCTAssertEqual(apply(session.editRequests.first?["edit"], to: failing), gate)
    session.change(testURI, gate, version: 2)
    // The lens is from an older text.
    XCTAssertEqual(
      error(session.answer("workspace/executeCommand", command)),
      "the scenario `opening` isn't rewritten: it holds, or `lifeline check --accept` says why not")
    XCTAssertEqual(session.editRequests.count, 1)
  }

  func testALensRecordsAScenario() throws {
    var session = session(gate)
    XCTAssertEqual(try run("Record", &session)?["result"]?.isNull, true)
    XCTAssertEqual(
      session.editRequests.map { $0["label"]?.string }, ["Write a scenario for the transition of `closed` for `lock`"])
    let written = gate + "  lock in closed:\n    when:\n      - lock: []\n    then: locked\n"
    XCTAssertEqual(apply(session.editRequests.first?["edit"], to: gate), written)
    session.change(testURI, written, version: 2)
    XCTAssertFalse(titles(&session).contains { $0.contains("Record") })
    XCTAssertEqual(
      error(
        session.answer(
          "workspace/executeCommand", ["command": "lifeline.record", "arguments": .array([.string(testURI)])])),
      "no scenario is written: the text has errors, it isn't explored yet, or all transitions are taken")
    // Without scenarios, the lens is over the machine.
    let start = try XCTUnwrap(gate.range(of: "scenarios:"))
    session = self.session(String(gate[..<start.lowerBound]))
    XCTAssertEqual(titles(&session), ["2 Record a scenario (3 transitions without one)"])
    _ = try run("Record", &session)
    XCTAssertEqual(
      session.editRequests.map { $0["label"]?.string }, ["Write a scenario for the transition of `closed` for `open`"])
  }

  func testUnknownCommandsAreRefused() {
    var session = session(gate)
    let missing = "there is no scenario `nothing`, or the text has errors"
    for (command, arguments, message) in [
      ("lifeline.sing", [], "the server has no command `lifeline.sing`"),
      ("lifeline.accept", [testURI], "`lifeline.accept` needs the address of a document and the name of a scenario"),
      ("lifeline.accept", ["untitled:other", "opening"], "this document isn't open as a spec"),
      ("lifeline.record", [], "`lifeline.record` needs the address of a document"),
      ("lifeline.play", [testURI, "nothing"], missing), ("lifeline.showLifeLine", [testURI, "nothing"], missing),
    ] {
      let parameters: JSON = ["command": .string(command), "arguments": .array(arguments.map { .string($0) })]
      XCTAssertEqual(error(session.answer("workspace/executeCommand", parameters)), message)
    }
  }
}
