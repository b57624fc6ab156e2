import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Compares what an exploration says of ignored events with the interpreter.
final class IgnoredEventTests: XCTestCase {
  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 31)
    var random = SplitMix64(seed: seed)
    var (ignored, taken, both) = (0, 0, 0)
    for number in 0..<numberOfRandomMachines(quick: 10, thorough: 20, all: 200) {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: random.happens(70))
      // Conditions over two numbers have very many facts that make a difference.
      let text = spec.text.replacing("n > m", with: "n > 1").replacing("min(n, m)", with: "m")
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", text) else { continue }
      let exploration = explore(MachineIndex.build(for: machine), limit: 15)
      for node in 0..<exploration.exploredCount {
        let all = outcomes(in: exploration.nodes[node].snapshot, exploration)
        for event in machine.hostEvents {
          let outcomes = all[event, default: []]
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
    XCTAssertGreaterThan(ignored, 10)
    XCTAssertGreaterThan(taken, 10)
    XCTAssertGreaterThan(both, 0)
  }

  /// Returns what the machine may do with each event, with all facts that make a difference.
  private func outcomes(in snapshot: Snapshot, _ exploration: Exploration) -> [ID<Event>: Set<Treatment>] {
    if snapshot.configuration.isEmpty { return [:] }
    var outcomes: [ID<Event>: Set<Treatment>] = [:]
    let identity = exploration.environment.identity(of: snapshot)
    _ = exploration.environment.forEachSuccessor(of: snapshot) { successor in
      guard case .send(let event, _) = successor.stimulus.kind else { return true }
      // An event that only changes a field that somebody remembers leads elsewhere.
      let treatment = successor.reaction.treatment
      let isElsewhere =
        treatment == .ignored && exploration.environment.identity(of: successor.snapshot) != identity
      outcomes[event, default: []].insert(isElsewhere ? .handled : treatment)
      return true
    }
    for event in exploration.machine.hostEvents where outcomes[event] == nil {
      var run = Interpreter(exploration.index, at: snapshot)
      outcomes[event] = [run.send(event).treatment]
    }
    return outcomes
  }
}
