import LifelineModel

@testable import LifelineAnalysis
@testable import LifelineInterpreter

extension InterpretedExploration {
  /// Returns the first thing in which an exploration by the engine differs from this one; `nil` if there is none.
  func firstDifference(from actual: Exploration) -> String? {
    let expected = self
    func compare<Part: Equatable>(_ name: String, _ actual: Part, _ expected: Part) -> String? {
      actual == expected ? nil : "\(name): \(actual) instead of \(expected)"
    }
    for (index, (edge, other)) in zip(actual.edges, expected.edges).enumerated() {
      if let difference = compare("edge \(index)", edge.occurrence, other.occurrence) { return difference }
      if let difference = compare("target of edge \(index)", edge.target, other.target) { return difference }
      let calls = (actual.traces[edge.trace], expected.traces[other.trace])
      if let difference = compare("calls of edge \(index)", calls.0, calls.1) { return difference }
      let outcomes = (
        edge.partTrace.map { actual.partTraces[$0] }, other.partTrace.map { expected.partTraces[$0] }
      )
      if let difference = compare("parts of edge \(index)", outcomes.0, outcomes.1) { return difference }
    }
    for (index, (node, other)) in zip(actual.nodes, expected.nodes).enumerated() {
      if let difference = compare("node \(index)", node.snapshot, other.snapshot) { return difference }
      if let difference = compare("arrival at \(index)", node.arrival, other.arrival) { return difference }
      if let difference = compare("variant \(index)", node.isVariant, other.isVariant) { return difference }
      if let difference = compare("states of \(index)", node.configuration, other.snapshot.configuration) {
        return difference
      }
    }
    let resting = expected.nodes.reduce(into: IDSet<State>()) { $0.formUnion($1.snapshot.configuration) }
    var differences = [
      compare("number of nodes", actual.nodes.count, expected.nodes.count),
      compare("number of edges", actual.edges.count, expected.edges.count),
      compare("configurations", actual.configurationCount, expected.configurationCount),
      compare("explored nodes", actual.exploredCount, expected.exploredCount),
      compare("bound", actual.bound, expected.bound),
      // The two may interrupt a reaction at another place.
      compare("work", min(actual.work, actual.workLimit + 1), min(expected.work, expected.workLimit + 1)),
    ]
    differences += [
      compare("taken transitions", actual.taken, expected.taken),
      compare("guards", list(actual.guardOutcomes), list(expected.guardOutcomes)),
      compare("entered states", actual.entered, expected.entered),
      compare("exited states", actual.exited, expected.exited),
      compare("recorded histories", actual.recordedHistories, expected.recordedHistories),
      compare("restored histories", actual.restoredHistories, expected.restoredHistories),
      compare("elapsed timers", actual.elapsedTimers, expected.elapsedTimers),
      compare("faults", list(actual.faults), list(expected.faults)),
      compare("resting states", actual.restingStates, resting),
    ]
    return differences.compactMap(\.self).first
  }

  private func list(_ outcomes: [Guard: Exploration.FirstResults]) -> [Guard: [Exploration.Occurrence?]] {
    outcomes.mapValues { [$0.holds, $0.fails] }
  }

  private func list(_ faults: [Exploration.ReachedFault]) -> [String] {
    faults.map { "\($0.fault) \($0.occurrence)" }
  }
}
