import LifelineInterpreter
import LifelineModel

/// Constants of those types whose values a condition can't list.
struct Constants {
  /// Whole numbers and milliseconds, with their neighbors.
  var numbers: Set<Int> = []
  /// Numbers that only matter because computing with them fails.
  private(set) var failingNumbers: [Int] = []
  private(set) var decimals: Set<Double> = []
  private(set) var texts: Set<String> = []

  /// Adds a value.
  /// - Returns: Whether it has one of these types.
  @discardableResult
  mutating func insert(_ value: Value) -> Bool {
    switch value {
    case .int(let number), .duration(let number):
      numbers.formUnion([number == .min ? number : number - 1, number, number == .max ? number : number + 1])
    case .double(let number): decimals.insert(number)
    case .string(let text): texts.insert(text)
    case .bool, .named, .opaque: return false
    }
    return true
  }

  /// Adds the numbers at which decisions about what the host chooses change.
  mutating func insert(_ host: HostValues, of variable: ExpressionVariable) {
    for number in host.numbers(of: variable) { insert(.int(number)) }
    failingNumbers = host.failingNumbers(of: variable)
    decimals.formUnion(host.decimals(of: variable))
  }

  mutating func formUnion(_ other: Constants) {
    numbers.formUnion(other.numbers)
    decimals.formUnion(other.decimals)
    texts.formUnion(other.texts)
  }
}

/// The constants that the conditions of a machine compare fields and parameters with.
struct ComparedValues {
  /// The constants that each variable is compared with.
  private(set) var constants: [ExpressionVariable: Constants] = [:]
  /// The fields that each parameter, by its name, is compared with.
  private(set) var fields: [String: [ID<Field>]] = [:]
  /// The comparisons of each variable with constants, with the variable on the left. One of the least or greatest of several
  /// variables with a constant depends on the comparisons of each of them.
  private var comparisons: [ExpressionVariable: [(comparison: Expression.Comparison, value: Value)]] = [:]
  /// The number of numbers up to which arguments that are compared with each other share them. So three of them have fewer
  /// combinations than an exploration tries of one step.
  private static let sharedNumberLimit = 20
  /// The variables that are used in other ways as well.
  private var otherUses: Set<ExpressionVariable> = []

  static func collect(from machine: Machine) -> ComparedValues {
    var compared = ComparedValues()
    for comparison in machine.comparisons { compared.add(comparison, in: machine) }
    for comparison in machine.comparisons { compared.shareNumbers(in: comparison) }
    // A scenario begins with the value, so what is assigned to the field has to be tried with it.
    for given in machine.givenPrivateValues {
      compared.constants[.field(given.field), default: Constants()].insert(given.value)
    }
    var assignments: [Assignment] = []
    machine.forEachAssignment { assignments.append($0) }
    // A timer compares its length with zero.
    let timedFields = machine.timedFields
    for field in timedFields {
      compared.comparisons[.field(field), default: []].append((.greater, .duration(milliseconds: 0)))
    }
    for assignment in assignments where timedFields.contains(assignment.field) {
      compared.addConstants(of: assignment.value, besides: [.int(0)])
    }
    // An assigned value is compared where the field is, and an argument where the parameter is. The second round covers
    // chains of two of them.
    var moves = assignments.map { (target: ExpressionVariable.field($0.field), value: $0.value) }
    machine.forEachSentArgument { moves.append((.parameter($0.name), $1)) }
    for move in moves + moves {
      for variable in move.value.variables {
        compared.otherUses.insert(variable)
        compared.constants[variable, default: Constants()]
          .formUnion(compared.constants[move.target] ?? Constants())
      }
    }
    // No comparison may tell apart the numbers for which the computation of an argument fails.
    machine.forEachCallArgument { argument in
      if argument.type.isWhole, argument.canFault { compared.otherUses.formUnion(argument.variables) }
    }
    return compared
  }

  /// Gives each variable in an expression all constants in it, and the `others`.
  private mutating func addConstants(of expression: Expression, besides others: [Value]) {
    var found = Constants()
    for value in others { found.insert(value) }
    expression.forEachLiteral { found.insert($0) }
    for variable in expression.variables { constants[variable, default: Constants()].formUnion(found) }
  }

