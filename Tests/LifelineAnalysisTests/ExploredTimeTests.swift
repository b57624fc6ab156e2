import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The moments that an exploration tries.
final class ExploredTimeTests: ExplorationTestCase {
  func testTimePassesUpToTheNextDeadline() throws {
    let exploration = try explore(
      events: "go",
      """
      states:
        a: {on: {go: b}, after: {5s: c}}
        b: {after: {1min: {if: "false", to: d}}}
        c:
        d:
      """)
    // There are two nodes with `b`: with the running timer, and after it has elapsed.
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "b"])
    XCTAssertEqual(try path(to: "c", in: exploration), ["start", "wait 5000"])
    XCTAssertEqual(exploration.elapsedTimers.count, 2)
  }

  func testTimersThatRunTogetherElapseInEveryOrderThatCanBe() throws {
    let exploration = try explore(
      events: "go",
      """
      regions:
        l: {states: {a: {after: {10s: b}}, b: }}
        r: {states: {c: {on: {go: d}}, d: {after: {5s: e}}, e: }}
      """)
    let all = Set(nodes(exploration))
    XCTAssertTrue(all.contains("l.b r.d"))
    XCTAssertTrue(all.contains("l.a r.e"))
    XCTAssertTrue(exploration.isComplete)
  }

  func testEventsComeAtEveryMomentThatMakesADifference() throws {
    let exploration = try explore(
      events: "go",
      """
      regions:
        l: {states: {a: {after: {10s: [{if: in(d), to: b}, c]}}, b: , c: }}
        r: {states: {c1: {on: {go: d}}, d: {after: {5s: e}}, e: }}
      """)
    // This is only reached if `go` comes in the last five seconds.
    XCTAssertEqual(
      try path(to: "l.b r.d", in: exploration), ["start", "wait 5001", "go", "wait 4999"])
  }

  func testALongTimerElapsesWhileAShorterOneIsStartedAgainAndAgain() throws {
    for length in [3, 7, 40] {
      let exploration = try explore(
        events: "go",
        """
        states:
          s:
            after: {\(length)s: t}
            states:
              a: {on: {go: {to: a, reenter: true}}, after: {1s: u}}
          t:
          u:
        """)
      // Each time, `go` comes before `a` has lasted a second.
      XCTAssertEqual(try path(to: "t", in: exploration).count { $0 == "go" }, length, "\(length)")
      XCTAssertLessThan(exploration.nodes.count, 8 * length)
    }
  }

  func testATimerThatIsAlwaysBeatenDoesNotElapse() throws {
    let exploration = try explore(
      """
      regions:
        l: {states: {a: {after: {10s: b}}, b: }}
        r: {after: {5s: {to: l.b}}}
      """)
    XCTAssertFalse(exploration.elapsedTimers.contains { exploration.machine[$0.state].path == "l.a" })
  }
}
