import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The snapshots that an exploration finds, and the ways to them.
final class ExplorationTests: ExplorationTestCase {
  func testStatesAreReachedByShortestPaths() throws {
    let exploration = try explore(
      events: "go back",
      """
      states:
        a: {on: {go: b}}
        b: {on: {go: c, back: a}}
        c: {on: {go: d}}
        d: {on: {back: b}}
        e: {on: {go: d}}
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(try path(to: "d", in: exploration), ["start", "go", "go", "go"])
    XCTAssertEqual(exploration.taken.map { $0 == nil }, [false, false, false, false, false, true])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(exploration.edges.count, 6)
  }

  func testPrivateFieldsAreMemory() throws {
    let spec = """
      context: {ready: {default: false, private: true}}
      states:
        a: {on: {prepare: {do: {set: {ready: true}}}, go: {if: ready, to: b}}}
        b:
      """
    let exploration = try explore(events: "prepare go", spec)
    XCTAssertEqual(nodes(exploration), ["", "a", "a", "b"])
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", "prepare", "go"])
    // The host may set any other field.
    let open = try explore(events: "prepare go", spec.replacing("{default: false, private: true}", with: "false"))
    XCTAssertEqual(try path(to: "b", in: open), ["start", "ready: true go"])
  }

  func testFixedFieldsHaveEveryValueFromTheStart() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {version: {default: 12, fixed: true}}
      states:
        a: {on: {go: {if: version >= 13, to: b}}}
        b: {on: {go: {if: version < 13, to: c}}}
        c:
      """)
    // No comparison distinguishes 11 from 12, or 14 from 13, so one of each pair is left out.
    XCTAssertEqual(nodes(exploration), ["", "", "a", "a", "b"])
    XCTAssertTrue(exploration.isComplete)
  }

  func testACounterIsFollowedAsFarAsItMatters() throws {
    let exploration = try explore(
      events: "count go",
      """
      context: {x: {default: 0, private: true}, all: 0}
      states:
        a: {on: {count: {do: {set: {x: x + 1, all: all + x}}}, go: {if: x >= 3, to: b}}}
        b:
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "a", "a", "a", "a", "b", "b"])
    XCTAssertTrue(exploration.isComplete)
  }

  /// What is explored with given values of fixed fields is what has these values in the exploration of all values.
  func testGivenValuesRestrictAnExploration() throws {
    let machine = try readMachine(
      callbacks: "one two", events: "go stop",
      """
      context: {x: {default: 3, fixed: true}, y: {default: 5, fixed: true}, f: {default: true, fixed: true}, n: 0}
      states:
        a: {on: {go: [{if: x < y and x > 3, to: b, do: one}, {if: f, to: c}], stop: {do: {set: {n: (n + 1) % 3}}}}}
        b: {on: {go: {if: n > 1 and f, to: c}, stop: {to: a, do: two}}}
        c: {after: {2s: a}}
      """)
    let index = MachineIndex.build(for: machine)
    let whole = LifelineAnalysis.explore(index)
    for (field, value) in [(0, Value.int(3)), (0, .int(4)), (2, .bool(true)), (2, .bool(false))] {
      let given = FieldValue(field: ID(field), value: value)
      let restricted = LifelineAnalysis.explore(index, given: [given])
      let included = whole.nodes.indices.filter { whole.nodes[$0].snapshot.fields[field] == value }
      XCTAssertFalse(included.isEmpty)
      XCTAssertEqual(restricted.nodes.map(\.snapshot), included.map { whole.nodes[$0].snapshot })
      XCTAssertLessThan(restricted.nodes.count, whole.nodes.count)
      func steps(_ exploration: Exploration, from nodes: [Int]) -> [String] {
        let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
        return exploration.edges.compactMap { edge in
          guard let source = numbers[edge.source] else { return nil }
          let target = edge.target.flatMap { numbers[$0] }
          return "\(source) \(edge.stimulus) \(target ?? -1) \(exploration.traces[edge.trace])"
        }
      }
      XCTAssertEqual(steps(restricted, from: Array(restricted.nodes.indices)), steps(whole, from: included))
    }
  }

  /// Of the states that a reaction leaves and enters again, those count as exited that others replace meanwhile.
  func testStatesThatAreLeftForAMomentAreExited() throws {
    let exploration = try explore(
      events: "go",
      """
      states:
        p:
          regions:
            r: {states: {a: {on: {go: b}}, b: {always: a}}}
            s: {states: {c: {on: {go: {to: c, do: {raise: next}}, next: c}}, d: }}
      """)
    XCTAssertEqual(exploration.exited.map { exploration.machine[$0].path }, ["p.r.a", "p.r.b"])
  }

  func testHistoriesAndDeferredEventsDistinguishSnapshots() throws {
    let exploration = try explore(
      events: "go out back later",
      """
      initial: s
      states:
        s: {on: {out: o}, states: {h: {history: shallow, default: a}, a: {on: {go: b}}, b: }}
        o: {on: {back: h}, defer: later}
      """)
    XCTAssertEqual(nodes(exploration), ["", "s.a", "s.b", "o", "o", "s.a", "o", "s.b", "o", "s.b"])
    XCTAssertEqual(exploration.recordedHistories.count, 1)
    XCTAssertEqual(exploration.restoredHistories.count, 1)
  }

  func testAnEndlessLoopIsAFaultWithACounterexample() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {flag: false}
      states:
        a: {on: {go: b}}
        b: {always: {if: flag, to: c}, on: {go: a}}
        c: {always: b}
      """)
    let fault = try XCTUnwrap(exploration.faults.first)
    XCTAssertEqual(fault.fault.kind, .endlessMacrostep)
    let run = exploration.counterexample(through: fault.occurrence)
    XCTAssertEqual(texts(run, exploration.machine), ["start", "flag: true go"])
    XCTAssertEqual(exploration.edges.filter { $0.target == nil }.count, 1)
  }

  func testAFinishedMachineHasNoSuccessors() throws {
    let exploration = try explore(
      events: "go", "states: {a: {on: {go: b}, after: {1s: c}}, b: {final: true}, c: }")
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c"])
    XCTAssertEqual(exploration.edges.count, 3)
  }
}
