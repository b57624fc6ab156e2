import LifelineModel

/// Which transitions can be taken in one microstep with others, because regions react to one event together.
///
/// Nearly all cannot. Such a transition is taken at once where it is found enabled; only the others must be
/// selected first.
struct Concurrency {
  /// What transitions are looked for.
  enum Cause: Hashable {
    case event(ID<Event>)
    /// `"*"`
    case any
    case always
  }

  /// What a state has for a cause.
  private enum Offer {
    /// All of it exits something.
    case targets
    case others
  }

  private struct Key: Hashable {
    var cause: Int
    var state: ID<State>
  }

  private let machine: Machine
  private var offers: [Key: Offer] = [:]
  /// Regions in which something is looked at for a cause.
  private var regions: Set<Key> = []
  /// By parallel state: the number of such regions of its own.
  private var regionCounts: [Key: Int] = [:]
  /// States in which such a region stands, at any depth.
  private var containers: Set<Key> = []

  init(_ machine: Machine) {
    self.machine = machine
    guard machine.states.contains(where: \.isParallel) else { return }
    for state in machine.states {
      for handler in state.on { note(handler.transitions, for: [handler.event.index, some], in: state) }
      note(state.onAny, for: [any, some], in: state)
      note(state.always, for: [always], in: state)
    }
  }

  // Causes as numbers, behind those of the events.
  private var any: Int { machine.events.count }
  private var always: Int { machine.events.count + 1 }
  /// Any event, named or not.
  private var some: Int { machine.events.count + 2 }

  private mutating func note(_ transitions: [Transition], for causes: [Int], in state: State) {
    guard !transitions.isEmpty else { return }
    let offer = transitions.allSatisfy { !$0.targets.isEmpty } ? Offer.targets : .others
    for cause in causes {
      let key = Key(cause: cause, state: state.id)
      if offer == .others || offers[key] == nil { offers[key] = offer }
      var inner = state
      while let id = inner.parent {
        let parent = machine[id]
        if parent.isParallel {
          // What is around a region that has been seen, has been seen too.
          guard regions.insert(Key(cause: cause, state: inner.id)).inserted else { break }
          regionCounts[Key(cause: cause, state: id), default: 0] += 1
          containers.insert(Key(cause: cause, state: id))
        } else if containers.contains(Key(cause: cause, state: inner.id)) {
          containers.insert(Key(cause: cause, state: id))
        }
        inner = parent
      }
    }
  }

  /// The causes for which other states may have transitions where `cause` has one.
  private func rivals(of cause: Cause) -> [Int] {
    switch cause {
    case .event(let event): [event.index, any]
    case .any: [some]
    case .always: [always]
    }
  }

  /// Whether states in `state` in different regions have transitions of their own for `cause`.
  func isDivided(_ cause: Cause, in state: ID<State>) -> Bool {
    rivals(of: cause).contains { containers.contains(Key(cause: $0, state: state)) }
  }

  /// Whether a transition of this list of `source` may be taken together with others, or drive some out.
  ///
  /// Not so if nothing in other regions has transitions for the cause, and nothing in regions in the source, and those
  /// of states around it are driven out by the source's own: all of both exit the source.
  func isShared(_ list: [Transition], for cause: Cause, in source: ID<State>) -> Bool {
    if isDivided(cause, in: source) { return true }
    let hasTargets = list.allSatisfy { !$0.targets.isEmpty }
    let rivals = rivals(of: cause)
    var isInRegion = false
    var inner = source
    while let parent = machine[inner].parent {
      if machine[parent].isParallel {
        isInRegion = true
        for rival in rivals {
          let own = regions.contains(Key(cause: rival, state: inner)) ? 1 : 0
          if regionCounts[Key(cause: rival, state: parent), default: 0] > own { return true }
        }
      }
      if isInRegion {
        for rival in rivals {
          guard let offer = offers[Key(cause: rival, state: parent)] else { continue }
          if offer == .others || !hasTargets { return true }
        }
      }
      inner = parent
    }
    return false
  }
}
