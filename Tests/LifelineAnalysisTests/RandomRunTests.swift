import Foundation
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Checks that random runs of machines never leave the explorations of the machines.
final class RandomRunTests: XCTestCase {
  func testRandomRunsOfTheLifeCycles() throws {
    try skipTest(below: .thorough)
    for file in try documentedSpecs() {
      let name = file.lastPathComponent
      try checkRuns(documentedMachine(file), seed: testSeed(default: UInt64(name.utf8.count)), count: 4)
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

  /// Whatever a run shows is possible: a scenario can begin there (L819), and a call that comes first breaks a promise that
  /// something comes before it (L804).
  func testBeginningsAndPromisesOfRandomMachines() throws {
    var random = SplitMix64(seed: testSeed(default: 6))
    var (checked, begun, broken, kept) = (0, 0, 0, 0)
    let count = numberOfRandomMachines(quick: 8, thorough: 40, all: 40)
    for _ in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random, counts: true)
      guard var machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      machine.promises = machine.callbacks.enumerated().map { index, callback in
        let other = ID<Callback>(random.below(machine.callbacks.count))
        return Promise(
          .call(ID(index)), .onlyAfter(.any, [.init(callback: other, range: callback.range)]), range: callback.range,
          subjectRange: callback.range)
      }
      let (seen, calls) = runs(of: machine, &random)
      machine.scenarios = seen.scenarios
      let exploration = explore(MachineIndex.build(for: machine), limit: 2_000)
      guard exploration.isComplete, exploration.faults.isEmpty else { continue }
      checked += 1
      begun += machine.scenarios.reduce(0) { $0 + $1.combinationCount }
      let diagnostics = checkReachability(in: exploration)
      XCTAssertEqual(diagnostics.filter { $0.kind.code == "L819" }.map(\.message), [], spec.text)
      let reported = Set(diagnostics.filter { $0.kind.code == "L804" }.compactMap(\.location.range))
      for (callback, promise) in zip(machine.callbacks, machine.promises) where !reported.contains(callback.range) {
        kept += 1
        for calls in calls {
          guard let first = calls.firstIndex(where: { machine[$0].name == callback.name }) else { continue }
          XCTAssertTrue(calls[..<first].contains(promise.callbacks[0].callback), "\(callback.name) in \(spec.text)")
        }
      }
      broken += reported.count
    }
    XCTAssertGreaterThan(checked, count / 4, "Some of the random machines should be small enough.")
    guard count >= 40 else { return }
    XCTAssertGreaterThan(begun, 100)
    XCTAssertGreaterThan(broken, 10)
    XCTAssertGreaterThan(kept, 10)
  }

  /// Returns the configurations of random runs with the values of `p`, and the calls of each run.
  private func runs(of machine: Machine, _ random: inout SplitMix64) -> (seen: Beginnings, calls: [[ID<Callback>]]) {
    let index = MachineIndex.build(for: machine)
    var seen = Beginnings()
    let calls = (0..<6).map { _ in
      var run = Interpreter(index)
      var calls = run.start().calls.map(\.callback)
      for _ in 0..<40 {
        seen.insert(run)
        let reaction =
          random.below(4) == 0
          ? run.advance(byMilliseconds: 1 + random.below(3_000)) : run.send(ID(random.below(machine.events.count)))
        if reaction.fault != nil { break }
        calls += reaction.calls.map(\.callback)
      }
      return calls
    }
    return (seen, calls)
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
    let events = machine.declared.events.indices.filter { !machine.events[$0].isInternal }
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
    case .cases(_, let names), .declared(_, let names): .named(random.element(names))
    case .double: .double(0)
    case .string: .string("")
    case .opaque: .opaque("sample")
    }
  }
}

/// The configurations in which machines have been, with the values of their only field, which is private.
private struct Beginnings {
  private var values: [[ID<State>]: [Value]] = [:]

  mutating func insert(_ run: Interpreter) {
    guard !run.snapshot.isFinished else { return }
    let value = run.snapshot.fields[0]
    if values[run.atomicStates]?.contains(value) != true { values[run.atomicStates, default: []].append(value) }
  }

  /// Scenarios that begin there: one for each configuration with `where` for the field, and one for each value with
  /// `where` for the states.
  var scenarios: [Scenario] {
    let field = ID<Field>(0)
    let range = SourceRange.start
    let ofStates = values.map { states, values in
      Scenario(
        name: "", beginning: .states(states), beginningRange: range,
        variations: [.init(field: field, values: values, ranges: values.map { _ in range })], range: range)
    }
    let ofValues = Set(values.values.joined()).map { value in
      Scenario(
        name: "", beginning: .states([]), beginningRange: range,
        fields: [FieldEntry(field: field, value: value, range: range)],
        addedStates: values.filter { $0.value.contains(value) }.map { .init(states: $0.key, range: range) },
        range: range)
    }
    return ofStates + ofValues
  }
}
