import LifelineModel
import LifelineScenarios

/// Returns the promises that the last moment of a session breaks, in the order of the spec. An answer that comes too late breaks its
/// promise when it comes.
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
  var askedAt: [Int?] = automata.map { _ in nil }
  var broken: Set<Int> = []
  for index in session.run.indices {
    broken = []
    for (letter, time) in session.timedLetters(of: index) {
      for (number, automaton) in automata.enumerated() {
        // The end of the machine isn't the one of a part, whose file promises nothing about it.
        if letter == .end, automaton.promise.declaredIn != nil { continue }
        let before = states[number]
        if automaton.follow(letter, &states[number]) != nil { broken.insert(number) }
        guard automaton.isAboutAnswer else { continue }
        if !before.isOpen, states[number].isOpen { askedAt[number] = time }
        if before.isOpen, !states[number].isOpen, case .happening = letter, let limit = automaton.limit, let time,
          let asked = askedAt[number], time - asked > limit
        {
          broken.insert(number)
        }
      }
    }
  }
  return broken.sorted().map { automata[$0].promise }
}
