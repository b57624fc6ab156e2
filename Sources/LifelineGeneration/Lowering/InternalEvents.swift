import LifelineModel

/// An element of a machine's internal queue.
enum InternalEvent: Hashable {
  /// A raised event.
  case event(ID<Event>)
  /// The completion of a state that has transitions for it.
  case done(ID<State>)
}

/// The events that a machine can put into its internal queue.
struct InternalEvents {
  /// The events in the order of their first mention.
  let all: [InternalEvent]
  /// The raised events.
  let raised: IDSet<Event>

  /// Returns the internal events of a machine.
  static func collect(from machine: Machine) -> InternalEvents {
    var all: [InternalEvent] = []
    var raised = IDSet<Event>()
    for state in machine.states {
      (state.entry + state.exit + state.entranceActions).forEachRaise {
        if raised.insert($0) { all.append(.event($0)) }
      }
      for transition in state.transitions {
        transition.actions.forEachRaise { if raised.insert($0) { all.append(.event($0)) } }
      }
      if !state.done.isEmpty, state.parent != nil { all.append(.done(state.id)) }
    }
    return InternalEvents(all: all, raised: raised)
  }

  /// The states that have transitions for their completion.
  var completedStates: [ID<State>] {
    all.compactMap { if case .done(let state) = $0 { state } else { nil } }
  }
}

extension [Action] {
  /// Calls `body` with each event that the actions raise, in order.
  func forEachRaise(_ body: (ID<Event>) -> Void) {
    forEachAction { if case .raise(let event, _) = $0 { body(event) } }
  }
}
