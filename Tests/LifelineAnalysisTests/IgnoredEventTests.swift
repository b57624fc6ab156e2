import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Compares what an exploration says of ignored events with the interpreter.
final class IgnoredEventTests: XCTestCase {
  func testRandomMachines() throws {
    let seed = testSeed(default: 31)
    var random = SplitMix64(seed: seed)
    var (ignored, taken, both) = (0, 0, 0)
    for number in 0..<numberOfRandomMachines(quick: 15, thorough: 60, all: 200) {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: random.happens(70))
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let exploration = explore(MachineIndex.build(for: machine), limit: 100)
      for node in 0..<exploration.exploredCount {
        let snapshot = exploration.nodes[node].snapshot
        for event in machine.hostEvents {
          var outcomes = outcomes(of: event, in: snapshot, exploration)
          if snapshot.configuration.isEmpty { outcomes = [] }
          let name = "\(machine[event].name) in node \(node), seed \(seed), machine \(number):\n\(spec.text)"
          XCTAssertEqual(
            exploration.ignoredEvents.contains(event, in: node), outcomes.contains(.ignored), name)
          if outcomes.contains(.ignored) { ignored += 1 } else { taken += 1 }
          if outcomes.count > 1 { both += 1 }
        }
        if testRun?.failureCount ?? 0 > 0 { return }
      }
    }
    print("ignored: \(ignored), always taken: \(taken), both: \(both)")
    XCTAssertGreaterThan(ignored, 100)
    XCTAssertGreaterThan(taken, 100)
    XCTAssertGreaterThan(both, 10)
  }

  /// Returns what the machine may do with an event, with all facts that make a difference.
  private func outcomes(of event: ID<Event>, in snapshot: Snapshot, _ exploration: Exploration) -> Set<Treatment> {
    var outcomes: Set<Treatment> = []
    var isTried = false
    _ = exploration.environment.forEachSuccessor(of: snapshot) { successor in
      guard case .send(event, _) = successor.stimulus.kind else { return true }
      isTried = true
      // An event that only changes a field that somebody remembers leads elsewhere.
      let isElsewhere =
        exploration.environment.identity(of: successor.snapshot) != exploration.environment.identity(of: snapshot)
      outcomes.insert(successor.reaction.treatment == .ignored && isElsewhere ? .handled : successor.reaction.treatment)
      return true
    }
    if !isTried, !snapshot.configuration.isEmpty {
      var run = Interpreter(exploration.index, at: snapshot)
      outcomes.insert(run.send(event).treatment)
    }
    return outcomes
  }
}
