import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds what a scenario would have to expect of calls.
package struct CallCorrector {
  package let scenario: Scenario
  package let machine: Machine
  /// For every combination of the values of `where`, what holds runs to the scenario.
  package let expectations: [Expectations]

  /// What starting calls, if no step says so and something is called.
  package func missingStart(_ reactions: [Reaction]) throws(Incorrigibility) -> ExpectedCalls? {
    guard !reactions.isEmpty, observed(reactions).contains(where: { !$0.isEmpty }) else { return nil }
    return try expected(of: reactions, at: scenario.range)
  }

  /// What `expected` would have to say; `nil` if it is right.
  package func correction(
    of expected: CallPattern, _ reactions: [Reaction], at range: SourceRange
  ) throws(Incorrigibility) -> CallsCorrection? {
    let observed = observed(reactions)
    if try matches(expected, observed, at: range) { return nil }
    let names = observed.map { $0.map(\.callback) }
    if let items = expected.plainItems, names.allSatisfy({ $0 == names[0] }) {
      let changes = try changes(from: items, to: observed[0], at: range)
      let corrected = CallPattern.sequence(changes.map { $0.pattern(items, at: range) })
      if try matches(corrected, observed, at: range) { return .items(changes) }
    }
    return .whole(try self.expected(of: reactions, at: range))
  }

  /// The calls made, by name: a list, or several by conditions over the fields of `where`.
  package func expected(of reactions: [Reaction], at range: SourceRange) throws(Incorrigibility) -> ExpectedCalls {
    let lists = observed(reactions).map { $0.map { ExpectedCall(callback: $0.callback) } }
    return try choice(of: Array(lists.indices), lists, at: range)
  }

  private func observed(_ reactions: [Reaction]) -> [[Reaction.MadeCall]] {
    zip(expectations, reactions).map { $0.observed($1.calls) }
  }

  private func matches(
    _ pattern: CallPattern, _ observed: [[Reaction.MadeCall]], at range: SourceRange
  ) throws(Incorrigibility) -> Bool {
    for (expectations, calls) in zip(expectations, observed) where !pattern.isPlainly(calls) {
      var matcher = try self.matcher(pattern, calls, expectations, at: range)
      if !matcher.matches() { return false }
    }
    return true
  }

  private func matcher(
    _ pattern: CallPattern, _ calls: [Reaction.MadeCall], _ expectations: Expectations, at range: SourceRange
  ) throws(Incorrigibility) -> CallMatcher {
    do throws(Fault) {
      return try expectations.matcher(pattern, calls)
    } catch {
      throw Incorrigibility(message: "an expectation: \(error.message)", range: range)
    }
  }

  /// What leads from the items of a list to the calls made: items that match stay, whatever they are.
  private func changes(
    from items: [CallPattern], to calls: [Reaction.MadeCall], at range: SourceRange
  ) throws(Incorrigibility) -> [ListChange<ExpectedCall>] {
    var matcher = try matcher(.sequence(items), calls, expectations[0], at: range)
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    let alignment = Alignment(expected: texts, actual: calls.map { callText($0, in: machine) }) {
      matcher.ends(ofItem: $0, from: $1)
    }
    return alignment.changes { place, call in
      var expected = ExpectedCall(callback: calls[call].callback)
      // Where arguments of the same call were looked at, they still are.
      if let place, case .call(expected.callback, let arguments, _) = items[place] {
        expected.arguments = arguments.map {
          ExpectedCall.Argument(parameter: $0.parameter, value: calls[call].arguments[$0.parameter])
        }
      }
      return expected
    }
  }

  // MARK: Choices

  /// The lists of some combinations: one list, or a choice by the values of the first field that tells most.
  private func choice(
    of combinations: [Int], _ lists: [[ExpectedCall]], at range: SourceRange
  ) throws(Incorrigibility) -> ExpectedCalls {
    let first = lists[combinations[0]]
    if combinations.allSatisfy({ lists[$0] == first }) { return .list(first) }
    let splits = scenario.variations.indices.map { split(combinations, byVariation: $0) }.filter { $0.count > 1 }
    let telling = splits.first { groups in
      groups.allSatisfy { group in group.combinations.allSatisfy { lists[$0] == lists[group.combinations[0]] } }
    }
    guard let groups = telling ?? splits.first else { throw Corrector.difference("what is called", at: range) }
    var branches: [(conditions: [String], calls: ExpectedCalls)] = []
    for group in groups {
      let calls = try choice(of: group.combinations, lists, at: range)
      if let known = branches.firstIndex(where: { $0.calls == calls }) {
        branches[known].conditions.append(group.condition)
      } else {
        branches.append(([group.condition], calls))
      }
    }
    var result = branches.removeLast().calls
    for branch in branches.reversed() {
      result = .choice(condition: branch.conditions.joined(separator: " or "), then: branch.calls, else: result)
    }
    return result
  }

  private func split(
    _ combinations: [Int], byVariation place: Int
  ) -> [(condition: String, combinations: [Int])] {
    let name = machine[scenario.variations[place].field].name
    let all = Combinations(of: scenario, machine: machine)
    return Dictionary(grouping: combinations) { all.values($0)[place].value }
      .sorted { $0.value[0] < $1.value[0] }
      .map { value, combinations in
        let condition =
          switch value {
          case .bool(true): name
          case .bool(false): "not \(name)"
          default: "\(name) == \(value)"
          }
        return (condition, combinations)
      }
  }
}

extension CallPattern {
  /// The items of a list that has neither lists nor choices for items; what stands alone is the one item.
  fileprivate var plainItems: [CallPattern]? {
    switch self {
    case .choose: return nil
    case .sequence(let items):
      let isPlain = items.allSatisfy { item in
        switch item {
        case .sequence, .choose: false
        default: true
        }
      }
      return isPlain ? items : nil
    default: return [self]
    }
  }
}

extension ListChange<ExpectedCall> {
  fileprivate func pattern(_ items: [CallPattern], at range: SourceRange) -> CallPattern {
    switch self {
    case .kept(let place): items[place]
    case .replaced(_, let call), .added(let call):
      .call(call.callback, arguments: call.arguments.map { ($0.parameter, $0.value) }, range: range)
    }
  }
}
