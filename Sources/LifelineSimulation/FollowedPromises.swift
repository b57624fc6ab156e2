import LifelineModel
import LifelineScenarios

/// The promises of a machine, followed through a simulated session.
struct FollowedPromises {
  /// The promises that the last moment breaks, in the order of the spec. An answer that comes too late breaks its promise when it
  /// comes.
  ///
  /// The past of a machine that was put into its states isn't known, so a call there may have had what it needs.
  private(set) var brokenLast: [Promise] = []
  /// The open questions, in the order of the spec. What a machine that was put into its states did before isn't known, so it
  /// owes nothing.
  private(set) var open: [OpenAnswers] = []

  /// Follows the promises of a session's machine.
  static func follow(_ session: SimulationSession) -> FollowedPromises {
    let machine = session.machine
    if machine.promises.isEmpty { return FollowedPromises() }
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
          let before = states[number]
          // The end of the machine isn't the one of a part, whose file promises nothing about it.
          if letter == .end, automaton.promise.declaredIn != nil { continue }
          // A session goes on after a broken promise, as the machine does.
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
    return FollowedPromises(
      brokenLast: broken.sorted().map { automata[$0].promise },
      open: automata.indices.filter { automata[$0].isAboutAnswer && states[$0].isOpen }.map {
        OpenAnswers(promise: automata[$0].promise, askedAt: askedAt[$0])
      })
  }
}
