import LifelineModel

/// A statement of generated code.
indirect enum Statement: Hashable, Sendable {
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
  case remember(MemoryProperty, SwiftExpression)
  case arm(TimerSlot, Timer.Length)
  case disarm(TimerSlot)
  case `defer`(ID<Event>)

  // Swift

  case comment(String)
  case evaluate(SwiftExpression)
  case constant(String, SwiftExpression)
  /// A variable, with its type behind the name if it has no value yet.
  case variable(String, SwiftExpression?)
  case `if`(SwiftExpression, then: [Statement], else: [Statement])
  case `guard`(SwiftExpression, else: [Statement])
  case `switch`(SwiftExpression, [Case], default: Default)
  case `while`(SwiftExpression, [Statement])
  case `repeat`([Statement], while: SwiftExpression)
  case `for`(String, in: SwiftExpression, where: SwiftExpression?, [Statement])
  /// A block behind a word, such as `do`.
  case block(String, [Statement])
  /// A call with a closure behind it, which has parameters.
  case closure(String, parameters: String, [Statement])
  case `break`, `continue`
  case `return`(SwiftExpression?)
  case `throw`(SwiftExpression)
  /// A statement with each of its bodies on the line of its head, however long that is.
  case joined(Statement)
  /// A statement that is broken into lines although it is short.
  case broken(Statement)
}

extension Statement: ExpressibleByStringInterpolation {
  init(stringLiteral line: String) { self = .evaluate(.name(line)) }

  /// Returns an `if` with one statement.
  static func when(_ condition: SwiftExpression, _ statement: Statement) -> Statement {
    .if(condition, then: [statement], else: [])
  }

  /// Returns a loop over all elements.
  static func `for`(_ name: String, in list: SwiftExpression, _ body: [Statement]) -> Statement {
    .for(name, in: list, where: nil, body)
  }

  /// Returns an assignment.
  static func set(_ place: SwiftExpression, _ value: SwiftExpression) -> Statement {
    .evaluate(.assignment("=", place, value))
  }

  /// Returns the call of a function.
  static func run(_ call: FunctionCall) -> Statement { .evaluate(.result(call)) }
}

/// An assignment to a field.
struct FieldAssignment: Hashable, Sendable {
  var field: ID<Field>
  var value: SwiftExpression
}

/// An event of a part with its arguments.
struct SentCall: Hashable, Sendable {
  /// The event, as the part numbers it.
  var event: ID<Event>
  var arguments: [SwiftExpression]
}

/// A case of a `switch`.
struct Case: Hashable, Sendable {
  var patterns: [Pattern]
  var body: [Statement]
}

extension Case {
  init(_ patterns: SwiftExpression..., body: [Statement]) {
    self.init(patterns: patterns.map { .value($0) }, body: body)
  }
}

/// A pattern of a case.
enum Pattern: Hashable, Sendable {
  case position(ID<State>)
  case event(EventPattern)
  case internalEvent(InternalEvent)
  case value(SwiftExpression)
}

/// An event with the parameters that are bound.
struct EventPattern: Hashable, Sendable {
  var event: ID<Event>
  /// The names of the bound parameters.
  var parameters: Set<String> = []
}

/// The default of a `switch`.
enum Default: Hashable, Sendable {
  /// The cases are exhaustive.
  case none
  case nothing
  case statements([Statement])
}
