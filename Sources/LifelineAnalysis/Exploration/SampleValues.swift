import LifelineInterpreter
import LifelineModel

/// The values of fields and parameters that conditions can tell apart: both Booleans, every case, and of numbers
/// those that they are compared with and their neighbours.
struct SampleValues: Sendable {
  /// By field: its default first.
  private(set) var fields: [[Value]] = []
  /// By event and parameter.
  private(set) var parameters: [[[Value]]] = []

  private var numbers: [ExpressionVariable: Set<Int>] = [:]
  /// What a variable is compared with that is written down, where it stands on the left.
  private var relations: [ExpressionVariable: [(comparison: Expression.Comparison, value: Value)]] = [:]
  /// The variables that more is done with.
  private var isMixed: Set<ExpressionVariable> = []
  /// The fields that time timers which can run together with others.
  private var contestedLengths: Set<ID<Field>> = []

  init(_ machine: Machine, timing: Timing) {
    var comparisons: [Expression] = []
    machine.forEachCondition { comparisons += $0.comparisons }
    machine.forEachAssignment { comparisons += $0.value.comparisons }
    for comparison in comparisons { look(at: comparison, in: machine) }
    // What is assigned is compared where the field is; twice, for what goes on from there.
    for _ in 0..<2 {
      machine.forEachAssignment { assignment in
        for variable in assignment.value.variables {
          isMixed.insert(variable)
          numbers[variable, default: []].formUnion(numbers[.field(assignment.field)] ?? [])
        }
      }
    }
    var lengths: Set<ID<Field>> = []
    for state in machine.states {
      for case .field(let field) in state.timers.map(\.length) { lengths.insert(field) }
    }
    if timing.isContested { contestedLengths = lengths }
    let given = Self.givenValues(machine)
    fields = machine.fields.enumerated().map { index, field in
      let id = ID<Field>(index)
      var numbers = numbers[.field(id)] ?? []
      if lengths.contains(id) { numbers.formUnion(timing.telling) }
      let values = Self.values(of: field.type, first: [field.defaultValue], numbers: numbers)
      let named = field.isFixed ? (given[id] ?? []).filter { !values.contains($0) } : []
      return distinct(values + named, as: contestedLengths.contains(id) ? nil : .field(id))
    }
    let sent = Self.sentValues(machine)
    parameters = machine.events.enumerated().map { event, declaration in
      declaration.parameters.enumerated().map { place, parameter in
        distinct(
          Self.values(
            of: parameter.type, first: sent[event]?[place] ?? [],
            numbers: numbers[.parameter(parameter.name)] ?? []),
          as: .parameter(parameter.name))
      }
    }
  }

  /// Gives all that a comparison mentions the numbers of the others, with their neighbours.
  private mutating func look(at comparison: Expression, in machine: Machine) {
    var pool: Set<Int> = []
    comparison.forEachLiteral { if let number = $0.number { pool.insert(number) } }
    let variables = comparison.variables
    for variable in variables {
      if case .field(let field) = variable, let number = machine[field].defaultValue.number { pool.insert(number) }
    }
    if case .comparison(let relation, let left, let right) = comparison.kind, right.operands.isEmpty,
      case .literal(let value) = right.kind, let variable = left.variable
    {
      relations[variable, default: []].append((relation, value))
    } else {
      isMixed.formUnion(variables)
    }
    for number in pool {
      for variable in variables {
        for step in [-1, 0, 1] {
          let (neighbour, overflow) = number.addingReportingOverflow(step)
          if !overflow { numbers[variable, default: []].insert(neighbour) }
        }
      }
    }
  }

  /// Whether no condition and no timer tells one value of a field from another.
  func areAlike(_ value: Value, _ other: Value, of field: ID<Field>) -> Bool {
    value == other
      || distinct([value, other], as: contestedLengths.contains(field) ? nil : .field(field)).count == 1
  }

  /// Of numbers that come out alike in all comparisons, the first.
  private func distinct(_ values: [Value], as variable: ExpressionVariable?) -> [Value] {
    guard let variable, !isMixed.contains(variable), values.first?.number != nil else { return values }
    let relations = relations[variable] ?? []
    var seen: Set<[Bool]> = []
    return values.filter { value in
      seen.insert(relations.map { $0.comparison.holds(value, $0.value) }).inserted
    }
  }

  private static func values(of type: ValueType, first: [Value], numbers: Set<Int>) -> [Value] {
    var values = first
    func add(_ more: [Value]) { for value in more where !values.contains(value) { values.append(value) } }
    switch type {
    case .bool: add([.bool(false), .bool(true)])
    case .cases(_, let names): add(names.map(Value.named))
    case .int: add(numbers.sorted().map(Value.int))
    case .duration: add(numbers.sorted().filter { $0 > 0 }.map { .duration(milliseconds: $0) })
    case .double: add([.double(0), .double(1)])
    case .string: add([.string(""), .string("other")])
    case .opaque: add(values.count > 1 ? [] : [.opaque("sample"), .opaque("other")])
    }
    if values.isEmpty { values = [type == .int ? .int(0) : .duration(milliseconds: 1)] }
    return values
  }

  /// By field: the values that scenarios give it at their beginnings, each once.
  private static func givenValues(_ machine: Machine) -> [ID<Field>: [Value]] {
    var result: [ID<Field>: [Value]] = [:]
    func add(_ value: Value, to field: ID<Field>) {
      if result[field]?.contains(value) != true { result[field, default: []].append(value) }
    }
    for scenario in machine.scenarios {
      for given in scenario.fields { add(given.value, to: given.field) }
      for variation in scenario.variations { for value in variation.values { add(value, to: variation.field) } }
    }
    return result
  }

  /// By event and parameter: the values with which scenarios send the event, each once.
  private static func sentValues(_ machine: Machine) -> [Int: [[Value]]] {
    var result: [Int: [[Value]]] = [:]
    for scenario in machine.scenarios {
      for step in scenario.steps {
        switch step.kind {
        case .send(let event, let arguments, _), .ignored(let event, let arguments):
          guard !arguments.isEmpty else { continue }
          var values = result[event.index] ?? arguments.map { _ in [] }
          for (place, argument) in arguments.enumerated() where !values[place].contains(argument) {
            values[place].append(argument)
          }
          result[event.index] = values
        case .start, .wait, .set: continue
        }
      }
    }
    return result
  }
}

extension Expression {
  /// The comparisons in it, none inside of another.
  fileprivate var comparisons: [Expression] {
    if case .comparison = kind { return [self] }
    return operands.flatMap(\.comparisons)
  }

  fileprivate func forEachLiteral(_ body: (Value) -> Void) {
    if case .literal(let value) = kind { body(value) }
    if case .negation(let operand) = kind, case .literal(.int(let number)) = operand.kind, number > Int.min {
      return body(.int(-number))
    }
    for operand in operands { operand.forEachLiteral(body) }
  }
}
