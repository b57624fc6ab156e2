import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Invariants of every machine, checked with random machines.
final class InvariantTests: XCTestCase {
  /// Each state calls `e` and its number when it is entered, `x` and its number when it is exited.
  func testRandomMachinesStayInConfigurationsAndEnterAndExitInTurn() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed(default: 2))
    var runs = 0
    for _ in 0..<100 {
      let spec = RandomSpec.makeSpec(using: &random)
      guard let run = try? Run(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      runs += 1
      assertInvariants(run, &random, spec.text)
    }
    XCTAssertGreaterThan(runs, 75, "most of the random specs are to be readable")
  }

  private func assertInvariants(_ start: Run, _ random: inout SplitMix64, _ text: String) {
    var run = start.interpreter
    var entered: Set<String> = []
    var reaction = run.start()
    for _ in 0..<30 {
      if reaction.fault != nil { return }
      for call in reaction.calls {
        let name = start.machine[call.callback].name
        let state = String(name.dropFirst())
        if name.first == "e" {
          XCTAssertTrue(entered.insert(state).inserted, "\(name) twice:\n\(text)")
        } else {
          XCTAssertNotNil(entered.remove(state), "\(name) without entry:\n\(text)")
        }
      }
      let active = run.snapshot.configuration
      let numbers = active.map { String(start.machine[$0].name.dropFirst()) }
      XCTAssertEqual(entered, Set(numbers.filter { !$0.isEmpty }), text)
      assertConfiguration(active, of: start.machine, text)
      for timer in run.snapshot.timers {
        XCTAssertTrue(active.contains(timer.state), text)
        XCTAssertGreaterThan(timer.remaining, 0, text)
      }
      if reaction.treatment == .ignored, reaction.taken.isEmpty { XCTAssertEqual(reaction.calls, [], text) }
      reaction =
        random.below(4) == 0
        ? run.advance(byMilliseconds: random.below(3000)) : run.send(ID(random.below(3)))
    }
  }

  private func assertConfiguration(_ active: IDSet<State>, of machine: Machine, _ text: String) {
    XCTAssertTrue(active.contains(Machine.root), text)
    for state in active {
      let children = machine.properChildren(of: state).filter(active.contains)
      switch machine[state].kind {
      case .atomic, .final: XCTAssertEqual(children, [], text)
      case .compound: XCTAssertEqual(children.count, 1, text)
      case .parallel: XCTAssertEqual(children, machine.properChildren(of: state), text)
      case .history: XCTFail("a history is active:\n\(text)")
      }
      if let parent = machine[state].parent { XCTAssertTrue(active.contains(parent), text) }
    }
  }
}
