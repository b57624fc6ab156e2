import LifelineModel

/// The fields whose values are followed: those on which arguments of calls depend, directly or by assignments, and those that
/// remember what logs show of events and on which conditions depend.
struct FollowedFields: Sendable {
  let machine: Machine
  let fields: [ID<Field>]
  /// For each field of the machine its place in ``fields``; -1 if it isn't followed.
  private let places: [Int]
  /// The values of each followed field that the host may set at any time; `nil` for one that it can't set.
  let chosen: [PossibleValues?]

  /// Finds the fields of a machine.
  /// - Parameter shown: The names of the parameters of events that logs may show.
  static func find(in machine: Machine, showing shown: Set<String> = []) -> FollowedFields {
    var sources: [ID<Field>: IDSet<Field>] = [:]
    machine.forEachAssignment { sources[$0.field, default: IDSet()].formUnion($0.value.usedFields) }
    var pending: [ID<Field>] = []
    machine.forEachCallArgument { pending += $0.usedFields }
    machine.forEachSentArgument { pending += $1.usedFields }
    let told = machine.fields(toldBy: shown)
    if !told.isEmpty { machine.forEachCondition { pending += $0.usedFields.filter(told.contains) } }
    var followed = IDSet<Field>()
    while let field = pending.popLast() {
      if followed.insert(field) { pending += sources[field] ?? IDSet() }
    }
    let fields = Array(followed)
    var places = Array(repeating: -1, count: machine.fields.count)
    for (place, field) in fields.enumerated() { places[field.index] = place }
    return FollowedFields(
      machine: machine, fields: fields, places: places,
      chosen: fields.map { field in
        machine[field].isPrivate || machine[field].isFixed
          ? nil : .all(of: machine[field].type, within: machine[field].bounds)
      })
  }

  /// Returns the place of a field; `nil` if it isn't followed.
  func place(of field: ID<Field>) -> Int? { places[field.index] < 0 ? nil : places[field.index] }

  /// Returns everything that a field may contain.
  func all(of field: ID<Field>) -> PossibleValues { .all(of: machine[field].type, within: machine[field].bounds) }

  /// The environment of which nothing is known.
  var unknown: ValueEnvironment { ValueEnvironment(fields: fields.map(all), scopes: []) }

  /// Lets the host set what it can set.
  func release(_ environment: inout ValueEnvironment) {
    environment.scopes = []
    for (place, values) in chosen.enumerated() { if let values { environment.fields[place] = values } }
  }
}

extension Machine {
  /// Returns the fields whose values are computed from parameters with some names.
  fileprivate func fields(toldBy parameters: Set<String>) -> IDSet<Field> {
    guard !parameters.isEmpty else { return IDSet() }
    var (parameters, fields) = (parameters, IDSet<Field>())
    func isTold(_ value: Expression) -> Bool {
      value.variables.contains { variable in
        switch variable {
        case .field(let field): fields.contains(field)
        case .parameter(let name): parameters.contains(name)
        }
      }
    }
    var isComplete = false
    while !isComplete {
      isComplete = true
      forEachAssignment { assignment in
        if isTold(assignment.value), fields.insert(assignment.field) { isComplete = false }
      }
      // A part gets values as parameters of its own.
      forEachSentArgument { parameter, value in
        if isTold(value), parameters.insert(parameter.name).inserted { isComplete = false }
      }
    }
    return fields
  }
}

/// The values that are possible at some moment of a run.
struct ValueEnvironment: Hashable, Sendable {
  /// Those of each followed field.
  var fields: [PossibleValues]
  /// Those of the parameters of the events that are handled: that of the host, and behind it those for parts.
  var scopes: [[String: PossibleValues]]

  /// Returns whether everything that is possible in another environment of the same moment is possible here, too.
  func isSuperset(of other: ValueEnvironment) -> Bool {
    scopes == other.scopes && zip(fields, other.fields).allSatisfy { $0.isSuperset(of: $1) }
  }

  /// Returns an environment in which everything is possible that is so in either.
  func merged(
    with other: ValueEnvironment, by merge: (PossibleValues, PossibleValues) -> PossibleValues
  ) -> ValueEnvironment {
    let merged = scopes.count == other.scopes.count ? Array(zip(scopes, other.scopes)) : []
    return ValueEnvironment(
      fields: zip(fields, other.fields).map(merge),
      scopes: merged.map { own, others in
        // A parameter without an entry may have any value.
        own.filter { others[$0.key] != nil }.reduce(into: [:]) { result, entry in
          result[entry.key] = others[entry.key].map { merge(entry.value, $0) }
        }
      })
  }
}

/// A function from expressions to the values that they may have in an environment.
struct ValueScope {
  let followed: FollowedFields
  var environment: ValueEnvironment

  /// Returns the values that an expression may have, and sometimes more; `nil` if it can't be computed.
  func values(of expression: Expression) -> PossibleValues? {
    switch expression.kind {
    case .literal(let value): return .some([value])
    case .field(let field):
      return followed.place(of: field).map { environment.fields[$0] } ?? followed.all(of: field)
    case .parameter(let name): return environment.scopes.last?[name] ?? .all(of: expression.type)
    case .isActive: return .all(of: .bool)
    case .not, .and, .or, .comparison:
      let truths = [true, false].filter { allows($0, of: expression) }
      return truths.isEmpty ? nil : .some(Set(truths.map { .bool($0) }))
    case .arithmetic(let operation, let left, let right):
      guard let left = values(of: left), let right = values(of: right) else { return nil }
      return .results(of: operation, left, right, as: expression.type)
    case .negation(let operand):
      guard let values = values(of: operand) else { return nil }
      return .results(of: .subtract, .some([.int(0)]), values, as: expression.type)
    }
  }

