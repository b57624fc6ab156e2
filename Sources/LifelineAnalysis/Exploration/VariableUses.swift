import LifelineModel
import LifelineSource

/// A number that an expression may have: that of a variable with an offset, or a constant.
struct LinearTerm: Hashable {
  /// The variable; `nil` if the number is ``offset`` itself.
  var variable: ExpressionVariable?
  /// The number that is added to the variable's, or the number of milliseconds.
  var offset: Int
}

/// The uses of the numbers and texts in a machine: which constants and variables each one is compared with, and where its
/// value goes.
struct VariableUses {
  /// A comparison with another variable.
  struct Relation {
    var other: ExpressionVariable
    /// The difference from the other variable at which the comparison changes.
    var offset: Int
    /// The range of the comparison in the spec.
    var range: SourceRange
    /// Whether the comparison is a guard's, which is evaluated before any action.
    var isInGuard: Bool
  }

  /// An assignment of a variable's value, or an argument that a part gets.
  struct Move {
    var target: ExpressionVariable
    /// The number that is added on the way.
    var offset: Int
    /// The range of the value in the spec.
    var range: SourceRange
  }

  /// A remainder that is compared with a constant.
  struct Division {
    var divisor: Int
    /// The range of the comparison in the spec.
    var range: SourceRange
  }

  /// The whole numbers, or numbers of milliseconds, at which the results of comparisons change.
  private(set) var numbers: [ExpressionVariable: Set<Int>] = [:]
  /// The numbers that a `Double` is compared with.
  private(set) var decimals: [ExpressionVariable: Set<Double>] = [:]
  /// The divisions by literals of which only the remainders matter.
  private(set) var divisions: [ExpressionVariable: [Division]] = [:]
  private(set) var relations: [ExpressionVariable: [Relation]] = [:]
  private(set) var moves: [ExpressionVariable: [Move]] = [:]
  /// The computations in which a variable is more than a number with an offset, such as products.
  private(set) var computations: [ExpressionVariable: [SourceRange]] = [:]
  /// The variables in computations whose results no decision depends on, which may fail.
  private(set) var failing: Set<ExpressionVariable> = []
  /// The numbers of variables at which some divisor is zero.
  private(set) var zeros: [ExpressionVariable: Set<Int>] = [:]
  /// Whether two texts, neither of which is a constant, or two values of an opaque type are compared somewhere.
  private(set) var comparesTexts = false
  /// Whether the expression that is looked at is a guard.
  private var isInGuard = false

  /// Collects the uses in a machine, those in its parts included.
  /// - Parameter decisive: The fields on which decisions depend.
  static func collect(from machine: Machine, decisive: Set<ID<Field>>) -> VariableUses {
    var uses = VariableUses()
    uses.isInGuard = true
    machine.forEachTransition { if let condition = $0.condition { uses.addCondition(condition) } }
    uses.isInGuard = false
    machine.forEachAction { if case .choose(let condition, _, _, _) = $0 { uses.addCondition(condition) } }
    machine.forEachAssignment { assignment in
      if decisive.contains(assignment.field) {
        uses.addMove(of: assignment.value, to: .field(assignment.field))
      } else {
        uses.addFailures(of: assignment.value)
      }
    }
    machine.forEachSentArgument { uses.addMove(of: $1, to: .parameter($0.name)) }
    machine.forEachCallArgument { uses.addFailures(of: $0) }
    uses.zeros = machine.divisorZeros
    // A scenario may begin with the value, so that it matters whether the machine ever has it.
    for given in machine.givenPrivateValues {
      if let number = given.value.number { uses.numbers[.field(given.field), default: []].insert(number) }
    }
    return uses
  }

  private mutating func addCondition(_ condition: Expression) {
    switch condition.kind {
    case .comparison(_, let left, let right):
      if left.type.isOrdered { addComparison(condition, left, right) }
      if left.type.isText, left.variable != nil, right.variable != nil { comparesTexts = true }
      if left.type == .bool {
        addCondition(left)
        addCondition(right)
      }
    case .not, .and, .or: condition.operands.forEach { addCondition($0) }
    case .literal, .field, .parameter, .isActive, .arithmetic, .negation: break
    }
  }

  private mutating func addComparison(_ comparison: Expression, _ left: Expression, _ right: Expression) {
    if left.type == .double { return addDecimals(comparison, left, right) }
    if let left = left.remainder, right.literal != nil || right.remainder != nil {
      addRemainder(left, at: comparison.range)
      if let right = right.remainder { addRemainder(right, at: comparison.range) }
      return
    }
    if left.literal != nil, let right = right.remainder { return addRemainder(right, at: comparison.range) }
    guard let lefts = terms(of: left), let rights = terms(of: right) else {
      return addComputation(of: left.variables + right.variables, at: comparison.range)
    }
    for left in lefts { for right in rights { relate(left, right, at: comparison.range) } }
  }

  private mutating func addRemainder(
    _ remainder: (variable: ExpressionVariable, divisor: Int, offset: Int), at range: SourceRange
  ) {
    divisions[remainder.variable, default: []].append(Division(divisor: remainder.divisor, range: range))
    numbers[remainder.variable, default: []].insert(-remainder.offset)
  }

  private mutating func addDecimals(_ comparison: Expression, _ left: Expression, _ right: Expression) {
    if let variable = left.variable ?? right.variable, case .double(let number)? = left.literal ?? right.literal {
      decimals[variable, default: []].insert(number)
    } else if left.variable != right.variable {
      addComputation(of: comparison.variables, at: comparison.range)
    }
  }

