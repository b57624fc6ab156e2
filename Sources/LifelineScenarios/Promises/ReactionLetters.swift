import LifelineInterpreter
import LifelineModel

/// Something that a reaction did, for automata of promises.
package struct ReactionLetter: Sendable {
  package var letter: PromiseAutomaton.Letter
  /// The index of the call among those of the reaction, if it is one.
  package var call: Int?
}

/// Returns what happened in a reaction, in order.
/// - Parameters:
///   - entries: The states that it entered.
///   - event: The event that the host sent; `nil` for something else.
///   - ends: Whether the machine ended.
package func letters(
  of reaction: Reaction, _ entries: [EntryRecorder.Entry], sending event: ID<Event>?, ends: Bool
) -> [ReactionLetter] {
  letters(
    of: reaction.calls.map(\.callback), reaction.partOutcomes, entries,
    handling: reaction.treatment == .ignored ? nil : event, ends: ends)
}

/// Returns what happened in a reaction, in order.
/// - Parameters:
///   - calls: The callbacks that it made.
///   - outcomes: The outcomes that concern parts.
///   - entries: The states that it entered.
///   - event: The event that the machine handled or deferred; `nil` if there is none.
///   - ends: Whether the machine ended.
package func letters(
  of calls: [ID<Callback>], _ outcomes: [Reaction.PartOutcome], _ entries: [EntryRecorder.Entry],
  handling event: ID<Event>?, ends: Bool
) -> [ReactionLetter] {
  var result: [ReactionLetter] = []
  if let event { result.append(ReactionLetter(letter: .happening(.event(event)))) }
  var entries = entries[...]
  var restarts = restarts(among: outcomes)[...]
  func add(upTo count: Int) {
    // A part that is made new enters its states afterwards.
    while let restart = restarts.first, restart.callCount <= count {
      while let entry = entries.first, entry.callCount < restart.callCount { addEntry(entry) }
      result.append(ReactionLetter(letter: .restart(restart.part)))
      restarts.removeFirst()
    }
    while let entry = entries.first, entry.callCount <= count { addEntry(entry) }
  }
  func addEntry(_ entry: EntryRecorder.Entry) {
    result.append(ReactionLetter(letter: .happening(.entry(entry.state))))
    entries.removeFirst()
  }
  for (index, callback) in calls.enumerated() {
    add(upTo: index)
    result.append(ReactionLetter(letter: .happening(.call(callback)), call: index))
  }
  add(upTo: .max)
  if ends { result.append(ReactionLetter(letter: .end)) }
  return result
}

/// Returns the parts that were made new, each with the number of calls before.
private func restarts(among outcomes: [Reaction.PartOutcome]) -> [(part: ID<Part>, callCount: Int)] {
  outcomes.compactMap { if case .restarted(let part, let count) = $0 { (part, count) } else { nil } }
}
