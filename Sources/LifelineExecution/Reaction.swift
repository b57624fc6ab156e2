import LifelineDiagnostics
import LifelineModel

/// What a machine did between two moments at which the host had control.
public struct Reaction: Sendable {
  /// What became of an event.
  public enum Outcome: Hashable, Sendable {
    /// A transition was taken.
    case handled
    /// The event is kept for later.
    case deferred
    /// Nothing happened.
    case ignored
  }

  /// A callback that was made.
  public struct MadeCall: Hashable, Sendable {
    /// The callback.
    public var callback: ID<Callback>
    /// A value per parameter.
    public var arguments: [Value]
    /// Where the action stands that made it.
    public var range: SourceRange
  }

  /// A transition that was taken.
  public struct TakenTransition: Hashable, Sendable {
    /// The transition.
    public var id: ID<Transition>
    /// Where it stands.
    public var range: SourceRange
  }

  /// A guard that was looked at.
  public struct DecidedGuard: Hashable, Sendable {
    /// The guard.
    public var id: Guard
    /// What it came to.
    public var holds: Bool
  }

  /// The callbacks made, in order.
  public internal(set) var calls: [MadeCall] = []
  /// The atomic and final states entered, in order.
  public internal(set) var entered: [ID<State>] = []
  /// The transitions taken, in order.
  public internal(set) var taken: [TakenTransition] = []
  /// The guards looked at, in order; empty unless the interpreter ``Interpreter/recordsGuards``.
  public internal(set) var guards: [DecidedGuard] = []
  /// What else the reaction depended on; empty unless the interpreter ``Interpreter/isObserved``.
  public internal(set) var observation = Observation()
  /// What became of the event. Starting is handled; a wait is if a timer's transition was taken.
  public internal(set) var outcome = Outcome.ignored
  /// Why the run cannot go on; the snapshot after a fault means nothing.
  public internal(set) var fault: Fault?
}

/// A condition that decides what a machine does.
public enum Guard: Hashable, Sendable {
  /// The `if` of a transition.
  case transition(ID<Transition>)
  /// The `if` of an action, by its condition's place: actions made of one YAML anchor share it.
  case choice(SourceRange)
}
