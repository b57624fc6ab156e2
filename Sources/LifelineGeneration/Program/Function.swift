import LifelineModel

/// A function of a generated machine.
struct Function: Hashable, Sendable {
  var name: FunctionName
  var parameters: [FunctionParameter]
  var result = FunctionResult.nothing
  var body: [Statement]
}

/// The name of a function. It decides the function's documentation, too.
enum FunctionName: Hashable, Sendable {
  case handle, start, settle, finishMacrostep, deferEvent, recallDeferred
  /// Drops timers and deferred events, also those of parts.
  case dropPending
  /// Lets the first timer elapse that is due, also one of a part.
  case elapseDueTimer
  /// Completes the macrostep after a part has taken a transition by itself.
  case followPart
  case takeTimer(TimerSlot)
  /// Finds the transition to take.
  case lookup(Lookup)
  /// Finds the transition in the region that is this state.
  case lookupInRegion(Lookup, ID<State>)
  /// Finds the transition among those of this state.
  case lookupInState(Lookup, ID<State>)
  case perform
  case performPhase(Phase)
  case enter(ID<State>)
  case exit(ID<State>)
  case begin(ID<State>)
  case leave(ID<State>)
  /// Takes the transition that leaves a state which the machine only passes.
  case pass(ID<State>)
  case remember(ID<State>)
  case enterRegions(ID<State>)
  /// Enters the memory of a history, without the parent's default actions if the parent stays active.
  case resume(ID<State>, staysInParent: Bool)
}

/// The kind of trigger for which transitions are looked up.
enum Lookup: Hashable, Sendable {
  /// An event from the host.
  case event
  /// A raised event.
  case internalEvent
  /// No event.
  case eventless
}

/// A part of a microstep that takes several transitions.
enum Phase: Hashable, CaseIterable, Sendable {
  case exits, actions, entries
}

/// A parameter of a function.
enum FunctionParameter: Hashable, Sendable {
  case event, optionalEvent, internalEvent
  /// The closure that gets the machine's calls.
  case calls
  /// The list to which transitions are added.
  case selecting
  /// The list of selected transitions.
  case selection
  case transition
  case macrostep
}

/// The type of a function's result.
enum FunctionResult: Hashable, Sendable {
  case nothing
  /// Whether a transition was taken.
  case isTaken
  /// Whether a transition was taken, or the event is deferred.
  case lookupResult
  /// The timer that has elapsed, and whether its transition was taken; `nil` if there is none.
  case elapsedTimer
}

/// A call of a function.
struct FunctionCall: Hashable, Sendable {
  var name: FunctionName
  var arguments: [SwiftExpression] = []
}
