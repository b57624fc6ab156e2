import LifelineModel
import LifelineSource

/// A value that watches a machine while it reacts.
///
/// A reaction tells what the host sees; an observer learns what the reaction depended on. Each function does nothing
/// unless the observer implements it.
package protocol InterpreterObserver {
  /// Whether the reaction may go on. Otherwise, it ends with the fault ``Fault/Kind/interrupted``.
  var allowsMore: Bool { get }
  /// Called before the machine evaluates a condition, or an argument of a call that can fault.
  mutating func willEvaluate(_ expression: Expression)
  /// Called after the machine evaluated a condition.
  mutating func didDecide(_ outcome: GuardOutcome)
  /// Called before the machine evaluates the arguments of a call and makes it.
  mutating func willCall(_ call: Call)
  /// Called before the machine takes one of several alternatives of an action that leaves something open.
  mutating func willChoose(among count: Int)
  /// Called before the machine evaluates the right side of an assignment and assigns it.
  mutating func willAssign(_ assignment: Assignment)
  /// Called before the machine makes some assignments together: all right sides are evaluated first.
  mutating func willSet(_ assignments: [Assignment])
  /// Called before the machine reads the length of a timer from a field.
  mutating func willReadLength(of timer: Timer, from field: ID<Field>)
  /// Called when a timer comes to its deadline, whether a transition is taken or not.
  mutating func didElapse(_ timer: Snapshot.ArmedTimer)
  /// Called before the machine enters the states that a history pseudo-state remembers.
  mutating func willRestore(_ history: ID<State>)
  /// Called before the machine runs the exit actions of a state, which is still active.
  mutating func willExit(_ state: ID<State>)
  /// Called when the machine has run the exit actions of a state, which is no longer active.
  mutating func didExit(_ state: ID<State>)
  /// Called before the machine runs the actions of a transition.
  mutating func willFollow(_ transition: Transition)
  /// Called before the machine runs the entry actions of a state, which is already active.
  mutating func willEnter(_ state: ID<State>)
  /// Called before the machine raises an event.
  mutating func willRaise(_ event: ID<Event>)
  /// Called before a part handles an event that an action sends.
  mutating func willSend(_ event: SentEvent, to part: ID<Part>)
  /// Called when a part has handled an event, or left it.
  mutating func didSend()
  /// Called when a part has neither handled nor deferred an event that isn't optional.
  mutating func didLeaveUntaken(_ event: Reaction.UntakenEvent)
  /// Called before a part is made new.
  mutating func willRestart(_ part: ID<Part>)
  /// Called before the machine takes a deferred event up again.
  mutating func willRecall(_ event: ID<Event>)
  /// Called when the machine has entered a state and run its entry actions.
  mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int)
  /// Called before the machine visits active states, actions or timers, one after the other.
  mutating func willVisit(_ count: Int)
}

extension InterpreterObserver {
  package var allowsMore: Bool { true }
  package mutating func willEvaluate(_ expression: Expression) {}
  package mutating func didDecide(_ outcome: GuardOutcome) {}
  package mutating func willCall(_ call: Call) {}
  package mutating func willChoose(among count: Int) {}
  package mutating func willAssign(_ assignment: Assignment) {}
  package mutating func willSet(_ assignments: [Assignment]) {}
  package mutating func willReadLength(of timer: Timer, from field: ID<Field>) {}
  package mutating func didElapse(_ timer: Snapshot.ArmedTimer) {}
  package mutating func willRestore(_ history: ID<State>) {}
  package mutating func willExit(_ state: ID<State>) {}
  package mutating func didExit(_ state: ID<State>) {}
  package mutating func willFollow(_ transition: Transition) {}
  package mutating func willEnter(_ state: ID<State>) {}
  package mutating func willRaise(_ event: ID<Event>) {}
  package mutating func willSend(_ event: SentEvent, to part: ID<Part>) {}
  package mutating func didSend() {}
  package mutating func didLeaveUntaken(_ event: Reaction.UntakenEvent) {}
  package mutating func willRestart(_ part: ID<Part>) {}
  package mutating func willRecall(_ event: ID<Event>) {}
  package mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int) {}
  package mutating func willVisit(_ count: Int) {}
}

/// An observer that ignores everything.
package struct NoObserver: InterpreterObserver {
  package init() {}
}

/// A condition that decides what a machine does.
package enum Guard: Hashable, Sendable {
  /// The `if` of a transition.
  case transition(ID<Transition>)
  /// The `if` of an action, by the range of its condition, and the part that it belongs to, if any. Actions that are
  /// made from one YAML anchor share it.
  case choice(SourceRange, in: ID<Part>?)
}

/// A guard and the result of evaluating it.
package struct GuardOutcome: Hashable, Sendable {
  package var id: Guard
  package var holds: Bool
}