  /// Returns whether a condition may be true, or false.
  private func allows(_ truth: Bool, of condition: Expression) -> Bool {
    switch condition.kind {
    case .isActive: return true
    case .not(let operand): return allows(!truth, of: operand)
    case .and(let operands): return all(operands, allow: truth, decidedBy: false)
    case .or(let operands): return all(operands, allow: truth, decidedBy: true)
    case .comparison(let relation, let left, let right):
      guard let left = values(of: left), let right = values(of: right) else { return false }
      return Self.allows(truth, of: relation, left, right)
    case .literal, .field, .parameter, .arithmetic, .negation:
      return values(of: condition)?.contains(.bool(truth)) ?? false
    }
  }

  /// Returns whether a combination of operands may have a truth: one operand is enough for `decisive`, and all are needed
  /// for the other.
  private func all(_ operands: [Expression], allow truth: Bool, decidedBy decisive: Bool) -> Bool {
    truth == decisive
      ? operands.contains { allows(truth, of: $0) } : operands.allSatisfy { allows(truth, of: $0) }
  }

  private static func allows(
    _ truth: Bool, of relation: Expression.Comparison, _ left: PossibleValues, _ right: PossibleValues
  ) -> Bool {
    if let lefts = left.list, let rights = right.list {
      return lefts.contains { left in rights.contains { relation.holds(left, $0) == truth } }
    }
    guard let left = left.range, let right = right.range else { return true }
    // The differences of two ranges are a range themselves.
    let isLess = left.lowerBound < right.upperBound
    let isGreater = left.upperBound > right.lowerBound
    return isLess && relation.holds(-1) == truth || isGreater && relation.holds(1) == truth
      || left.overlaps(right) && relation.holds(0) == truth
  }

  // MARK: What is learned

  /// Takes note that an expression has a value.
  /// - Returns: Whether it may have it.
  mutating func learn(_ value: Value, of expression: Expression) -> Bool {
    guard let possible = values(of: expression), possible.contains(value) else { return false }
    if case .bool(let truth) = value { return learn(truth, of: expression) }
    return narrow(expression, to: .some([value]))
  }

  /// Takes note that a condition was true, or false.
  /// - Returns: Whether it may have been.
  mutating func learn(_ truth: Bool, of condition: Expression) -> Bool {
    guard allows(truth, of: condition) else { return false }
    switch condition.kind {
    case .not(let operand): return learn(!truth, of: operand)
    case .and(let operands): return learn(truth, of: operands, decidedBy: false)
    case .or(let operands): return learn(truth, of: operands, decidedBy: true)
    case .comparison(let relation, let left, let right):
      guard let lefts = values(of: left), let rights = values(of: right) else { return false }
      return narrow(left, by: relation, rights, truth) && narrow(right, by: relation.mirrored, lefts, truth)
    case .field, .parameter: return narrow(condition, to: .some([.bool(truth)]))
    case .literal, .isActive, .arithmetic, .negation: return true
    }
  }

  private mutating func learn(_ truth: Bool, of operands: [Expression], decidedBy decisive: Bool) -> Bool {
    if truth != decisive { return operands.allSatisfy { learn(truth, of: $0) } }
    // Only if one operand alone may have decided, something is known about it.
    let candidates = operands.filter { allows(truth, of: $0) }
    return candidates.count == 1 ? learn(truth, of: candidates[0]) : true
  }

  /// Narrows a variable whose comparison with some values was true, or false.
  private mutating func narrow(
    _ expression: Expression, by relation: Expression.Comparison, _ others: PossibleValues, _ truth: Bool
  ) -> Bool {
    guard expression.variable != nil, let own = values(of: expression) else { return true }
    if let list = own.list, let others = others.list {
      let rest = list.filter { value in others.contains { relation.holds(value, $0) == truth } }
      return !rest.isEmpty && narrow(expression, to: .some(rest))
    }
    if relation.holds(0) == truth, relation.holds(-1) != truth, relation.holds(1) != truth {
      return narrow(expression, to: others)
    }
    guard let range = own.range, let others = others.range else { return true }
    // The number is less than the greatest of the others, or greater than the least, or as far as both of these.
    let includesEqual = relation.holds(0) == truth
    var (low, high) = (range.lowerBound, range.upperBound)
    if relation.holds(1) != truth { high = min(high, includesEqual ? others.upperBound : others.upperBound.before) }
    if relation.holds(-1) != truth { low = max(low, includesEqual ? others.lowerBound : others.lowerBound.behind) }
    if !includesEqual, relation.holds(1) == relation.holds(-1), others.lowerBound == others.upperBound {
      // The number differs from a single one.
      if low == others.lowerBound { low = low.behind } else if high == others.lowerBound { high = high.before }
    }
    return low <= high && narrow(expression, to: .numbers(low...high))
  }

  /// Narrows a field or a parameter, or the field to which a number is added.
  private mutating func narrow(_ expression: Expression, to values: PossibleValues) -> Bool {
    switch expression.kind {
    case .field(let field):
      guard let place = followed.place(of: field) else { return true }
      guard let rest = environment.fields[place].intersection(values) else { return false }
      environment.fields[place] = rest
      return true
    case .parameter(let name):
      guard let last = environment.scopes.indices.last else { return true }
      let own = environment.scopes[last][name] ?? .all(of: expression.type)
      guard let rest = own.intersection(values) else { return false }
      environment.scopes[last][name] = rest
      return true
    case .literal, .isActive, .not, .and, .or, .comparison, .arithmetic, .negation: return true
    }
  }
}

extension Int {
  fileprivate var before: Int { self == .min ? self : self - 1 }
  fileprivate var behind: Int { self == .max ? self : self + 1 }
}
