import LifelineModel

/// The cases that some conditions can distinguish: each is a combination of answers to the questions that they ask.
///
/// A case only tells how a number relates to the constants that conditions compare it with. No possible case is missing,
/// so a condition that holds in every case always holds. A case may be impossible, though, because two things aren't
/// checked: the relations between several computed numbers, beyond what the ranges of fields say about two of them, and
/// whether the machine ever reaches a configuration.
struct ConditionSpace {
  private let machine: Machine
  private let activity: Activity?
  private let axes: [ConditionTerm: Axis]
  /// The terms in the order in which the conditions ask for them.
  private let terms: [ConditionTerm]
  /// The number of cases.
  let count: Int
  /// The cases that the tree of states allows.
  private(set) var possible: CaseSet

  /// A question with its answers.
  private struct Axis {
    var values: [Value]
    /// The number of successive cases that share an answer.
    var stride: Int

    func value(in number: Int) -> Value { values[number / stride % values.count] }
  }

  private static let limit = 4_096
  /// A lower limit where the tree of states has to be examined for each combination of active states.
  private static let limitWithStates = 512

  /// Enumerates the cases that `conditions` distinguish.
  /// - Parameters:
  ///   - activity: Known active and inactive states, if any.
  ///   - isAtRest: Whether the conditions are evaluated between two macrosteps, in a whole configuration.
  /// - Returns: The space, or `nil` if there are too many cases.
  static func enumerate(
    for conditions: [Expression], machine: Machine, activity: Activity?, isAtRest: Bool
  ) -> ConditionSpace? {
    var questions = QuestionCollector(activity: activity, machine: machine)
    for condition in conditions { questions.add(condition) }
    let caseLimit = questions.asksForStates ? limitWithStates : limit
    var axes: [ConditionTerm: Axis] = [:]
    var count = 1
    for term in questions.terms {
      let values = questions.answers(to: term)
      guard values.count <= caseLimit, count * values.count <= caseLimit else { return nil }
      axes[term] = Axis(values: values, stride: count)
      count *= values.count
    }
    var space = ConditionSpace(
      machine: machine, activity: activity, axes: axes, terms: questions.terms, count: count,
      possible: CaseSet(true, of: count))
    if questions.asksForStates { space.possible = space.casesAllowedByTree(isAtRest: isAtRest) }
    return space
  }

  /// Whether the host can bring about every possible case by choosing the values of fields and parameters.
  var isExact: Bool {
    terms.allSatisfy { term in
      switch term {
      case .field, .parameter: true
      case .state, .relation: false
      }
    }
  }

  /// Returns the possible cases in which `condition` holds; all of them if there's no condition.
  func cases(_ condition: Expression?) -> CaseSet {
    condition.map { evaluate($0) & possible } ?? possible
  }

  /// Returns a description of the fields and parameters in a case.
  func description(of number: Int) -> String {
    terms.compactMap { term -> String? in
      guard let value = axes[term]?.value(in: number) else { return nil }
      switch term {
      case .field(let field): return "`\(machine[field].name)` is `\(value)`"
      case .parameter(let name): return "`\(name)` is `\(value)`"
      case .state, .relation: return nil
      }
    }.joined(separator: " and ")
  }

  private func casesAllowedByTree(isAtRest: Bool) -> CaseSet {
    let states = terms.compactMap { term -> (state: ID<State>, axis: Axis)? in
      guard case .state(let state) = term, let axis = axes[term] else { return nil }
      return (state, axis)
    }
    var known: [[Bool]: Bool] = [:]
    return CaseSet.select(from: count) { number in
      let answers = states.map { $0.axis.value(in: number) == .bool(true) }
      if let isPossible = known[answers] { return isPossible }
      let active = zip(states, answers).filter(\.1).map(\.0.state)
      let coexistence = Coexistence(
        machine: machine, active: active + (activity.map { [$0.state] } ?? []),
        inactive: states.map(\.state).filter { !active.contains($0) })
      let isPossible = isAtRest ? coexistence.isPossible : coexistence.isPossibleWithinMicrostep
      known[answers] = isPossible
      return isPossible
    }
  }

  /// Returns the cases in which `condition` holds, possible or not.
  private func evaluate(_ condition: Expression) -> CaseSet {
    switch condition.kind {
    case .literal(let value): return all(value == .bool(true))
    case .field(let field): return cases(.field(field)) { $0 == .bool(true) }
    case .parameter(let name): return cases(.parameter(name)) { $0 == .bool(true) }
    case .isActive(let state):
      if let known = activity?.isActive(state, in: machine) { return all(known) }
      return cases(.state(state)) { $0 == .bool(true) }
    case .not(let operand): return ~evaluate(operand)
    case .and(let operands): return operands.reduce(all(true)) { $0 & evaluate($1) }
    case .or(let operands): return operands.reduce(all(false)) { $0 | evaluate($1) }
    case .comparison(let comparison, let left, let right):
      switch ComparisonForm.classify(comparison, left, right) {
      case .known(let holds): return all(holds)
      case .value(let term, let comparison, let value): return cases(term) { comparison.holds($0, value) }
      case .relation(let term, let comparison): return cases(term) { comparison.holdsForOrder($0) }
      case .agreement(let left, let right, let negated):
        let difference = evaluate(left) ^ evaluate(right)
        return negated ? difference : ~difference
      }
    case .arithmetic, .negation: return all(true)
    }
  }

