import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Compares observers and monitors with a search that only uses the interpreter.
final class LogObserverOracleTests: XCTestCase {
  func testRandomMachines() throws {
    let seed = testSeed(default: 19)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    for number in 0..<60 {
      let spec = RandomSpec.makeSpec(using: &random)
      let name = "seed \(seed), machine \(number):\n\(spec.text)"
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      compare(machine, facts: [:], name, &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, 30)
    XCTAssertGreaterThan(tally.violations, 150)
    XCTAssertGreaterThan(tally.unfinished, 500)
  }

  func testRandomMachinesWithFacts() throws {
    let seed = testSeed(default: 20)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    for number in 0..<25 {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: true)
      // Without conditions over two numbers, four numbers are enough.
      let text = spec.text.replacing("n > m", with: "n > 1").replacing("min(n, m)", with: "m")
      let name = "seed \(seed), machine \(number):\n\(text)"
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", text) else { continue }
      // Actions set `n` and `f`.
      let numbers = (0...2).map { Value.int($0) }
      let facts: [String: [Value]] = [
        "f": [.bool(false), .bool(true)], "g": [.bool(false), .bool(true)], "n": numbers, "m": numbers,
        "k": ["x", "y", "z"].map { .named($0) },
      ]
      var assigned: Set<ID<Field>> = []
      machine.forEachAssignment { assigned.insert($0.field) }
      let changed = machine.fields.indices.filter { !assigned.contains(ID($0)) }.map { ID<Field>($0) }
      compare(
        machine, facts: Dictionary(uniqueKeysWithValues: changed.map { ($0, facts[machine[$0].name] ?? []) }), name,
        &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, 10)
    XCTAssertGreaterThan(tally.violations, 20)
  }

  func testFixedFields() throws {
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

  struct Tally {
    var (machines, lines, violations, unfinished) = (0, 0, 0, 0)
  }

  /// Reads logs of random runs that were broken at random places with the observer, the monitor and the oracle.
  private func compare(
    _ machine: Machine, facts: [ID<Field>: [Value]], fixed: [ID<Field>: [Value]] = [:], _ name: String,
    _ random: inout SplitMix64, _ tally: inout Tally
  ) {
    let index = MachineIndex.build(for: machine)
    let exploration = explore(index, limit: 200)
    guard exploration.isComplete, exploration.faults.isEmpty else { return }
    let callbacks = machine.callbacks.indices.map { ID<Callback>($0) }
    let owed = callbacks.filter { _ in random.happens(70) }
    var oracle = LogOracle(index, owed: Set(owed), facts: facts, moment: 250, limit: 1_500)
    let (start, anywhere) = (oracle.start(fixed: fixed), oracle.anywhere(fixed: fixed))
    guard !oracle.isExhausted else { return }
    tally.machines += 1
    var observer = Observer(CallAutomaton.make(from: exploration), owed: IDSet(owed), stateLimit: 8)
    let monitor = try? makeMonitor(from: exploration, owed: IDSet(owed))
    XCTAssertNotNil(monitor, name)
    for number in 0..<8 {
      let log = broken(self.log(of: index, owed: Set(owed), facts: facts, fixed: fixed, &random), callbacks, &random)
      let isFromStart = number < 5
      var set = isFromStart ? start : anywhere
      var state: Observer.State? = isFromStart ? observer.start : observer.anywhere()
      var place = isFromStart ? monitor?.start : monitor?.anywhere
      for (line, call) in ([nil] + log.map { Optional($0) }).enumerated() {
        if let call {
          set = oracle.set(after: call, in: set)
          state = state.flatMap { observer.state(after: call.index, in: $0) }
          place = place.flatMap { monitor?.state(after: call, in: $0) }
        }
        tally.lines += 1
        let shown = "line \(line) of \(log.map { machine[$0].name }), owed \(owed.map { machine[$0].name }), \(name)"
        XCTAssertEqual(state == nil, set.isEmpty, shown)
        XCTAssertEqual(place == nil, set.isEmpty, shown)
        guard let known = state, let monitor, let place else {
          tally.violations += 1
          break
        }
        XCTAssertEqual(Set(observer.expected(in: known)), oracle.expected(in: set), shown)
        XCTAssertEqual(observer.isResting(in: known), oracle.isResting(set), shown)
        XCTAssertEqual(Set(monitor.expected(in: place)), oracle.expected(in: set), shown)
        XCTAssertEqual(monitor.isResting(in: place), oracle.isResting(set), shown)
        if !oracle.isResting(set) {
          tally.unfinished += 1
          XCTAssertEqual(
            observer.callsLeft(in: known)?.count, set.map { $0.calls.filter(Set(owed).contains).count }.min(), shown)
        }
        if observer.isFull { state = observer.forgetStates(except: [known])[known] }
        if testRun?.failureCount ?? 0 > 0 { return }
      }
    }
  }

  /// Returns the calls of a random run, without some that aren't owed.
  private func log(
    of index: MachineIndex, owed: Set<ID<Callback>>, facts: [ID<Field>: [Value]], fixed: [ID<Field>: [Value]],
    _ random: inout SplitMix64
  ) -> [ID<Callback>] {
    var run = Interpreter(index)
    for (field, values) in fixed.sorted(by: { $0.key < $1.key }) { run.set(field, to: random.element(values)) }
    var calls = run.start().calls.map(\.callback)
    let events = index.machine.events.indices.filter { !index.machine.events[$0].isInternal }
    for _ in 0..<20 {
      for (field, values) in facts.sorted(by: { $0.key < $1.key }) { run.set(field, to: random.element(values)) }
      let reaction =
        random.happens(25)
        ? run.advance(byMilliseconds: 250 * (1 + random.below(12))) : run.send(ID(random.element(events)))
      if reaction.fault != nil { break }
      calls += reaction.calls.map(\.callback)
    }
    return Array(calls.filter { owed.contains($0) || random.happens(50) }.prefix(60))
  }

  /// Drops, doubles, swaps or inserts a few calls, or none.
  private func broken(
    _ log: [ID<Callback>], _ callbacks: [ID<Callback>], _ random: inout SplitMix64
  ) -> [ID<Callback>] {
    var log = log
    for _ in 0..<random.below(3) where log.count > 2 {
      let place = random.below(log.count - 1)
      switch random.below(4) {
      case 0: log.remove(at: place)
      case 1: log.insert(log[place], at: place)
      case 2: log.swapAt(place, place + 1)
      default: log.insert(random.element(callbacks), at: place)
      }
    }
    return log
  }
}
