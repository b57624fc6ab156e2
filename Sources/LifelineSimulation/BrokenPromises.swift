import LifelineModel
import LifelineScenarios

/// Returns the promises that the last moment of a session breaks, in the order of the spec, except for answers that take
/// too long.
///
/// The past of a machine that was put into its states isn't known, so a call there may have had what it needs.
func promisesBrokenLast(in session: SimulationSession) -> [Promise] {
  let machine = session.machine
  if machine.promises.isEmpty { return [] }
  var isStartKnown = true
  if case .begin(let beginning)? = session.run.first?.stimulus { isStartKnown = beginning.states.isEmpty }
  let automata = machine.promises.map { PromiseAutomaton($0, in: machine) }
    .filter { $0.isAboutAnswer || isStartKnown }
  var states = automata.map { _ in PromiseAutomaton.State.start }
  var broken: Set<Int> = []
  var hasEnded = false
  for moment in session.run {
    broken = []
    var event: ID<Event>?
    if case .send(let sent, _) = moment.stimulus { event = sent }
    let ends = moment.after.isFinished && !hasEnded
    hasEnded = moment.after.isFinished
    for letter in letters(of: moment.reaction, moment.entries, sending: event, ends: ends) {
      for (number, automaton) in automata.enumerated() {
        // The end of the machine isn't the one of a part, whose file promises nothing about it.
        if letter.letter == .end, automaton.promise.declaredIn != nil { continue }
        if automaton.follow(letter.letter, &states[number]) != nil { broken.insert(number) }
      }
    }
  }
  return broken.sorted().map { automata[$0].promise }
}
