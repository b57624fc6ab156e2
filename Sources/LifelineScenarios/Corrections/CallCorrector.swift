import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the calls that a scenario would have to expect.
struct CallCorrector {
  let scenario: Scenario
  let machine: Machine
  /// The oracle for each combination of the values of `where`.
  let oracles: [ScenarioOracle]

  /// Returns the calls that starting makes, if no step expects them and there are any.
  /// - Parameter records: Whether the calls have all arguments.
  func missingStart(
    _ reactions: [Reaction], recording records: Bool
  ) throws(UnfixableExpectation) -> ExpectedCalls? {
    guard !reactions.isEmpty, observed(reactions).contains(where: { !$0.isEmpty }) else { return nil }
    return try records ? recorded(reactions, at: scenario.range) : expected(of: reactions, at: scenario.range)
  }

  /// Returns the change of `expected` that makes it right; `nil` if it is.
  func correction(
    of expected: CallPattern, _ reactions: [Reaction], at range: SourceRange
  ) throws(UnfixableExpectation) -> CallsCorrection? {
    let observed = observed(reactions)
    if try matches(expected, observed, at: range) { return nil }
    let names = observed.map { $0.map(\.callback) }
    let isOpen = zip(oracles, reactions).contains { !$0.openCalls(of: $1).open.isEmpty }
    if !isOpen, let items = expected.plainItems, names.allSatisfy({ $0 == names[0] }) {
      let changes = try changes(from: items, to: observed[0], at: range)
      let corrected = CallPattern.sequence(changes.map { $0.pattern(items, at: range) })
      if try matches(corrected, observed, at: range) { return .items(changes) }
    }
    return .whole(try self.expected(of: reactions, at: range, keepingParametersOf: expected))
  }

  /// Returns the calls that were made: a list, or several by conditions over the fields of `where`.
  /// - Parameter pattern: A pattern; the calls have arguments for the parameters that it has arguments for.
  func expected(
    of reactions: [Reaction], at range: SourceRange, keepingParametersOf pattern: CallPattern = .sequence([])
  ) throws(UnfixableExpectation) -> ExpectedCalls {
    let kept = pattern.parametersWithArguments
    let lists = lists(of: reactions) { call in
      ExpectedCall(
        callback: call.callback,
        arguments: kept[call.callback, default: []].sorted().map {
          .init(parameter: $0, value: call.arguments[$0])
        })
    }
    return try choice(of: Array(lists.indices), lists, at: range)
  }

  /// Returns the calls that were made, with all arguments.
  /// - Throws: The reason if they aren't the same for all combinations: how to write that is the author's choice.
  func recorded(_ reactions: [Reaction], at range: SourceRange) throws(UnfixableExpectation) -> ExpectedCalls {
    let lists = lists(of: reactions) { call in
      ExpectedCall(
        callback: call.callback,
        arguments: call.arguments.enumerated().map { .init(parameter: $0.offset, value: $0.element) })
    }
    guard lists.allSatisfy({ $0 == lists[0] }) else {
      throw UnfixableExpectation(
        "the calls of this step depend on the values of `where`, so they can't be recorded: write what is expected",
        at: range)
    }
    return lists[0]
  }

  /// Returns the calls of each reaction, with everything that the machine leaves open.
  private func lists(
    of reactions: [Reaction], _ expected: (Reaction.MadeCall) -> ExpectedCall
  ) -> [ExpectedCalls] {
    zip(oracles, reactions).map { oracle, reaction in
      let (calls, open) = oracle.openCalls(of: reaction)
      return ExpectedCalls(calls.map(expected), leavingOpen: open.map { $0.map(expected) })
    }
  }

  private func observed(_ reactions: [Reaction]) -> [[Reaction.MadeCall]] {
    zip(oracles, reactions).map { $0.observed($1.calls) }
  }

  private func matches(
    _ pattern: CallPattern, _ observed: [[Reaction.MadeCall]], at range: SourceRange
  ) throws(UnfixableExpectation) -> Bool {
    for (oracle, calls) in zip(oracles, observed) {
      var matcher = try matcher(pattern, calls, oracle, at: range)
      if !matcher.matches() { return false }
    }
    return true
  }

