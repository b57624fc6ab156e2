import LifelineDrawing
import LifelineModel
import LifelineSource
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
  private func findings(exploring explored: String, running run: String) throws -> [Diagnostic] {
    try findings(exploring: environment(explored), running: environment(run))
  }

  private func findings(exploring explored: EnvironmentModel, running run: EnvironmentModel) throws -> [Diagnostic] {
    var explorer = Explorer(run, limit: 10, workLimit: 10_000)
    explorer.engine = Explorer(explored, limit: 10, workLimit: 10_000).engine
    explorer.explore(observing: nil, whileWanted: { true })
    return findCertainThings(in: explorer.result, showing: .picture).diagnostics
  }

  private func messages(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.kind.code) \($0.message)" }
  }

  func testACounterexampleIsShownIfTheInterpreterConfirmsIt() throws {
    XCTAssertEqual(
      try messages(findings(exploring: "{do: {set: {n: 10 / (n - 1)}}}", running: "{do: {set: {n: 10 / (n - 1)}}}")),
      ["L802 Test divides by zero (see Expressions), after the start, `go`"])
  }

  func testACounterexampleThatTheInterpreterDoesNotConfirmIsAMistakeOfLifeline() throws {
    XCTAssertEqual(
      try messages(findings(exploring: "{do: {set: {n: 10 / (n - 1)}}}", running: "{do: {set: {n: 10 / (n + 1)}}}")),
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
      try findings(exploring: machine(timerIn: "p"), running: machine(timerIn: "p")).map(\.kind.code), ["L802"])
    XCTAssertEqual(
      try findings(exploring: machine(timerIn: "q"), running: machine(timerIn: "p")).map(\.kind.code), ["L820"])
  }

  func testAPromiseThatOnlyTheEngineBreaksIsAMistakeOfLifeline() throws {
    let findings = try findings(exploring: "{if: n == 1, do: close}", running: "{if: n == 2, do: close}")
    XCTAssertEqual(
      messages(findings).map {
        $0.hasPrefix("L820 Lifeline contradicts itself: after the start, `go`, the exploration of Test")
      }, [true], "\(messages(findings))")
    XCTAssertEqual(
      findings.first?.lifeLine?.formatLines().joined(separator: "\n"),
      """
      a mistake of Lifeline itself
      Test · Spec.yaml:6
      ✗ L820: Lifeline contradicts itself

      step host                state               delegate
           start               ┏ a                 ┊
         1 go ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤ ┃                   ┊ ignored
          !                    ┃                   ✗ on the way here, the exploration and the
          !                    ┃                     interpreter differ
      """)
  }
}
