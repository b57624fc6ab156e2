import Foundation
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Checks that random runs of machines never leave the explorations of the machines.
final class RandomRunTests: XCTestCase {
  func testRandomRunsOfTheLifeCycles() throws {
    for file in try documentedSpecs() {
      let name = file.lastPathComponent
      let bytes = Array(try Data(contentsOf: file))
      let machine = try XCTUnwrap(SpecReader.read(bytes: bytes, path: name).machine)
      try checkRuns(machine, seed: testSeed(default: UInt64(name.utf8.count)), count: 4)
    }
  }

  func testRandomRunsOfRacingTimers() throws {
    let spec = """
      context: {patience: 3s, count: 0}
      regions:
        l:
          states:
            a: {on: {go: b}, after: {10s: c}}
            b: {after: {5s: {to: a, do: {set: {count: count + 1}}}}, on: {stop: {if: count > 2, to: c}}}
            c: {on: {go: a}}
        m:
          states:
            d: {on: {go: e, stop: h}, after: {patience: f}}
            e: {after: {7s: d}}
            f: {on: {stop: d}, states: {h: {history: deep, default: g}, g: {after: {2s: i}}, i: {on: {go: g}}}}
      """
    try checkRuns(try readMachine(events: "go stop", spec), seed: testSeed(default: 3), count: 40)
  }

  func testRandomRunsOfRandomMachines() throws {
    var random = SplitMix64(seed: testSeed(default: 5))
    var checked = 0
    for _ in 0..<25 {
      let spec = RandomSpec.makeSpec(using: &random)
      guard let run = try? Run(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let exploration = explore(run.interpreter.index, limit: 300)
      guard exploration.isComplete, exploration.faults.isEmpty else { continue }
      checked += 1
      checkRuns(exploration, &random, count: 3)
    }
    XCTAssertGreaterThan(checked, 5, "Some of the random machines should be small enough.")
  }

  private func checkRuns(_ machine: Machine, seed: UInt64, count: Int) throws {
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertTrue(exploration.isComplete, machine.name)
    var random = SplitMix64(seed: seed)
    checkRuns(exploration, &random, count: count)
  }

  private func checkRuns(_ exploration: Exploration, _ random: inout SplitMix64, count: Int) {
    let machine = exploration.machine
    let configurations = Set(exploration.nodes.map(\.snapshot.configuration))
    let facts = machine.fields.indices.filter { exploration.environment.roles.roles[$0] == .fact }
    let events = machine.events.indices.filter { !machine.events[$0].isInternal }
    let beginnings = exploration.environment.beginnings
    for _ in 0..<count {
      var run = Interpreter(exploration.index, at: beginnings[random.below(beginnings.count)])
      var guards = GuardRecorder()
      var reaction = run.start(observer: &guards)
      for _ in 0..<60 {
        assertKnown(reaction, guards, exploration)
        XCTAssertTrue(configurations.contains(run.snapshot.configuration), machine.name)
        for fact in facts where random.below(4) == 0 {
          run.set(ID(fact), to: value(machine.fields[fact].type, &random))
        }
        if let next = run.snapshot.timers.first?.remaining, random.below(3) == 0 {
          reaction = run.advance(byMilliseconds: 1 + random.below(next + next / 4), observer: &guards)
        } else {
          let event = events[random.below(events.count)]
          let arguments = machine.events[event].parameters.map { value($0.type, &random) }
          reaction = run.send(ID(event), arguments: arguments, observer: &guards)
        }
      }
    }
  }

  private func assertKnown(_ reaction: Reaction, _ guards: GuardRecorder, _ exploration: Exploration) {
    let name = exploration.machine.name
    XCTAssertNil(reaction.fault)
    for taken in reaction.taken {
      XCTAssertNotNil(exploration.taken[taken.id.index], "\(name): line \(taken.range.start.line)")
    }
    for decided in guards.outcomes {
      let decision = exploration.guardOutcomes[decided.id]
      XCTAssertNotNil(decided.holds ? decision?.holds : decision?.fails, "\(name): \(decided)")
    }
  }

  private func value(_ type: ValueType, _ random: inout SplitMix64) -> Value {
    switch type {
    case .bool: .bool(random.below(2) == 0)
    case .int: .int(random.below(44) - 3)
    case .duration: .duration(milliseconds: 1 + random.below(600_000))
    case .cases(_, let names): .named(random.element(names))
    case .double: .double(0)
    case .string: .string("")
    case .opaque: .opaque("sample")
    }
  }
}
