import LifelineModel

/// An observer that remembers in which order a machine does what pictures show.
package struct RunRecorder: InterpreterObserver {
  /// Something that a machine or a part does.
  package enum Deed: Hashable, Sendable {
    /// The actions that follow in the same machine or part are those of this state.
    case acts(ID<State>)
    /// The state is active, and its entry actions begin.
    case enters(ID<State>)
    /// The entry actions of the state have run.
    case completesEntry(ID<State>)
    /// The exit actions of the state have run, and it is no longer active.
    case exits(ID<State>)
    /// A call: the next one of the reaction.
    case calls(ID<Callback>)
    /// An action that leaves calls open chooses, and the calls that it chooses follow.
    case chooses
    case raises(ID<Event>)
    case sends(ID<Event>, to: ID<Part>)
    /// A part doesn't take the event that was sent last.
    case leavesUntaken(Reaction.UntakenEvent)
    case restarts(ID<Part>)
    /// A deferred event is taken up again.
    case recalls(ID<Event>)
    /// A timer comes to its deadline, this much time after the beginning of the wait or the timer before.
    case elapses(milliseconds: Int)
  }

  /// The deeds, in order.
  package private(set) var deeds: [Deed] = []

  /// Creates a recorder.
  package init() {}

  package mutating func willExit(_ state: ID<State>) { deeds.append(.acts(state)) }
  package mutating func didExit(_ state: ID<State>) { deeds.append(.exits(state)) }
  package mutating func willFollow(_ transition: Transition) { deeds.append(.acts(transition.source)) }
  package mutating func willEnter(_ state: ID<State>) { deeds.append(.enters(state)) }
  package mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int) { deeds.append(.completesEntry(state)) }
  package mutating func willCall(_ call: LifelineModel.Call) { deeds.append(.calls(call.callback)) }
  package mutating func willChoose(among count: Int) { deeds.append(.chooses) }
  package mutating func willRaise(_ event: ID<Event>) { deeds.append(.raises(event)) }
  package mutating func willSend(_ event: SentEvent, to part: ID<Part>) { deeds.append(.sends(event.event, to: part)) }
  package mutating func didLeaveUntaken(_ event: Reaction.UntakenEvent) { deeds.append(.leavesUntaken(event)) }
  package mutating func willRestart(_ part: ID<Part>) { deeds.append(.restarts(part)) }
  package mutating func willRecall(_ event: ID<Event>) { deeds.append(.recalls(event)) }
  package mutating func didElapse(_ timer: Snapshot.ArmedTimer) {
    deeds.append(.elapses(milliseconds: timer.remaining))
  }
}
