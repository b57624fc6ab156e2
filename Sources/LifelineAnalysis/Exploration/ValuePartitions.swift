import LifelineInterpreter
import LifelineModel

/// Values of fields and parameters, one or more from each set of values that conditions don't distinguish: both
/// Booleans, every case, of whole numbers those that they are compared with and their neighbors, of other numbers those
/// that they are compared with and some between and beyond them, and of texts those that they are compared with and
/// another one.
struct ValuePartitions: Sendable {
  /// The values of each field, its default first.
  private(set) var fields: [[Value]] = []
  /// The values of each parameter of each event.
  private(set) var parameters: [[[Value]]] = []

  private let comparisons: ComparedValues
  /// The fields that hold the lengths of timers which can run together with others.
  private let contestedLengths: Set<ID<Field>>

  private init(comparisons: ComparedValues, contestedLengths: Set<ID<Field>>) {
    self.comparisons = comparisons
    self.contestedLengths = contestedLengths
  }

  /// Finds the values of a machine's fields and parameters.
  static func find(in machine: Machine, timers: TimerAbstraction) -> ValuePartitions {
    let comparisons = ComparedValues.collect(from: machine)
    var partitions = ValuePartitions(
      comparisons: comparisons, contestedLengths: timers.isContested ? machine.timedFields : [])
    partitions.fields = machine.fields.enumerated().map { index, field in
      let id = ID<Field>(index)
      var constants = comparisons.constants[.field(id)] ?? Constants()
      if partitions.contestedLengths.contains(id) { constants.numbers.formUnion(timers.distinctLengths) }
      var values = values(of: field.type, first: [field.defaultValue], constants)
      if field.isFixed {
        for given in machine.scenarios.lazy.flatMap(\.givenValues)
        where given.field == id && !values.contains(given.value) {
          values.append(given.value)
        }
      }
      return partitions.distinct(values, of: id)
    }
    let sent = machine.collectSentValues()
    partitions.parameters = machine.events.enumerated().map { index, event in
      event.parameters.enumerated().map { position, parameter in
        let variable = ExpressionVariable.parameter(parameter.name)
        return comparisons.distinct(
          values(
            of: parameter.type, first: sent[ID(index)]?[position] ?? [],
            comparisons.constants[variable] ?? Constants()), of: variable)
      }
    }
    return partitions
  }

  /// Returns the values of a parameter in a snapshot. A number or a text that is compared with a field may be the
  /// field's value there, or differ from it.
  func arguments(
    at position: Int, of event: ID<Event>, in snapshot: Snapshot, _ machine: Machine
  ) -> [Value] {
    let parameter = machine[event].parameters[position]
    var result = parameters[event.index][position]
    for field in comparisons.fields[parameter.name] ?? [] {
      var constants = Constants()
      guard constants.insert(snapshot.fields[field.index]) else { continue }
      result += values(of: parameter.type, first: [], constants).filter { !result.contains($0) }
    }
    return result
  }

  /// Returns whether no condition and no timer distinguishes two values of a field.
  func areAlike(_ value: Value, _ other: Value, of field: ID<Field>) -> Bool {
    value == other || distinct([value, other], of: field).count == 1
  }

  private func distinct(_ values: [Value], of field: ID<Field>) -> [Value] {
    contestedLengths.contains(field) ? values : comparisons.distinct(values, of: .field(field))
  }
}

