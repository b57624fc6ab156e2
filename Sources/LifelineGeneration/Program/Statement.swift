import LifelineModel

/// A statement of generated code.
indirect enum Statement: Hashable {
  // Actions

  case call(ID<Callback>, [SwiftExpression])
  case assign(ID<Field>, SwiftExpression)
  /// Assignments whose right sides see the fields as they were before.
  case assignTogether([FieldAssignment])
  case raise(InternalEvent)
  /// Sends an event to a part, which handles it there and then.
  case send(ID<Part>, SentCall)
  /// Starts a part as new, with its facts.
  case startPart(ID<Part>)
  /// Drops the timers and deferred events of a part.
  case dropPending(ID<Part>)

  // Positions, memories, timers and deferred events

  /// Stores that the region of a state is in it.
  case moveTo(ID<State>)
  /// Stores that the region of a state is inactive.
  case deactivate(ID<State>)
  case remember(MemoryProperty, MemoryValue)
  case arm(TimerSlot, Timer.Length)
  case disarm(TimerSlot)
  case `defer`(ID<Event>)
  /// Defers the handled event, which is one of these. `isExhaustive` if no others exist.
  case deferHandled([ID<Event>], isExhaustive: Bool)
  case dropDeferred

  // Control flow

  case comment(String)
  case `if`(Condition, then: [Statement], else: [Statement])
  /// Returns `else` unless the call takes a transition.
  case require(FunctionCall, else: ReturnValue)
  /// Returns whether the event is deferred unless the call takes a transition.
  case requireTakenOrDeferred(FunctionCall)
  case `switch`(Subject, [Case], default: Default)
  /// A loop without conditions is endless.
  case `while`([Condition], [Statement])
  case `continue`
  case run(FunctionCall)
  case discardResult(FunctionCall)
  case `return`(ReturnValue)

  // Steps of lookups and macrosteps

  case beginMacrostep
  case countMicrostep
  /// Takes the next event from the internal queue; returns if there is none.
  case takeNextInternalEvent
  case beginSelection
  case select(ID<Transition>)
  case removeConflicts
  /// Performs the selected transitions.
  case perform(event: Argument)
  case performPhase(Phase, arguments: [Argument])
  case beginDeferral
  /// Returns if the function for a region takes a transition.
  case ask(FunctionCall)
  /// Takes the parameters out of the event that is handled.
  case bind(EventPattern)
  /// Looks up transitions for each deferred event by the call.
  case recallDeferred(by: FunctionCall, whenTaken: [Statement])
}

extension Statement {
  /// Returns an `if` with one statement.
  static func when(_ condition: Condition, _ statement: Statement) -> Statement {
    .if(condition, then: [statement], else: [])
  }
}

/// An assignment to a field.
struct FieldAssignment: Hashable {
  var field: ID<Field>
  var value: SwiftExpression
}

/// An event of a part with its arguments.
struct SentCall: Hashable {
  /// The event, as the part numbers it.
  var event: ID<Event>
  var arguments: [SwiftExpression]
}

/// A value that a history remembers.
enum MemoryValue: Hashable {
  /// That there is a memory.
  case flag
  /// The current position of the property's region.
  case currentPosition
  case position(ID<State>)
}

/// A condition of generated code.
indirect enum Condition: Hashable {
  case expression(SwiftExpression)
  case isFinished, isRunning
  case isComplete(ID<State>)
  case hasMemory(MemoryProperty)
  case isDue(TimerSlot)
  case takes(FunctionCall)
  case hasInternalEvents, hasDeferredEvents, hasSelected, isDeferred
  case any([Condition])
}

/// A value that a function returns.
enum ReturnValue: Hashable {
  case nothing
  case taken, ignored, deferred
  /// Deferred if one of the regions defers the event.
  case deferredOrIgnored
  case result(FunctionCall)
  case state(ID<State>)
  case noState
}

/// A value over which code switches.
enum Subject: Hashable {
  case event, internalEvent, transition
  /// The position of a region, given by its index in the layout.
  case position(Int)
  case memory(MemoryProperty)
}

/// A case of a `switch`.
struct Case: Hashable {
  var patterns: [Pattern]
  var body: [Statement]
}

/// A pattern of a case.
enum Pattern: Hashable {
  case position(ID<State>)
  case event(EventPattern)
  case internalEvent(InternalEvent)
  case transition(ID<Transition>)
}

/// An event with the parameters that are bound.
struct EventPattern: Hashable {
  var event: ID<Event>
  /// The names of the bound parameters.
  var parameters: Set<String> = []
}

/// The default of a `switch`.
enum Default: Hashable {
  /// The cases are exhaustive.
  case none
  case nothing
  case statements([Statement])
}
