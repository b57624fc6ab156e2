import LifelineInterpreter
import LifelineModel
import LifelineSource

extension CheckReport {
  /// Starts `machine` and plays every scenario for every combination of the values of `where`.
  /// - Parameter records: whether the report has a recording of what the scenarios touch.
  package init(checking machine: Machine, recording records: Bool = false) {
    self.init(of: machine)
    var checker = Checker(MachineIndex(machine), report: self, records: records)
    checker.check()
    self = checker.report
  }
}

/// Plays a machine's scenarios, each combination of each once: one that follows another goes on from its end.
private struct Checker {
  private let chart: MachineIndex
  private let records: Bool
  private var machine: Machine { chart.machine }
  private(set) var report: CheckReport
  private var ends: [ScenarioEnds?]
  /// How many scenarios are still to be played that follow this one.
  private var followers: [Int]
  /// The faults that have been reported at their own places.
  private var reported: Set<Fault> = []
  private var endless: Set<SourceRange> = []

  init(_ chart: MachineIndex, report: CheckReport, records: Bool) {
    self.chart = chart
    self.records = records
    self.report = report
    ends = Array(repeating: nil, count: chart.machine.scenarios.count)
    followers = Array(repeating: 0, count: chart.machine.scenarios.count)
    for scenario in chart.machine.scenarios {
      if case .end(let other) = scenario.beginning { followers[other.index] += 1 }
    }
  }

  mutating func check() {
    for cycle in AlwaysCycles(machine).find() {
      report.diagnostics.append(diagnostic(of: cycle))
      report.machineErrors += 1
      endless.formUnion(cycle.map(\.range))
    }
    start()
    if records {
      report.recording = Recording(scenarioCount: machine.scenarios.count)
    }
    for scenario in machine.playingOrder { play(scenario) }
    report.diagnostics = report.diagnostics.inSourceOrder()
  }

  /// Every machine must start, scenarios or not.
  private mutating func start() {
    var run = Interpreter(chart)
    guard let fault = run.start().fault, !isKnown(fault) else { return }
    reported.insert(fault)
    report.machineErrors += 1
    report.diagnostics.append(
      Diagnostic(
        .faultWhilePlaying, "starting: \(fault.message)",
        at: SourceLocation(path: machine.path, range: fault.range)))
  }

  private func isKnown(_ fault: Fault) -> Bool {
    reported.contains(fault) || (fault.kind == .endlessMacrostep && endless.contains(fault.range))
  }

  private mutating func play(_ place: Int) {
    let scenario = machine.scenarios[place]
    var beginnings: ScenarioEnds?
    if case .end(let other) = scenario.beginning { beginnings = ends[other.index] ?? [] }
    let combinations = Combinations(of: scenario, machine: machine)
    var failures = Failures()
    var hasUnplayed = false
    var newEnds: ScenarioEnds = []
    var trace = records ? Trace() : nil
    for combination in 0..<combinations.count {
      let facts = combinations.fields(combination)
      let beginning: Play.Beginning
      if let beginnings {
        // Where the scenario that it follows fails, that has been said.
        guard combination < beginnings.count, let end = beginnings[combination] else {
          hasUnplayed = true
          if followers[place] > 0 { newEnds.append(nil) }
          continue
        }
        beginning = .end(end)
      } else {
        beginning = .own(fields: facts)
      }
      var play = Play(Expectations(scenario, chart: chart, facts: facts), from: beginning, trace: trace)
      trace = nil
      let failure = play.failure()
      trace = play.trace
      report.plays += 1
      report.steps += play.steps
      if let failure { failures.add(failure, combination) }
      if followers[place] > 0 { newEnds.append(failure == nil ? play.end : nil) }
    }
    if let trace { report.recording?.add(trace, newEnds, of: place) }
    if followers[place] > 0 { ends[place] = newEnds }
    release(scenario)
    if hasUnplayed || !failures.groups.isEmpty { report.failedScenarios += 1 }
    for group in failures.groups {
      if let fault = group.failure.fault, isKnown(fault) { continue }
      report.diagnostics.append(diagnostic(of: group, scenario, combinations))
    }
  }

  /// Forgets the ends that nothing is going to begin with any more.
  private mutating func release(_ scenario: Scenario) {
    guard case .end(let other) = scenario.beginning else { return }
    followers[other.index] -= 1
    if followers[other.index] == 0 { ends[other.index] = nil }
  }

  // MARK: Findings

  private func diagnostic(of group: Failures.Group, _ scenario: Scenario, _ combinations: Combinations) -> Diagnostic {
    let failure = group.failure
    var text = "scenario '\(scenario.name)': \(failure.message)"
    let count = combinations.count
    if count > 1 {
      let values = combinations.values(group.first).map { "\(machine[$0.field].name): \($0.value)" }
      let many = group.count == count ? "all \(count)" : "\(group.count) of \(count)"
      text += " (for \(many) combinations, first: \(values.joined(separator: ", ")))"
    }
    return Diagnostic(
      failure.kind, text, at: SourceLocation(path: machine.path, range: failure.range),
      details: failure.details,
      notes: failure.notes.map {
        Diagnostic.Note($0.message, at: SourceLocation(path: machine.path, range: $0.range))
      })
  }

  private func diagnostic(of cycle: [Transition]) -> Diagnostic {
    let names = cycle.map { "'\(machine[$0.source].path)'" }
    let way = (names + names.prefix(1)).joined(separator: " → ")
    return Diagnostic(
      .endlessAlways, "this 'always' is taken again and again without a guard: \(way)",
      at: SourceLocation(path: machine.path, range: cycle.first?.range),
      notes: cycle.dropFirst().map {
        Diagnostic.Note(
          "then this one, in '\(machine[$0.source].path)'",
          at: SourceLocation(path: machine.path, range: $0.range))
      })
  }
}

/// The failures of one scenario; combinations that fail alike share a group.
private struct Failures {
  struct Group {
    let failure: Failure
    /// The first combination that fails so.
    let first: Int
    var count = 1
  }

  private(set) var groups: [Group] = []
  private var places: [Failure.Key: Int] = [:]

  mutating func add(_ failure: Failure, _ combination: Int) {
    if let place = places[failure.key] {
      groups[place].count += 1
    } else {
      places[failure.key] = groups.count
      groups.append(Group(failure: failure, first: combination))
    }
  }
}
