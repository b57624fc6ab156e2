import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class MutantScenariosTests: XCTestCase {
  /// Returns the changes of the mutants that no scenario kills.
  private func survivors(callbacks: String = "one two", _ spec: String) throws -> [String] {
    let machine = try readMachine(callbacks: callbacks, events: "go stop", spec)
    XCTAssertEqual(checkScenarios(of: machine).diagnostics, [])
    let scenarios = MutantScenarios.prepare(.build(for: machine))
    return machine.makeMutants().filter { mutant in
      scenarios.firstFailure(on: MachineIndex.build(for: mutant.applied(to: machine)), at: mutant.site) == nil
    }.map(\.change)
  }

  /// Plays that go on in the middle notice what plays from the beginning notice.
  func testPlaysThatGoOnAgreeWithWholePlays() throws {
    try skipTest(below: .thorough)
    let step = forExtent(quick: 40, thorough: 16, all: 1)
    var killed = 0
    for machine in try documentedSpecs().map(documentedMachine) {
      let index = MachineIndex.build(for: machine)
      let scenarios = MutantScenarios.prepare(index)
      let mutants = machine.makeMutants()
      for number in stride(from: 0, to: mutants.count, by: step) {
        let mutated = mutants[number].applied(to: machine)
        let fails = checkScenarios(of: mutated).failedScenarios > 0
        if fails { killed += 1 }
        XCTAssertEqual(
          scenarios.firstFailure(on: index.replacing(mutated), at: mutants[number].site) != nil, fails,
          "\(machine.name): \(mutants[number].change)")
      }
    }
    XCTAssertGreaterThan(killed, 80)
  }

  private let door = """
    states:
      a: {on: {go: {to: b, do: [one, two]}}}
      b: {exit: one, after: {4s: {to: a}}}

    """

  func testScenariosThatStateEverythingKillEverything() throws {
    XCTAssertEqual(
      try survivors(
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

  func testWithoutScenariosEverythingSurvives() throws {
    XCTAssertEqual(
      try survivors(door).count, try readMachine(callbacks: "one two", events: "go stop", door).makeMutants().count)
  }

  func testMutantsOfUnexpectedPartsSurvive() throws {
    XCTAssertEqual(
      try survivors(
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
        "`two` is called before `one` here",
        "the timer of `b` takes 2s instead of 4s",
        "the transition of `b` after 4s leads to `b` instead of `a`",
      ])
  }

  func testMutantsOfAGuardAreKilledWhereBothOutcomesAreTested() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: [{if: x == 1, do: one}, {do: two}]}}}
      scenarios:
        one: {given: a, when: {go: one}}

      """
    XCTAssertEqual(
      try survivors(spec),
      [
        "the transition of `a` for `go` has no guard", "`two` is not called here", "`two` is called twice here",
      ])
    XCTAssertEqual(try survivors(spec + "  two: {given: {state: a, x: 2}, when: {go: two}}\n"), [])
    XCTAssertEqual(
      try survivors(
        spec.replacing(
          "{given: a, when: {go: one}}",
          with:
            "{given: a, where: {x: [1, 2]}, when: {go: {if: x == 1, expect: one, else: two}}}")), [])
  }

  /// The second scenario doesn't cover the change, but begins where the first one ends, which does.
  func testFollowersKillMutantsOfWhatComesBefore() throws {
    let spec = """
      states:
        a: {on: {go: b}}
        b: {on: {stop: {do: one}}}
      scenarios:
        first: {given: a, when: go}
        second: {follows: first, when: {stop: one}}
      """
    XCTAssertEqual(try survivors(spec), [])
    XCTAssertEqual(
      try survivors(spec.replacing("follows: first", with: "given: b")),
      ["the transition of `a` for `go` leads to `a` instead of `b`"])
  }

  /// A scenario that follows an untouched one begins where that one ended.
  func testAFollowerAloneKills() throws {
    XCTAssertEqual(
      try survivors(
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

  func testARefutedClaimThatBecomesTrueKills() throws {
    let spec = """
      states: {a: {on: {go: {do: [one, two]}}}}
      scenarios:
        myth: {refuted: two is called too, given: a, when: {go: one}}
      """
    XCTAssertEqual(
      try survivors(spec),
      [
        "`one` is not called here", "`one` is called twice here", "`two` is called before `one` here",
        "`two` is called twice here",
      ])
  }

  func testAFaultKills() throws {
    let spec = """
      context: {x: 0}
      states: {a: {on: {go: {if: x == 0, do: {raise: next}}, next: {if: x == 1, do: {raise: next}}}}}
      scenarios:
        going: {given: a, when: go}
      """
    XCTAssertEqual(
      try survivors(spec),
      [
        "the transition of `a` for `go` has no guard", "`next` is not raised here",
        "the guard of the transition of `a` for `next` has `x == 2` instead of `x == 1`", "`next` is not raised here",
      ])
  }

  /// The mistake of a retry: who forgets to count from the beginning tries less often the next time.
  func testAForgottenAssignmentIsNoticedWhereTheFieldHadAnotherValue() throws {
    let spec = """
      context: {retries: {default: 0, private: true}}
      states:
        a:
          on:
            go: [{if: retries < 2, do: [one, {set: {retries: retries + 1}}]}, {to: b, do: two}]
            stop: {to: b, do: {set: {retries: 0}}}
        b: {}
      scenarios:
        giving up: {given: a, when: [{go: one}, {go: one}, {go: two}], then: {state: b, retries: 2}}
        stopping: {given: a, when: [{go: one}, {stop: []}], then: b}

      """
    XCTAssertEqual(
      try survivors(spec), ["`retries` is not set here", "`retries` is set to `1` instead of `0` here"])
    XCTAssertEqual(
      try survivors(spec.replacing("{stop: []}], then: b}", with: "{stop: []}], then: {state: b, retries: 0}}")), [])
  }

  func testAMutantOfADefaultRunsOnEveryScenario() throws {
    let spec = """
      context: {limit: 3s}
      states: {a: {after: {limit: {do: one}}}}
      scenarios:
        waiting: {given: a, when: [{wait: 2s, expect: []}, {wait: 1s, expect: one}]}
      """
    XCTAssertEqual(try survivors(spec), [])
    XCTAssertEqual(
      try survivors(spec.replacing("given: a", with: "given: {state: a, limit: 3s}")),
      ["`limit` is 1500ms by default instead of 3s", "`limit` is 6s by default instead of 3s"])
  }
}
