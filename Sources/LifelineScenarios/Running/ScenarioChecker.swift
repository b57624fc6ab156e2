import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Starts `machine` and plays each of its scenarios for every combination of the values of `where`, each once.
/// - Parameters:
///   - records: Whether the report gets a recording of what the scenarios cover.
///   - ordered: The callbacks of whose calls the recording tells the orders.
///   - corrects: Whether the report gets corrections of the scenarios that disagree with the machine.
///   - recordsCalls: Whether the corrections also tell the calls of steps that expect any calls.
///   - isWanted: Returns whether somebody still wants the report. If not, the rest of the scenarios isn't played.
package func checkScenarios(
  of machine: Machine, recording records: Bool = false, ordering ordered: IDSet<Callback> = IDSet(),
  correcting corrects: Bool = false,
  recordingCalls recordsCalls: Bool = false, whileWanted isWanted: () -> Bool = { true }
) -> CheckReport {
  var checker = ScenarioChecker(
    MachineIndex.build(for: machine), report: CheckReport(of: machine), followerCounts: countFollowers(in: machine),
    corrects: corrects, recordsCalls: recordsCalls)
  if records { checker.report.recording = ScenarioRecording(scenarioCount: machine.scenarios.count, ordering: ordered) }
  checker.reportEventlessLoops()
  checker.start()
  for scenario in machine.findPlayingOrder() where isWanted() { checker.play(ID(scenario), whileWanted: isWanted) }
  checker.report.diagnostics = checker.report.diagnostics.inSourceOrder()
  checker.report.corrections.sort { $0.scenario < $1.scenario }
  return checker.report
}

/// Returns the number of scenarios that follow each scenario.
private func countFollowers(in machine: Machine) -> [Int] {
  machine.scenarios.reduce(into: Array(repeating: 0, count: machine.scenarios.count)) { counts, scenario in
    if case .end(let other) = scenario.beginning { counts[other.index] += 1 }
  }
}

/// Plays a machine's scenarios. One that follows another goes on from its end.
private struct ScenarioChecker {
  /// The end of a scenario for one combination.
  struct End {
    var snapshot: Snapshot
    /// Whether the scenario, and those that it follows, hold.
    var holds: Bool
  }

  var report: CheckReport
  private let index: MachineIndex
  /// Whether to go on after failures, and to find corrections.
  private let corrects: Bool
  /// Whether corrections also tell the calls of steps that expect any calls.
  private let recordsCalls: Bool
  private let promises: PromiseTracker
  /// The ends of the scenarios that were played, by combination; `nil` after a fault.
  private var ends: [[End?]]
  /// For each scenario, the number of scenarios that follow it and are still to be played.
  private var followerCounts: [Int]
  /// The faults that have been reported where they occur.
  private var reportedFaults: Set<Fault> = []
  /// The ranges of the transitions in eventless loops.
  private var loops: Set<SourceRange> = []

  private var machine: Machine { index.machine }

  init(_ index: MachineIndex, report: CheckReport, followerCounts: [Int], corrects: Bool, recordsCalls: Bool) {
    self.index = index
    self.report = report
    self.followerCounts = followerCounts
    self.corrects = corrects
    self.recordsCalls = recordsCalls
    promises = .prepare(index.machine)
    ends = Array(repeating: [], count: followerCounts.count)
  }

