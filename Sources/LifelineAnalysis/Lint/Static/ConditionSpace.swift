import LifelineModel

/// Every case that some conditions can tell apart: each is a combination of answers to what they ask.
///
/// A number is known by where it lies among the numbers that it is compared with, so that what holds in every case
/// holds always. Two things are not looked into: how numbers compare that are computed or compared with each
/// other, and whether a configuration is ever reached. So what is possible here may be impossible in fact; what is
/// impossible here is so.
struct ConditionSpace {
  /// What is asked, with the answers that make a difference.
  private struct Axis {
    var term: ConditionTerm
    var values: [Value]
    /// How many cases go by before its value changes.
    var stride = 1
  }

  private static let limit = 4_096
  /// Whether states can be active together takes a look at their tree for each combination.
  private static let limitWithStates = 512

  private let machine: Machine
  private let activity: Activity?
  private var axes: [Axis] = []
  private var axisOfTerm: [ConditionTerm: Int] = [:]
  let count: Int
  /// The cases that the structure of the machine allows.
  private(set) var possible: CaseSet

  /// What `conditions` tell apart; `nil` if that is more than is looked at.
  /// - Parameters:
  ///   - activity: what is known about active states; `nil` for nothing.
  ///   - isAtRest: whether a whole configuration is active.
  init?(of conditions: [Expression], machine: Machine, activity: Activity?, isAtRest: Bool) {
    self.machine = machine
    self.activity = activity
    var terms = TermCollection(activity: activity, machine: machine)
    for condition in conditions { terms.add(condition) }
    var count = 1
    let limit = terms.asksForStates ? Self.limitWithStates : Self.limit
    for (term, values) in terms.answers {
      guard values.count <= limit, count * values.count <= limit else { return nil }
      axisOfTerm[term] = axes.count
      axes.append(Axis(term: term, values: values, stride: count))
      count *= values.count
    }
    self.count = count
    possible = CaseSet(true, of: count)
    restrictStates(isAtRest: isAtRest)
  }

  /// Whether every possible case can be had by choosing the values of fields and parameters.
  var isExact: Bool {
    axes.allSatisfy { axis in
      switch axis.term {
      case .field, .parameter: true
      case .state, .relation: false
      }
    }
  }

  /// The possible cases in which `condition` holds; without one: all.
  func cases(_ condition: Expression?) -> CaseSet {
    condition.map { evaluate($0) & possible } ?? possible
  }

  /// The answers of a case in words, for those terms that have names.
  func description(of number: Int) -> String {
    axes.compactMap { axis -> String? in
      let value = value(of: axis, in: number)
      switch axis.term {
      case .field(let field): return "`\(machine[field].name)` is `\(value)`"
      case .parameter(let name): return "`\(name)` is `\(value)`"
      case .state, .relation: return nil
      }
    }.joined(separator: " and ")
  }

  private func value(of axis: Axis, in number: Int) -> Value {
    axis.values[number / axis.stride % axis.values.count]
  }

  private mutating func restrictStates(isAtRest: Bool) {
    let states = axes.compactMap { axis -> (state: ID<State>, axis: Axis)? in
      if case .state(let state) = axis.term { (state, axis) } else { nil }
    }
    guard !states.isEmpty else { return }
    var known: [CaseSet: Bool] = [:]
    possible = CaseSet(of: count) { number in
      let answers = CaseSet(of: states.count) { value(of: states[$0].axis, in: number) == .bool(true) }
      if let answer = known[answers] { return answer }
      let (active, inactive) = states.split { value(of: $0.axis, in: number) == .bool(true) }
      let coexistence = Coexistence(
        machine: machine, active: active.map(\.state) + (activity.map { [$0.state] } ?? []),
        inactive: inactive.map(\.state))
      let answer = isAtRest ? coexistence.isPossible : coexistence.isPossibleWithinStep
      known[answers] = answer
      return answer
    }
  }

  /// The cases in which `condition`, a Bool, holds. The depth of expressions is bounded.
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
    case .comparison(let relation, let left, let right):
      switch ComparisonForm(relation, left, right) {
      case .known(let holds): return all(holds)
      case .value(let term, let relation, let value): return cases(term) { relation.holds($0, value) }
      case .relation(let term, let relation): return cases(term) { relation.holds($0, .int(0)) }
      case .agreement(let left, let right, let negated):
        let difference = evaluate(left) ^ evaluate(right)
        return negated ? difference : ~difference
      }
    case .arithmetic, .negation: return all(true)
    }
  }

  private func all(_ holds: Bool) -> CaseSet { CaseSet(holds, of: count) }

  private func cases(_ term: ConditionTerm, _ holds: (Value) -> Bool) -> CaseSet {
    guard let index = axisOfTerm[term] else { return all(true) }
    let axis = axes[index]
    let answers = axis.values.map(holds)
    return CaseSet(of: count) { answers[$0 / axis.stride % answers.count] }
  }
}

/// What conditions ask, in the order in which they do, with the values that make a difference.
private struct TermCollection {
  let activity: Activity?
  let machine: Machine
  private var order: [ConditionTerm] = []
  private var types: [ConditionTerm: ValueType] = [:]
  private var mentioned: [ConditionTerm: Set<Value>] = [:]

  init(activity: Activity?, machine: Machine) {
    self.activity = activity
    self.machine = machine
  }

  var asksForStates: Bool {
    order.contains { if case .state = $0 { true } else { false } }
  }

  /// The terms with their answers.
  var answers: [(term: ConditionTerm, values: [Value])] {
    order.map { term in
      if case .relation = term { return (term, [.int(-1), .int(0), .int(1)]) }
      let values = mentioned[term] ?? []
      switch types[term] {
      case .cases(_, let names):
        let listed = names.filter { values.contains(.named($0)) }
        let others = names.filter { !values.contains(.named($0)) }
        return (term, (listed + others.prefix(1)).map { .named($0) })
      case .int: return (term, Self.places(among: values).map { .int($0) })
      case .duration: return (term, Self.places(among: values).map { .duration(milliseconds: $0) })
      case .bool, .double, .string, .opaque, nil: return (term, [.bool(false), .bool(true)])
      }
    }
  }

  /// Each number, and one in each stretch between, before and behind them.
  private static func places(among values: Set<Value>) -> [Int] {
    var places: Set<Int> = []
    for number in values.compactMap(\.number) {
      places.insert(number)
      if number > .min { places.insert(number - 1) }
      if number < .max { places.insert(number + 1) }
    }
    return places.sorted()
  }

  mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .literal: break
    case .field(let field): note(.field(field), .bool)
    case .parameter(let name): note(.parameter(name), .bool)
    case .isActive(let state):
      if activity?.isActive(state, in: machine) == nil { note(.state(state), .bool) }
    case .not(let operand): add(operand)
    case .and(let operands), .or(let operands): for operand in operands { add(operand) }
    case .comparison(let relation, let left, let right):
      switch ComparisonForm(relation, left, right) {
      case .known: break
      case .value(let term, _, let value):
        note(term, left.term == term ? left.type : right.type)
        mentioned[term, default: []].insert(value)
      case .relation(let term, _): note(term, .int)
      case .agreement(let left, let right, _):
        add(left)
        add(right)
      }
    case .arithmetic, .negation: break
    }
  }

  private mutating func note(_ term: ConditionTerm, _ type: ValueType) {
    if types.updateValue(type, forKey: term) == nil { order.append(term) }
  }
}

extension Array {
  /// The elements that fulfil `condition`, and the others.
  fileprivate func split(_ condition: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
