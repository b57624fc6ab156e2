import LifelineInterpreter
import LifelineModel

/// A promise of a machine that a play of a scenario keeps.
package struct KeptPromise: Hashable, Sendable {
  /// The index of the promise among those of the machine.
  package var promise: Int
  /// The callback that answers, if the promise is one of an answer.
  package var answer: ID<Callback>?
}

/// The answers and the calls between two others that a machine's own file promises, followed through plays of its scenarios.
///
/// A play that begins in the middle knows nothing of what came before, so it only keeps promises of which it shows everything.
struct PromiseTracker: Sendable {
  private let automata: [(index: Int, automaton: PromiseAutomaton)]
  private var states: [PromiseAutomaton.State]

  /// Prepares to follow the promises of a machine.
  static func prepare(_ machine: Machine) -> PromiseTracker {
    let automata = machine.promises.enumerated().filter { $0.element.isAboutTwoMoments && $0.element.declaredIn == nil }
      .map { (index: $0.offset, automaton: PromiseAutomaton($0.element, in: machine)) }
    return PromiseTracker(automata: automata, states: automata.map { _ in .start })
  }

  /// Begins with another play.
  mutating func beginPlay() { states = automata.map { _ in .start } }

  /// Follows a reaction, and returns the promises that are kept by a call that an expectation observes.
  mutating func follow(
    _ reaction: Reaction, _ entries: [EntryRecorder.Entry], sending event: ID<Event>?,
    observes: (ID<Callback>) -> Bool
  ) -> [KeptPromise] {
    guard !automata.isEmpty else { return [] }
    var kept: [KeptPromise] = []
    for letter in letters(of: reaction, entries, sending: event, ends: false).map(\.letter) {
      for (number, (index, automaton)) in automata.enumerated() {
        let wasOpen = states[number].isOpen
        let isKept = automaton.follow(letter, &states[number]) == nil
        guard case .happening(.call(let callback)) = letter, isKept, observes(callback) else { continue }
        if automaton.isAboutAnswer {
          if wasOpen, !states[number].isOpen { kept.append(KeptPromise(promise: index, answer: callback)) }
        } else if automaton.promise.callback == callback {
          kept.append(KeptPromise(promise: index))
        }
      }
    }
    return kept
  }
}
