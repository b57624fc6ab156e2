/// A part of an expression that varies with the machine's data.
package enum ExpressionVariable: Hashable, Sendable {
  case field(ID<Field>)
  case parameter(String)
}

extension Expression.Kind {
  /// Returns the same operation on other operands.
  package func mapOperands(_ transform: (Expression) -> Expression) -> Expression.Kind {
    switch self {
    case .literal, .field, .parameter, .isActive: self
    case .not(let operand): .not(transform(operand))
    case .negation(let operand): .negation(transform(operand))
    case .and(let operands): .and(operands.map(transform))
    case .or(let operands): .or(operands.map(transform))
    case .comparison(let comparison, let left, let right): .comparison(comparison, transform(left), transform(right))
    case .arithmetic(let operation, let left, let right): .arithmetic(operation, transform(left), transform(right))
    }
  }
}

// The language bounds the depth of expressions, so these functions recurse.
extension Expression {
  /// The direct operands.
  package var operands: [Expression] {
    var operands: [Expression] = []
    forEachOperand { operands.append($0) }
    return operands
  }

  private func forEachOperand(_ body: (Expression) -> Void) {
    switch kind {
    case .literal, .field, .parameter, .isActive:
      break
    case .not(let operand), .negation(let operand):
      body(operand)
    case .and(let operands), .or(let operands):
      operands.forEach(body)
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      body(left)
      body(right)
    }
  }

  /// Calls `body` with the expression and each expression in it, a parent before its operands.
  package func forEachSubexpression(_ body: (Expression) -> Void) {
    body(self)
    forEachOperand { $0.forEachSubexpression(body) }
  }

  /// Returns whether the expression or an expression in it satisfies `predicate`.
  package func contains(where predicate: (Expression) -> Bool) -> Bool {
    predicate(self) || operands.contains { $0.contains(where: predicate) }
  }

  /// The field or parameter, if the expression is one.
  package var variable: ExpressionVariable? {
    switch kind {
    case .field(let field): .field(field)
    case .parameter(let name): .parameter(name)
    case .literal, .isActive, .not, .and, .or, .comparison, .arithmetic, .negation: nil
    }
  }

  /// The fields and parameters that the expression mentions, in order. One may occur several times.
  package var variables: [ExpressionVariable] {
    var variables: [ExpressionVariable] = []
    forEachSubexpression { if let variable = $0.variable { variables.append(variable) } }
    return variables
  }

  /// The fields that the expression mentions.
  package var usedFields: IDSet<Field> {
    var fields = IDSet<Field>()
    forEachSubexpression { if case .field(let field) = $0.kind { fields.insert(field) } }
    return fields
  }

  /// The names of the parameters that the expression mentions.
  package var usedParameters: Set<String> {
    var names: Set<String> = []
    forEachSubexpression { if case .parameter(let name) = $0.kind { names.insert(name) } }
    return names
  }

  /// Whether evaluating the expression can end in a fault.
  package var canFault: Bool {
    contains { part in
      switch part.kind {
      case .arithmetic(let operation, _, _): !operation.isFunction
      case .negation: true
      case .literal, .field, .parameter, .isActive, .not, .and, .or, .comparison: false
      }
    }
  }

  /// Whether the expression mentions a parameter of the event that is handled.
  package var readsParameters: Bool {
    contains { if case .parameter = $0.kind { true } else { false } }
  }
}
