import LifelineModel

/// What exploration makes of each field of a context.
///
/// By rule 8 the host may change every field between events. Where the machine itself assigns a field and no
/// scenario has the host set it, the field is the machine's memory, and exploration believes that the host leaves
/// it alone; without that belief no promise about what the machine remembers could be proved. A field that is
/// `fixed` has one of its values from the start on.
struct FieldRoles: Sendable {
  enum Role: Sendable {
    /// No decision depends on it: it is never varied and tells no configurations apart.
    case idle
    /// The host says what it is, at any time.
    case fact
    /// It is fixed, or the machine alone changes it.
    case memory
  }

  private(set) var roles: [Role]
  /// The bounds beyond which the values of a number that the machine keeps make no difference.
  private(set) var bounds: [ClosedRange<Int>?]
  /// The fields that are fixed or that the machine alone changes, as far as decisions depend on them.
  private(set) var memory: [ID<Field>] = []

  init(_ machine: Machine) {
    let count = machine.fields.count
    var isDecisive = [Bool](repeating: false, count: count)
    machine.forEachCondition { for field in $0.usedFields { isDecisive[field.index] = true } }
    for state in machine.states {
      for case .field(let field) in state.timers.map(\.length) { isDecisive[field.index] = true }
    }
    var isAssigned = [Bool](repeating: false, count: count)
    // What flows into a decisive field is decisive.
    var inflows: [Int: Set<Int>] = [:]
    machine.forEachAssignment { assignment in
      isAssigned[assignment.field.index] = true
      for field in assignment.value.usedFields { inflows[assignment.field.index, default: []].insert(field.index) }
    }
    var pending = isDecisive.indices.filter { isDecisive[$0] }
    while let field = pending.popLast() {
      for source in inflows[field] ?? [] where !isDecisive[source] {
        isDecisive[source] = true
        pending.append(source)
      }
    }
    for scenario in machine.scenarios {
      for step in scenario.steps {
        if case .set(let values) = step.kind { for value in values { isAssigned[value.field.index] = false } }
      }
    }
    roles = (0..<count).map { index in
      if !isDecisive[index] { return .idle }
      return isAssigned[index] || machine.fields[index].isFixed ? .memory : .fact
    }
    bounds = NumberBounds(machine, isDecisive: isDecisive).bounds
    for (index, role) in roles.enumerated() where role == .memory { memory.append(ID(index)) }
  }

  /// The value of a field as far as decisions tell it from others.
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

/// Finds numbers of which only a stretch matters: a counter that is compared with constants alone and only ever
/// counts in one direction is the same beyond the last of them.
private struct NumberBounds {
  private(set) var bounds: [ClosedRange<Int>?]
  private var constants: [[Int]]
  private var isFree: [Bool]
  private var counts: [(up: Bool, down: Bool)]

  init(_ machine: Machine, isDecisive: [Bool]) {
    bounds = Array(repeating: nil, count: machine.fields.count)
    constants = Array(repeating: [], count: machine.fields.count)
    isFree = machine.fields.map { $0.type == .int || $0.type == .duration }
    counts = Array(repeating: (false, false), count: machine.fields.count)
    var conditions: [Expression] = []
    machine.forEachCondition { conditions.append($0) }
    var assignments: [Assignment] = []
    machine.forEachAssignment { if isDecisive[$0.field.index] { assignments.append($0) } }
    for condition in conditions { look(at: condition) }
    for assignment in assignments { look(at: assignment) }
    for state in machine.states {
      for case .field(let field) in state.timers.map(\.length) { isFree[field.index] = false }
    }
    for index in bounds.indices where isFree[index] {
      guard !(counts[index].up && counts[index].down) else { continue }
      let numbers = constants[index] + (machine.fields[index].defaultValue.number.map { [$0] } ?? [])
      guard let low = numbers.min(), let high = numbers.max(), low > Int.min, high < Int.max else { continue }
      bounds[index] = low - 1...high + 1
    }
  }

  private mutating func look(at expression: Expression) {
    if case .comparison(_, let left, let right) = expression.kind {
      if let field = left.plainField, let number = right.constant { return constants[field].append(number) }
      if let field = right.plainField, let number = left.constant { return constants[field].append(number) }
      forbid(left)
      return forbid(right)
    }
    if expression.operands.isEmpty { return }
    if case .arithmetic = expression.kind { return forbid(expression) }
    for operand in expression.operands { look(at: operand) }
  }

  private mutating func look(at assignment: Assignment) {
    let field = assignment.field.index
    if let number = assignment.value.constant { return constants[field].append(number) }
    if case .arithmetic(let operation, let left, let right) = assignment.value.kind, left.plainField == field,
      let number = right.constant, operation == .add || operation == .subtract
    {
      let isUp = (number >= 0) == (operation == .add)
      if isUp { counts[field].up = true } else { counts[field].down = true }
      return
    }
    isFree[field] = false
    forbid(assignment.value)
  }

  private mutating func forbid(_ expression: Expression) {
    for field in expression.usedFields { isFree[field.index] = false }
  }
}

extension Expression {
  /// The number that it is, if it is written down.
  fileprivate var constant: Int? {
    switch kind {
    case .literal(let value): value.number
    case .negation(let operand): operand.constant.flatMap { $0 == Int.min ? nil : -$0 }
    default: nil
    }
  }

  /// The index of the field that it is.
  fileprivate var plainField: Int? {
    if case .field(let field) = kind { field.index } else { nil }
  }
}
