import LifelineModel

/// The transitions that can be taken in one microstep with others, because several regions react to one event.
///
/// These must be selected before they are taken. All others are taken as soon as they are found enabled.
struct TransitionConflicts {
  /// The trigger of transitions.
  enum Trigger: Hashable {
    case event(ID<Event>)
    /// `"*"`
    case anyEvent
    case eventless
  }

  /// A trigger for which transitions compete. `some` stands for an event of any name, or `"*"`.
  private enum Competition: Hashable {
    case event(ID<Event>)
    case anyEvent, eventless, some
  }

  private struct Key: Hashable {
    var competition: Competition
    var state: ID<State>
  }

  private let machine: Machine
  /// Whether all transitions of a state have targets.
  private var haveTargets: [Key: Bool] = [:]
  /// The regions with transitions.
  private var regions: Set<Key> = []
  /// The number of a parallel state's regions with transitions.
  private var regionCounts: [Key: Int] = [:]
  /// The states that contain such a region, at any depth.
  private var containers: Set<Key> = []

  /// Returns the conflicts between the transitions of a machine.
  static func find(in machine: Machine) -> TransitionConflicts {
    var conflicts = TransitionConflicts(machine: machine)
    guard machine.states.contains(where: \.isParallel) else { return conflicts }
    for state in machine.states {
      for handler in state.on { conflicts.note(handler.transitions, for: [.event(handler.event), .some], in: state) }
      conflicts.note(state.onAny, for: [.anyEvent, .some], in: state)
      conflicts.note(state.always, for: [.eventless], in: state)
    }
    return conflicts
  }

  private mutating func note(_ transitions: [Transition], for competitions: [Competition], in state: State) {
    guard !transitions.isEmpty else { return }
    let haveTargets = transitions.allSatisfy { !$0.targets.isEmpty }
    for competition in competitions {
      self.haveTargets[Key(competition: competition, state: state.id), default: true] =
        haveTargets && self.haveTargets[Key(competition: competition, state: state.id)] != false
      var inner = state
      while let id = inner.parent {
        let parent = machine[id]
        if parent.isParallel {
          // The ancestors of a known region are known, too.
          guard regions.insert(Key(competition: competition, state: inner.id)).inserted else { break }
          regionCounts[Key(competition: competition, state: id), default: 0] += 1
          containers.insert(Key(competition: competition, state: id))
        } else if containers.contains(Key(competition: competition, state: inner.id)) {
          containers.insert(Key(competition: competition, state: id))
        }
        inner = parent
      }
    }
  }

  /// Returns the triggers of the transitions that can compete with those for `trigger`.
  private func competingTransitions(with trigger: Trigger) -> [Competition] {
    switch trigger {
    case .event(let event): [.event(event), .anyEvent]
    case .anyEvent: [.some]
    case .eventless: [.eventless]
    }
  }

  /// Returns whether different regions inside `state` have transitions for `trigger`.
  func hasCandidatesInOtherRegions(_ trigger: Trigger, in state: ID<State>) -> Bool {
    competingTransitions(with: trigger).contains { containers.contains(Key(competition: $0, state: state)) }
  }

  /// Returns whether a transition of this list of `source` can be taken together with others, or preempt some.
  ///
  /// This requires that another region, or a region inside the source, has transitions for the trigger; or that a
  /// transition doesn't preempt one of an ancestor, because one of the two has no target.
  func isShared(_ list: [Transition], for trigger: Trigger, in source: ID<State>) -> Bool {
    if hasCandidatesInOtherRegions(trigger, in: source) { return true }
    let listHasTargets = list.allSatisfy { !$0.targets.isEmpty }
    let competitions = competingTransitions(with: trigger)
    var isInRegion = false
    var inner = source
    while let parent = machine[inner].parent {
      if machine[parent].isParallel {
        isInRegion = true
        for competition in competitions {
          let own = regions.contains(Key(competition: competition, state: inner)) ? 1 : 0
          if regionCounts[Key(competition: competition, state: parent), default: 0] > own { return true }
        }
      }
      if isInRegion {
        for competition in competitions {
          guard let haveTargets = haveTargets[Key(competition: competition, state: parent)] else { continue }
          if !haveTargets || !listHasTargets { return true }
        }
      }
      inner = parent
    }
    return false
  }
}
