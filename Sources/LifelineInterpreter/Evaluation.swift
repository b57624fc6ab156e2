import LifelineModel
import LifelineSource

/// The values that the event being handled brings.
package struct Arguments {
  private var parameters: [Parameter] = []
  private var values: [Value] = []

  init(parameters: [Parameter], values: [Value]) {
    self.parameters = parameters
    self.values = values
  }

  private init() {}

  /// The arguments of a microstep without an event, or with a raised one.
  package static let none = Arguments()

  /// The value of the parameter `name`. Expressions of a checked machine only name parameters that exist.
  subscript(name: String) -> Value {
    guard let index = parameters.firstIndex(where: { $0.name == name }), index < values.count else {
      return .opaque(name)
    }
    return values[index]
  }
}

/// A function from expressions to values.
///
/// Reading the spec has checked all types. An operand of a wrong type would count as `false` or zero.
package struct Evaluator {
  private let machine: String
  private let part: ID<Part>?
  private let fields: [Value]
  private let configuration: IDSet<State>
  private let arguments: Arguments

  /// Creates an evaluator of expressions in the machine with the name `machine`.
  /// - Parameter part: The part that the expressions belong to.
  package init(
    machine: String, part: ID<Part>? = nil, fields: [Value], configuration: IDSet<State> = IDSet(),
    arguments: Arguments = .none
  ) {
    self.machine = machine
    self.part = part
    self.fields = fields
    self.configuration = configuration
    self.arguments = arguments
  }

  /// Returns whether `expression`, which is of type `Bool`, is true.
  ///
  /// - Throws: The fault of a calculation without a result, after which the machine can't continue.
  package func truth(_ expression: Expression) throws(Fault) -> Bool {
    switch expression.kind {
    case .literal, .field, .parameter:
      return try value(expression) == .bool(true)
    case .isActive(let state):
      return configuration.contains(state)
    case .not(let operand):
      return try !truth(operand)
    case .and(let operands):
      for operand in operands where try !truth(operand) { return false }
      return true
    case .or(let operands):
      for operand in operands where try truth(operand) { return true }
      return false
    case .comparison(let comparison, let left, let right):
      return comparison.holds(try value(left), try value(right))
    case .arithmetic, .negation:
      return false
    }
  }

  /// Returns the value of `expression`.
  ///
  /// - Throws: The fault of a calculation without a result, after which the machine can't continue.
  package func value(_ expression: Expression) throws(Fault) -> Value {
    switch expression.kind {
    case .literal(let value): return value
    case .field(let field): return fields[field.index]
    case .parameter(let name): return arguments[name]
    case .isActive, .not, .and, .or, .comparison: return .bool(try truth(expression))
    case .arithmetic, .negation:
      return Value(try number(expression), as: expression.type)
    }
  }

  /// Returns the number, or the milliseconds, that `expression` computes.
  private func number(_ expression: Expression) throws(Fault) -> Int {
    switch expression.kind {
    case .arithmetic(let operation, let left, let right):
      return try result(of: operation, try number(left), try number(right), at: expression.range)
    case .negation(let operand):
      return try result(of: .subtract, 0, try number(operand), at: expression.range)
    default:
      return try value(expression).number ?? 0
    }
  }

  private func result(
    of operation: Expression.Arithmetic, _ left: Int, _ right: Int, at range: SourceRange
  ) throws(Fault) -> Int {
    do {
      return try operation.result(left, right)
    } catch {
      let kind: Fault.Kind =
        switch error {
        case .overflow: .overflow
        case .divisionByZero: .divisionByZero
        }
      throw Fault(kind: kind, machine: machine, part: part, range: range)
    }
  }
}
