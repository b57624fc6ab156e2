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

  /// An event that an action sent to a part, which neither handled nor deferred it.
  package struct UntakenEvent: Hashable, Sendable {
    package var event: ID<Event>
    /// The part that doesn't take it.
    package var part: ID<Part>
    /// The part whose action sent it; `nil` for the machine itself.
    package var sender: ID<Part>?
    /// The range of the event's name in the action.
    package var range: SourceRange
    /// The atomic states of the part.
    package var states: [ID<State>]

    package init(event: ID<Event>, part: ID<Part>, sender: ID<Part>?, range: SourceRange, states: [ID<State>]) {
      self.event = event
      self.part = part
      self.sender = sender
      self.range = range
      self.states = states
    }
  }

  /// An outcome of an action that concerns a part.
  package enum PartOutcome: Hashable, Sendable {
    /// The part doesn't take an event that isn't optional.
    case untaken(UntakenEvent)
    /// The machine, or the part around it, makes the part new after this number of calls.
    case restarted(ID<Part>, callCount: Int)
  }

  /// The callbacks that were made, in order.
  package internal(set) var calls: [MadeCall] = []
  /// The stretches of the calls that the machine leaves open, in order.
  package internal(set) var openCalls: [OpenStretch<MadeCall>] = []
  /// The atomic and final states of the machine itself that were entered, in order.
  package internal(set) var entered: [ID<State>] = []
  /// The transitions that were taken, in order.
  package internal(set) var taken: [TakenTransition] = []
  /// The events that parts didn't take, and the parts that were restarted, in order.
  package internal(set) var partOutcomes: [PartOutcome] = []
  /// The treatment of the event. Starting is handled. Waiting is handled if a timer's transition was taken.
  package internal(set) var treatment = Treatment.ignored
  /// The reason that the run can't continue. The snapshot after a fault has no meaning.
  package internal(set) var fault: Fault?

  /// Creates a reaction in which nothing happened.
  package init() {}

  /// The events that parts didn't take although they aren't optional, in order.
  package var untaken: [UntakenEvent] {
    partOutcomes.compactMap { if case .untaken(let event) = $0 { event } else { nil } }
  }
}
