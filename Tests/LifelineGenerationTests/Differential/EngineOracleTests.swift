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
    let count = numberOfRandomMachines(quick: 15, thorough: 150, all: 2_000)
    let greatestWork = forExtent(quick: 15_000, thorough: 15_000, all: 40_000)
    var dice = SplitMix64(seed: seed)
    var (tried, complete, nodes, edges) = (0, 0, 0, 0)
    while tried < count {
      guard let random = OracleMachine.make(tried, &dice) else { continue }
      tried += 1
      let environment = modelEnvironment(of: .build(for: random.machine))
      let workLimit = dice.pick([1_000, 5_000, greatestWork, greatestWork], else: 0)
      let limit = dice.pick([20, 200, 400], else: 0)
      for (environment, variants) in [(environment, 0), (environment, 3), (environment.withTimersInAnyOrder(), 0)] {
        guard variants == 0 || environment.timers.isContested else { continue }
        var explorer = Explorer(environment, limit: limit, workLimit: workLimit, variantLimit: variants)
        explorer.explore(observing: nil, whileWanted: { true })
        var oracle = InterpretedExploration(environment, limit: limit, workLimit: workLimit, variantLimit: variants)
        oracle.explore()
        let exploration = explorer.result
        // With timers in any order, a path may be none that the interpreter can take.
        if !environment.timers.elapseInAnyOrder, exploration.isContradictedSomewhere {
          return XCTFail("LIFELINE_SEED=\(seed): a path is contradicted\n\(random.yaml)")
        }
        nodes += exploration.nodes.count
        edges += exploration.edges.count
        if exploration.isComplete { complete += 1 }
        if let difference = oracle.firstDifference(from: exploration) {
          return XCTFail("LIFELINE_SEED=\(seed), limits \(limit) and \(workLimit), \(difference)\n\(random.yaml)")
        }
      }
    }
    print("seed \(seed): \(tried) machines, \(complete) explorations complete, \(nodes) nodes, \(edges) edges")
    XCTAssertGreaterThan(complete, tried / 10)
    XCTAssertGreaterThan(edges, 20 * tried)
  }
}

extension Exploration {
  /// Whether the interpreter does anything else than the engine on paths to some of the nodes and to faults.
  fileprivate var isContradictedSomewhere: Bool {
    let ends = stride(from: 0, to: nodes.count, by: max(1, nodes.count / 5))
    return ends.contains { run(path(to: $0)).isContradicted }
      || faults.prefix(5).contains { counterexample(through: $0.occurrence).isContradicted }
  }
}
