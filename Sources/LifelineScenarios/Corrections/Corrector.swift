import LifelineInterpreter
import LifelineModel
import LifelineSource

extension Machine {
  /// For every scenario that disagrees with the machine, what it would have to say, or why that cannot be said.
  /// - Parameter isWanted: which scenarios are to be looked at.
  package func corrections(
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> [(scenario: ID<Scenario>, result: Result<Correction, Incorrigibility>)] {
    var corrector = Corrector(MachineIndex(self))
    var results: [(scenario: ID<Scenario>, result: Result<Correction, Incorrigibility>)] = []
    for place in playingOrder {
      let result = corrector.correction(place)
      guard isWanted(scenarios[place]) else { continue }
      switch result {
      case .success(let correction) where correction.isEmpty: continue
      default: results.append((ID(place), result))
      }
    }
    return results.sorted { $0.scenario < $1.scenario }
  }
}

/// Plays scenarios to their ends, whatever they expect, and finds what they would have to say.
package struct Corrector {
  private let chart: MachineIndex
  /// Where each scenario ends, by combination; `nil` where that cannot be known.
  private var ends: [ScenarioEnds?]
  private var machine: Machine { chart.machine }

  package init(_ chart: MachineIndex) {
    self.chart = chart
    ends = Array(repeating: nil, count: chart.machine.scenarios.count)
  }

  package mutating func correction(_ place: Int) -> Result<Correction, Incorrigibility> {
    let scenario = machine.scenarios[place]
    do throws(Incorrigibility) {
      let rehearsals = try rehearsals(of: scenario)
      ends[place] = rehearsals.map(\.end.snapshot)
      return .success(try correction(ID(place), scenario, rehearsals))
    } catch {
      return .failure(error)
    }
  }

  private func rehearsals(of scenario: Scenario) throws(Incorrigibility) -> [Rehearsal] {
    var rehearsals: [Rehearsal] = []
    let combinations = Combinations(of: scenario, machine: machine)
    for combination in 0..<combinations.count {
      var beginning = Play.Beginning.own(fields: combinations.fields(combination))
      if case .end(let other) = scenario.beginning {
        guard let end = ends[other.index]?[combination] else {
          throw Incorrigibility(
            message: "'\(machine[other].name)', which it follows, does not come to an end",
            range: scenario.beginningRange ?? scenario.range)
        }
        beginning = .end(end)
      }
      rehearsals.append(try Rehearsal(scenario, on: chart, from: beginning))
    }
    return rehearsals
  }

  private func correction(
    _ id: ID<Scenario>, _ scenario: Scenario, _ rehearsals: [Rehearsal]
  ) throws(Incorrigibility) -> Correction {
    let combinations = Combinations(of: scenario, machine: machine)
    let expectations = (0..<combinations.count).map { combination in
      Expectations(scenario, chart: chart, facts: combinations.fields(combination))
    }
    let calls = CallCorrector(scenario: scenario, machine: machine, expectations: expectations)
    var result = Correction(id)
    result.start = try calls.missingStart(rehearsals.compactMap(\.start))
    var corrected = scenario.steps[...]
    if scenario.refutation != nil {
      try requireContradiction(of: scenario, rehearsals, expectations)
      corrected = corrected.dropLast()
    } else {
      try requireNoForbiddenCall(in: scenario, rehearsals, expectations)
    }
    for (place, step) in corrected.enumerated() {
      let correction = try self.correction(of: step, rehearsals.map { $0.moments[place] }, calls)
      if !correction.isEmpty { result.steps[place] = correction }
    }
    if scenario.refutation == nil, let outcome = scenario.outcome {
      result.outcome = try correction(of: outcome, after: rehearsals.map(\.end))
    }
    return result
  }

  private func requireNoForbiddenCall(
    in scenario: Scenario, _ rehearsals: [Rehearsal], _ expectations: [Expectations]
  ) throws(Incorrigibility) {
    for (rehearsal, expectations) in zip(rehearsals, expectations) {
      for (step, moment) in zip(scenario.steps, rehearsal.moments) {
        let failure = expectations.neverFailure(
          ofCalls: moment.reaction.calls, doing: step.title(in: chart), at: step.range)
        guard let failure else { continue }
        throw Incorrigibility(
          message: "\(failure.message): what is never to happen is not taken back by accepting", range: step.range)
      }
    }
  }

  /// A refuted scenario keeps what is wrong: the last step, `then` or `never` must go on to fail.
  private func requireContradiction(
    of scenario: Scenario, _ rehearsals: [Rehearsal], _ expectations: [Expectations]
  ) throws(Incorrigibility) {
    for (rehearsal, expectations) in zip(rehearsals, expectations) {
      var isContradicted =
        scenario.outcome.map {
          expectations.failure(of: $0, after: rehearsal.end, "at the end") != nil
        } ?? false
      for (step, moment) in zip(scenario.steps, rehearsal.moments) where !isContradicted {
        isContradicted =
          expectations.neverFailure(ofCalls: moment.reaction.calls, doing: "", at: step.range) != nil
      }
      if !isContradicted, let step = scenario.steps.last, let moment = rehearsal.moments.last {
        let failure = try? expectations.failure(of: step, reaction: moment.reaction, after: moment.after)
        isContradicted = failure != nil
      }
      guard !isContradicted else { continue }
      throw Incorrigibility(
        message: "this is refuted, but the machine behaves so: `refuted` is not taken back by accepting",
        range: scenario.range)
    }
  }

  // MARK: Steps

  private func correction(
    of step: Step, _ moments: [Rehearsal.Moment], _ calls: CallCorrector
  ) throws(Incorrigibility) -> StepCorrection {
    var result = StepCorrection()
    let reactions = moments.map(\.reaction)
    result.isHandled = try handling(of: step, reactions)
    if result.isHandled == true {
      result.calls = .whole(try calls.expected(of: reactions, at: step.range))
    } else if result.isHandled == nil, let expected = step.expectedCalls {
      result.calls = try calls.correction(of: expected, reactions, at: step.range)
    }
    if let through = step.through {
      let entered = reactions[0].entered
      guard reactions.allSatisfy({ $0.entered == entered }) else {
        throw Self.difference("the states entered", at: step.throughRange ?? step.range)
      }
      if entered != through { result.through = changes(from: through, to: entered) }
    }
    if let outcome = step.outcome { result.outcome = try correction(of: outcome, after: moments.map(\.after)) }
    return result
  }

  /// Whether the step's event is handled, if the step says the opposite.
  private func handling(of step: Step, _ reactions: [Reaction]) throws(Incorrigibility) -> Bool? {
    let isExpected: Bool
    switch step.kind {
    case .send: isExpected = true
    case .ignored: isExpected = false
    case .start, .wait, .set: return nil
    }
    let handled = reactions.map { $0.outcome != .ignored }
    if handled.allSatisfy({ $0 == isExpected }) { return nil }
    guard handled.allSatisfy({ $0 != isExpected }) else {
      throw Self.difference("whether the event is handled", at: step.range)
    }
    return !isExpected
  }

  private func changes(from old: [ID<State>], to new: [ID<State>]) -> [ListChange<ID<State>>] {
    Alignment(expected: old.map { machine[$0].path }, actual: new.map { machine[$0].path })
      .changes { _, place in new[place] }
  }

  package static func difference(_ what: String, at range: SourceRange) -> Incorrigibility {
    Incorrigibility(
      message: "\(what) depends on the values of `where`, which cannot be said here: split the scenario", range: range)
  }

  // MARK: Outcomes

  private func correction(
    of outcome: Outcome, after runs: [Interpreter]
  ) throws(Incorrigibility) -> OutcomeCorrection? {
    var result = OutcomeCorrection()
    let first = try stateChanges(outcome, after: runs[0])
    for run in runs.dropFirst() where try stateChanges(outcome, after: run) != first {
      throw Self.difference("which states are active", at: outcome.range)
    }
    result.states = first
    for (place, field) in outcome.fields.enumerated() {
      let values = runs.map { $0.snapshot.fields[field.field.index] }
      guard values.contains(where: { $0 != field.value }) else { continue }
      guard values.allSatisfy({ $0 == values[0] }) else {
        throw Self.difference("the value of `\(machine[field.field].name)`", at: field.range)
      }
      result.fields[place] = values[0]
    }
    return result.isEmpty ? nil : result
  }

  /// In the place of a state that is not active come the atomic states that are, where both have an active state
  /// around them.
  private func stateChanges(
    _ outcome: Outcome, after run: Interpreter
  ) throws(Incorrigibility) -> [ListChange<ID<State>>]? {
    if outcome.states.allSatisfy({ run.isActive($0.state) }) { return nil }
    var named = Set(outcome.states.map(\.state).filter(run.isActive))
    var changes: [ListChange<ID<State>>] = []
    for (place, expected) in outcome.states.enumerated() {
      if run.isActive(expected.state) {
        changes.append(.kept(place))
        continue
      }
      let around = machine.ancestors(of: expected.state).first(where: run.isActive) ?? Machine.root
      let active = run.atomicStates.filter {
        machine.isDescendant($0, of: around) && named.insert($0).inserted
      }
      for (offset, state) in active.enumerated() {
        changes.append(offset == 0 ? .replaced(place, state) : .added(state))
      }
    }
    guard !changes.isEmpty else {
      throw Incorrigibility(message: "no state is active that could be named here", range: outcome.range)
    }
    return changes
  }
}

extension Alignment {
  /// What leads from the expected list to the actual one, whose items are made by `item` of the place of what was
  /// expected there (`nil` for nothing) and their own place.
  package func changes<Element>(_ item: (_ expected: Int?, _ actual: Int) -> Element) -> [ListChange<Element>] {
    var place = -1
    return rows.compactMap { row -> ListChange<Element>? in
      if row.expected != nil { place += 1 }
      guard row.isDifference else { return row.expected == nil ? nil : .kept(place) }
      guard let actual = row.actual else { return nil }
      return row.expected == nil ? .added(item(nil, actual)) : .replaced(place, item(place, actual))
    }
  }
}
