import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Checks that random runs of random machines agree with the diagnostics of the static checks.
final class StaticCheckSoundnessTests: XCTestCase {
  func testDiagnosticsHoldInEveryRun() throws {
    var random = SplitMix64(seed: testSeed(default: 4))
    var counts: [String: Int] = [:]
    for _ in 0..<150 {
      let spec = RandomSpec(&random, hasGuards: true)
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let diagnostics = checkStatically(machine)
      if diagnostics.isEmpty { continue }
      let runs = RandomRuns(of: machine, &random)
      for diagnostic in diagnostics {
        counts[diagnostic.kind.code, default: 0] += 1
        assertSound(diagnostic, in: machine, runs, spec.text)
      }
    }
    for code in ["L850", "L851", "L853", "L854", "L856", "L860"] {
      XCTAssertGreaterThan(counts[code, default: 0], 0, "\(code) should be reported now and then")
    }
  }

  private func assertSound(_ diagnostic: Diagnostic, in machine: Machine, _ runs: RandomRuns, _ text: String) {
    let range = diagnostic.location.range
    let message = "\(diagnostic.kind.code) \(diagnostic.message) at column \(range?.start.column ?? 0):\n\(text)"
    for state in machine.states {
      for transition in state.transitions {
        let isPlace = transition.range == range
        let isCondition = transition.condition?.range == range
        switch diagnostic.kind.code {
        case "L850", "L851", "L860": if isPlace { XCTAssertFalse(runs.taken.contains(transition.id), message) }
        case "L853": if isCondition { XCTAssertFalse(runs.fails.contains(transition.id), message) }
        case "L854": if isCondition { XCTAssertFalse(runs.holds.contains(transition.id), message) }
        default: break
        }
      }
      for timer in state.timers where diagnostic.kind.code == "L856" && timer.range == range {
        XCTAssertFalse(timer.transitions.contains { runs.taken.contains($0.id) }, message)
      }
    }
  }
}

/// Random runs of a machine, in which the host changes fields, sends events and waits.
private struct RandomRuns {
  private(set) var taken: Set<ID<Transition>> = []
  private(set) var holds: Set<ID<Transition>> = []
  private(set) var fails: Set<ID<Transition>> = []

  init(of machine: Machine, _ random: inout SplitMix64) {
    let chart = MachineIndex.build(for: machine)
    for _ in 0..<4 {
      var run = Interpreter(chart)
      var guards = GuardRecorder()
      var reaction = run.start(observer: &guards)
      for _ in 0..<20 {
        note(reaction, guards)
        if reaction.fault != nil { break }
        for (index, field) in machine.fields.enumerated() {
          run.set(ID(index), to: Self.value(of: field, &random))
        }
        reaction =
          random.below(4) == 0
          ? run.advance(byMilliseconds: random.below(3000), observer: &guards)
          : run.send(ID(random.below(3)), observer: &guards)
      }
    }
  }

  private mutating func note(_ reaction: Reaction, _ guards: GuardRecorder) {
    taken.formUnion(reaction.taken.map(\.id))
    for decided in guards.results {
      guard case .transition(let id) = decided.id else { continue }
      if decided.holds { holds.insert(id) } else { fails.insert(id) }
    }
  }

  private static func value(of field: Field, _ random: inout SplitMix64) -> Value {
    switch field.type {
    case .cases(_, let names): .named(random.element(names))
    case .int: .int(random.below(4))
    default: .bool(random.below(2) == 0)
    }
  }
}
