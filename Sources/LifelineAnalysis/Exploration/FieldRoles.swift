import LifelineModel

/// The role that each field of a machine plays in an exploration.
///
/// The host may change any field between two events, except one that is `fixed`, which keeps its value after the start,
/// or `private`, which only actions set.
struct FieldRoles: Hashable, Sendable {
  enum Role: Sendable {
    /// No condition, no timer, nothing that is sent to a part and no failure that is looked for depends on the field. It has
    /// no range, and no scenario begins with a value that only actions can give it. So it is never varied and distinguishes
    /// no configurations.
    case irrelevant
    /// The host may change the field at any time.
    case fact
    /// The field is fixed or private.
    case memory
  }

  /// The role of each field.
  let roles: [Role]
  /// The fields on which conditions, timers, what is sent to parts, and ranges depend. Others have a role only because a
  /// computation with them may fail.
  let decisive: Set<ID<Field>>
  /// The bounds beyond which the number in each field makes no difference, if there are any.
  let bounds: [ClosedRange<Int>?]

  /// The fields with the role of memory.
  let memory: [ID<Field>]

  /// Finds the roles of a machine's fields.
  static func find(in machine: Machine) -> FieldRoles {
    let decisive = decisiveFields(of: machine)
    let failing = failingFields(of: machine).union(countedDivisors(of: machine, decisive: decisive))
    let relevant = decisive.union(failing)
    let followed = decisive.union(failing.filter { machine[$0].isPrivate })
    let roles = machine.fields.enumerated().map { (index, field) -> Role in
      let id = ID<Field>(index)
      if !relevant.contains(id) { return .irrelevant }
      return field.isPrivate || field.isFixed ? .memory : .fact
    }
    return FieldRoles(
      roles: roles, decisive: decisive, bounds: findNumberBounds(in: machine, decisive: followed),
      memory: roles.indices.filter { roles[$0] == .memory }.map { ID($0) })
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

/// Returns the fields on which conditions, timers and the private values at the beginning of scenarios depend, directly
/// or by assignments.
private func decisiveFields(of machine: Machine) -> Set<ID<Field>> {
  var pending = machine.timedFields.union(machine.givenPrivateValues.map(\.field))
  // No value may leave a range.
  pending.formUnion(machine.fields.indices.filter { machine.fields[$0].bounds != nil }.map { ID($0) })
  machine.forEachCondition { pending.formUnion($0.usedFields) }
  machine.forEachSentArgument { pending.formUnion($1.usedFields) }
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

/// Returns the fields with which a computation may fail that no decision depends on: a number that doesn't fit into 64 bits, or
/// a division by zero.
///
/// Of private fields, only those are among them that are computed from private fields alone: a sum of numbers that the host
/// chooses has too many values.
private func failingFields(of machine: Machine) -> Set<ID<Field>> {
  var result: Set<ID<Field>> = []
  func isPrivate(_ variable: ExpressionVariable) -> Bool {
    if case .field(let field) = variable { machine[field].isPrivate } else { false }
  }
  machine.forEachAssignment { assignment in
    guard assignment.value.type.isWhole, assignment.value.canFault, !assignment.isSmallStep else { return }
    let isOwn = assignment.value.variables.allSatisfy(isPrivate)
    result.formUnion(assignment.value.usedFields.filter { isOwn || !machine[$0].isPrivate })
  }
  machine.forEachCallArgument { argument in
    guard argument.type.isWhole, argument.canFault else { return }
    result.formUnion(argument.usedFields.filter { !machine[$0].isPrivate })
  }
  return result
}

/// Returns the private fields that divide in an argument of a call, and whose values up to the division by zero can be followed:
/// each is only set to constants, or counts in one direction.
private func countedDivisors(of machine: Machine, decisive: Set<ID<Field>>) -> Set<ID<Field>> {
  var result: Set<ID<Field>> = []
  machine.forEachCallArgument { argument in
    for case .field(let field) in argument.divisorZeros.keys where machine[field].isPrivate { result.insert(field) }
  }
  if result.isEmpty { return [] }
  let bounds = findNumberBounds(in: machine, decisive: decisive.union(result))
  return result.filter { bounds[$0.index] != nil }
}

extension Assignment {
  /// The greatest step of a counter that doesn't leave 64 bits within 1,000,000 steps, which nobody waits for.
  private static let smallStep = UInt(1) << 43

  /// Whether the field counts in small steps.
  fileprivate var isSmallStep: Bool {
    guard case .arithmetic(let operation, let left, let right) = value.kind, left.field == field,
      let number = right.constant
    else { return false }
    return (operation == .add || operation == .subtract) && number.magnitude <= Self.smallStep
  }
}

extension Machine {
  /// The fields that hold the lengths of timers.
  var timedFields: Set<ID<Field>> {
    Set(
      states.lazy.flatMap(\.timers).compactMap { timer in
        if case .field(let field) = timer.length { field } else { nil }
      })
  }

  /// The private fields that hold the lengths of timers, and that are computed from constants and such private fields alone.
  ///
  /// Every number of these fields matters, and so does every one that they are computed from. So each configuration tells their
  /// values apart. A number that comes from the host stands for others.
  var computedLengths: Set<ID<Field>> {
    var chosen = Set(fields.indices.lazy.filter { !fields[$0].isPrivate }.map { ID<Field>($0) })
    var count = -1
    while count != chosen.count {
      count = chosen.count
      forEachAssignment { assignment in
        let value = assignment.value
        if !value.usedParameters.isEmpty || value.usedFields.contains(where: chosen.contains) {
          chosen.insert(assignment.field)
        }
      }
    }
    return timedFields.subtracting(chosen)
  }
}

/// Returns the bounds of the number in each field, if only a range of the number matters: if it's only compared with
/// constants and counts in one direction, all values beyond the last constant are alike. A private value with which a
/// scenario begins counts as a constant: the machine has it or not.
private func findNumberBounds(in machine: Machine, decisive: Set<ID<Field>>) -> [ClosedRange<Int>?] {
  var uses = NumberUses(unbounded: machine.timedFields)
  for given in machine.givenPrivateValues { uses.add(given.value, of: given.field) }
  machine.forEachCondition { uses.add($0) }
  machine.forEachSentArgument { uses.addArgument($1) }
  // A division by zero is told apart from others.
  for case (.field(let field), let zeros) in machine.divisorZeros {
    for zero in zeros { uses.add(.int(zero), of: field) }
  }
  machine.forEachAssignment { if decisive.contains($0.field) { uses.add($0) } }
  let unbounded = uses.unbounded.union(uses.increased.intersection(uses.decreased))
  return machine.fields.enumerated().map { (index, field) -> ClosedRange<Int>? in
    guard field.type.isWhole, field.bounds == nil, !unbounded.contains(ID(index)) else { return nil }
    let numbers = uses.constants[ID(index), default: []] + [field.defaultValue.number].compactMap(\.self)
    guard let low = numbers.min(), let high = numbers.max(), low > Int.min, high < Int.max else { return nil }
    return low - 1...high + 1
  }
}

/// The uses of numbers in a machine.
private struct NumberUses {
  /// The numbers that each field is compared with or set to.
  private(set) var constants: [ID<Field>: [Int]] = [:]
  /// The fields of which every number may matter.
  private(set) var unbounded: Set<ID<Field>>
  private(set) var increased: Set<ID<Field>> = []
  private(set) var decreased: Set<ID<Field>> = []

  init(unbounded: Set<ID<Field>>) { self.unbounded = unbounded }

  mutating func add(_ value: Value, of field: ID<Field>) {
    if let number = value.number { constants[field, default: []].append(number) }
  }

  mutating func add(_ condition: Expression) {
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
      for operand in condition.operands { add(operand) }
    }
  }

  /// Adds an argument that a part gets, which may compare it with anything.
  mutating func addArgument(_ argument: Expression) { unbounded.formUnion(argument.usedFields) }

  mutating func add(_ assignment: Assignment) {
    let field = assignment.field
    if let number = assignment.value.constant {
      constants[field, default: []].append(number)
    } else if assignment.isSmallStep, case .arithmetic(let operation, _, let right) = assignment.value.kind,
      let number = right.constant
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
  var constant: Int? {
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
