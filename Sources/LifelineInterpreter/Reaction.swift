import LifelineModel
import LifelineSource

/// Everything that a machine does before it returns control to the host.
package struct Reaction: Sendable {
  /// A callback that was made.
  package struct MadeCall: Hashable, Sendable {
    package var callback: ID<Callback>
    /// A value for each parameter.
    package var arguments: [Value]
    /// The range of the action that made it.
    package var range: SourceRange
  }

  /// A transition that was taken.
  package struct TakenTransition: Hashable, Sendable {
    package var id: ID<Transition>
    package var range: SourceRange
  }

  /// The callbacks that were made, in order.
  package internal(set) var calls: [MadeCall] = []
  /// The atomic and final states that were entered, in order.
  package internal(set) var entered: [ID<State>] = []
  /// The transitions that were taken, in order.
  package internal(set) var taken: [TakenTransition] = []
  /// The treatment of the event. Starting is handled. Waiting is handled if a timer's transition was taken.
  package internal(set) var treatment = Treatment.ignored
  /// The reason that the run can't continue. The snapshot after a fault has no meaning.
  package internal(set) var fault: Fault?

  /// Creates a reaction in which nothing happened.
  package init() {}
}
