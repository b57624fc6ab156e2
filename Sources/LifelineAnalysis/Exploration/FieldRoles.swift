import LifelineModel

/// The role that each field of a machine plays in an exploration.
///
/// The host may change any field between two events. If the machine assigns a field and no scenario lets the host set
/// it, exploration assumes that the host doesn't change it: otherwise nothing about what the machine remembers could
/// be proved. A `fixed` field keeps its value after the start.
struct FieldRoles: Sendable {
  enum Role: Sendable {
    /// No decision depends on the field, so it is never varied and distinguishes no configurations.
    case irrelevant
    /// The host may change the field at any time.
    case fact
    /// The field is fixed, or only the machine changes it.
    case memory
  }

  /// The role of each field.
  private(set) var roles: [Role] = []
  /// The bounds beyond which the number in each field makes no difference, if there are any.
  private let bounds: [ClosedRange<Int>?]
  /// The fields with the role of memory.
  private(set) var memory: [ID<Field>] = []

  init(_ machine: Machine) {
    let decisive = decisiveFields(of: machine)
    var assigned: Set<ID<Field>> = []
    machine.forEachAssignment { assigned.insert($0.field) }
    for step in machine.scenarios.lazy.flatMap(\.steps) {
      if case .set(let values) = step.kind { for value in values { assigned.remove(value.field) } }
    }
    bounds = NumberBounds(machine, decisive: decisive).bounds
    for (index, field) in machine.fields.enumerated() {
      let id = ID<Field>(index)
      let role: Role = !decisive.contains(id) ? .irrelevant : assigned.contains(id) || field.isFixed ? .memory : .fact
      roles.append(role)
      if role == .memory { memory.append(id) }
    }
  }

  /// Returns a value that stands for all values of a field that decisions don't distinguish from `value`.
  func normalized(_ value: Value, of field: ID<Field>) -> Value {
    guard let bounds = bounds[field.index] else { return value }
    func clamped(_ number: Int) -> Int { min(max(number, bounds.lowerBound), bounds.upperBound) }
    switch value {
    case .int(let number): return .int(clamped(number))
    case .duration(let number): return .duration(milliseconds: clamped(number))
    case .bool, .double, .string, .named, .opaque: return value
    }
  }
}

/// Returns the fields on which conditions and timers depend, directly or by assignments.
private func decisiveFields(of machine: Machine) -> Set<ID<Field>> {
  var pending = machine.timedFields
  machine.forEachCondition { pending.formUnion($0.usedFields) }
  /// The fields that the values assigned to each field depend on.
  var sources: [ID<Field>: Set<ID<Field>>] = [:]
  machine.forEachAssignment { assignment in
    sources[assignment.field, default: []].formUnion(assignment.value.usedFields)
  }
  var decisive: Set<ID<Field>> = []
  while let field = pending.popFirst() {
    decisive.insert(field)
    pending.formUnion((sources[field] ?? []).subtracting(decisive))
  }
  return decisive
}

extension Machine {
  /// The fields that hold the lengths of timers.
  var timedFields: Set<ID<Field>> {
    Set(
      states.lazy.flatMap(\.timers).compactMap { timer in
        if case .field(let field) = timer.length { field } else { nil }
      })
  }
}

/// The bounds of numbers of which only a range matters: of a number that is only compared with constants and counts
/// in one direction, values beyond the last constant are alike.
private struct NumberBounds {
  /// The bounds of each field.
  private(set) var bounds: [ClosedRange<Int>?]
  private var constants: [ID<Field>: [Int]] = [:]
  private var unbounded: Set<ID<Field>>
  private var increased: Set<ID<Field>> = []
  private var decreased: Set<ID<Field>> = []

  init(_ machine: Machine, decisive: Set<ID<Field>>) {
    bounds = Array(repeating: nil, count: machine.fields.count)
    unbounded = machine.timedFields
    var conditions: [Expression] = []
    machine.forEachCondition { conditions.append($0) }
    var assignments: [Assignment] = []
    machine.forEachAssignment { if decisive.contains($0.field) { assignments.append($0) } }
    for condition in conditions { inspect(condition) }
    for assignment in assignments { inspect(assignment) }
    let unbounded = unbounded.union(increased.intersection(decreased))
    for (index, field) in machine.fields.enumerated() where field.type == .int || field.type == .duration {
      let numbers = constants[ID(index), default: []] + [field.defaultValue.number].compactMap(\.self)
      guard !unbounded.contains(ID(index)), let low = numbers.min(), let high = numbers.max(), low > Int.min,
        high < Int.max
      else { continue }
      bounds[index] = low - 1...high + 1
    }
  }

  private mutating func inspect(_ condition: Expression) {
    switch condition.kind {
    case .comparison(_, let left, let right):
      if let field = left.field, let number = right.constant {
        constants[field, default: []].append(number)
      } else if let field = right.field, let number = left.constant {
        constants[field, default: []].append(number)
      } else {
        unbounded.formUnion(condition.usedFields)
      }
    case .arithmetic: unbounded.formUnion(condition.usedFields)
    case .literal, .field, .parameter, .isActive, .not, .and, .or, .negation:
      for operand in condition.operands { inspect(operand) }
    }
  }

  private mutating func inspect(_ assignment: Assignment) {
    let field = assignment.field
    if let number = assignment.value.constant {
      constants[field, default: []].append(number)
    } else if case .arithmetic(let operation, let left, let right) = assignment.value.kind, left.field == field,
      let number = right.constant, operation == .add || operation == .subtract
    {
      if (number >= 0) == (operation == .add) { increased.insert(field) } else { decreased.insert(field) }
    } else {
      unbounded.insert(field)
      unbounded.formUnion(assignment.value.usedFields)
    }
  }
}

extension Expression {
  /// The number that the expression spells out.
  fileprivate var constant: Int? {
    switch kind {
    case .literal(let value): value.number
    case .negation(let operand): operand.constant.flatMap { $0 == Int.min ? nil : -$0 }
    default: nil
    }
  }

  /// The field that the expression is.
  fileprivate var field: ID<Field>? {
    if case .field(let field) = kind { field } else { nil }
  }
}
