import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Starts `machine` and plays each of its scenarios for every combination of the values of `where`.
/// - Parameter records: Whether the report gets a recording of what the scenarios cover and where they end.
package func checkScenarios(of machine: Machine, recording records: Bool = false) -> CheckReport {
  var checker = ScenarioChecker(MachineIndex(machine), records: records)
  checker.reportEventlessLoops()
  checker.start()
  for scenario in machine.playingOrder { checker.play(ID(scenario)) }
  checker.report.diagnostics = checker.report.diagnostics.inSourceOrder()
  return checker.report
}

/// Plays a machine's scenarios. One that follows another goes on from its end.
private struct ScenarioChecker {
  var report: CheckReport
  private let index: MachineIndex
  private var ends: [ScenarioEnds?]
  /// For each scenario, the number of scenarios that follow it and are still to be played.
  private var followerCounts: [Int]
  /// The faults that have been reported where they occur.
  private var reportedFaults: Set<Fault> = []
  /// The ranges of the transitions in eventless loops.
  private var loops: Set<SourceRange> = []

  private var machine: Machine { index.machine }

  init(_ index: MachineIndex, records: Bool) {
    let scenarios = index.machine.scenarios
    self.index = index
    report = CheckReport(of: index.machine)
    if records { report.recording = ScenarioRecording(scenarioCount: scenarios.count) }
    ends = Array(repeating: nil, count: scenarios.count)
    followerCounts = Array(repeating: 0, count: scenarios.count)
    for scenario in scenarios {
      if case .end(let other) = scenario.beginning { followerCounts[other.index] += 1 }
    }
  }

  mutating func reportEventlessLoops() {
    for loop in EventlessLoops(machine).find() {
      report.diagnostics.append(diagnostic(of: loop))
      report.machineErrors += 1
      loops.formUnion(loop.map(\.range))
    }
  }

  /// Starts the machine, since every machine must start, with scenarios or without.
  mutating func start() {
    var interpreter = Interpreter(index)
    guard let fault = interpreter.start().fault, !isKnown(fault) else { return }
    reportedFaults.insert(fault)
    report.machineErrors += 1
    report.diagnostics.append(
      Diagnostic(
        .faultWhilePlaying, "starting: \(fault.message)", at: SourceLocation(path: machine.path, range: fault.range)))
  }

  private func isKnown(_ fault: Fault) -> Bool {
    reportedFaults.contains(fault) || (fault.kind == .endlessMacrostep && loops.contains(fault.range))
  }

  mutating func play(_ id: ID<Scenario>) {
    let scenario = machine[id]
    let combinations = Combinations(of: scenario, machine: machine)
    let keepsEnds = followerCounts[id.index] > 0
    var failures = FailureGroups()
    var hasUnplayed = false
    var newEnds: ScenarioEnds = []
    var profile = report.recording == nil ? nil : CoverageProfile()
    for combination in 0..<combinations.count {
      guard let beginning = beginning(of: scenario, combination, combinations) else {
        hasUnplayed = true
        if keepsEnds { newEnds.append(nil) }
        continue
      }
      let oracle = ScenarioOracle(scenario, index: index, fields: combinations.fields(combination))
      var run = ScenarioRun(oracle, from: beginning, profile: profile)
      let failure = run.play()
      profile = run.profile
      report.plays += 1
      report.steps += run.stepCount
      if let failure { failures.add(failure, combination) }
      if keepsEnds { newEnds.append(failure == nil ? run.end : nil) }
    }
    if let profile { report.recording?.add(profile, newEnds, of: id) }
    if keepsEnds { ends[id.index] = newEnds }
    releaseEnds(beforeBeginningOf: scenario)
    if hasUnplayed || !failures.groups.isEmpty { report.failedScenarios += 1 }
    for group in failures.groups {
      if let fault = group.failure.fault, isKnown(fault) { continue }
      report.diagnostics.append(diagnostic(of: group, scenario, combinations))
    }
  }

  /// Returns the beginning for a combination, or `nil` if the scenario that this one follows fails: that is reported
  /// there.
  private func beginning(
    of scenario: Scenario, _ combination: Int, _ combinations: Combinations
  ) -> ScenarioRun.Beginning? {
    guard case .end(let other) = scenario.beginning else {
      return .own(fields: combinations.fields(combination))
    }
    guard let ends = ends[other.index], combination < ends.count, let end = ends[combination] else { return nil }
    return .end(end)
  }

  /// Drops the ends that no other scenario begins with.
  private mutating func releaseEnds(beforeBeginningOf scenario: Scenario) {
    guard case .end(let other) = scenario.beginning else { return }
    followerCounts[other.index] -= 1
    if followerCounts[other.index] == 0 { ends[other.index] = nil }
  }

  // MARK: Diagnostics

  private func diagnostic(
    of group: FailureGroups.Group, _ scenario: Scenario, _ combinations: Combinations
  ) -> Diagnostic {
    let failure = group.failure
    var text = "scenario '\(scenario.name)': \(failure.message)"
    let count = combinations.count
    if count > 1 {
      let values = combinations.values(group.first).map { "\(machine[$0.field].name): \($0.value)" }
      let many = group.count == count ? "all \(count)" : "\(group.count) of \(count)"
      text += " (for \(many) combinations, first: \(values.joined(separator: ", ")))"
    }
    return Diagnostic(
      failure.kind, text, at: SourceLocation(path: machine.path, range: failure.range), details: failure.details,
      notes: failure.notes.map { Diagnostic.Note($0.message, at: SourceLocation(path: machine.path, range: $0.range)) })
  }

  private func diagnostic(of loop: [Transition]) -> Diagnostic {
    let names = loop.map { "'\(machine[$0.source].path)'" }
    return Diagnostic(
      .endlessAlways,
      "this 'always' is taken again and again without a guard: "
        + (names + names.prefix(1)).joined(separator: " → "),
      at: SourceLocation(path: machine.path, range: loop.first?.range),
      notes: loop.dropFirst().map {
        Diagnostic.Note(
          "then this one, in '\(machine[$0.source].path)'", at: SourceLocation(path: machine.path, range: $0.range))
      })
  }
}

/// The failures of one scenario. Combinations that fail alike share a group.
private struct FailureGroups {
  struct Group {
    let failure: Failure
    /// The first combination that fails so.
    let first: Int
    var count = 1
  }

  private(set) var groups: [Group] = []
  private var groupIndices: [Failure.Key: Int] = [:]

  mutating func add(_ failure: Failure, _ combination: Int) {
    if let index = groupIndices[failure.key] {
      groups[index].count += 1
    } else {
      groupIndices[failure.key] = groups.count
      groups.append(Group(failure: failure, first: combination))
    }
  }
}
