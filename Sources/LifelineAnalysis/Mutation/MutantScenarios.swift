import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// The scenarios of a machine, prepared to run on its mutants.
struct MutantScenarios: Sendable {
  private let machine: Machine
  private let recording: ScenarioRecording
  /// The indices of the scenarios, each after the one that it follows.
  private let order: [Int]
  /// The scenarios that cover each site.
  private let covering: [Mutant.Site: [Int]]
  /// The scenarios that follow each scenario.
  private let followers: [[Int]]

  /// Finds the order of the scenarios, and which of them cover which sites.
  static func prepare(_ machine: Machine, recording: ScenarioRecording) -> MutantScenarios {
    let order = machine.findPlayingOrder()
    var followers = Array(repeating: [Int](), count: machine.scenarios.count)
    var covering: [Mutant.Site: [Int]] = [:]
    for index in order {
      if case .end(let other) = machine.scenarios[index].beginning { followers[other.index].append(index) }
      let sites = Set(recording.profiles[index].counts.keys.compactMap(Mutant.Site.init))
      for site in sites { covering[site, default: []].append(index) }
    }
    covering[.anything] = order
    return MutantScenarios(
      machine: machine, recording: recording, order: order, covering: covering, followers: followers)
  }

  /// Returns whether a scenario fails on a mutant. A fault is a failure, too, and so is a refuted claim that holds.
  func detectChange(in mutated: MachineIndex, at site: Mutant.Site) -> Bool {
    firstFailure(on: mutated, at: site) != nil
  }

  /// Returns a scenario that fails on a mutant; `nil` if there is none.
  ///
  /// Only scenarios that cover the changed part can fail, and those that follow them.
  /// - Parameter guess: A scenario that probably fails. It's tried first, unless it follows another one.
  func firstFailure(on mutated: MachineIndex, at site: Mutant.Site, trying guess: Int? = nil) -> Int? {
    guard let covering = covering[site] else { return nil }
    var selected = Set(covering)
    var ends: [Int: ScenarioEnds] = [:]
    if let guess, selected.contains(guess), !follows(guess) {
      guard let scenarioEnds = run(guess, on: mutated, after: ends) else { return guess }
      ends[guess] = scenarioEnds
    }
    for index in order where selected.contains(index) {
      if ends[index] == nil {
        guard let scenarioEnds = run(index, on: mutated, after: ends) else { return index }
        ends[index] = scenarioEnds
      }
      selected.formUnion(followers[index])
    }
    return nil
  }

  private func follows(_ index: Int) -> Bool {
    if case .end = machine.scenarios[index].beginning { true } else { false }
  }

  /// Returns the ends of a scenario, by combination; `nil` if it fails.
  private func run(_ index: Int, on mutated: MachineIndex, after ends: [Int: ScenarioEnds]) -> ScenarioEnds? {
    let scenario = mutated.machine.scenarios[index]
    var beginnings: ScenarioEnds?
    if case .end(let other) = scenario.beginning {
      beginnings = ends[other.index] ?? recording.ends[other.index]
    }
    let combinations = Combinations.collect(from: scenario, in: mutated)
    var result: ScenarioEnds = []
    for combination in 0..<combinations.count {
      var beginning = ScenarioRun.Beginning.own
      if let beginnings {
        guard combination < beginnings.count, let end = beginnings[combination] else { return nil }
        beginning = .end(end)
      }
      var run = ScenarioRun(combinations.oracle(combination), from: beginning)
      if run.play() != nil { return nil }
      result.append(run.end)
    }
    return result
  }
}

extension Mutant.Site {
  /// Creates the site for a part of a coverage profile, if mutants change such parts.
  init?(_ part: CoverageProfile.Part) {
    switch part {
    case .state(let state): self = .state(state)
    case .transition(let transition): self = .transition(transition)
    case .outcome(let id, _): self = .condition(id)
    case .callback, .call, .promise: return nil
    }
  }
}
