import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// The scenarios of a machine, prepared to run on its mutants.
///
/// A scenario is played once for each combination of the values of its `where`. Up to the step in which the changed part is
/// covered first, a play on a mutant is the play on the machine. So it goes on there, and a play that doesn't cover the part
/// isn't repeated, unless it follows one that ends otherwise.
struct MutantScenarios: Sendable {
  /// A play on the machine itself.
  private struct Play: Sendable {
    let scenario: ID<Scenario>
    let combination: Int
    let oracle: ScenarioOracle
    let recorded: RecordedPlay
    /// The play that this one follows.
    let base: Int?
    /// The plays that follow this one.
    var followers: [Int] = []
  }

  /// A play that covers a site.
  private struct Coverage: Sendable {
    let play: Int
    /// The step in which it does so first; ``RecordedPlay/beginning`` if it does so before all steps.
    let step: Int
  }

  /// The plays, each after the one that it follows.
  private let plays: [Play]
  /// The plays that cover each site, ascending.
  private let covering: [Mutant.Site: [Coverage]]

  /// Plays the scenarios of a machine, all of which hold.
  static func prepare(_ index: MachineIndex) -> MutantScenarios {
    let machine = index.machine
    var plays: [Play] = []
    var covering: [Mutant.Site: [Coverage]] = [:]
    /// The first play of each scenario.
    var firstPlays = Array(repeating: 0, count: machine.scenarios.count)
    for number in machine.findPlayingOrder() {
      let scenario = machine.scenarios[number]
      let combinations = Combinations.collect(from: scenario, in: index)
      firstPlays[number] = plays.count
      for combination in 0..<combinations.count {
        let oracle = combinations.oracle(combination).withoutExplanations
        var base: Int?
        if case .end(let other) = scenario.beginning { base = firstPlays[other.index] + combination }
        let recorded = RecordedPlay.record(oracle, from: base.map { .end(plays[$0].recorded.end) } ?? .own)
        for (site, step) in recorded.firstStepsBySite {
          covering[site, default: []].append(
            // The claim of a refuted scenario is about all steps together.
            Coverage(play: plays.count, step: scenario.refutation == nil ? step : RecordedPlay.beginning))
        }
        if let base { plays[base].followers.append(plays.count) }
        plays.append(
          Play(scenario: ID(number), combination: combination, oracle: oracle, recorded: recorded, base: base))
      }
    }
    covering[.anything] = plays.indices.map { Coverage(play: $0, step: RecordedPlay.beginning) }
    return MutantScenarios(plays: plays, covering: covering)
  }

  /// Returns a play that fails on a mutant; `nil` if there is none. A fault is a failure, too, and so is a refuted claim that
  /// holds.
  /// - Parameter guess: A play that probably fails. It's tried first, unless it follows another one.
  func firstFailure(on mutated: MachineIndex, at site: Mutant.Site, trying guess: Int? = nil) -> Int? {
    guard var open = covering[site] else { return nil }
    if let guess, plays[guess].base == nil, let coverage = open.first(where: { $0.play == guess }),
      end(of: coverage, on: mutated) == nil
    {
      return guess
    }
    /// The ends of plays that end otherwise than on the machine.
    var ends: [Int: Snapshot] = [:]
    var position = 0
    while position < open.count {
      let coverage = open[position]
      let play = plays[coverage.play]
      guard let end = end(of: coverage, on: mutated, after: play.base.flatMap { ends[$0] }) else {
        return coverage.play
      }
      position += 1
      if play.followers.isEmpty || end == play.recorded.end { continue }
      ends[coverage.play] = end
      for follower in play.followers {
        let place = open[position...].firstIndex { $0.play >= follower } ?? open.endIndex
        if place < open.endIndex, open[place].play == follower { continue }
        open.insert(Coverage(play: follower, step: RecordedPlay.beginning), at: place)
      }
    }
    return nil
  }

  /// Returns the end of a play on a mutant; `nil` if it fails.
  /// - Parameter baseEnd: The end of the play that it follows, if that ends otherwise than on the machine.
  private func end(of coverage: Coverage, on mutated: MachineIndex, after baseEnd: Snapshot? = nil) -> Snapshot? {
    let play = plays[coverage.play]
    var oracle = play.oracle
    var beginning = ScenarioRun.Beginning.own
    if baseEnd == nil, coverage.step != RecordedPlay.beginning {
      beginning = .step(coverage.step, play.recorded.snapshots[coverage.step])
    } else {
      if let end = baseEnd ?? play.base.map({ plays[$0].recorded.end }) { beginning = .end(end) }
      // The mutant may have other defaults, and another configuration for the given states.
      oracle =
        Combinations.collect(from: mutated.machine[play.scenario], in: mutated).oracle(play.combination)
        .withoutExplanations
    }
    var run = ScenarioRun(oracle, on: mutated, from: beginning)
    return run.play() == nil ? run.end : nil
  }
}

extension RecordedPlay {
  /// The step in which each site is covered first.
  fileprivate var firstStepsBySite: [Mutant.Site: Int] {
    var result: [Mutant.Site: Int] = [:]
    for (part, step) in firstSteps {
      if let site = Mutant.Site(part) { result[site] = min(step, result[site] ?? step) }
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
