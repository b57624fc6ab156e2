import Foundation
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Holds explorations to walks: whatever a host does at random, exploration has been there.
final class ExplorationWalkTests: XCTestCase {
  func testNoWalkThroughTheLifeCyclesLeavesTheExploration() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Specs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in names where name.hasSuffix(".yaml") && name != "lifeline.yaml" {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      let machine = try XCTUnwrap(SpecReader.read(bytes: bytes, path: name).machine)
      try walk(machine, seed: UInt64(name.utf8.count), walks: 4)
    }
  }

  func testNoWalkThroughRacingTimersLeavesTheExploration() throws {
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
    try walk(try readMachine(events: "go stop", spec), seed: 3, walks: 40)
  }

  func testNoWalkThroughRandomMachinesLeavesTheExploration() throws {
    var random = Random(seed: 5)
    var walked = 0
    for _ in 0..<25 {
      let spec = RandomSpec(&random)
      guard let run = try? Run(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let exploration = Exploration(of: run.interpreter.index, limit: 300)
      guard exploration.isComplete, exploration.faults.isEmpty else { continue }
      walked += 1
      walk(exploration, &random, walks: 3)
    }
    XCTAssertGreaterThan(walked, 5, "most of the random machines are to be small enough")
  }

  private func walk(_ machine: Machine, seed: UInt64, walks: Int) throws {
    let exploration = Exploration(of: MachineIndex(machine))
    XCTAssertTrue(exploration.isComplete, machine.name)
    var random = Random(seed: seed)
    walk(exploration, &random, walks: walks)
  }

  private func walk(_ exploration: Exploration, _ random: inout Random, walks: Int) {
    let machine = exploration.chart.machine
    let configurations = Set(exploration.nodes.map(\.snapshot.configuration))
    let facts = machine.fields.indices.filter { exploration.stimuli.roles.roles[$0] == .fact }
    let events = machine.events.indices.filter { !machine.events[$0].isInternal }
    let beginnings = exploration.stimuli.beginnings
    for _ in 0..<walks {
      var run = Interpreter(exploration.chart, at: beginnings[random.below(beginnings.count)])
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
    let name = exploration.chart.machine.name
    XCTAssertNil(reaction.fault)
    for taken in reaction.taken {
      XCTAssertNotNil(exploration.taken[taken.id.index], "\(name): line \(taken.range.start.line)")
    }
    for decided in guards.outcomes {
      let decision = exploration.decisions[decided.id]
      XCTAssertNotNil(decided.holds ? decision?.holds : decision?.fails, "\(name): \(decided)")
    }
  }

  private func value(_ type: ValueType, _ random: inout Random) -> Value {
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
