import LifelineInterpreter
import LifelineModel

/// Expressions, and the observation of what they depend on.
extension Engine {
  /// Notes what an expression mentions.
  mutating func note(_ index: Int32) {
    let expression = program.expressions[Int(index)]
    visitCount += 1 + Int(expression.mentionCount)
    for position in expression.fields.range { noteField(program.indexLists[position]) }
    for position in expression.parameters.range {
      readParameters.insert(Int(program.indexLists[position]))
      readsParameters = true
    }
  }

  /// Notes that a field is read.
  mutating func noteField(_ field: Int32) {
    guard fieldMarks[Int(field)] != reactionNumber else { return }
    fieldMarks[Int(field)] = reactionNumber
    readFields.append(Int(field))
  }

  /// Decides a condition, and notes the result.
  mutating func decide(_ condition: Int32, guardIndex: Int32, _ arguments: Arguments) throws(Stop) -> Bool {
    note(condition)
    let holds = try truth(program.expressions[Int(condition)].root, arguments)
    guardOutcomes.append(2 * Int(guardIndex) + (holds ? 1 : 0))
    return holds
  }

  /// Returns the word for the value of an expression.
  mutating func value(of expression: Int32, _ arguments: Arguments) throws(Stop) -> Int {
    try word(program.expressions[Int(expression)].root, arguments)
  }

  private mutating func truth(_ node: Int32, _ arguments: Arguments) throws(Stop) -> Bool {
    switch program.nodes[Int(node)] {
    case .literal, .field, .parameter: return try word(node, arguments) == 1
    case .isActive(let state): return active.contains(Int(state))
    case .not(let operand): return try !truth(operand, arguments)
    case .and(let operands):
      for position in operands.range where try !truth(program.indexLists[position], arguments) { return false }
      return true
    case .or(let operands):
      for position in operands.range where try truth(program.indexLists[position], arguments) { return true }
      return false
    case .compareNumbers(let comparison, let left, let right):
      let (left, right) = (try word(left, arguments), try word(right, arguments))
      return comparison.holds(left == right ? 0 : left < right ? -1 : 1)
    case .compareDoubles(let comparison, let left, let right):
      let (left, right) = (try word(left, arguments), try word(right, arguments))
      return comparison.holds(valueTable.doubles[left], valueTable.doubles[right])
    case .compareOthers(let comparison, let left, let right):
      let (left, right) = (try word(left, arguments), try word(right, arguments))
      return left == right ? comparison.holds(0) : comparison == .notEqual
    case .arithmetic, .negation: return false
    }
  }

  private mutating func word(_ node: Int32, _ arguments: Arguments) throws(Stop) -> Int {
    switch program.nodes[Int(node)] {
    case .literal(let word): return word
    case .field(let field): return fields[Int(field)]
    case .parameter(let name, let missing): return argument(name, arguments) ?? missing
    case .isActive, .not, .and, .or, .compareNumbers, .compareDoubles, .compareOthers:
      return try truth(node, arguments) ? 1 : 0
    case .arithmetic(let operation, let left, let right, let site):
      return try result(of: operation, try word(left, arguments), try word(right, arguments), at: site)
    case .negation(let operand, let site):
      return try result(of: .subtract, 0, try word(operand, arguments), at: site)
    }
  }

  /// Returns the argument for the parameter with a name; `nil` if the event has none.
  private mutating func argument(_ name: Int32, _ arguments: Arguments) -> Int? {
    guard arguments.event >= 0 else { return nil }
    let names = program.parameters[arguments.event]
    for position in names.range where program.indexLists[position] == name {
      let index = arguments.start + position - names.startIndex
      return index < self.arguments.count ? self.arguments[index] : nil
    }
    return nil
  }

  private mutating func result(
    of operation: Expression.Arithmetic, _ left: Int, _ right: Int, at site: Int32
  ) throws(Stop) -> Int {
    do {
      return try operation.result(left, right)
    } catch {
      switch error {
      case .overflow: throw stop(.overflow, at: site)
      case .divisionByZero: throw stop(.divisionByZero, at: site)
      }
    }
  }
}
