import LifelineModel

/// Writes expressions and types as Swift.
struct ExpressionText {
  private let known: MachineContext
  /// What the handled event's parameters are called locally.
  let locals: [String: String]
  /// What stands in front of a field's name.
  let context: String

  private var machine: Machine { known.machine }
  private var names: MachineNames { known.names }

  /// Creates a writer of what stands in the machine that `known` is about.
  init(of known: MachineContext, locals: [String: String] = [:], context: String = "context") {
    self.known = known
    self.locals = locals
    self.context = context
  }

  /// How tightly an expression holds together, the loosest first.
  private enum Precedence: Int, Comparable {
    case or, and, comparison, addition, multiplication, prefix, whole

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The expression as a condition of `if`. What is joined by `and` stands there with commas in between, which
  /// the compiler looks at one by one.
  func condition(_ expression: Expression) -> String {
    guard case .and(let operands) = expression.kind else { return text(expression) }
    return operands.map { write($0, inside: .or) }.joined(separator: ", ")
  }

  /// The expression.
  func text(_ expression: Expression) -> String { write(expression, inside: .or) }

  private func write(_ expression: Expression, inside: Precedence) -> String {
    let (text, precedence) = write(expression)
    return precedence < inside ? "(\(text))" : text
  }

  private func write(_ expression: Expression) -> (String, Precedence) {
    switch expression.kind {
    case .literal(let value):
      let text = self.text(value)
      return (text, text.hasPrefix("-") ? .prefix : .whole)
    case .field(let field): return ("\(context).\(SwiftText.identifier(machine[field].name))", .whole)
    case .parameter(let name): return (locals[name] ?? SwiftText.identifier(name), .whole)
    case .isActive(let state):
      if machine[state].isPlace { return (place(state, is: "=="), .comparison) }
      return ("isActive(.\(names.anyStateCase(state)))", .whole)
    case .not(let operand): return negated(operand)
    case .and(let operands):
      return (operands.map { write($0, inside: .comparison) }.joined(separator: " && "), .and)
    case .or(let operands):
      return (operands.map { write($0, inside: .and) }.joined(separator: " || "), .or)
    case .comparison(let relation, let left, let right):
      let (left, right) = (write(left, inside: .addition), write(right, inside: .addition))
      return ("\(left) \(relation.rawValue) \(right)", .comparison)
    case .arithmetic(let operation, let left, let right):
      if let function = CheckedArithmetic(operation, of: expression.type, by: right) {
        return ("Self.\(function)(\(text(left)), \(text(right)))", .whole)
      }
      return written(operation, left, right)
    case .negation(let operand):
      if operand.type == .duration {
        return ("Swift.Duration.zero - \(write(operand, inside: .multiplication))", .addition)
      }
      return ("Self.\(CheckedArithmetic.difference)(0, \(text(operand)))", .whole)
    }
  }

  private func negated(_ operand: Expression) -> (String, Precedence) {
    switch operand.kind {
    case .comparison(let relation, let left, let right):
      let (left, right) = (write(left, inside: .addition), write(right, inside: .addition))
      return ("\(left) \(relation.opposite.rawValue) \(right)", .comparison)
    case .isActive(let state) where machine[state].isPlace: return (place(state, is: "!="), .comparison)
    default: return ("!\(write(operand, inside: .whole))", .prefix)
    }
  }

  private func place(_ state: ID<State>, is relation: String) -> String {
    "\(names.places.property(of: state)) \(relation) .\(names.places.placeCase(state))"
  }

  private func written(
    _ operation: Expression.Arithmetic, _ left: Expression, _ right: Expression
  ) -> (String, Precedence) {
    switch operation {
    case .add, .subtract:
      let (left, right) = (write(left, inside: .addition), write(right, inside: .multiplication))
      return ("\(left) \(operation.rawValue) \(right)", .addition)
    case .multiply, .divide, .remainder:
      // Swift multiplies a length of time by a number, but not a number by a length of time.
      let isTurned = operation == .multiply && right.type == .duration
      let (first, second) = isTurned ? (right, left) : (left, right)
      let (left, right) = (write(first, inside: .multiplication), write(second, inside: .prefix))
      return ("\(left) \(operation.rawValue) \(right)", .multiplication)
    }
  }

  /// A value where Swift knows its type already.
  func text(_ value: Value) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .int(let number): "\(number)"
    case .duration(let milliseconds):
      milliseconds % 1000 == 0
        ? "Swift.Duration.seconds(\(milliseconds / 1000))" : "Swift.Duration.milliseconds(\(milliseconds))"
    case .double(let number): number.isFinite ? "\(number)" : (number < 0 ? "-.infinity" : ".infinity")
    case .string(let text): SwiftText.stringLiteral(text)
    case .named(let name): ".\(SwiftText.identifier(name))"
    case .opaque(let name): "\(names.values).\(SwiftText.identifier(name))"
    }
  }

  /// The type of a field or a parameter, for use outside of `Context`.
  func type(_ type: ValueType) -> String {
    switch type {
    case .bool: "Swift.Bool"
    case .int: "Swift.Int"
    case .duration: "Swift.Duration"
    case .double: "Swift.Double"
    case .string: "Swift.String"
    case .cases(let field, _): "Context.\(names.fieldTypes[field] ?? "")"
    case .opaque(let spelling): opaqueType(spelling)
    }
  }

  /// The spelling of a type of somebody else's; the language's own names in it mean the standard library's.
  private func opaqueType(_ spelling: String) -> String {
    var result = ""
    var word = ""
    func spelled(_ word: String) -> String {
      let isOwn = ["Bool", "Int", "Duration", "Double", "String"].contains(word) && result.last != "."
      return isOwn ? "Swift.\(word)" : SwiftText.identifier(word)
    }
    for character in spelling {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += spelled(word)
        result.append(character)
        word = ""
      }
    }
    return result + spelled(word)
  }
}

extension Expression.Comparison {
  /// What holds exactly where this does not.
  fileprivate var opposite: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}
