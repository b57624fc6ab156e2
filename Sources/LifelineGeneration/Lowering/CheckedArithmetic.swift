import LifelineModel

/// The operations on whole numbers that can trap. Generated code has a function for each, whose trap names the machine.
enum CheckedArithmetic: String, CaseIterable {
  case sum, difference, product, quotient, remainder

  /// Creates the function that computes `operation`, if that can trap.
  init?(_ operation: Expression.Arithmetic, of type: ValueType, by right: Expression) {
    guard type == .int else { return nil }
    switch operation {
    case .add: self = .sum
    case .subtract: self = .difference
    case .multiply: self = .product
    case .divide, .remainder:
      // Only zero has no quotient, and only -1 has one that may not fit.
      if case .literal(.int(let number)) = right.kind, number != 0, number != -1 { return nil }
      self = operation == .divide ? .quotient : .remainder
    case .minimum, .maximum: return nil
    }
  }

  /// Returns the operations that a machine uses.
  static func used(in machine: Machine) -> [CheckedArithmetic] {
    var used: Set<CheckedArithmetic> = []
    func look(at expression: Expression) {
      expression.forEachSubexpression { part in
        switch part.kind {
        case .arithmetic(let operation, _, let right):
          if let function = CheckedArithmetic(operation, of: part.type, by: right) { used.insert(function) }
        case .negation: if part.type == .int { used.insert(.difference) }
        default: break
        }
      }
    }
    machine.forEachTransition { if let condition = $0.condition { look(at: condition) } }
    machine.forEachAction { $0.expressions.forEach(look) }
    return allCases.filter(used.contains)
  }

  /// Whether the operation divides.
  var divides: Bool { self == .quotient || self == .remainder }
}
