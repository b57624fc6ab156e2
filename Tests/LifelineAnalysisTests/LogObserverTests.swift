import Foundation
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Small machines, of which each answer of the observer can be read off the spec.
final class LogObserverTests: XCTestCase {
  // MARK: From the start

  func testCallsOfOneStepComeOneAfterTheOther() throws {
    var log = try Log(
      callbacks: "a b c", events: "go",
      """
      states:
        s: {on: {go: {to: t, do: [a, b, c]}}}
        t: {}
      """)
    log.expect("", next: "a", rests: true)
    log.expect("a", next: "b", rests: false, left: "b c")
    log.expect("a b", next: "c", rests: false, left: "c")
    log.expect("a b c", next: "", rests: true)
    log.refuse("b")
    log.refuse("a c")
    log.refuse("a b c a")
  }

  func testEventsAreNotSeen() throws {
    var log = try Log(
      callbacks: "a b", events: "go back silent",
      """
      states:
        s: {on: {go: {to: t, do: a}}}
        t: {on: {silent: u}}
        u: {on: {back: {to: s, do: b}}}
      """)
    log.expect("a", next: "b", rests: true)
    log.expect("a b a b", next: "a", rests: true)
    log.refuse("a a")
  }

  func testTimeIsNotSeen() throws {
    var log = try Log(
      callbacks: "a b", events: "go",
      """
      states:
        s: {entry: a, after: {5s: t}, on: {go: {to: s}}}
        t: {entry: b}
      """)
    log.expect("", next: "a", rests: true)
    log.expect("a", next: "a b", rests: true)
    log.expect("a a b", next: "", rests: true)
  }

  func testFactsMayChangeAtAnyTime() throws {
    var log = try Log(
      callbacks: "a b", events: "go",
      """
      context: {fast: false}
      states:
        s: {on: {go: [{if: fast, do: a}, {do: b}]}}
      """)
    log.expect("a b a a", next: "a b", rests: true)
  }

  func testFixedFactsStay() throws {
    let spec = """
      context: {fast: {default: false, fixed: true}}
      states:
        s: {on: {go: [{if: fast, do: a}, {do: b}]}}
      """
    var log = try Log(callbacks: "a b", events: "go", spec)
    log.expect("", next: "a b", rests: true)
    log.expect("a", next: "a", rests: true)
    log.refuse("a b")
    XCTAssertEqual(log.fixedValues(after: "a"), ["true"])
    XCTAssertEqual(log.fixedValues(after: ""), ["false", "true"])
    var given = try Log(callbacks: "a b", events: "go", given: .bool(true), spec)
    given.refuse("b")
  }

  func testMemoryIsKept() throws {
    var log = try Log(
      callbacks: "a b", events: "go",
      """
      context: {n: {default: 0, private: true}}
      states:
        s: {on: {go: [{if: n < 2, do: [a, {set: {n: n + 1}}]}, {do: b}]}}
      """)
    log.expect("a", next: "a", rests: true)
    log.expect("a a", next: "b", rests: true)
    log.refuse("a a a")
  }

  // MARK: What isn't owed

  func testCallsThatAreNotOwedMayBeMissingButMustFit() throws {
    var log = try Log(
      callbacks: "a x b", events: "go", without: "x",
      """
      states:
        s: {on: {go: {to: t, do: [a, x, b]}}}
        t: {}
      """)
    log.expect("a", next: "x b", rests: false, left: "b")
    log.expect("a b", next: "", rests: true)
    log.expect("a x b", next: "", rests: true)
    log.refuse("x")
    log.refuse("a x x")
    log.refuse("a b x")
  }

  func testAStepMayEndWithCallsThatAreNotOwed() throws {
    var log = try Log(
      callbacks: "a x", events: "go", without: "x",
      """
      states:
        s: {on: {go: {to: t, do: [a, x]}}}
        t: {}
      """)
    log.expect("a", next: "x", rests: true)
    log.expect("a x", next: "", rests: true)
  }

  // MARK: From anywhere

  func testAnywhere() throws {
    let spec = """
      states:
        s: {on: {go: {to: t, do: [a, b]}}}
        t: {on: {go: {to: u, do: [c, b]}}}
        u: {final: true, entry: d}
      """
    var log = try Log(callbacks: "a b c d", events: "go", spec)
    log.beginsAnywhere = true
    log.expect("", next: "a b c d", rests: true)
    // It is the second call of the first step, or of the second one.
    log.expect("b", next: "c d", rests: true)
    log.expect("b d", next: "", rests: true)
    log.refuse("b a")
    XCTAssertFalse(log.isConclusive(after: ""))
    XCTAssertFalse(log.isConclusive(after: "b"))
    XCTAssertTrue(log.isConclusive(after: "b d"))
    XCTAssertTrue(log.isConclusive(after: "a b"))
  }

