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

  /// The numbers that the host chooses.
  private let host: HostValues
  /// The numbers of which others may lead elsewhere.
  let untried: [UntriedValues]
  private let comparisons: ComparedValues
  private let texts: TextGroups
  /// The number of texts that are none of those in the spec.
  private let textCount: Int
  /// Whether NaN, which a host can send and a spec can't write, isn't tried.
  private var omitsNaN = false
  /// The fields that hold the lengths of timers which can run together with others.
  private let contestedLengths: Set<ID<Field>>

  private init(
    comparisons: ComparedValues, texts: TextGroups, contestedLengths: Set<ID<Field>>, host: HostValues,
    roles: FieldRoles
  ) {
    self.comparisons = comparisons
    self.texts = texts
    self.contestedLengths = contestedLengths
    self.host = host
    textCount = host.distinctTextCount
    untried = host.untried(in: roles)
  }

  /// Finds the values of a machine's fields and parameters.
  static func find(in machine: Machine, timers: TimerAbstraction, roles: FieldRoles) -> ValuePartitions {
    let comparisons = ComparedValues.collect(from: machine)
    let contestedLengths = timers.isContested ? machine.timedFields : []
    let host = HostValues.find(in: machine, roles)
    var partitions = ValuePartitions(
      comparisons: comparisons, texts: .collect(from: machine), contestedLengths: contestedLengths, host: host,
      roles: roles)
    partitions.fields = machine.fields.enumerated().map { index, field in
      let id = ID<Field>(index)
      var constants = comparisons.constants[.field(id)] ?? Constants()
      constants.insert(host, of: .field(id))
      if partitions.contestedLengths.contains(id) { constants.numbers.formUnion(timers.distinctLengths) }
      var values = partitions.values(
        of: .field(id), field.type, first: [field.defaultValue], constants, within: field.bounds)
      if field.isFixed {
        for given in machine.scenarios.lazy.flatMap(\.givenValues)
        where given.field == id && !values.contains(given.value) {
          values.append(given.value)
        }
      }
      return partitions.distinct(values, of: id)
    }
    let sent = machine.sentValues
    partitions.parameters = machine.events.enumerated().map { index, event in
      event.parameters.enumerated().map { position, parameter in
        let variable = ExpressionVariable.parameter(parameter.name)
        var constants = comparisons.constants[variable] ?? Constants()
        constants.insert(host, of: variable)
        return comparisons.distinct(
          partitions.values(of: variable, parameter.type, first: sent[ID(index)]?[position] ?? [], constants),
          of: variable)
      }
    }
    return partitions
  }

  /// Whether NaN is tried.
  var containNaN: Bool { fields.joined().contains(.nan) || parameters.joined().joined().contains(.nan) }

  /// Returns the values that a spec can write.
  func withoutNaN() -> ValuePartitions {
    var result = self
    result.omitsNaN = true
    result.fields = fields.map { $0.filter { $0 != .nan } }
    result.parameters = parameters.map { $0.map { $0.filter { $0 != .nan } } }
    return result
  }

  /// Returns the values of a parameter in a snapshot. A number or a text that is compared with a field may be the
  /// field's value there, or differ from it.
  func arguments(
    at position: Int, of event: ID<Event>, in snapshot: Snapshot, _ machine: Machine
  ) -> [Value] {
    let parameter = machine[event].parameters[position]
    var result = parameters[event.index][position]
    var known = Set(result)
    func add(_ values: some Sequence<Value>) {
      for value in values where known.insert(value).inserted { result.append(value) }
    }
    for (field, offset, distance) in host.comparedFields(ofParameter: parameter.name) {
      guard let number = snapshot.fields[field.index].number else { continue }
      add((-distance...distance).map { Value(number &+ offset &+ $0, as: parameter.type) })
    }
    for field in comparisons.fields[parameter.name] ?? [] {
      var constants = Constants()
      guard constants.insert(snapshot.fields[field.index]) else { continue }
      add(values(of: .parameter(parameter.name), parameter.type, first: [], constants))
    }
    return omitsNaN ? result.filter { $0 != .nan } : result
  }

  /// Returns whether the values of a parameter that are tried depend on the value of a field.
  func isParameter(_ name: String, comparedWith field: ID<Field>) -> Bool {
    host.isParameter(name, comparedWith: field) || comparisons.fields[name]?.contains(field) ?? false
  }

  /// Returns the fields on whose values the values of a parameter that are tried depend.
  func fields(comparedWithParameter name: String) -> [ID<Field>] {
    var fields = host.comparedFields(ofParameter: name).map(\.field)
    for field in comparisons.fields[name] ?? [] where !fields.contains(field) { fields.append(field) }
    return fields
  }

  /// Returns whether no condition and no timer distinguishes two values of a field.
  func areAlike(_ value: Value, _ other: Value, of field: ID<Field>) -> Bool {
    value == other || distinct([value, other], of: field).count == 1
  }

  /// Returns numbers between which no condition and no timer distinguishes the numbers of a field that aren't tried.
  func limits(of field: ID<Field>) -> Set<Int> {
    let constants = comparisons.constants[.field(field)]?.numbers ?? []
    return constants.union(fields[field.index].compactMap(\.number)).union([0])
  }

  private func distinct(_ values: [Value], of field: ID<Field>) -> [Value] {
    contestedLengths.contains(field) ? values : comparisons.distinct(values, of: .field(field))
  }

  /// Returns values of a variable: the `first` ones, then all others that may matter. Without a range, the length of a timer is
  /// above zero.
  private func values(
    of variable: ExpressionVariable, _ type: ValueType, first: [Value], _ constants: Constants,
    within bounds: ClosedRange<Int>? = nil
  ) -> [Value] {
    let others: [Value]
    switch type {
    case .bool: others = [.bool(false), .bool(true)]
    case .cases(_, let names), .declared(_, let names): others = names.map { .named($0) }
    case .int:
      let numbers = constants.numbers.sorted() + constants.failingNumbers
      others = numbers.filter { bounds?.contains($0) ?? true }.map { .int($0) }
    case .duration:
      let numbers = constants.numbers.sorted() + constants.failingNumbers
      // A length that is far below zero would only show that a sum leaves 64 bits.
      let least = host.tellsNumbersBelowOne(of: variable) ? Int.min / 2 : 1
      others = numbers.filter { bounds?.contains($0) ?? ($0 >= least) }.map { .duration(milliseconds: $0) }
    case .double: others = sampleNumbers(around: constants.decimals).map { .double($0) } + [.nan]
    case .string:
      let meeting = texts.values(of: variable).compactMap { if case .string(let text) = $0 { text } else { nil } }
      let all = constants.texts.union(meeting)
      let known = all.isEmpty && first.isEmpty ? [""] : all.sorted()
      var texts = known + first.compactMap { if case .string(let text) = $0 { text } else { nil } }
      for _ in 0..<textCount { texts.append(textUnlike(texts)) }
      others = (known + texts.suffix(textCount)).map { .string($0) }
    case .opaque:
      let meeting = texts.values(of: variable).filter { !first.contains($0) && (type.isOptional || $0 != .absent) }
      let more = (0..<max(0, textCount - 2)).map { Value.opaque("other\($0 + 2)") }
      let isEnough = first.count + meeting.count > max(1, textCount)
      others = meeting + (isEnough ? [] : [.opaque("sample"), .opaque("other")] + more)
    }
    let values = first + others.filter { !first.contains($0) }
    return values.isEmpty ? [type == .int ? .int(0) : .duration(milliseconds: 1)] : values
  }
}

/// Constants of those types whose values a condition can't list.
private struct Constants {
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
private struct ComparedValues {
  /// The constants that each variable is compared with.
  private(set) var constants: [ExpressionVariable: Constants] = [:]
  /// The fields that each parameter, by its name, is compared with.
  private(set) var fields: [String: [ID<Field>]] = [:]
  /// The comparisons of each variable with constants, with the variable on the left. One of the least or greatest of several
  /// variables with a constant depends on the comparisons of each of them.
  private var comparisons: [ExpressionVariable: [(comparison: Expression.Comparison, value: Value)]] = [:]
  /// The variables that are used in other ways as well.
  private var otherUses: Set<ExpressionVariable> = []

  static func collect(from machine: Machine) -> ComparedValues {
    var compared = ComparedValues()
    for comparison in machine.comparisons { compared.add(comparison, in: machine) }
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
    guard case .comparison(let relation, let left, let right) = comparison.kind, case .literal(let value) = right.kind,
      left.isExtremeOfVariables
    else { return otherUses.formUnion(variables) }
    for variable in variables {
      for relation in left.variable == nil ? relation.relationsOfOperands : [relation] {
        comparisons[variable, default: []].append((relation, value))
      }
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
