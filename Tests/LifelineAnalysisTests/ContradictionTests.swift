import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Counterexamples are run on the interpreter before they are shown.
final class ContradictionTests: XCTestCase {
  private func environment(_ transition: String) throws -> EnvironmentModel {
    try environment(
      of:
        """
        callbacks: {open: , close: {needs: open}}
        context: {n: {default: 1, private: true}}
        states:
          a: {on: {go: \(transition), reset: {do: [open, close, {set: {n: 1}}]}}}
        """)
  }

  private func environment(of spec: String) throws -> EnvironmentModel {
    let machine = try readMachine(events: "go reset", spec)
    return modelEnvironment(of: MachineIndex.build(for: machine))
  }

  /// Returns what is found if the engine explores a machine with one transition, and the interpreter runs one with another.
  private func findings(exploring explored: String, running run: String) throws -> [String] {
    try findings(exploring: environment(explored), running: environment(run))
  }

  private func findings(exploring explored: EnvironmentModel, running run: EnvironmentModel) throws -> [String] {
    var explorer = Explorer(run, limit: 10, workLimit: 10_000)
    explorer.engine = Explorer(explored, limit: 10, workLimit: 10_000).engine
    explorer.explore(observing: nil, whileWanted: { true })
    return findCertainThings(in: explorer.result).diagnostics.map { "\($0.kind.code) \($0.message)" }
  }

  func testACounterexampleIsShownIfTheInterpreterConfirmsIt() throws {
    XCTAssertEqual(
      try findings(exploring: "{do: {set: {n: 10 / (n - 1)}}}", running: "{do: {set: {n: 10 / (n - 1)}}}"),
      ["L802 Test divides by zero (see Expressions), after the start, `go`"])
  }

  func testACounterexampleThatTheInterpreterDoesNotConfirmIsAMistakeOfLifeline() throws {
    XCTAssertEqual(
      try findings(exploring: "{do: {set: {n: 10 / (n - 1)}}}", running: "{do: {set: {n: 10 / (n + 1)}}}"),
      [
        "L820 Lifeline contradicts itself: after the start, `go`, the exploration of Test and the interpreter differ; "
          + "please report this with the spec"
      ])
  }

  /// The same fault is found on both ways, but something else differs on the way.
  func testADifferenceThatTheHostDoesNotSeeIsAMistakeOfLifeline() throws {
    /// Returns a machine of which a timer runs in one of two regions.
    func machine(timerIn region: String) throws -> EnvironmentModel {
      let timer = ", after: {1min: {do: {set: {n: 1}}}}"
      let (first, second) = region == "p" ? (timer, "") : ("", timer)
      return try environment(
        of: """
          callbacks: []
          context: {n: {default: 1, private: true}}
          states:
            a:
              regions:
                p: {states: {b: {on: {go: {do: {set: {n: 10 / (n - 1)}}}}\(first)}}}
                q: {states: {c: {on: {reset: {do: {set: {n: 1}}}}\(second)}}}
          """)
    }
    XCTAssertEqual(
      try findings(exploring: machine(timerIn: "p"), running: machine(timerIn: "p")).map { $0.prefix(4) }, ["L802"])
    XCTAssertEqual(
      try findings(exploring: machine(timerIn: "q"), running: machine(timerIn: "p")).map { $0.prefix(4) }, ["L820"])
  }

  func testAPromiseThatOnlyTheEngineBreaksIsAMistakeOfLifeline() throws {
    let findings = try findings(exploring: "{if: n == 1, do: close}", running: "{if: n == 2, do: close}")
    XCTAssertEqual(
      findings.map { $0.hasPrefix("L820 Lifeline contradicts itself: after the start, `go`, the exploration of Test") },
      [true],
      "\(findings)")
  }
}
