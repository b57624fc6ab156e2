import LifelineModel
import LifelineSource

/// What a machine did between two moments at which the host had control.
package struct Reaction: Sendable {
  /// What became of an event.
  package enum Outcome: Hashable, Sendable {
    /// A transition was taken.
    case handled
    /// The event is kept for later.
    case deferred
    /// Nothing happened.
    case ignored
  }

  /// A callback that was made.
  package struct MadeCall: Hashable, Sendable {
    /// The callback.
    package var callback: ID<Callback>
    /// A value per parameter.
    package var arguments: [Value]
    /// Where the action stands that made it.
    package var range: SourceRange
  }

  /// A transition that was taken.
  package struct TakenTransition: Hashable, Sendable {
    /// The transition.
    package var id: ID<Transition>
    /// Where it stands.
    package var range: SourceRange
  }

  /// A guard that was looked at.
  package struct DecidedGuard: Hashable, Sendable {
    /// The guard.
    package var id: Guard
    /// What it came to.
    package var holds: Bool
  }

  /// The callbacks made, in order.
  package internal(set) var calls: [MadeCall] = []
  /// The atomic and final states entered, in order.
  package internal(set) var entered: [ID<State>] = []
  /// The transitions taken, in order.
  package internal(set) var taken: [TakenTransition] = []
  /// The guards looked at, in order; empty unless the interpreter ``Interpreter/recordsGuards``.
  package internal(set) var guards: [DecidedGuard] = []
  /// What else the reaction depended on; empty unless the interpreter ``Interpreter/isObserved``.
  package internal(set) var observation = Observation()
  /// What became of the event. Starting is handled; a wait is if a timer's transition was taken.
  package internal(set) var outcome = Outcome.ignored
  /// Why the run cannot go on; the snapshot after a fault means nothing.
  package internal(set) var fault: Fault?

  /// A reaction in which nothing has happened.
  package init() {}
}

/// A condition that decides what a machine does.
package enum Guard: Hashable, Sendable {
  /// The `if` of a transition.
  case transition(ID<Transition>)
  /// The `if` of an action, by its condition's place: actions made of one YAML anchor share it.
  case choice(SourceRange)
}