  private mutating func addMove(of value: Expression, to target: ExpressionVariable) {
    if value.type == .bool { return addCondition(value) }
    guard let terms = addResult(value) else { return }
    for term in terms {
      guard let variable = term.variable else { continue }
      moves[variable, default: []].append(Move(target: target, offset: term.offset, range: value.range))
    }
  }

  /// Adds the numbers for which computing a result fails that no decision depends on.
  private mutating func addFailures(of value: Expression) {
    guard value.type.isWhole, value.canFault, terms(of: value) == nil else { return }
    failing.formUnion(value.variables)
  }

  /// Adds the uses in an expression whose result is needed.
  /// - Returns: The numbers of which the result is one; `nil` if it is none of them.
  @discardableResult
  private mutating func addResult(_ value: Expression) -> [LinearTerm]? {
    if value.type == .bool {
      addCondition(value)
      return nil
    }
    guard let terms = terms(of: value) else {
      addComputation(of: value.variables, at: value.range)
      return nil
    }
    // `min` and `max` compare.
    for (index, term) in terms.enumerated() {
      for other in terms[(index + 1)...] { relate(term, other, at: value.range) }
    }
    return terms
  }

  /// Returns the numbers of which the value of an expression is one, and adds the numbers beyond which computing it
  /// fails; `nil` if the expression is another computation.
  private mutating func terms(of expression: Expression) -> [LinearTerm]? {
    let terms = expression.linearTerms
    for term in terms ?? [] where term.offset != 0 && expression.canFault {
      guard let variable = term.variable else { continue }
      numbers[variable, default: []].insert(term.offset > 0 ? Int.max - term.offset : Int.min - term.offset)
    }
    return terms
  }

  private mutating func relate(_ left: LinearTerm, _ right: LinearTerm, at range: SourceRange) {
    switch (left.variable, right.variable) {
    case (nil, nil): break
    case (let variable?, nil): addNumber(right.offset, minus: left.offset, to: variable, at: range)
    case (nil, let variable?): addNumber(left.offset, minus: right.offset, to: variable, at: range)
    case (let one?, let other?):
      if one == other { break }
      let (offset, overflows) = right.offset.subtractingReportingOverflow(left.offset)
      if overflows || offset == .min { return addComputation(of: [one, other], at: range) }
      relations[one, default: []].append(Relation(other: other, offset: offset, range: range, isInGuard: isInGuard))
      relations[other, default: []].append(
        Relation(other: one, offset: -offset, range: range, isInGuard: isInGuard))
    }
  }

  private mutating func addNumber(
    _ number: Int, minus offset: Int, to variable: ExpressionVariable, at range: SourceRange
  ) {
    let (result, overflows) = number.subtractingReportingOverflow(offset)
    if overflows { addComputation(of: [variable], at: range) } else { numbers[variable, default: []].insert(result) }
  }

  private mutating func addComputation(of variables: [ExpressionVariable], at range: SourceRange) {
    for variable in variables { computations[variable, default: []].append(range) }
  }
}

extension ValueType {
  /// Whether the values are texts, or of a type that the language doesn't know.
  fileprivate var isText: Bool {
    switch self {
    case .string, .opaque: true
    case .bool, .int, .duration, .double, .cases, .declared: false
    }
  }
}

extension Expression {
  /// The numbers of which the value is one, whatever decides which; `nil` if the value is computed in other ways.
  fileprivate var linearTerms: [LinearTerm]? {
    switch kind {
    case .literal(let value): [LinearTerm(variable: nil, offset: value.number ?? 0)]
    case .field, .parameter: [LinearTerm(variable: variable, offset: 0)]
    case .arithmetic(let operation, let left, let right):
      switch operation {
      case .add: left.linearTerms?.adding(right.linearTerms)
      case .subtract: left.linearTerms?.adding(right.linearTerms?.negated)
      case .minimum, .maximum:
        if let lefts = left.linearTerms, let rights = right.linearTerms { lefts + rights } else { nil }
      case .multiply, .divide, .remainder: nil
      }
    case .negation(let operand): operand.linearTerms?.negated
    case .isActive, .not, .and, .or, .comparison: nil
    }
  }

  /// The variable, the divisor and the offset, if the expression is the remainder of a variable by a literal.
  fileprivate var remainder: (variable: ExpressionVariable, divisor: Int, offset: Int)? {
    guard case .arithmetic(.remainder, let left, let right) = kind, let divisor = right.literal?.number, divisor != 0,
      divisor != .min,
      let terms = left.linearTerms, terms.count == 1, let variable = terms[0].variable, terms[0].offset != .min
    else { return nil }
    return (variable, abs(divisor), terms[0].offset)
  }
}

extension [LinearTerm] {
  /// Returns the sums with constants; `nil` if an operand isn't constant or a sum doesn't fit into 64 bits.
  fileprivate func adding(_ others: [LinearTerm]?) -> [LinearTerm]? {
    guard let others else { return nil }
    if others.count == 1, others[0].variable == nil { return shifted(by: others[0].offset) }
    if count == 1, self[0].variable == nil { return others.shifted(by: self[0].offset) }
    return nil
  }

  private func shifted(by distance: Int) -> [LinearTerm]? {
    var result = self
    for index in result.indices {
      let (sum, overflows) = result[index].offset.addingReportingOverflow(distance)
      if overflows { return nil }
      result[index].offset = sum
    }
    return result
  }

  /// The negatives of constants; `nil` if one isn't a constant.
  fileprivate var negated: [LinearTerm]? {
    guard allSatisfy({ $0.variable == nil && $0.offset != .min }) else { return nil }
    return map { LinearTerm(variable: nil, offset: -$0.offset) }
  }
}