  /// Gives each variable in a comparison all constants in it, and the defaults of its fields.
  private mutating func add(_ comparison: Expression, in machine: Machine) {
    let variables = comparison.variables
    let defaults = variables.compactMap { variable in
      if case .field(let field) = variable { machine[field].defaultValue } else { nil }
    }
    addConstants(of: comparison, besides: defaults)
    for case .parameter(let name) in variables {
      for case .field(let field) in variables where !(fields[name]?.contains(field) ?? false) {
        fields[name, default: []].append(field)
      }
    }
    addTurningPoints(of: comparison)
    guard let (operand, relation, value) = comparison.comparisonWithLiteral, operand.isExtremeOfVariables else {
      return otherUses.formUnion(variables)
    }
    for variable in variables {
      for relation in operand.variable == nil ? relation.relationsOfOperands : [relation] {
        comparisons[variable, default: []].append((relation, value))
      }
    }
  }

  /// Adds numbers beside which the result of a comparison changes.
  private mutating func addTurningPoints(of comparison: Expression) {
    guard case .comparison(_, let left, let right) = comparison.kind, left.type.isWhole else { return }
    var numbers: [ExpressionVariable: Set<Int>] = [:]
    if let number = right.constant { left.addNumbers(leadingTo: number, to: &numbers) }
    if let number = left.constant { right.addNumbers(leadingTo: number, to: &numbers) }
    for (variable, numbers) in numbers {
      for number in numbers { constants[variable, default: Constants()].insert(.int(number)) }
    }
  }

  /// Gives arguments that are compared with each other the same numbers and their neighbors, so that each order of them is tried.
  private mutating func shareNumbers(in comparison: Expression) {
    guard case .comparison(_, let left, _) = comparison.kind, left.type.isWhole else { return }
    let parameters = comparison.variables.filter { if case .parameter = $0 { true } else { false } }
    guard Set(parameters).count > 1 else { return }
    var shared = Constants()
    for number in parameters.reduce(into: Set([0])) { $0.formUnion(constants[$1]?.numbers ?? []) } {
      shared.insert(.int(number))
    }
    guard shared.numbers.count <= Self.sharedNumberLimit else { return }
    for parameter in parameters { constants[parameter, default: Constants()].formUnion(shared) }
  }

  /// Returns the first of all numbers and texts for which all comparisons of `variable` have the same result.
  func distinct(_ values: [Value], of variable: ExpressionVariable) -> [Value] {
    guard !otherUses.contains(variable), let first = values.first, first.isNumberOrText else { return values }
    var seen: Set<[Bool]> = []
    return values.filter { value in
      seen.insert((comparisons[variable] ?? []).map { $0.comparison.holds(value, $0.value) }).inserted
    }
  }
}

extension Value {
  fileprivate var isNumberOrText: Bool {
    switch self {
    case .int, .duration, .double, .string: true
    case .bool, .named, .opaque: false
    }
  }
}

extension Machine {
  /// The comparisons in conditions, assignments and arguments of sent events.
  var comparisons: [Expression] {
    var comparisons: [Expression] = []
    forEachCondition { comparisons += $0.comparisons }
    forEachAssignment { comparisons += $0.value.comparisons }
    forEachSentArgument { comparisons += $1.comparisons }
    return comparisons
  }
}

extension Expression.Comparison {
  /// The relations between the operands of `min` or `max` and a number that decide whether this relation holds between the result
  /// and the number.
  fileprivate var relationsOfOperands: [Self] { self == .equal || self == .notEqual ? [.less, .equal] : [self] }
}

extension Expression {
  /// The operand that is compared with a literal, as if it stood on the left; `nil` if the expression is something else.
  fileprivate var comparisonWithLiteral: (operand: Expression, relation: Comparison, value: Value)? {
    guard case .comparison(let relation, let left, let right) = kind else { return nil }
    if case .literal(let value) = right.kind { return (left, relation, value) }
    if case .literal(let value) = left.kind { return (right, relation.mirrored, value) }
    return nil
  }

  /// Whether the expression is a variable, or the least or greatest of variables and literals.
  fileprivate var isExtremeOfVariables: Bool {
    if variable != nil { return true }
    guard case .arithmetic(let operation, let left, let right) = kind, operation.isFunction else { return false }
    return [left, right].allSatisfy { operand in
      if case .literal = operand.kind { true } else { operand.isExtremeOfVariables }
    }
  }

  /// The comparisons in the expression, except those inside of other comparisons. `min` and `max` compare, too.
  fileprivate var comparisons: [Expression] {
    switch kind {
    case .comparison: [self]
    case .arithmetic(let operation, _, _) where operation.isFunction: [self]
    default: operands.flatMap(\.comparisons)
    }
  }

  func forEachLiteral(_ body: (Value) -> Void) {
    if case .literal(let value) = kind { body(value) }
    if case .negation(let operand) = kind, case .literal(.int(let number)) = operand.kind, number > Int.min {
      return body(.int(-number))
    }
    for operand in operands { operand.forEachLiteral(body) }
  }
}