/// Returns values of a type: the `first` ones, then all others that may matter.
private func values(of type: ValueType, first: [Value], _ constants: Constants) -> [Value] {
  let others: [Value]
  switch type {
  case .bool: others = [.bool(false), .bool(true)]
  case .cases(_, let names), .declared(_, let names): others = names.map { .named($0) }
  case .int: others = constants.numbers.sorted().map { .int($0) }
  case .duration: others = constants.numbers.sorted().filter { $0 > 0 }.map { .duration(milliseconds: $0) }
  case .double: others = sampleNumbers(around: constants.decimals).map { .double($0) }
  case .string:
    let known = constants.texts.isEmpty && first.isEmpty ? [""] : constants.texts.sorted()
    let texts = known + first.compactMap { if case .string(let text) = $0 { text } else { nil } }
    others = (known + [textUnlike(texts)]).map { .string($0) }
  case .opaque: others = first.count > 1 ? [] : [.opaque("sample"), .opaque("other")]
  }
  let values = first + others.filter { !first.contains($0) }
  return values.isEmpty ? [type == .int ? .int(0) : .duration(milliseconds: 1)] : values
}

/// Constants of those types whose values a condition can't list.
private struct Constants {
  /// Whole numbers and milliseconds, with their neighbors.
  var numbers: Set<Int> = []
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

  mutating func formUnion(_ other: Constants) {
    numbers.formUnion(other.numbers)
    decimals.formUnion(other.decimals)
    texts.formUnion(other.texts)
  }
}

/// The constants that the conditions of a machine compare fields and parameters with.
private struct ComparedValues {
  /// The constants that each variable is compared with.
  private(set) var constants: [ExpressionVariable: Constants] = [:]
  /// The fields that each parameter, by its name, is compared with.
  private(set) var fields: [String: [ID<Field>]] = [:]
  /// The comparisons of each variable with constants, with the variable on the left.
  private var comparisons: [ExpressionVariable: [(comparison: Expression.Comparison, value: Value)]] = [:]
  /// The variables that are used in other ways as well.
  private var otherUses: Set<ExpressionVariable> = []

  static func collect(from machine: Machine) -> ComparedValues {
    var compared = ComparedValues()
    var found: [Expression] = []
    machine.forEachCondition { found += $0.comparisons }
    machine.forEachAssignment { found += $0.value.comparisons }
    machine.forEachSentArgument { found += $1.comparisons }
    for comparison in found { compared.add(comparison, in: machine) }
    // A scenario begins with the value, so what is assigned to the field has to be tried with it.
    for given in machine.givenPrivateValues {
      compared.constants[.field(given.field), default: Constants()].insert(given.value)
    }
    var assignments: [Assignment] = []
    machine.forEachAssignment { assignments.append($0) }
    // A timer compares its length with zero.
    let timedFields = machine.timedFields
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
    if case .comparison(let relation, let left, let right) = comparison.kind, case .literal(let value) = right.kind,
      let variable = left.variable
    {
      comparisons[variable, default: []].append((relation, value))
    } else {
      otherUses.formUnion(variables)
    }
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
  /// Returns the values with which scenarios send each parameter of each event.
  fileprivate func collectSentValues() -> [ID<Event>: [[Value]]] {
    var result: [ID<Event>: [[Value]]] = [:]
    for step in scenarios.lazy.flatMap(\.steps) {
      switch step.kind {
      case .send(let event, let arguments, _), .ignored(let event, let arguments):
        var values = result[event] ?? arguments.map { _ in [] }
        for (index, argument) in arguments.enumerated() where !values[index].contains(argument) {
          values[index].append(argument)
        }
        result[event] = values
      case .start, .wait, .set: continue
      }
    }
    return result
  }
}

extension Expression {
  /// The comparisons in the expression, except those inside of other comparisons. `min` and `max` compare, too.
  fileprivate var comparisons: [Expression] {
    switch kind {
    case .comparison: [self]
    case .arithmetic(let operation, _, _) where operation.isFunction: [self]
    default: operands.flatMap(\.comparisons)
    }
  }

  fileprivate func forEachLiteral(_ body: (Value) -> Void) {
    if case .literal(let value) = kind { body(value) }
    if case .negation(let operand) = kind, case .literal(.int(let number)) = operand.kind, number > Int.min {
      return body(.int(-number))
    }
    for operand in operands { operand.forEachLiteral(body) }
  }
}
