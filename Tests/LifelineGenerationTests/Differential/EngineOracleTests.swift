import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Compares explorations by the engine with those by the interpreter: of random machines that use the whole language, every
/// node, edge and mark has to be the same.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class EngineOracleTests: XCTestCase {
  func testRandomMachines() throws {
    let seed = testSeed(default: 1)
    let count = numberOfRandomMachines(quick: 30, thorough: 150, all: 2_000)
    let greatestWork = forExtent(quick: 15_000, thorough: 40_000, all: 40_000)
    let used = usedSpecs(PartDifferenceTests.parts)
    var dice = SplitMix64(seed: seed)
    var (tried, complete, nodes, edges) = (0, 0, 0, 0)
    while tried < count {
      let name = "M\(tried)"
      // Every third machine has parts.
      let yaml =
        tried % 3 == 0
        ? PartDifferenceTests.makeSpec(name, &dice) : MachineMaker.makeMachine(name: name, seed: dice.next()).yaml
      let reading = SpecReader.read(bytes: Array(yaml.utf8), path: "\(name).yaml", using: used)
      guard let machine = reading.machine else { continue }
      tried += 1
      let environment = modelEnvironment(of: .build(for: machine))
      let workLimit = dice.pick([1_000, 5_000, greatestWork, greatestWork], else: 0)
      let limit = dice.pick([20, 200, 400], else: 0)
      for (environment, variants) in [(environment, 0), (environment, 3), (environment.withTimersInAnyOrder(), 0)] {
        guard variants == 0 || environment.timers.isContested else { continue }
        var explorer = Explorer(environment, limit: limit, workLimit: workLimit, variantLimit: variants)
        explorer.explore(observing: nil, whileWanted: { true })
        var oracle = InterpretedExploration(environment, limit: limit, workLimit: workLimit, variantLimit: variants)
        oracle.explore()
        let exploration = explorer.result
        nodes += exploration.nodes.count
        edges += exploration.edges.count
        if exploration.isComplete { complete += 1 }
        if let difference = firstDifference(exploration, oracle) {
          return XCTFail("LIFELINE_SEED=\(seed), limits \(limit) and \(workLimit), \(difference)\n\(yaml)")
        }
      }
    }
    print("seed \(seed): \(tried) machines, \(complete) explorations complete, \(nodes) nodes, \(edges) edges")
    XCTAssertGreaterThan(complete, tried / 10)
    XCTAssertGreaterThan(edges, 20 * tried)
  }

  /// Returns the first thing in which two explorations differ.
  private func firstDifference(_ actual: Exploration, _ expected: InterpretedExploration) -> String? {
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
      compare("work", actual.work, expected.work),
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
