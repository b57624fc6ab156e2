import LifelineInterpreter
import LifelineModel
import LifelineSource
import TestSupport

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Judges a log with the events of some names. The bytes around each line don't belong to it.
/// - Parameters:
///   - names: The names of the events that the log shows.
///   - change: Changes the options, by which all observed calls are owed.
///   - spell: Returns a line as it stands in the log.
func judgeLog(
  _ log: String, _ spec: String, showing names: [String], _ change: (inout TraceOptions) -> Void,
  spelling spell: (Substring) -> String = String.init
) throws -> TraceResult {
  let machine = try readMachine(spec)
  let events = IDSet(machine.events.indices.filter { names.contains(machine.events[$0].name) }.map { ID<Event>($0) })
  return judgeLog(log, in: machine, showing: events, change, spelling: spell)
}

/// Judges a log with some events, by default none.
func judgeLog(
  _ log: String, in machine: Machine, showing events: IDSet<Event> = IDSet(),
  _ change: (inout TraceOptions) -> Void = { _ in },
  spelling spell: (Substring) -> String = String.init
) -> TraceResult {
  var options = TraceOptions(owed: machine.observedCallbacks)
  options.events = events
  change(&options)
  let automaton = CallAutomaton.make(
    from: explore(MachineIndex.build(for: machine)), showing: events, showsStates: options.showsStates)
  var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
  judge.beginFile("a.log")
  for (number, line) in log.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let bytes = Array("x\(spell(line))y".utf8)
    judge.readLine(bytes, in: 1..<bytes.count - 1, number: number + 1)
  }
  return judge.finish()
}
