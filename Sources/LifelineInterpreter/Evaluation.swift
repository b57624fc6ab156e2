import LifelineModel
import LifelineSource

/// The values that the event being handled brings.
package struct Arguments {
  package var parameters: [Parameter] = []
  package var values: [Value] = []

  package init(parameters: [Parameter] = [], values: [Value] = []) {
    self.parameters = parameters
    self.values = values
  }

  /// What a microstep without an event, or with a raised one, brings.
  package static let none = Arguments()

  /// The value of the parameter `name`. A checked machine asks for none that is missing.
  package subscript(name: String) -> Value {
    guard let index = parameters.firstIndex(where: { $0.name == name }), index < values.count else {
      return .opaque(name)
    }
    return values[index]
  }
}

/// Computes expressions. Types have been checked when the spec was read, so a value of another type than the
/// operation takes does not occur; it would count as `false` or zero.
package struct Evaluator {
  package let machine: String
  package let fields: [Value]
  package let configuration: IDSet<State>
  package let arguments: Arguments

  package init(machine: String, fields: [Value], configuration: IDSet<State>, arguments: Arguments) {
    self.machine = machine
    self.fields = fields
    self.configuration = configuration
    self.arguments = arguments
  }

  /// Whether `expression`, a `Bool`, is true.
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

  /// What `expression` computes.
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

  /// The number, or the milliseconds, that `expression` computes.
  private func number(_ expression: Expression) throws(Fault) -> Int {
    switch expression.kind {
    case .arithmetic(let operation, let left, let right):
      return try compute(operation, try number(left), try number(right), at: expression.range)
    case .negation(let operand):
      return try compute(.subtract, 0, try number(operand), at: expression.range)
    default:
      return try value(expression).number ?? 0
    }
  }

  private func compute(
    _ operation: Expression.Arithmetic, _ left: Int, _ right: Int, at range: SourceRange
  ) throws(Fault) -> Int {
    do {
      return try operation.result(left, right)
    } catch {
      let kind: Fault.Kind =
        switch error {
        case .overflow: .overflow
        case .divisionByZero: .divisionByZero
        }
      throw Fault(kind: kind, machine: machine, range: range)
    }
  }
}
