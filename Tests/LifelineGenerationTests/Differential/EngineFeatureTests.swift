import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Compares explorations by the engine with those by the interpreter, for small machines that each show one part of the
/// language as plainly as random machines seldom do.
final class EngineFeatureTests: XCTestCase {
  private func check(
    _ spec: String, leastNodes: Int, variantLimit: Int = 0, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let text = "lifeline: 1\nmachine: M\ncallbacks: [one, two, three]\n\(spec)"
    let reading = SpecReader.read(bytes: Array(text.utf8), path: "M.yaml", using: usedSpecs(PartDifferenceTests.parts))
    let machine = try XCTUnwrap(reading.machine, "\(reading.diagnostics)", file: file, line: line)
    let environment = modelEnvironment(of: .build(for: machine))
    var explorer = Explorer(environment, limit: 1_000, workLimit: 1_000_000, variantLimit: variantLimit)
    explorer.explore(observing: nil, whileWanted: { true })
    var oracle = InterpretedExploration(environment, limit: 1_000, workLimit: 1_000_000, variantLimit: variantLimit)
    oracle.explore()
    XCTAssertNil(oracle.firstDifference(from: explorer.result), file: file, line: line)
    XCTAssertGreaterThanOrEqual(oracle.nodes.count, leastNodes, file: file, line: line)
  }

  /// A shallow history enters the child that was active, a deep one its grandchild.
  func testHistories() throws {
    for depth in ["shallow", "deep"] {
      try check(
        """
        events: [next, deeper, leave, back]
        initial: inside
        states:
          inside:
            initial: a
            on: {leave: outside}
            states:
              last: {history: \(depth), default: a}
              a: {entry: one, on: {next: b}}
              b:
                initial: c
                on: {next: a}
                states:
                  c: {entry: two, on: {deeper: d}}
                  d: {entry: three, on: {deeper: c}}
          outside: {on: {back: last}}
        """, leastNodes: 6)
    }
  }

  /// Deferred events come back in the order of their arrival, and the first again after each step.
  func testDeferredEvents() throws {
    try check(
      """
      events: [open, close, x, y, z]
      states:
        closed: {defer: [x, y, z], on: {open: half}}
        half: {defer: [x, z], on: {y: {to: opened, do: one}, open: opened}}
        opened: {on: {x: {do: two}, z: {to: closed, do: three}, close: closed}}
      """, leastNodes: 8)
  }

  /// A state that defers an event only keeps those of the host.
  func testRaisedEventsAreNotDeferred() throws {
    try check(
      """
      events: [go, again, stop]
      states:
        a: {on: {go: {to: b, do: [{raise: again}]}, again: {do: two}}}
        b: {defer: [again], on: {stop: a}}
      """, leastNodes: 3)
  }

  /// Of two timers with the same deadline, that of the outer state elapses first; and each goes on while others elapse.
  func testTimers() throws {
    for variantLimit in [0, 3] {
      try check(
        """
        context: {pause: {default: 3s, fixed: true}}
        events: [stop]
        regions:
          left:
            states:
              a: {after: {2s: {to: b, do: one}}}
              b: {after: {1s: {to: a, do: two}}, on: {stop: a}}
          right:
            states:
              c: {after: {3s: {to: d, do: three}, pause: {do: two}}}
              d: {after: {2s: c}}
        """, leastNodes: 10, variantLimit: variantLimit)
    }
  }

  /// A timer that starts a chain of microsteps may take as many as there may be, each time.
  func testManyMicrostepsOfTimers() throws {
    try check(
      """
      context: {n: {default: 0, private: true, range: 0...700}}
      regions:
        left:
          states:
            a: {after: {1s: {to: b, do: {set: {n: 600}}}}}
            b: {always: {if: n > 0, to: b, do: {set: {n: n - 1}}}}
        right:
          states:
            c: {after: {1s: {to: d, do: {set: {n: 600}}}}}
            d: {on: {}}
      """, leastNodes: 3)
  }

  /// The transition of an inner state comes before that of an outer one, and regions end together.
  func testRegions() throws {
    try check(
      """
      events: [go, stop, pass]
      initial: work
      states:
        work:
          on: {go: {to: rest, do: one}, pass: {to: rest, do: two}}
          done: {to: rest, do: two}
          exit: three
          regions:
            left:
              exit: one
              states:
                a: {exit: two, on: {go: b}}
                b: {on: {go: e}}
                e: {final: true}
            right:
              states:
                c: {on: {stop: d, pass: {to: d, do: one}}}
                d: {final: true}
        rest: {on: {go: work}}
      """, leastNodes: 5)
  }

  /// All right sides of a `set` see the fields before it, and a counter is bounded by what it's compared with.
  func testAssignments() throws {
    try check(
      """
      context: {a: {default: 0, private: true}, b: {default: 1, private: true}, n: {default: 0, private: true}}
      events: [swap, up, reset]
      states:
        s:
          on:
            swap: {if: a < b, do: [{set: {a: b, b: a}}, one]}
            up: {do: [{set: {n: n + 1}}, {if: n > 3, do: two}]}
            reset: {if: a > b, do: {set: {a: b, b: a}}}
      """, leastNodes: 6)
  }

  /// A machine that has ended has no timers and deferred events, and a part that is restarted has its defaults.
  func testEndsAndRestarts() throws {
    try skipTest(below: .thorough)
    try check(
      """
      events: [go, x]
      initial: work
      regions:
        left:
          after: {5s: {do: one}}
          states:
            a: {defer: [x], on: {go: e}}
            e: {final: true}
        right:
          states:
            b: {after: {2s: f}, on: {go: f}}
            f: {final: true}
      """.replacingOccurrences(of: "initial: work\n", with: ""), leastNodes: 4)
    try check(
      """
      parts: {p: {use: Mid.yaml}, r: {use: Ring.yaml}}
      events: [send, other, again]
      states:
        s:
          on:
            send: {do: [{p: {optional: x}}, {r: {optional: x}}, one]}
            other: {do: [{p: {optional: y}}, {r: {optional: y}}, two]}
            again: {do: [{restart: p}, {restart: r}, three]}
      """, leastNodes: 6)
  }
}