  private func all(_ holds: Bool) -> CaseSet { CaseSet(holds, of: count) }

  private func cases(_ term: ConditionTerm, _ holds: (Value) -> Bool) -> CaseSet {
    guard let axis = axes[term] else { return all(true) }
    let answers = axis.values.map(holds)
    return CaseSet.select(from: count) { answers[$0 / axis.stride % answers.count] }
  }
}

extension Expression.Comparison {
  /// Returns whether the relation holds between two expressions with an order: -1, 0, 1, or NaN if they have none.
  fileprivate func holdsForOrder(_ order: Value) -> Bool {
    if case .double(let order) = order { return holds(order, 0) }
    return holds(order, .int(0))
  }
}

/// Collects the questions that conditions ask, in their order, with the values that matter.
private struct QuestionCollector {
  let activity: Activity?
  let machine: Machine
  private(set) var terms: [ConditionTerm] = []
  private var types: [ConditionTerm: ValueType] = [:]
  private var comparedValues: [ConditionTerm: Set<Value>] = [:]
  /// The orders that two compared expressions can have: -1, 0 and 1, or some of these.
  private var orders: [ConditionTerm: [Int]] = [:]

  init(activity: Activity?, machine: Machine) {
    self.activity = activity
    self.machine = machine
  }

  var asksForStates: Bool {
    terms.contains { if case .state = $0 { true } else { false } }
  }

  /// Returns the values of a term that matter.
  func answers(to term: ConditionTerm) -> [Value] {
    if case .relation = term {
      let isOrdered = types[term] != .double
      return isOrdered ? (orders[term] ?? [-1, 0, 1]).map { .int($0) } : [-1, 0, 1, .nan].map { .double($0) }
    }
    let values = comparedValues[term] ?? []
    var bounds: ClosedRange<Int>?
    if case .field(let field) = term { bounds = machine[field].bounds }
    switch types[term] {
    case .cases(_, let names), .declared(_, let names):
      let listed = names.filter { values.contains(.named($0)) }
      let others = names.filter { !values.contains(.named($0)) }
      return (listed + others.prefix(1)).map { .named($0) }
    case .int: return withNeighbors(values, in: bounds).map { .int($0) }
    case .duration: return withNeighbors(values, in: bounds).map { .duration(milliseconds: $0) }
    case .double:
      let numbers = values.compactMap { if case .double(let number) = $0 { number } else { nil } }
      // The host may have no number at all.
      return (sampleNumbers(around: Set(numbers)) + [.nan]).map { .double($0) }
    case .string:
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }.sorted()
      return (texts + [textUnlike(texts)]).map { .string($0) }
    case .bool, .opaque, nil: return [.bool(false), .bool(true)]
    }
  }

  /// Returns each number, and one in each range between, below and above the numbers; with bounds only those inside.
  private func withNeighbors(_ values: Set<Value>, in bounds: ClosedRange<Int>?) -> [Int] {
    var numbers: Set<Int> = []
    for number in values.compactMap(\.number) {
      numbers.insert(number)
      if number > .min { numbers.insert(number - 1) }
      if number < .max { numbers.insert(number + 1) }
    }
    guard let bounds else { return numbers.sorted() }
    // A bound stands for the range that it cuts off.
    return numbers.filter(bounds.contains).union([bounds.lowerBound, bounds.upperBound]).sorted()
  }

  mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .field(let field): add(.field(field), .bool)
    case .parameter(let name): add(.parameter(name), .bool)
    case .isActive(let state):
      if activity?.isActive(state, in: machine) == nil { add(.state(state), .bool) }
    case .not, .and, .or: for operand in expression.operands { add(operand) }
    case .comparison(let comparison, let left, let right):
      switch ComparisonForm.classify(comparison, left, right) {
      case .known: break
      case .value(let term, _, let value):
        add(term, left.term == term ? left.type : right.type)
        comparedValues[term, default: []].insert(value)
      case .relation(let term, _):
        add(term, left.type == .double ? .double : .int)
        let isMirrored = canonicalText(of: right) < canonicalText(of: left)
        orders[term] = isMirrored ? possibleOrders(of: right, left) : possibleOrders(of: left, right)
      case .agreement(let left, let right, _):
        add(left)
        add(right)
      }
    case .literal, .arithmetic, .negation: break
    }
  }

  /// Returns the orders that two numbers can have, as far as the ranges of fields tell.
  private func possibleOrders(of left: Expression, _ right: Expression) -> [Int] {
    guard let first = interval(of: left, in: machine), let second = interval(of: right, in: machine) else {
      return [-1, 0, 1]
    }
    return (first.lowerBound < second.upperBound ? [-1] : []) + (first.overlaps(second) ? [0] : [])
      + (first.upperBound > second.lowerBound ? [1] : [])
  }

  private mutating func add(_ term: ConditionTerm, _ type: ValueType) {
    if types.updateValue(type, forKey: term) == nil { terms.append(term) }
  }
}
