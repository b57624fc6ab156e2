import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class NeedsTests: XCTestCase {
  /// Waits in which nothing happens are shown as one, with what the host sets before.
  func testFactsOfAWaitInWhichNothingHappensAreShown() throws {
    let machine = try readMachine(
      events: "go",
      """
      callbacks: {a: , b: {needs: a}}
      context: {flag: true}
      states:
        s: {on: {go: t}}
        t: {after: {2s: {if: flag, to: s}, 5s: {to: s, do: b}}}
      """)
    let found = checkReachability(in: explore(MachineIndex.build(for: machine)))
    XCTAssertEqual(
      found.first { $0.kind.code == "L803" }?.details,
      ["- start: []  # s", "- go: []  # t", "- set: {flag: false}", "- {wait: 5s, expect: [b]}  # s"])
  }

  private func diagnostics(_ spec: String, events: String = "go stop other") throws -> [Diagnostic] {
    let machine = try readMachine(events: events, spec)
    let found = checkReachability(in: explore(MachineIndex.build(for: machine)))
    return found.filter { ["L803", "L804", "L808", "L809", "L810"].contains($0.kind.code) }
  }

  private func assertBroken(
    _ expected: String, code: String = "L803", _ details: [String], events: String = "go stop other",
    in marked: String, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let found = try diagnostics(text.text, events: events)
    XCTAssertEqual(differences(of: found, from: ["\(code) " + expected], markedIn: text), [], line: line)
    XCTAssertEqual(found.first?.details, details, line: line)
  }

  private func assertKept(_ spec: String, line: UInt = #line) throws {
    XCTAssertEqual(try diagnostics(spec).map(\.message), [], line: line)
  }

  func testACallBeforeTheFirstOfWhatItNeeds() throws {
    try assertBroken(
      "`didStop` is called without `didStart` since the start; these steps lead there: the start, `stop`",
      ["- start: []  # off", "- stop: [didStop]  # off"],
      in: """
        callbacks: {didStart: , didStop: {needs: ⟪didStart⟫}}
        states:
          off: {on: {go: {to: on, do: didStart}, stop: {do: ⟦didStop⟧}}}
          on: {on: {stop: {to: off, do: didStop}}}
        """)
  }

  func testASecondCallWithoutAnother() throws {
    try assertBroken(
      "`b` is called without `a` or `c` since its previous call; these steps lead there: the start, `go`, `stop`, `other`",
      ["- start: []  # off", "- go: [a]  # on", "- stop: [b]  # off", "- other: [b]  # off"],
      in: """
        callbacks: {a: , b: {needs: {any: [⟪a, c⟫]}}, c: }
        states:
          off: {on: {go: {to: on, do: a}, other: {if: ready, do: ⟦b⟧}}}
          on: {on: {stop: {to: off, do: [⟦b⟧, {set: {ready: true}}]}, other: {do: c}}}
        context: {ready: {default: false, private: true}}
        """)
  }

  func testTwiceInOneStep() throws {
    try assertBroken(
      "`b` is called without `a` since its previous call", ["- start: []  # off", "- go: [a, b, b]  # off"],
      in: """
        callbacks: {a: , b: {needs: ⟪a⟫}}
        states: {off: {on: {go: {do: [a, ⟦b⟧, ⟦b⟧]}}}}
        """)
  }

  func testAtTheStartItself() throws {
    try assertBroken(
      "`b` is called without `a` since the start; these steps lead there: the start", ["- start: [b]  # off"],
      in: """
        callbacks: {a: , b: {needs: ⟪a⟫}}
        states: {off: {entry: ⟦b⟧, on: {go: {do: a}}}}
        """)
  }

  func testCounterexamplesShowFactsAndTime() throws {
    try assertBroken(
      "these steps lead there: the start, `go` with n: 6, a wait of 5s",
      [
        "given: {version: 13}", "- start: []  # off", "- set: {n: 6}", "- {go: [], with: {x: true}}  # on",
        "- {wait: 5s, expect: [b]}  # off",
      ],
      events: "",
      in: """
        events: {go: {parameters: {x: Bool}}}
        context: {n: 1, version: {default: 12, fixed: true}}
        callbacks: {a: , b: {needs: ⟪a⟫}}
        states:
          off: {entry: {if: in(on), do: a}, on: {go: {if: n > 5 and x and version >= 13, to: on}}}
          on: {after: {5s: {to: off, do: ⟦b⟧}}}
        """)
  }

  func testNeedsThatAreMetOnEveryPath() throws {
    try assertKept(
      """
      callbacks: {a: , b: {needs: a}, c: {needs: {any: [b, a]}}}
      states:
        off: {on: {go: {to: on, do: a}}}
        on: {on: {stop: {to: off, do: b}, other: {to: off, do: c}}}
      """)
  }

  func testNeedsDependOnHistory() throws {
    try assertKept(
      """
      context: {started: {default: false, private: true}}
      callbacks: {a: , b: {needs: a}}
      states:
        off: {on: {go: {do: [a, {set: {started: true}}]}, stop: {if: started, do: [b, {set: {started: false}}]}}}
      """)
  }

  func testACallBeforeWhatItComesOnlyAfter() throws {
    try assertBroken(
      "`b` is called before the first call of `a` or `c`; these steps lead there: the start, `stop`", code: "L804",
      ["- start: []  # off", "- stop: [b]  # off"],
      in: """
        callbacks: {a: , b: {onlyAfter: {any: [⟪a, c⟫]}}, c: }
        states: {off: {on: {go: {do: [a, b]}, stop: {do: ⟦b⟧}, other: {do: [c, b, b]}}}}
        """)
  }

  func testEachOfWhatACallNeeds() throws {
    try assertBroken(
      "`b` is called without `c` since its previous call; these steps lead there: the start, `go`, `other`, "
        + "`stop`, `go`, `stop`",
      [
        "- start: []  # off", "- go: [a]  # on", "- other: [c]  # on", "- stop: [b]  # rest", "- go: [a]  # again",
        "- stop: [b]  # again",
      ],
      in: """
        callbacks: {a: , b: {needs: {all: [⟪a, c⟫]}}, c: }
        context: {known: {default: false, private: true}}
        states:
          off: {on: {go: {to: on, do: a}}}
          on: {on: {stop: {if: known, to: rest, do: ⟦b⟧}, other: {do: [c, {set: {known: true}}]}}}
          rest: {on: {go: {to: again, do: a}}}
          again: {on: {stop: {do: ⟦b⟧}}}
        """)
    try assertKept(
      """
      callbacks: {a: , b: {needs: {all: [a, c]}}, c: , d: {onlyAfter: {all: [a, c]}}}
      states:
        off: {on: {go: {do: [c, a, b]}, stop: {do: [a, c, b, d, d]}}}
      """)
    try assertBroken(
      "`b` is called before the first call of `c`; these steps lead there: the start, `go`", code: "L804",
      ["- start: []  # off", "- go: [a, b]  # off"],
      in: """
        callbacks: {a: , b: {onlyAfter: {all: [⟪a, c⟫]}}, c: }
        states: {off: {on: {go: {do: [a, ⟦b⟧]}, stop: {do: [c, a]}}}}
        """)
  }

  func testCallsBetweenTwoOthers() throws {
    let spec = """
      callbacks: {open: , close: , receive: {between: [⟪open, close⟫]}}
      states:
        shut: {on: {go: {to: wide, do: open}, other: {if: 1 > 2, to: shut}}}
        wide: {on: {other: {do: receive}, stop: {to: shut, do: close}}}
      """
    try assertKept(MarkedText(spec).text)
    try assertBroken(
      "`receive` is called outside of `open` and `close`: there was no `open` since the start; these steps lead there: the start, `other`",
      code: "L808",
      ["- start: []  # shut", "- other: [receive]  # shut"],
      in: spec.replacing("{if: 1 > 2, to: shut}", with: "{do: ⟦receive⟧}"))
    try assertBroken(
      "`receive` is called outside of `open` and `close`: there was no `open` since the last `close`; these steps lead there: the start, `go`, `stop`",
      code: "L808",
      ["- start: []  # shut", "- go: [open]  # wide", "- stop: [close, receive]  # shut"],
      in: spec.replacing("do: close", with: "do: [⟦close⟧, ⟦receive⟧]"))
  }

  /// The second call of `b` uses up nothing, and the exit from `on` comes after `a` on every path.
  func testOneCallIsEnoughForWhatComesOnlyAfterIt() throws {
    let spec = """
      callbacks: {a: , b: {onlyAfter: a}}
      states:
        off: {on: {go: {to: on, do: a}}}
        on: {exit: b, on: {stop: {to: on, do: [b, b]}, other: away}}
        away: {on: {other: {to: on, do: b}}}
      """
    try assertKept(spec)
    XCTAssertEqual(
      try diagnostics(spec.replacing("onlyAfter", with: "needs")).map(\.message),
      ["`b` is called without `a` since its previous call; these steps lead there: the start, `go`, `stop`"])
  }

  func testAnExplorationThatEndsEarlyLeavesPromisesUnproved() throws {
    let machine = try readMachine(
      events: "go", "callbacks: {a: , b: {onlyAfter: a}}\nstates: {c: {on: {go: {to: d, do: [a, b]}}}, d: }")
    let message = explore(MachineIndex.build(for: machine), limit: 1).unexploredPart?.message ?? ""
    XCTAssertTrue(message.contains(", nor that all `onlyAfter` are met"), message)
  }

  func testSilentBeginningsAreNoStarts() throws {
    try assertKept(
      """
      callbacks: {a: , b: {needs: a}}
      states:
        off: {on: {go: {to: on, do: a}}}
        on: {on: {stop: {to: off, do: b}}}
      scenarios: {stopping: {given: on, when: {stop: b}}}
      """)
  }

  func testTheWorkOfTheSearchIsLimited() throws {
    let names = (0..<100).map { "c\($0)" }
    let machine = try readMachine(
      events: "go",
      """
      callbacks: {a: , \(names.map { "\($0): {needs: a}" }.joined(separator: ", "))}
      states: {s: {on: {go: {do: [c0, a, \(names.joined(separator: ", "))]}}}}
      """)
    let index = MachineIndex.build(for: machine)
    XCTAssertEqual(checkReachability(in: explore(index)).map(\.kind.code), ["L803"])
    let exploration = explore(index, workLimit: explore(index).work)
    XCTAssertTrue(exploration.isComplete)
    let found = checkReachability(in: exploration)
    XCTAssertEqual(found.map(\.kind.code), ["L803", "L805"])
    XCTAssertEqual(
      found[1].message,
      "99 promises are not checked, because that takes too much work (`--limit`)")
  }
}
