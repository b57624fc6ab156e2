import LifelineInterpreter
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations of machines that leave the order of calls open, or which of them are made.
final class OpenCallExplorationTests: XCTestCase {
  private func traces(_ spec: String) throws -> [String] {
    let machine = try readMachine(spec)
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertTrue(exploration.isComplete)
    return exploration.edges.map { edge in
      exploration.traces[edge.trace].map { machine[$0].name }.joined()
    }.sorted()
  }

  func testEveryAlternativeIsTried() throws {
    let found = try traces(
      """
      callbacks: [a, b, c]
      events: [go, back]
      states:
        s: {on: {go: {to: t, do: [{anyOrder: [a, b, c]}, {optional: c}]}}}
        t: {on: {back: s}}
      """)
    XCTAssertEqual(
      found,
      ["", "", "abc", "abcc", "acb", "acbc", "bac", "bacc", "bca", "bcac", "cab", "cabc", "cba", "cbac"])
  }

  /// Each time that an action runs, the choice is open again.
  func testAnActionThatRunsTwice() throws {
    let found = try traces(
      """
      callbacks: [a, b]
      events: [go]
      states:
        s: {on: {go: {to: t, do: {raise: again}}}}
        t: {entry: {anyOrder: [a, b]}, on: {again: t}}
      """)
    XCTAssertEqual(found, ["", "abab", "abba", "baab", "baba"])
  }

  /// Facts on which only another alternative depends are tried, too.
  func testFactsOfAnAlternative() throws {
    let machine = try readMachine(
      """
      context: {n: {default: 3, range: 0...5}}
      callbacks: {a: , c: {parameters: {n: Int}}}
      events: [go, other]
      states: {s: {on: {go: {do: {oneOf: [a, {c: {n: 6 / n}}]}}, other: {if: n == 0, do: a}}}}
      """)
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertEqual(exploration.faults.map(\.fault.kind), [.divisionByZero])
    let fault = try XCTUnwrap(checkReachability(in: exploration).first { $0.kind.code == "L802" })
    XCTAssertTrue(fault.details.contains { $0.contains("set: {n: 0}") }, "\(fault.details)")
  }

  private func errors(_ spec: String) throws -> [String] {
    let machine = try readMachine(spec)
    let found = checkReachability(in: explore(MachineIndex.build(for: machine)))
    return found.filter { $0.severity == .error }.flatMap { ["\($0.kind.code) \($0.message)"] + $0.details }
  }

  func testPromisesHoldInEveryOrder() throws {
    XCTAssertEqual(
      try errors(
        """
        callbacks: {a: , b: {needs: a}}
        events: [go]
        states: {s: {on: {go: {do: [{anyOrder: [a, b]}]}}}}
        """),
      [
        "L803 `b` is called without `a` since the start; these steps lead there: the start, `go`", "- start: []  # s",
        "- go: [b, a]  # s",
        "# the spec leaves some of these calls open, and generated code makes others; a promise holds for each",
      ])
    XCTAssertEqual(
      try errors(
        """
        callbacks: {a: , b: {needs: a}, c: {onlyAfter: a}}
        events: [go]
        states: {s: {on: {go: {do: [a, {anyOrder: [b, c]}]}}}}
        """), [])
  }

  func testAnOptionalAnswer() throws {
    let errors = try errors(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      events: [go]
      states: {s: {on: {go: {to: t, do: [ask, {optional: yes}]}}}, t: {final: true}}
      """)
    XCTAssertEqual(errors.first?.prefix(4), "L809", "\(errors)")
    // The machine may ask again, and then the answer may come.
    XCTAssertEqual(
      try self.errors(
        """
        callbacks: {ask: {answeredBy: yes}, yes: }
        events: [go]
        states: {s: {on: {go: {do: [ask, {optional: yes}]}}}}
        """), [])
    let late = try self.errors(
      """
      callbacks: {ask: {answeredBy: yes, within: 5s}, yes: }
      events: [go]
      states: {s: {on: {go: {to: t, do: ask}}}, t: {after: {5s: {to: s, do: {optional: yes}}}}}
      """)
    XCTAssertEqual(late.first?.prefix(4), "L810", "\(late)")
    XCTAssertTrue(late.contains { $0.hasPrefix("- wait: 5s") }, "\(late)")
  }

  func testMonitorsAllowEveryAlternative() throws {
    let machine = try readMachine(
      """
      callbacks: [a, b, c]
      events: [go]
      states: {s: {on: {go: {do: [{anyOrder: [a, b]}, {optional: c}]}}}}
      """)
    let table = try makeMonitor(
      from: explore(MachineIndex.build(for: machine)), owed: machine.observedCallbacks)
    func isAllowed(_ calls: String) -> Bool {
      var state: Int? = table.start
      for call in calls {
        guard let column = machine.callbacks.firstIndex(where: { $0.name == String(call) }) else { return false }
        state = state.flatMap { table.state(afterColumn: column, in: $0) }
      }
      return state != nil
    }
    for calls in ["ab", "ba", "abc", "bac", "abcbac", "abba"] { XCTAssertTrue(isAllowed(calls), calls) }
    for calls in ["aa", "ca", "abcc", "bb"] { XCTAssertFalse(isAllowed(calls), calls) }
  }

  func testMutants() throws {
    let machine = try readMachine(
      """
      callbacks: [a, b, c]
      events: [go]
      states: {s: {on: {go: {do: [{anyOrder: [a, [b, c]]}, {optional: c}, {oneOf: [a, b]}, {oneOf: [a, []]}]}}}}
      """)
    let changes = machine.makeMutants().map(\.change)
    XCTAssertEqual(
      changes, ["`a` is not called here", "`b`, `c` are not called here", "none of these is called here"])
  }
}
