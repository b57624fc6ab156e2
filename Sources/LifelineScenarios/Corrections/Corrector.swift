import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds what a scenario would have to expect.
struct Corrector {
  private let scenario: Scenario
  private let machine: Machine
  /// The oracle for each combination of the values of `where`.
  private let oracles: [ScenarioOracle]
  /// Whether steps that expect any calls get the calls that the machine makes.
  private let records: Bool

  /// Creates a corrector of a scenario.
  /// - Parameters:
  ///   - oracles: The scenario's oracle for each combination of the values of `where`.
  ///   - records: Whether steps that expect any calls get the calls that the machine makes.
  init(_ scenario: Scenario, in machine: Machine, oracles: [ScenarioOracle], recordingCalls records: Bool = false) {
    self.scenario = scenario
    self.machine = machine
    self.oracles = oracles
    self.records = records
  }

  /// Finds the correction of the scenario, which is empty if the scenario holds.
  /// - Parameter runs: The behavior of the machine for each combination.
  /// - Throws: The reason that there is no correction.
  func findCorrection(for runs: [ScenarioReactions]) throws(UnfixableExpectation) -> Correction {
    let calls = CallCorrector(scenario: scenario, machine: machine, oracles: oracles)
    var result = Correction()
    result.start = try calls.missingStart(
      runs.compactMap(\.start), recording: records && scenario.refutation == nil)
    for (run, oracle) in zip(runs, oracles) {
      if scenario.refutation == nil {
        try requireNoForbiddenCall(in: run, oracle)
      } else {
        try requireContradiction(in: run, oracle)
      }
    }
    // The last step of a refuted scenario must stay wrong.
    for (position, step) in scenario.steps.dropLast(scenario.refutation == nil ? 0 : 1).enumerated() {
      let correction = try correction(of: step, runs.map { $0.steps[position] }, calls)
      if !correction.isEmpty { result.steps[position] = correction }
    }
    if scenario.refutation == nil, let expectedState = scenario.expectedState {
      result.expectedState = try correction(of: expectedState, after: runs.map(\.end))
    }
    return result
  }

  private func requireNoForbiddenCall(
    in run: ScenarioReactions, _ oracle: ScenarioOracle
  ) throws(UnfixableExpectation) {
    for (step, played) in zip(oracle.scenario.steps, run.steps) {
      guard let failure = oracle.forbiddenCallFailure(in: played.reaction.calls, of: step) else { continue }
      throw UnfixableExpectation(
        "\(failure.message): accepting doesn't change `never`", at: step.range)
    }
  }

  /// Throws if no step, `then` or `never` of a refuted scenario fails, for it must stay wrong.
  private func requireContradiction(
    in run: ScenarioReactions, _ oracle: ScenarioOracle
  ) throws(UnfixableExpectation) {
    let scenario = oracle.scenario
    if let expectedState = scenario.expectedState,
      oracle.failure(of: expectedState, after: run.end, "at the end") != nil
    {
      return
    }
    for (step, played) in zip(scenario.steps, run.steps)
    where oracle.forbiddenCallFailure(in: played.reaction.calls, of: step) != nil {
      return
    }
    if let step = scenario.steps.last, let played = run.steps.last,
      let failure = oracle.failure(of: step, reaction: played.reaction, after: played.after), failure.fault == nil
    {
      return
    }
    throw UnfixableExpectation(
      "this is refuted, but the machine behaves like that: accepting doesn't remove `refuted`", at: scenario.range)
  }

  // MARK: Steps

  private func correction(
    of step: Step, _ played: [ScenarioReactions.StepReaction], _ calls: CallCorrector
  ) throws(UnfixableExpectation) -> StepCorrection {
    var result = StepCorrection()
    let reactions = played.map(\.reaction)
    result.isHandled = try correctHandling(of: step, reactions)
    if result.isHandled == true {
      result.calls = .whole(try calls.expected(of: reactions, at: step.range))
    } else if result.isHandled == nil, let expected = step.expectedCalls {
      result.calls = try calls.correction(of: expected, reactions, at: step.range)
    } else if result.isHandled == nil, records, scenario.refutation == nil, step.acceptsAnyCalls {
      result.recordedCalls = try calls.recorded(reactions, at: step.range)
    }
    if let through = step.through {
      let entered = reactions[0].entered
      guard reactions.allSatisfy({ $0.entered == entered }) else {
        throw UnfixableExpectation(
          dependsOnCombination: "the list of entered states", at: step.throughRange ?? step.range)
      }
      if entered != through { result.through = changes(from: through, to: entered) }
    }
    if let expectedState = step.expectedState {
      result.expectedState = try correction(of: expectedState, after: played.map(\.after))
    }
    return result
  }

