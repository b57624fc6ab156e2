import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Tests of judges of logs, whose verdicts and reports they read as texts.
class TraceJudgeTestCase: XCTestCase {
  static let screen = """
    context: {modern: {default: true, fixed: true}}
    callbacks: {load: , appear: {needs: load}, settle: {channel: layout}, shown: {needs: appear}, hide: , hidden: {needs: hide}, end: }
    events: [open, close, end]
    states:
      off: {on: {open: {to: on, do: [load, appear, settle, {if: modern, do: shown}]}}}
      on: {on: {close: {to: away, do: [hide, hidden]}}}
      away: {on: {open: {to: on, do: [appear, {if: modern, do: shown}]}, end: over}}
      over: {final: true, entry: end}
    observing: delegate
    """

  func judge(
    _ log: String, _ change: (inout TraceOptions) -> Void = { _ in }, spec: String = TraceJudgeTestCase.screen,
    given: Bool? = nil
  ) throws -> TraceResult {
    let machine = try readMachine(spec)
    var options = TraceOptions(owed: machine.observedCallbacks)
    change(&options)
    let values = given.map { [FieldValue(field: ID<Field>(0), value: .bool($0))] } ?? []
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)), given: values)
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
    judge.beginFile("a.log")
    var number = 1
    for line in log.split(separator: "\n", omittingEmptySubsequences: false) where !judge.isDone {
      // The bytes around a line must not matter.
      let bytes = Array("x\(line)y".utf8)
      judge.readLine(bytes, in: 1..<bytes.count - 1, number: number)
      number += 1
    }
    return judge.finish()
  }

  func verdicts(_ result: TraceResult) -> [String] { result.sessions.map { "\($0.key) \($0.verdict)" } }

  func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }
}
