import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineRewriting
import LifelineScenarios
import TestSupport

@testable import LifelineExplorer
@testable import LifelineSimulation

/// What the interpreter does with random stimuli and with the scenarios of a machine, as JSON that the script of the page is
/// held to.
struct ExpectedRuns {
  private let index: MachineIndex
  private let samples: ParameterSamples
  private var random: SplitMix64
  private var runs: [JSON] = []

  private var machine: Machine { index.machine }

  /// Returns the runs of a machine with this number of stimuli.
  static func make(for machine: Machine, count: Int, seed: UInt64) throws -> JSON {
    var runs = ExpectedRuns(
      index: .build(for: machine), samples: .find(in: machine), random: SplitMix64(seed: seed))
    var left = count
    while left > 0 { left -= try runs.addRun(limit: min(left, 40)) }
    return ["machine": machine.explorerDocument, "runs": .array(runs.runs), "scenarios": .array(runs.scenarios())]
  }

  private init(index: MachineIndex, samples: ParameterSamples, random: SplitMix64) {
    self.index = index
    self.samples = samples
    self.random = random
  }

  // MARK: Scenarios

  /// The scenarios that hold, with their numbers of combinations. Scenarios of a spec hold or are refuted.
  private func scenarios() -> [JSON] {
    machine.scenarios.indices.map { position in
      let scenario = machine.scenarios[position]
      let combinations = Combinations.collect(from: scenario, in: index)
      let outcomes = (0..<combinations.count).map { combination in
        JSON.bool(holds(scenario, combinations.oracle(combination), combination))
      }
      return ["name": .string(scenario.name), "holds": .array(outcomes)]
    }
  }

  private func holds(_ scenario: Scenario, _ oracle: ScenarioOracle, _ combination: Int) -> Bool {
    var beginning = ScenarioRun.Beginning.own
    if case .end(let other) = scenario.beginning { beginning = .end(end(of: machine[other], combination)) }
    var run = ScenarioRun(oracle, from: beginning)
    return run.play() == nil
  }

  private func end(of scenario: Scenario, _ combination: Int) -> Snapshot {
    var beginning = ScenarioRun.Beginning.own
    if case .end(let other) = scenario.beginning { beginning = .end(end(of: machine[other], combination)) }
    var run = ScenarioRun(Combinations.collect(from: scenario, in: index).oracle(combination), from: beginning)
    _ = run.play()
    return run.end
  }

  // MARK: Random runs

  /// Adds a run of at most `limit` stimuli, and returns their number.
  private mutating func addRun(limit: Int) throws -> Int {
    var interpreter = Interpreter(index)
    var steps: [JSON] = []
    var session: SimulationSession?
    var broken: [JSON] = []
    var canGoOn = true
    while steps.count < limit, canGoOn {
      let stimulus = steps.isEmpty ? begin() : next(in: interpreter.snapshot)
      let reaction = perform(stimulus, on: &interpreter)
      steps.append([document(of: stimulus), .string(text(of: reaction, interpreter.snapshot))])
      canGoOn = reaction.fault == nil && reaction.untaken.isEmpty && (!interpreter.snapshot.isFinished || coin(4))
      guard reaction.fault == nil, reaction.untaken.isEmpty else { break }
      if case .begin(let beginning) = stimulus {
        session = try .begin(index, beginning)
      } else {
        try session?.perform(stimulus)
      }
      if let session {
        let promises = FollowedPromises.follow(session).brokenLast.map { "\($0.key) \(machine.text(of: $0))" }
        broken.append(.string(promises.joined(separator: "; ")))
      }
    }
    var run: [(name: String, value: JSON)] = [("steps", .array(steps))]
    if let session {
      run.append(("scenario", .array(scenarioLines(session.record(named: "a run"), of: machine).map(JSON.string))))
      let owed = FollowedPromises.follow(session).open.map { open in
        let late = open.isLate ? ", too late" : ""
        return JSON.string("\(machine.text(of: open.promise)) at \(open.askedAt.map { "\($0)" } ?? "?")\(late)")
      }
      run.append(("owed", .array(owed)))
      run.append(("broken", .array(broken)))
    }
    runs.append(.object(run))
    return steps.count
  }

  private mutating func coin(_ sides: Int) -> Bool { random.below(sides) == 0 }

  private mutating func begin() -> SimulationSession.Stimulus {
    var beginning = SimulationSession.Beginning()
    let states = machine.declared.states.filter { $0.isAtomic }
    if coin(3), !states.isEmpty { beginning.states = [random.element(states).id] }
    for (position, field) in machine.fields.enumerated() where coin(3) {
      if field.isPrivate, beginning.states.isEmpty { continue }
      guard let value = value(of: field.type, allowed: field.allows) else { continue }
      beginning.fields.append(FieldValue(field: ID(position), value: value))
    }
    return .begin(beginning)
  }