  /// Returns whether the step's event is handled, if the step expects the opposite.
  private func correctHandling(of step: Step, _ reactions: [Reaction]) throws(UnfixableExpectation) -> Bool? {
    let isExpected: Bool
    switch step.kind {
    case .send: isExpected = true
    case .ignored: isExpected = false
    case .start, .wait, .set: return nil
    }
    let handled = reactions.map { $0.treatment != .ignored }
    if handled.allSatisfy({ $0 == isExpected }) { return nil }
    guard handled.allSatisfy({ $0 != isExpected }) else {
      throw UnfixableExpectation(dependsOnCombination: "whether the event is handled", at: step.range)
    }
    return !isExpected
  }

  private func changes(from old: [ID<State>], to new: [ID<State>]) -> [ListChange<ID<State>>] {
    align(expected: old.map { machine[$0].path }, actual: new.map { machine[$0].path })
      .changes { _, index in new[index] }
  }

  // MARK: Expected states

  private func correction(
    of expectedState: ExpectedState, after runs: [Interpreter]
  ) throws(UnfixableExpectation) -> ExpectedStateCorrection? {
    var result = ExpectedStateCorrection()
    result.states = try stateChanges(expectedState, after: runs[0])
    for run in runs.dropFirst() where try stateChanges(expectedState, after: run) != result.states {
      throw UnfixableExpectation(dependsOnCombination: "the set of active states", at: expectedState.range)
    }
    for (position, field) in expectedState.fields.enumerated() {
      let values = runs.map { $0.snapshot.fields[field.field.index] }
      guard values.contains(where: { $0 != field.value }) else { continue }
      guard values.allSatisfy({ $0 == values[0] }) else {
        throw UnfixableExpectation(
          dependsOnCombination: "the value of `\(machine[field.field].name)`", at: field.range)
      }
      result.fields[position] = values[0]
    }
    return result.isEmpty ? nil : result
  }

  /// Replaces a state that isn't active by the active atomic states inside their nearest common ancestor that is.
  private func stateChanges(
    _ expectedState: ExpectedState, after run: Interpreter
  ) throws(UnfixableExpectation) -> [ListChange<ID<State>>]? {
    if expectedState.states.allSatisfy({ run.isActive($0.state) }) { return nil }
    var named = Set(expectedState.states.map(\.state).filter(run.isActive))
    var changes: [ListChange<ID<State>>] = []
    for (position, expected) in expectedState.states.enumerated() {
      if run.isActive(expected.state) {
        changes.append(.kept(position))
        continue
      }
      let ancestor = machine.ancestors(of: expected.state).first(where: run.isActive) ?? Machine.root
      let active = run.atomicStates.filter {
        machine.isDescendant($0, of: ancestor) && named.insert($0).inserted
      }
      for (offset, state) in active.enumerated() {
        changes.append(offset == 0 ? .replaced(position, state) : .added(state))
      }
    }
    if changes.isEmpty { throw UnfixableExpectation("no active state can be named here", at: expectedState.range) }
    return changes
  }
}

extension Alignment {
  /// Returns the changes that lead from the expected list to the actual list.
  /// - Parameter item: Makes a new item from the index of the expected item that it replaces, if there is one, and the
  ///   index of the actual item.
  func changes<Element>(_ item: (_ expected: Int?, _ actual: Int) -> Element) -> [ListChange<Element>] {
    var index = -1
    return rows.compactMap { row -> ListChange<Element>? in
      if row.expected != nil { index += 1 }
      guard row.isDifference else { return row.expected == nil ? nil : .kept(index) }
      guard let actual = row.actual else { return nil }
      return row.expected == nil ? .added(item(nil, actual)) : .replaced(index, item(index, actual))
    }
  }
}
