import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Compares the verdicts of `lifeline trace`, observers and monitors with a search that only uses the interpreter.
final class LogObserverOracleTests: LogOracleTestCase {
  func testRandomMachines() throws {
    let seed = testSeed(default: 19)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 6, thorough: 24, all: 60)
    for number in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random)
      let name = "seed \(seed), machine \(number):\n\(spec.text)"
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      compare(machine, facts: [:], name, &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 2)
    guard count >= 60 else { return }
    XCTAssertGreaterThan(tally.violations, 150)
    XCTAssertGreaterThan(tally.told, 10)
    XCTAssertGreaterThan(tally.events, 200)
    XCTAssertGreaterThan(tally.states, 200)
    XCTAssertGreaterThan(tally.unfinished, 500)
    XCTAssertGreaterThan(tally.inconclusive, 0)
    XCTAssertGreaterThan(tally.conclusive, 10)
    XCTAssertLessThan(tally.missed, 5)
  }

  func testRandomMachinesThatLeaveSomethingOpen() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 22)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 10, thorough: 20, all: 60)
    for number in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random, leavesOpen: true)
      let name = "seed \(seed), machine \(number):\n\(spec.text)"
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      compare(machine, facts: [:], name, &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 3)
    guard count >= 60 else { return }
    XCTAssertGreaterThan(tally.violations, 50)
    XCTAssertGreaterThan(tally.unfinished, 100)
  }

  func testRandomMachinesWithFacts() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 20)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 4, thorough: 10, all: 25)
    for number in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: true)
      // Without conditions over two numbers, four numbers are enough.
      let text = spec.text.replacing("n > m", with: "n > 1").replacing("min(n, m)", with: "m")
      let name = "seed \(seed), machine \(number):\n\(text)"
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", text) else { continue }
      let numbers = (0...2).map { Value.int($0) }
      // The host may change every field, also those that actions set.
      let facts: [String: [Value]] = [
        "f": [.bool(false), .bool(true)], "g": [.bool(false), .bool(true)], "n": numbers, "m": numbers,
        "k": ["x", "y", "z"].map { .named($0) },
      ]
      let changed = machine.fields.indices.map { ID<Field>($0) }
      compare(
        machine, facts: Dictionary(uniqueKeysWithValues: changed.map { ($0, facts[machine[$0].name] ?? []) }), name,
        &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count * 2 / 5)
    guard count >= 25 else { return }
    XCTAssertGreaterThan(tally.violations, 20)
  }

  func testFixedFields() throws {
    try skipTest(below: .thorough)
    let machine = try readMachine(
      callbacks: "a b c d", events: "go back",
      """
      context: {old: {default: false, fixed: true}, slow: {default: false, fixed: true}, busy: false}
      states:
        s:
          on: {go: [{if: old, to: t, do: [a, b]}, {if: slow or busy, to: t, do: [a, c]}, {to: t, do: a}]}
        t:
          after: {2s: {to: s, do: d}}
          on: {back: {if: not old, to: s, do: [{if: busy, do: c}, d]}}
      """)
    var random = SplitMix64(seed: testSeed(default: 4))
    var tally = Tally()
    let both: [Value] = [.bool(false), .bool(true)]
    for _ in 0..<20 {
      compare(
        machine, facts: [ID(2): both], fixed: [ID(0): both, ID(1): both], "fixed fields", &random, &tally)
    }
    XCTAssertGreaterThan(tally.violations, 50)
  }

  func testRandomMachinesWithParts() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 21)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let both: [Value] = [.bool(false), .bool(true)]
    let count = numberOfRandomMachines(quick: 8, thorough: 20, all: 60)
    for number in 0..<count {
      let spec = RandomPartSpec.makeSpec(using: &random)
      let name = "seed \(seed), machine \(number):\n\(spec.text)\n\(spec.parts.map(\.value).joined(separator: "\n"))"
      let machine = try spec.makeMachine()
      func fields(_ isIncluded: (Field) -> Bool) -> [ID<Field>: [Value]] {
        let included = machine.fields.indices.filter { isIncluded(machine.fields[$0]) }
        return Dictionary(uniqueKeysWithValues: included.map { (ID($0), both) })
      }
      compare(machine, facts: fields { !$0.isFixed && !$0.isCarried }, fixed: fields(\.isFixed), name, &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 3)
    guard count >= 60 else { return }
    XCTAssertGreaterThan(tally.violations, 20)
    XCTAssertGreaterThan(tally.ambiguous, 20)
    XCTAssertGreaterThan(tally.inconclusive, 0)
    XCTAssertGreaterThan(tally.conclusive, 10)
    XCTAssertLessThan(tally.missed, 5)
  }
}