  private mutating func next(in snapshot: Snapshot) -> SimulationSession.Stimulus {
    if coin(6), let timer = snapshot.timers.first {
      let isLong = timer.remaining > 1 << 40
      if coin(3) { return .wait(milliseconds: max(1, timer.remaining / 2)) }
      return .wait(milliseconds: timer.remaining + (coin(5) && !isLong ? 7_000 : 0))
    }
    let facts = machine.fields.indices.filter { !machine.fields[$0].isFixed && !machine.fields[$0].isPrivate }
    if coin(6), !facts.isEmpty {
      let field = random.element(facts)
      if let value = value(of: machine.fields[field].type, allowed: machine.fields[field].allows) {
        return .set([FieldValue(field: ID(field), value: value)])
      }
    }
    let events = Array(machine.hostEvents)
    guard !events.isEmpty else { return .wait(milliseconds: 1_000) }
    // An event that does something is tried for a few times.
    for _ in 0..<2 {
      let event = random.element(events)
      let stimulus = SimulationSession.Stimulus.send(event, arguments: arguments(of: event, in: snapshot))
      var copy = Interpreter(index, at: snapshot)
      if perform(stimulus, on: &copy).treatment != .ignored || coin(4) { return stimulus }
    }
    let event = random.element(events)
    return .send(event, arguments: arguments(of: event, in: snapshot))
  }

  private mutating func arguments(of event: ID<Event>, in snapshot: Snapshot) -> [Value] {
    var arguments = random.element(samples.arguments(of: event, in: snapshot, limit: 16))
    for (position, parameter) in machine[event].parameters.enumerated() where coin(8) {
      if let other = value(of: parameter.type, allowed: { _ in true }) { arguments[position] = other }
    }
    return arguments
  }

  private mutating func value(of type: ValueType, allowed: (Value) -> Bool) -> Value? {
    let options: [Value] =
      switch type {
      case .bool: [.bool(true), .bool(false)]
      case .int: [0, 1, 2, 3, -1, 7, .max, .min].map { .int($0) }
      case .duration: [40, 250, 1_000, 90_000, 3_600_000, .max].map { .duration(milliseconds: $0) }
      case .double: [0, 0.5, -1.25, 1e21, 1e-7, 0.1 + 0.2].map { .double($0) }
      case .string:
        ["", "none", "a \"b\"\\\n\u{1F600}", "e\u{301}", "\u{E9}", "</script>\u{202E}\u{E0041}\u{200D}"].map {
          .string($0)
        }
      case .cases(_, let names), .declared(_, let names): names.map { .named($0) }
      case .opaque: ["one", "two"].map { .opaque($0) }
      }
    let some = options.filter(allowed)
    return some.isEmpty ? nil : random.element(some)
  }

  private func perform(_ stimulus: SimulationSession.Stimulus, on interpreter: inout Interpreter) -> Reaction {
    switch stimulus {
    case .begin(let beginning):
      for given in beginning.fields { interpreter.set(given.field, to: given.value) }
      return beginning.states.isEmpty ? interpreter.start() : interpreter.resume(in: beginning.states)
    case .send(let event, let arguments): return interpreter.send(event, arguments: arguments)
    case .wait(let milliseconds): return interpreter.advance(byMilliseconds: milliseconds)
    case .set(let facts):
      for fact in facts { interpreter.set(fact.field, to: fact.value) }
      return Reaction()
    }
  }

  // MARK: Documents

  private func document(of stimulus: SimulationSession.Stimulus) -> JSON {
    func facts(_ facts: [FieldValue]) -> JSON { .array(facts.map { [.id($0.field), $0.value.document] }) }
    return switch stimulus {
    case .begin(let beginning): ["begin", .ids(beginning.states), facts(beginning.fields)]
    case .send(let event, let arguments): ["send", .id(event), .array(arguments.map(\.document))]
    case .wait(let milliseconds): ["wait", .string("\(milliseconds)")]
    case .set(let changes): ["set", facts(changes)]
    }
  }

  /// Returns everything about a reaction and the machine afterwards.
  private func text(of reaction: Reaction, _ after: Snapshot) -> String {
    if let fault = reaction.fault { return "fault: \(fault.message)" }
    let calls = reaction.calls.map {
      "\(machine[$0.callback].name)(\($0.arguments.map { "\($0)" }.joined(separator: ", ")))"
    }
    let untaken = reaction.untaken.map(machine.text)
    func paths(_ states: some Sequence<ID<State>>) -> String { states.map { "\($0.index)" }.joined(separator: " ") }
    let history = after.history.ids.sorted().map { "\($0.index):\(paths(after.history[$0] ?? []))" }
    let timers = after.timers.map { "\($0.state.index).\($0.index):\($0.remaining)" }
    return [
      "\(reaction.treatment)", calls.joined(separator: " "), paths(reaction.entered),
      reaction.taken.map { "\($0.id.index)" }.joined(separator: " "), untaken.joined(separator: "; "),
      paths(after.configuration), after.fields.map { "\($0)" }.joined(separator: " "), history.joined(separator: " "),
      timers.joined(separator: " "), after.deferredEvents.map { "\($0.index)" }.joined(separator: " "),
      paths(after.finished),
    ].joined(separator: " | ")
  }
}
