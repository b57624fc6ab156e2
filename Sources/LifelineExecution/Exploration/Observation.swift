import LifelineModel

/// What a reaction depended on and passed through, beyond what the host sees. It is collected only where
/// ``Interpreter/isObserved`` asks for it: playing does without.
public struct Observation: Sendable {
  /// A timer that came to its deadline.
  public struct FiredTimer: Hashable, Sendable {
    /// The state that it stands in.
    public var state: ID<State>
    /// Its place among the state's timers.
    public var index: Int
  }

  /// The fields that conditions, assignments and timers looked at, each once, in the order of the first look.
  public internal(set) var fields: [ID<Field>] = []
  /// The names of the event's parameters that conditions and assignments looked at, likewise.
  public internal(set) var parameters: [String] = []
  /// The fields that were assigned, to whatever value.
  public internal(set) var assigned: Set<ID<Field>> = []
  /// The timers that came to their deadlines, whether a transition was taken or not.
  public internal(set) var firedTimers: [FiredTimer] = []
  /// The history pseudo-states that were entered while they remembered something.
  public internal(set) var recalled: [ID<State>] = []

  mutating func look(at field: ID<Field>) {
    if !fields.contains(field) { fields.append(field) }
  }

  /// Notes all that `expression` mentions, looked at or not: `and` and `or` may end early.
  mutating func look(at expression: Expression) {
    expression.forEachVariable { variable in
      switch variable {
      case .field(let field): look(at: field)
      case .parameter(let name): if !parameters.contains(name) { parameters.append(name) }
      }
    }
  }
}

/// Something in an expression that may have one value or another.
enum ExpressionVariable: Hashable {
  case field(ID<Field>)
  case parameter(String)
}

extension Expression {
  /// Calls `body` with every field and parameter that is mentioned, in order.
  func forEachVariable(_ body: (ExpressionVariable) -> Void) {
    switch kind {
    case .literal, .isActive: break
    case .field(let field): body(.field(field))
    case .parameter(let name): body(.parameter(name))
    case .not, .and, .or, .comparison, .arithmetic, .negation:
      for operand in operands { operand.forEachVariable(body) }
    }
  }

  /// What it is made of.
  var operands: [Expression] {
    switch kind {
    case .literal, .isActive, .field, .parameter: []
    case .not(let operand), .negation(let operand): [operand]
    case .and(let operands), .or(let operands): operands
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right): [left, right]
    }
  }
}