  mutating func reportEventlessLoops() {
    for loop in findEventlessLoops(in: machine) {
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
        .faultWhilePlaying, "starting: \(fault.message)",
        at:
          SourceLocation(path: machine.path(of: fault.part), range: fault.range)))
  }

  private func isKnown(_ fault: Fault) -> Bool {
    reportedFaults.contains(fault) || (fault.kind == .endlessMacrostep && loops.contains(fault.range))
  }

  mutating func play(_ id: ID<Scenario>, whileWanted isWanted: () -> Bool) {
    let scenario = machine[id]
    let combinations = Combinations.collect(from: scenario, in: index)
    let oracles = (0..<combinations.count).map(combinations.oracle)
    var failures = FailureGroups()
    var hasUnplayed = false
    var newEnds: [End?] = []
    var profile = report.recording.map { CoverageProfile(ordering: $0.ordered, following: promises) }
    var attempts: [Result<ScenarioReactions, UnfixableExpectation>] = []
    for (combination, oracle) in oracles.enumerated() where isWanted() {
      var beginning = ScenarioRun.Beginning.own
      var isChecked = true
      if case .end(let other) = scenario.beginning {
        let end = combination < ends[other.index].count ? ends[other.index][combination] : nil
        // If the other scenario fails, that is reported there.
        isChecked = end?.holds ?? false
        guard let end, isChecked || corrects else {
          hasUnplayed = true
          newEnds.append(nil)
          attempts.append(.failure(UnfixableExpectation(after: machine[other], scenario)))
          continue
        }
        beginning = .end(end.snapshot)
      }
      var run = ScenarioRun(
        oracle, from: beginning, profile: isChecked ? profile : nil, recordingReactions: corrects)
      let failure = run.play()
      if isChecked {
        profile = run.profile
        report.plays += 1
        report.steps += run.stepCount
        if let failure { failures.add(failure, combination) }
      } else {
        hasUnplayed = true
      }
      let hasEnd = failure == nil || run.reactions != nil
      newEnds.append(hasEnd ? End(snapshot: run.end, holds: isChecked && failure == nil) : nil)
      if let reactions = run.reactions {
        attempts.append(.success(reactions))
      } else if let failure {
        attempts.append(.failure(UnfixableExpectation(failure.message, at: failure.range)))
      }
    }
    keep(newEnds, profile, of: id)
    releaseEnds(beforeBeginningOf: scenario)
    if corrects { addCorrection(of: id, oracles, attempts) }
    if hasUnplayed || !failures.groups.isEmpty { report.failedScenarios += 1 }
    if hasUnplayed, failures.groups.isEmpty { report.unplayedScenarios += 1 }
    report.outcomes[id.index] = !failures.groups.isEmpty ? .fails : hasUnplayed ? .unplayed : .holds
    for group in failures.groups {
      if let fault = group.failure.fault, isKnown(fault) { continue }
      report.diagnostics.append(diagnostic(of: group, scenario, combinations))
    }
  }

  private mutating func addCorrection(
    of id: ID<Scenario>, _ oracles: [ScenarioOracle], _ attempts: [Result<ScenarioReactions, UnfixableExpectation>]
  ) {
    do throws(UnfixableExpectation) {
      let runs = try attempts.map { (attempt) throws(UnfixableExpectation) in try attempt.get() }
      let corrector = Corrector(machine[id], in: machine, oracles: oracles, recordingCalls: recordsCalls)
      let correction = try corrector.findCorrection(for: runs)
      if !correction.isEmpty { report.corrections.append((id, .success(correction))) }
    } catch {
      report.corrections.append((id, .failure(error)))
    }
  }

  /// Keeps the ends of a scenario if others follow it, and the coverage counts if they are recorded.
  private mutating func keep(_ newEnds: [End?], _ profile: CoverageProfile?, of id: ID<Scenario>) {
    if followerCounts[id.index] > 0 { ends[id.index] = newEnds }
    if let profile { report.recording?.add(profile, of: id) }
  }

  /// Drops the ends that no other scenario begins with.
  private mutating func releaseEnds(beforeBeginningOf scenario: Scenario) {
    guard case .end(let other) = scenario.beginning else { return }
    followerCounts[other.index] -= 1
    if followerCounts[other.index] == 0 { ends[other.index] = [] }
  }

  // MARK: Diagnostics

  private func diagnostic(
    of group: FailureGroups.Group, _ scenario: Scenario, _ combinations: Combinations
  ) -> Diagnostic {
    let failure = group.failure
    var text = "scenario `\(scenario.name)`: \(failure.message)"
    let count = combinations.count
    if count > 1 {
      let many = group.count == count ? "all \(count)" : "\(group.count) of \(count)"
      text += " (for \(many) combinations, first: \(combinations.text(group.first)))"
    }
    return Diagnostic(
      failure.kind, text, at: SourceLocation(path: machine.path, range: failure.range), details: failure.details,
      notes: failure.notes.map {
        Diagnostic.Note($0.message, at: SourceLocation(path: machine.path(of: $0.part), range: $0.range))
      })
  }

  private func diagnostic(of loop: [Transition]) -> Diagnostic {
    let names = loop.map { "`\(machine[$0.source].path)`" }
    return Diagnostic(
      .endlessAlways,
      "this `always` is taken again and again without a guard: "
        + (names + names.prefix(1)).joined(separator: " → "),
      at: SourceLocation(path: machine.path, range: loop.first?.range),
      notes: loop.dropFirst().map {
        Diagnostic.Note(
          "then this one, in `\(machine[$0.source].path)`", at: SourceLocation(path: machine.path, range: $0.range))
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