  // MARK: Lines that stand for several callbacks

  func testALineMayStandForSeveralCallbacks() throws {
    let machine = try readMachine(
      callbacks: "a b c", events: "go",
      """
      states:
        s: {on: {go: [{to: t, do: a}]}}
        t: {on: {go: [{to: u, do: b}]}}
        u: {on: {go: [{to: s, do: c}]}}
      """)
    let exploration = explore(MachineIndex.build(for: machine))
    var observer = Observer(
      CallAutomaton.make(from: exploration), owed: machine.observedItems, symbols: [[ID(0), ID(1)], [ID(2)]])
    var state: Observer.State? = observer.start
    for symbol in [0, 0, 1, 0] {
      state = state.flatMap { observer.state(after: symbol, in: $0) }
      XCTAssertNotNil(state)
    }
    XCTAssertNil(state.flatMap { observer.state(after: 1, in: $0) })
  }

  // MARK: Forgetting

  func testForgettingKeepsWhatIsNeeded() throws {
    let machine = try readMachine(callbacks: "a b c", events: "go", Self.ring)
    var observer = Observer(CallAutomaton.make(from: explore(.build(for: machine))), owed: machine.observedItems)
    let first = try XCTUnwrap(observer.state(after: 0, in: observer.start))
    let second = try XCTUnwrap(observer.state(after: 1, in: first))
    let positions = observer.positions(of: second)
    let numbers = observer.forgetStates(except: [second])
    let kept = try XCTUnwrap(numbers[second])
    XCTAssertEqual(observer.stateCount, 2)
    XCTAssertEqual(observer.positions(of: kept), positions)
    XCTAssertNil(observer.state(after: 0, in: kept))
    XCTAssertNotNil(observer.state(after: 2, in: kept))
    XCTAssertNotNil(observer.state(after: 0, in: observer.start))
  }

  func testStatesThatAreAllNeededAreNotForgottenAgainAndAgain() throws {
    let machine = try readMachine(callbacks: "a b c", events: "go", Self.ring)
    let automaton = CallAutomaton.make(from: explore(.build(for: machine)))
    var observer = Observer(automaton, owed: machine.observedItems, stateLimit: 2)
    let first = try XCTUnwrap(observer.state(after: 0, in: observer.start))
    let second = try XCTUnwrap(observer.state(after: 1, in: first))
    XCTAssertTrue(observer.isFull)
    let numbers = observer.forgetStates(except: [first, second])
    XCTAssertEqual(observer.stateCount, 3)
    XCTAssertFalse(observer.isFull)
    // What comes next is made and kept.
    _ = observer.state(after: 2, in: try XCTUnwrap(numbers[second]))
    XCTAssertFalse(observer.isFull)
  }

  private static let ring = """
    states:
      s: {on: {go: {to: t, do: a}}}
      t: {on: {go: {to: u, do: b}}}
      u: {on: {go: {to: s, do: c}}}
    """

  // MARK: Monitors

  func testMonitorOfARing() throws {
    let machine = try readMachine(callbacks: "a b c", events: "go", Self.ring)
    let table = try makeMonitor(from: explore(.build(for: machine)), owed: machine.observedCallbacks)
    // Three states of the ring, and the one that knows nothing.
    XCTAssertEqual(table.stateCount, 4)
    XCTAssertEqual(table.expected(in: table.start), [ID(0)])
    XCTAssertEqual(table.expected(in: table.anywhere), [ID(0), ID(1), ID(2)])
    let after = try XCTUnwrap(table.state(after: ID(1), in: table.anywhere))
    XCTAssertEqual(table.expected(in: after), [ID(2)])
    XCTAssertEqual(table.state(afterViolationAt: 2), table.start)
  }

  func testMonitorThatIsTooLargeNamesTheSizes() throws {
    let machine = try readMachine(
      events: "go",
      """
      callbacks: {a: {channel: one}, b: {channel: one}, c: {channel: two}}
      \(Self.ring)
      """)
    let exploration = explore(.build(for: machine))
    XCTAssertThrowsError(try makeMonitor(from: exploration, owed: machine.observedCallbacks, limit: 3)) { error in
      let refusal = error as? MonitorRefusal
      XCTAssertEqual(refusal?.stateCount, 4)
      XCTAssertEqual(refusal?.countsWithout.map(\.channel), ["one", "two"])
      // Without a and b, `c` alone shows nothing: before it, all three may come, and behind it `a` and `b`.
      XCTAssertEqual(refusal?.countsWithout.map(\.stateCount), [3, 4])
    }
  }

