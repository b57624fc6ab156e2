import LifelineModel
import LifelineScenarios

/// The letters of explored steps that promises are about and no line of a log shows: entries of states, events that the machine
/// doesn't ignore, and parts that are made new.
///
/// In the steps of an automaton, they are items of their own, behind those of the machine.
package struct SilentLetters: Sendable {
  /// The letters, in the order of their items.
  private(set) var letters: [PromiseAutomaton.Letter] = []
  /// The items of all steps.
  private(set) var steps = StepLists()
  private let machine: Machine
  private var numbers: [PromiseAutomaton.Letter: Int] = [:]

  private init(_ machine: Machine) { self.machine = machine }

  /// Finds the letters in an explored machine's steps; `nil` if that takes too much work.
  package static func find(in exploration: Exploration, for promises: [PromiseAutomaton]) -> SilentLetters? {
    var budget = WorkBudget(exploration.workLimit)
    let observable = exploration.machine.states.map { PromiseAutomaton.Letter.happening(.entry($0.id)) }
    let hasEntries = observable.contains { entry in promises.contains { $0.isAbout(entry) } }
    // Only for entries, the reactions have to run again.
    guard
      let found = hasEntries
        ? EdgeLetters.all(of: exploration, within: &budget) : .calls(of: exploration, within: &budget)
    else { return nil }
    var result = SilentLetters(exploration.machine)
    var events: [ID<Event>: Bool] = [:]
    for index in exploration.edges.indices {
      var letters = found.sequences[found.number(of: index)]
      if !hasEntries, let event = exploration.edges[index].stimulus.event {
        letters.insert(.happening(.event(event)), at: 0)
      }
      guard budget.spend(1 + letters.count) else { return nil }
      letters.removeAll { letter in
        switch letter {
        case .end: return true
        case .happening(.call): return false
        case .happening(.event(let event)):
          let isNeeded = events[event] ?? promises.contains { $0.isAbout(letter) }
          events[event] = isNeeded
          return !isNeeded
        case .happening(.entry), .restart: return !promises.contains { $0.isAbout(letter) }
        }
      }
      let isSilent = letters.contains { if case .happening(.call) = $0 { false } else { true } }
      result.steps.add(isSilent ? letters.map { result.item(for: $0) } : nil)
    }
    return result
  }

  /// Returns the letter that an item stands for; `nil` for a call and for everything else that a line may show.
  func letter(of item: ID<LogItem>) -> PromiseAutomaton.Letter? {
    item.index < machine.logItemCount ? nil : letters[item.index - machine.logItemCount]
  }

  private mutating func item(for letter: PromiseAutomaton.Letter) -> ID<LogItem> {
    if case .happening(.call(let callback)) = letter { return ID(callback) }
    let number = numbers[letter] ?? letters.count
    if number == letters.count {
      numbers[letter] = number
      letters.append(letter)
    }
    return ID(machine.logItemCount + number)
  }
}

/// The behavior of an explored machine as promises of answers see it: an automaton with silent letters in its steps.
package struct AnswerBehavior: Sendable {
  let automaton: CallAutomaton
  let silent: SilentLetters

  /// Makes the behavior from an automaton and the silent letters of its exploration.
  /// - Parameter given: The values of fixed fields with which the automaton was made.
  package static func make(
    from automaton: CallAutomaton, with silent: SilentLetters, given: [FieldValue]
  ) -> AnswerBehavior {
    AnswerBehavior(automaton: automaton.withSteps(silent.steps, given: given), silent: silent)
  }
}