  private func matcher(
    _ pattern: CallPattern, _ calls: [Reaction.MadeCall], _ oracle: ScenarioOracle, at range: SourceRange
  ) throws(UnfixableExpectation) -> CallMatcher {
    do throws(Fault) {
      return try oracle.matcher(pattern, calls)
    } catch {
      throw UnfixableExpectation("an expectation: \(error.message)", at: range)
    }
  }

  /// Returns the changes that lead from the items of a list to the calls that were made. Items that match stay.
  private func changes(
    from items: [CallPattern], to calls: [Reaction.MadeCall], at range: SourceRange
  ) throws(UnfixableExpectation) -> [ListChange<ExpectedCall>] {
    var matcher = try matcher(.sequence(items), calls, oracles[0], at: range)
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    let alignment = align(expected: texts, actual: calls.map { callText($0, in: machine) }) {
      matcher.ends(ofItem: $0, from: $1)
    }
    return alignment.changes { item, call in
      var expected = ExpectedCall(callback: calls[call].callback)
      // A call whose arguments were expected keeps expecting them.
      if let item, case .call(expected.callback, let arguments, _) = items[item] {
        expected.arguments = arguments.map {
          ExpectedCall.Argument(parameter: $0.parameter, value: calls[call].arguments[$0.parameter])
        }
      }
      return expected
    }
  }

  // MARK: Choices

  /// Returns the calls for some combinations: one list, or a choice by the first field whose value alone decides, or else
  /// by the first field that varies. The state in which the scenario begins counts as the first field.
  private func choice(
    of combinations: [Int], _ lists: [ExpectedCalls], at range: SourceRange
  ) throws(UnfixableExpectation) -> ExpectedCalls {
    let first = lists[combinations[0]]
    if combinations.allSatisfy({ lists[$0] == first }) { return first }
    let splits =
      ([splitByStates(combinations)] + scenario.variations.indices.map { split(combinations, byVariation: $0) })
      .filter { $0.count > 1 }
    let deciding = splits.first { groups in
      groups.allSatisfy { group in group.combinations.allSatisfy { lists[$0] == lists[group.combinations[0]] } }
    }
    guard let groups = deciding ?? splits.first else {
      throw UnfixableExpectation(dependsOnCombination: "the list of calls", at: range)
    }
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

  /// Returns the combinations by the states that `where` adds; nothing if `in` doesn't tell these apart.
  private func splitByStates(_ combinations: [Int]) -> [(condition: String, combinations: [Int])] {
    guard !scenario.addedStates.isEmpty else { return [] }
    let all = Combinations.collect(from: scenario, in: oracles[0].index)
    let groups = Dictionary(grouping: combinations) { all.indexOfAddedStates($0) ?? 0 }.sorted { $0.key < $1.key }
    for group in groups {
      let states = scenario.addedStates[group.key].states
      let beginnings = combinations.filter { states.allSatisfy(oracles[$0].configuration.contains) }
      if beginnings != group.value { return [] }
    }
    return groups.map { added, combinations in
      let states = scenario.addedStates[added].states.map { "in(\(machine[$0].path))" }
      return (states.joined(separator: " and "), combinations)
    }
  }

  private func split(
    _ combinations: [Int], byVariation index: Int
  ) -> [(condition: String, combinations: [Int])] {
    let name = machine[scenario.variations[index].field].name
    let all = Combinations.collect(from: scenario, in: oracles[0].index)
    return Dictionary(grouping: combinations) { all.values($0)[index].value }
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
  /// The parameters of each callback that the pattern has arguments for.
  fileprivate var parametersWithArguments: [ID<Callback>: Set<Int>] {
    if case .call(let callback, let arguments, _) = self { return [callback: Set(arguments.map(\.parameter))] }
    return parts.reduce(into: [:]) { result, part in
      result.merge(part.parametersWithArguments) { $0.union($1) }
    }
  }

  /// The items of a list without nested lists and choices. A pattern without a list is the one item.
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
    case .kept(let index): items[index]
    case .replaced(_, let call), .added(let call):
      .call(call.callback, arguments: call.arguments.map { ($0.parameter, $0.value) }, range: range)
    }
  }
}
