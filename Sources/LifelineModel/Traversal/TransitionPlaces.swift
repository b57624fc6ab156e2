/// A transition, and what it waits for.
package struct TransitionPlace {
  /// What a transition waits for.
  package enum Trigger {
    case event(ID<Event>)
    case anyEvent
    case always
    /// The state's timer at this place.
    case timer(Int)
    case done
  }

  package var transition: Transition
  package var trigger: Trigger

  /// What it is, for messages: `the transition of 'a' for 'go'`.
  package func name(in machine: Machine) -> String {
    let state = machine.states[transition.source.index]
    let source = state.parent == nil ? "the machine" : "'\(state.path)'"
    switch trigger {
    case .event(let event): return "the transition of \(source) for '\(machine[event].name)'"
    case .anyEvent: return "the transition of \(source) for any event"
    case .always: return "the 'always' of \(source)"
    case .done: return "the 'done' of \(source)"
    case .timer(let place): return "the transition of \(source) after \(state.timers[place].text(in: machine))"
    }
  }
}

extension State {
  /// The state's transitions with what they wait for, in the order in which events, `always`, timers and
  /// `done` are written of here.
  package var transitionPlaces: [TransitionPlace] {
    func places(_ transitions: [Transition], _ trigger: TransitionPlace.Trigger) -> [TransitionPlace] {
      transitions.map { TransitionPlace(transition: $0, trigger: trigger) }
    }
    return on.flatMap { places($0.transitions, .event($0.event)) } + places(onAny, .anyEvent)
      + places(always, .always)
      + timers.enumerated().flatMap { places($0.element.transitions, .timer($0.offset)) }
      + places(done, .done)
  }
}

extension Timer {
  /// How long it runs, as the spec says it.
  package func text(in machine: Machine) -> String {
    switch length {
    case .constant(let milliseconds): "\(Value.duration(milliseconds: milliseconds))"
    case .field(let field): "'\(machine[field].name)'"
    }
  }
}
