import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// Which mutants scenarios notice.
final class MutationTrialTests: XCTestCase {
  /// The words of the mutants that nothing notices.
  private func unnoticed(callbacks: String = "one two", _ spec: String) throws -> [String] {
    let machine = try readMachine(callbacks: callbacks, events: "go stop", spec)
    let report = CheckReport(checking: machine, recording: true)
    XCTAssertEqual(report.diagnostics, [])
    let trial = MutationTrial(of: machine, by: try XCTUnwrap(report.recording))
    return trial.mutants.filter { !trial.isNoticed($0) }.map(\.change)
  }

  private let door = """
    states:
      a: {on: {go: {to: b, do: [one, two]}}}
      b: {exit: one, after: {4s: {to: a}}}

    """

  func testScenariosThatSayEverythingNoticeEverything() throws {
    XCTAssertEqual(
      try unnoticed(
        door + """
          scenarios:
            opening:
              given: a
              when:
                - go: [one, two]
                  then: b
                - wait: 3999ms
                  expect: []
                - wait: 1ms
                  expect: one
              then: a
          """), [])
  }

  func testWithoutScenariosNothingIsNoticed() throws {
    XCTAssertEqual(
      try unnoticed(door).count, try readMachine(callbacks: "one two", events: "go stop", door).mutants.count)
  }

  func testWhatAScenarioLeavesOpenIsNotNoticed() throws {
    XCTAssertEqual(
      try unnoticed(
        door + """
          scenarios:
            opening:
              given: a
              when:
                - go: {anyOrder: [one, two]}
                - wait: 5s
                  expect: one
          """),
      [
        "'two' is called before 'one' here",
        "the timer of 'b' takes 2s instead of 4s",
        "the transition of 'b' after 4s leads to 'b' instead of 'a'",
      ])
  }

  func testAGuardIsNoticedOnlyWhereItIsLookedAtBothWays() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: [{if: x == 1, do: one}, {do: two}]}}}
      scenarios:
        one: {given: a, when: {go: one}}

      """
    XCTAssertEqual(
      try unnoticed(spec),
      [
        "the transition of 'a' for 'go' has no guard", "'two' is not called here", "'two' is called twice here",
      ])
    XCTAssertEqual(try unnoticed(spec + "  two: {given: {state: a, x: 2}, when: {go: two}}\n"), [])
    XCTAssertEqual(
      try unnoticed(
        spec.replacing(
          "{given: a, when: {go: one}}",
          with:
            "{given: a, where: {x: [1, 2]}, when: {go: {if: x == 1, expect: one, else: two}}}")), [])
  }

  /// The change shows in a scenario that does not touch it, for it begins where the one ends that does.
  func testFollowersNoticeWhatComesBefore() throws {
    let spec = """
      states:
        a: {on: {go: b}}
        b: {on: {stop: {do: one}}}
      scenarios:
        first: {given: a, when: go}
        second: {follows: first, when: {stop: one}}
      """
    XCTAssertEqual(try unnoticed(spec), [])
    XCTAssertEqual(
      try unnoticed(spec.replacing("follows: first", with: "given: b")),
      ["the transition of 'a' for 'go' leads to 'a' instead of 'b'"])
  }

  /// A scenario that follows an untouched one begins where that one ended.
  func testAFollowerAloneIsTried() throws {
    XCTAssertEqual(
      try unnoticed(
        """
        context: {x: 0}
        states:
          a: {on: {go: {to: b, do: {set: {x: 5}}}}}
          b: {on: {stop: [{if: x == 5, do: one}]}}
        scenarios:
          first: {given: a, where: {x: [0, 1]}, when: {go: []}, then: b}
          second: {follows: first, when: {stop: one}}
          third: {given: b, when: {ignored: stop}}
        """), [])
  }

  func testARefutedClaimThatBecomesTrueIsNotice() throws {
    let spec = """
      states: {a: {on: {go: {do: [one, two]}}}}
      scenarios:
        myth: {refuted: two is called too, given: a, when: {go: one}}
      """
    XCTAssertEqual(
      try unnoticed(spec),
      [
        "'one' is not called here", "'one' is called twice here", "'two' is called before 'one' here",
        "'two' is called twice here",
      ])
  }

  func testAFaultIsNoticed() throws {
    let spec = """
      context: {x: 0}
      states: {a: {on: {go: {if: x == 0, do: {raise: next}}, next: {if: x == 1, do: {raise: next}}}}}
      scenarios:
        going: {given: a, when: go}
      """
    XCTAssertEqual(
      try unnoticed(spec),
      [
        "the transition of 'a' for 'go' has no guard", "'next' is not raised here", "'next' is not raised here",
      ])
  }

  func testAChangedDefaultIsTriedOnEveryScenario() throws {
    let spec = """
      context: {limit: 3s}
      states: {a: {after: {limit: {do: one}}}}
      scenarios:
        waiting: {given: a, when: [{wait: 2s, expect: []}, {wait: 1s, expect: one}]}
      """
    XCTAssertEqual(try unnoticed(spec), [])
    XCTAssertEqual(
      try unnoticed(spec.replacing("given: a", with: "given: {state: a, limit: 3s}")),
      ["'limit' is 1500ms by default instead of 3s", "'limit' is 6s by default instead of 3s"])
  }
}
