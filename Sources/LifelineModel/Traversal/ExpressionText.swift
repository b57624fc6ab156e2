extension Machine {
  /// Returns an expression as a spec writes it, with the parentheses that it needs.
  package func text(of expression: Expression) -> String { text(of: expression, atLeast: .or) }

  /// Returns an expression, in parentheses if it binds less tightly than `level`.
  private func text(of expression: Expression, atLeast level: Precedence) -> String {
    func infix(_ operation: String, _ own: Precedence, _ left: Expression, _ right: Expression) -> String {
      // Comparisons can't be chained. Sums and products are written from left to right.
      let isComparison = own == .equality || own == .order
      let leftLevel = isComparison ? .sum : own
      let rightLevel = isComparison ? .sum : own.next
      return "\(text(of: left, atLeast: leftLevel)) \(operation) \(text(of: right, atLeast: rightLevel))"
    }
    func list(_ operands: [Expression], _ word: String, _ own: Precedence) -> String {
      operands.map { text(of: $0, atLeast: own.next) }.joined(separator: " \(word) ")
    }
    let result =
      switch expression.kind {
      case .literal(let value): "\(value)"
      case .field(let field): self[field].name
      case .parameter(let name): name
      case .isActive(let state): "in(\(self[state].path))"
      case .not(let operand): "not \(text(of: operand, atLeast: .not))"
      case .and(let operands): list(operands, "and", .and)
      case .or(let operands): list(operands, "or", .or)
      case .comparison(let comparison, let left, let right):
        infix(comparison.rawValue, expression.precedence, left, right)
      case .arithmetic(let operation, let left, let right) where operation.isFunction:
        "\(operation.rawValue)(\(text(of: left)), \(text(of: right)))"
      case .arithmetic(let operation, let left, let right):
        infix(operation.rawValue, expression.precedence, left, right)
      case .negation(let operand): "-\(text(of: operand, atLeast: .primary))"
      }
    return expression.precedence.rawValue < level.rawValue ? "(\(result))" : result
  }
}

/// The precedences of operations, as the language page lists them.
private enum Precedence: Int {
  case or, and, not, equality, order, sum, product, negation, primary

  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension Expression {
  fileprivate var precedence: Precedence {
    switch kind {
    case .field, .parameter, .isActive: .primary
    case .literal(let value): (value.number ?? 0) < 0 ? .negation : .primary
    case .not: .not
    case .and: .and
    case .or: .or
    case .comparison(.equal, _, _), .comparison(.notEqual, _, _): .equality
    case .comparison: .order
    case .arithmetic(let operation, _, _):
      switch operation {
      case .add, .subtract: .sum
      case .multiply, .divide, .remainder: .product
      case .minimum, .maximum: .primary
      }
    case .negation: .negation
    }
  }
}
