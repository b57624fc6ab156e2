import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Tries mutants of a machine on its scenarios. A value of this type may be used by several threads at once.
package struct MutationTrial: Sendable {
  /// The machine.
  package var machine: Machine { chart.machine }
  /// The machine's mutants, in document order.
  package let mutants: [Mutant]
  private let chart: MachineIndex
  private let recording: Recording
  /// By what a mutant changes: the places in the playing order of the scenarios that touch it.
  private let touching: [Mutant.Site: [Int]]
  private let order: [Int]
  /// By scenario: the places in the playing order of those that follow it.
  private let followers: [[Int]]

  /// Prepares to try mutants of `machine`, all of whose scenarios hold, on the scenarios by whose playing
  /// `recording` was made.
  package init(of machine: Machine, by recording: Recording) {
    chart = MachineIndex(machine)
    self.recording = recording
    mutants = machine.mutants
    order = machine.playingOrder
    var followers = Array(repeating: [Int](), count: machine.scenarios.count)
    var touching: [Mutant.Site: [Int]] = [:]
    for (place, scenario) in order.enumerated() {
      if case .end(let other) = machine.scenarios[scenario].beginning { followers[other.index].append(place) }
      let sites = Set(recording.traces[scenario].counts.keys.compactMap(Mutant.Site.init))
      for site in sites { touching[site, default: []].append(place) }
    }
    touching[.anything] = Array(order.indices)
    self.touching = touching
    self.followers = followers
  }

  /// Whether a scenario fails with the change, be it by a fault, or by a refuted claim that holds.
  ///
  /// Only scenarios that touch what is changed are played, and those that follow them: all others run as they did.
  package func isNoticed(_ mutant: Mutant) -> Bool {
    guard let touching = touching[mutant.site] else { return false }
    let mutated = MachineIndex(mutant.applied(to: chart.machine), sharingLookupsWith: chart)
    var isToBePlayed = [Bool](repeating: false, count: order.count)
    for place in touching { isToBePlayed[place] = true }
    var ends: [Int: ScenarioEnds] = [:]
    for (place, scenario) in order.enumerated() where isToBePlayed[place] {
      guard let newEnds = self.ends(of: scenario, in: mutated, after: ends) else { return true }
      let followers = followers[scenario]
      if followers.isEmpty { continue }
      ends[scenario] = newEnds
      for follower in followers { isToBePlayed[follower] = true }
    }
    return false
  }

  /// Where a scenario ends in `chart`, by combination; `nil` if it fails.
  private func ends(of place: Int, in chart: MachineIndex, after ends: [Int: ScenarioEnds]) -> ScenarioEnds? {
    let scenario = chart.machine.scenarios[place]
    var beginnings: ScenarioEnds?
    if case .end(let other) = scenario.beginning {
      beginnings = ends[other.index] ?? recording.ends[other.index]
    }
    let combinations = Combinations(of: scenario, machine: chart.machine)
    var result: ScenarioEnds = []
    for combination in 0..<combinations.count {
      let facts = combinations.fields(combination)
      var beginning = Play.Beginning.own(fields: facts)
      if let beginnings {
        guard combination < beginnings.count, let end = beginnings[combination] else { return nil }
        beginning = .end(end)
      }
      var play = Play(Expectations(scenario, chart: chart, facts: facts), from: beginning)
      if play.failure() != nil { return nil }
      result.append(play.end)
    }
    return result
  }
}

extension Mutant.Site {
  /// The site that a part of a trace speaks of.
  init?(_ part: Trace.Part) {
    switch part {
    case .state(let state): self = .state(state)
    case .transition(let transition): self = .transition(transition)
    case .outcome(let id, _): self = .condition(id)
    case .callback, .call: return nil
    }
  }
}
