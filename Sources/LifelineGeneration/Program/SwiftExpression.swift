import LifelineModel

/// An expression of generated code.
///
/// Members and calls are written as in Swift: for the expression `items`, `items.append(1)` is the expression that calls
/// its method.
@dynamicMemberLookup @dynamicCallable
indirect enum SwiftExpression: Hashable, Sendable {
  // Values of the machine

  case literal(Value)
  case field(ID<Field>)
  /// The value of a field before assignments that are made together.
  case previous(ID<Field>)
  /// A parameter of the event that is handled.
  case parameter(String)
  /// Whether the region of a state is in it, or whether it isn't.
  case isAt(ID<State>, Bool)
  case isActive(ID<State>)
  /// Whether all regions of a state are at their end.
  case isComplete(ID<State>)
  /// The value of a field of a part, as the part numbers it.
  case partField(ID<Part>, ID<Field>)
  /// Whether a state of a part is active, as the part numbers it.
  case isPartActive(ID<Part>, ID<State>)
  /// The position of a region, given by its index in the layout.
  case position(Int)
  case memory(MemoryProperty)
  case hasMemory(MemoryProperty)
  /// The time that is left to a timer.
  case timer(TimerSlot)
  /// A transition that can be taken together with others.
  case transition(ID<Transition>)
  case outcome(Outcome)
  /// The result of a function of the program.
  case result(FunctionCall)

  // Operations of specs

  /// The value of another enumeration with the same cases, as a value of this type.
  case converted(SwiftExpression, ValueType)
  /// The position of a value among the cases of its type.
  case rawValue(SwiftExpression)
  case not(SwiftExpression)
  case and([SwiftExpression])
  case or([SwiftExpression])
  case comparison(Expression.Comparison, SwiftExpression, SwiftExpression)
  case arithmetic(Expression.Arithmetic, SwiftExpression, SwiftExpression)
  /// An operation that traps with the machine's name.
  case checked(CheckedArithmetic, SwiftExpression, SwiftExpression)
  case negatedDuration(SwiftExpression)
  /// A value that an action gives a field. It traps outside of the field's range.
  case inRange(SwiftExpression, ofField: ID<Field>)

  // Swift

  /// A name, or a short expression of no more than a line, as Swift spells it.
  case name(String)
  case member(SwiftExpression, String)
  case call(SwiftExpression, [LabeledValue])
  case element(SwiftExpression, SwiftExpression)
  /// An assignment with its sign, such as `=` or `+=`.
  case assignment(String, SwiftExpression, SwiftExpression)
  /// The numbers from one up to another, which isn't included.
  case range(SwiftExpression, SwiftExpression)
  case conditional(SwiftExpression, SwiftExpression, SwiftExpression)
  case tuple([SwiftExpression])
  case `inout`(SwiftExpression)
  /// The condition that an optional has a value, which gets a name.
  case binding(String, SwiftExpression)
  /// The condition that an optional event matches a pattern.
  case matching(EventPattern, SwiftExpression)
}

/// A value with a label, which may be empty.
struct LabeledValue: Hashable {
  var label: String
  var value: SwiftExpression
}

/// The outcome of a lookup. Functions that can't defer events return it as a `Bool`.
enum Outcome: String {
  case taken, ignored, deferred
}

extension SwiftExpression: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  init(stringLiteral name: String) { self = .name(name) }
  init(integerLiteral number: Int) { self = .literal(.int(number)) }

  /// The member with a name.
  subscript(dynamicMember name: String) -> SwiftExpression { .member(self, name) }

  /// The element at an index.
  subscript(index: SwiftExpression) -> SwiftExpression { .element(self, index) }

  /// Returns the call of this function.
  func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, SwiftExpression>) -> SwiftExpression {
    .call(self, arguments.map { LabeledValue(label: $0, value: $1) })
  }

  // Arguments and results

  static let (event, noEvent, internalEvent) = ("event" as Self, "nil" as Self, "internalEvent" as Self)
  /// The closure that gets the machine's calls.
  static let calls: Self = "call"
  static let selected: Self = "selected"
  static let selecting = Self.inout(selected)
  static let macrostep = Self.inout("macrostep")
  static let (taken, ignored, deferred) = (Self.outcome(.taken), Self.outcome(.ignored), Self.outcome(.deferred))
  static let isFinished = Self.isComplete(Machine.root)

  /// Returns whether a timer is due.
  static func isDue(_ slot: TimerSlot) -> Self { .comparison(.equal, .timer(slot), "Swift.Duration.zero") }
}

extension SwiftExpression {
  /// The direct operands.
  var operands: [SwiftExpression] {
    switch self {
    case .literal, .field, .previous, .parameter, .isAt, .isActive, .isComplete, .partField, .isPartActive, .position,
      .memory, .hasMemory, .timer, .transition, .outcome, .name:
      []
    case .not(let operand), .negatedDuration(let operand), .converted(let operand, _), .rawValue(let operand),
      .inRange(let operand, _), .member(let operand, _), .inout(let operand),
      .binding(_, let operand), .matching(_, let operand):
      [operand]
    case .and(let operands), .or(let operands), .tuple(let operands): operands
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right), .checked(_, let left, let right),
      .assignment(_, let left, let right), .element(let left, let right), .range(let left, let right):
      [left, right]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .call(let function, let arguments): [function] + arguments.map(\.value)
    case .result(let call): call.arguments
    }
  }

  /// The names of the parameters in the expression.
  var parameters: Set<String> {
    if case .parameter(let name) = self { return [name] }
    return operands.reduce(into: []) { $0.formUnion($1.parameters) }
  }
}