  func testTheSearchForLogsFromTheStartEndsAtALimitOfWork() throws {
    // Of a machine that counts in secret, the sets of configurations are as many as these, and about as large.
    let machine = try readMachine(
      callbacks: "tick tock", events: "hide show",
      """
      context: {n: {type: Int, default: 0, private: true}}
      states:
        one:
          on:
            hide: {do: {set: {n: n + 1}}}
            show: [{if: n * n == 25, do: tock}, {do: [{set: {n: n + 1}}, tick]}]
      """)
    func search(configurations: Int, workLimit: Int) -> (isComplete: Bool, observer: Observer) {
      let automaton = CallAutomaton.make(from: explore(.build(for: machine), limit: configurations))
      let observer = Observer(automaton, owed: machine.observedItems)
      return (LogsFromStart.find(for: observer, workLimit: workLimit).isComplete, observer)
    }
    XCTAssertTrue(search(configurations: 50, workLimit: LogsFromStart.workLimit).isComplete)
    XCTAssertFalse(search(configurations: 50, workLimit: 500).isComplete)
    let start = ContinuousClock.now
    XCTAssertFalse(search(configurations: 2_000, workLimit: 100_000).isComplete)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
  }

  func testMonitorsOfTheLifeCyclesAreSmall() throws {
    try skipTest(below: .all)
    for file in try documentedSpecs() {
      let machine = try documentedMachine(file)
      let table = try makeMonitor(from: explore(.build(for: machine)), owed: machine.observedCallbacks)
      print("\(machine.name): \(table.stateCount) states")
      XCTAssertEqual(mergeEqualStates(table).stateCount, table.stateCount, machine.name)
      if machine.name == "ViewControllerLifecycle" { XCTAssertLessThanOrEqual(table.stateCount, 64) }
    }
  }
}

/// The start of a test: an observer, and logs that are written as the names of callbacks.
private struct Log {
  private var observer: Observer
  var beginsAnywhere = false
  private var machine: Machine { observer.machine }

  init(callbacks: String, events: String, without missing: String = "", given: Value? = nil, _ rest: String) throws {
    let machine = try readMachine(callbacks: callbacks, events: events, rest)
    let left = Set(missing.split(separator: " ").map(String.init))
    let owed = machine.callbacks.indices.filter { !left.contains(machine.callbacks[$0].name) }.map { ID<LogItem>($0) }
    observer = Observer(
      CallAutomaton.make(
        from: explore(.build(for: machine)), given: given.map { [FieldValue(field: ID(0), value: $0)] } ?? []),
      owed: IDSet(owed))
  }

  private mutating func state(after log: String) -> Observer.State? {
    log.split(separator: " ").reduce(beginsAnywhere ? observer.anywhere() : observer.start) { state, name in
      guard let state, let symbol = machine.callbacks.firstIndex(where: { $0.name == name }) else { return nil }
      return observer.state(after: symbol, in: state)
    }
  }

  mutating func expect(
    _ log: String, next: String, rests: Bool, left: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    guard let state = state(after: log) else { return XCTFail("\(log) is refused", file: file, line: line) }
    XCTAssertEqual(
      observer.expected(in: state).map { machine.callbacks[$0.index].name },
      next.split(separator: " ").map(String.init), log,
      file: file, line: line)
    XCTAssertEqual(observer.isResting(in: state), rests, log, file: file, line: line)
    XCTAssertEqual(
      observer.itemsLeft(in: state)?.map { machine.callbacks[$0.index].name }.joined(separator: " "), left, log,
      file: file, line: line)
  }

  mutating func refuse(_ log: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertNil(state(after: log), log, file: file, line: line)
    let before = log.split(separator: " ").dropLast().joined(separator: " ")
    XCTAssertNotNil(state(after: before), "\(before) is refused already", file: file, line: line)
  }

  mutating func isConclusive(after log: String) -> Bool {
    guard let state = state(after: log) else { return true }
    return LogsFromStart.find(for: observer).contain(observer.positions(of: state))
  }

  mutating func fixedValues(after log: String) -> [String] {
    guard let state = state(after: log) else { return [] }
    let values = observer.positions(of: state).map { position in
      observer.automaton.exploration.nodes[Int(observer.automaton.rest(of: position).node)].snapshot.fields[0]
    }
    return Set(values.map(\.description)).sorted()
  }
}
