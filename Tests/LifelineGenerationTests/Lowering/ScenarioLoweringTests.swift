import Foundation
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The statements of generated tests, in a short form with the names of the spec.
final class ScenarioLoweringTests: XCTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    context:
      isLocked: false
      speed: {cases: [slow, fast], default: slow}
    callbacks: {opened: , moved: {parameters: {force: Int}}, lit: {channel: lamp}}
    events: {open: , push: {parameters: {force: Int}}, close: }
    initial: shut
    states:
      shut:
        on: {open: {if: not isLocked, to: ajar, do: opened}}
      ajar:
        after: {1s: wide}
        on: {push: {if: force > 1, to: wide, do: moved}, close: shut}
        states: {held: {}, free: {}}
      wide: {entry: {if: speed == fast, do: lit}, on: {close: shut}}

    """

  private func methods(_ scenarios: String, in spec: String? = nil, target: TestTarget = .machine) throws
    -> [TestMethod]
  {
    let machine = try machine((spec ?? door) + "scenarios:\n" + scenarios)
    return ScenarioLowering(context: MachineContext.analyze(machine), target: target).methods()
  }

  /// Returns the statements of the last test.
  private func statements(
    _ scenarios: String, in spec: String? = nil, target: TestTarget = .machine
  ) throws -> [String] {
    let machine = try machine((spec ?? door) + "scenarios:\n" + scenarios)
    let methods = try methods(scenarios, in: spec, target: target)
    return try XCTUnwrap(methods.last).statements.map { describe($0, in: machine) }
  }

  /// Swift Testing has one function where XCTest has a method for each combination.
  func testFunctionsHaveTheCasesOfMethods() throws {
    try skipTest(below: .thorough)
    let door =
      door + """
        scenarios:
          a: {given: free, where: {isLocked: [true, false], speed: [slow, fast]}, when: {push: moved, with: {force: 2}}}
          b: {where: {state: [held, free, wide]}, when: {close: []}, then: shut}
          c: {follows: b, when: {ignored: close}}
        """
    let catalogue = try documentedSpecs().map { try String(contentsOf: $0, encoding: .utf8) }
      .filter { !$0.contains("\nparts:") }
    for spec in [door] + catalogue {
      let context = MachineContext.analyze(try machine(spec))
      for target in [TestTarget.machine, .subject] {
        let lowering = ScenarioLowering(context: context, target: target)
        let printer = TestPrinter(context: context, target: target)
        let methods = lowering.methods()
        let cases = lowering.functions().flatMap { function in
          function.rows.map { row in
            (row.combination, TestMethod(name: function.name, documentation: [], statements: row.statements))
          }
        }
        XCTAssertEqual(methods.count, cases.count)
        for (method, (combination, sameCase)) in zip(methods, cases) {
          let suffix = combination.map { ", where: \(SwiftText.stringLiteral($0))" } ?? ""
          let lines = printer.lines(of: method).map { $0.replacingOccurrences(of: suffix, with: "") }
          XCTAssertEqual(lines, printer.lines(of: sameCase), method.name)
          XCTAssertTrue(method.name.hasPrefix(sameCase.name), method.name)
        }
      }
    }
  }

  // MARK: - The beginning

  func testAGivenStateIsResumedInItsDefault() throws {
    XCTAssertEqual(
      try statements("  a: {given: {state: ajar, isLocked: true}, when: close, then: shut}"),
      ["resume in held; isLocked = true", "send close (any)", "state shut"])
  }

  func testAGivenAtomicStateIsResumed() throws {
    XCTAssertEqual(try statements("  a: {given: free, when: {close: []}}"), ["resume in free", "send close []"])
  }

  func testStatesOfRegionsAreResumed() throws {
    let spec = """
      lifeline: 1
      machine: Lamps
      events: [go]
      regions: {left: {states: {a: {states: {x: {on: {go: y}}, y: {}}}}}, right: {states: {b: {}}}}

      """
    XCTAssertEqual(
      try statements("  a: {given: [y, b], when: {ignored: go}}", in: spec),
      ["resume in y, b", "ignore go"])
  }

  func testAStartThatCanCallIsChecked() throws {
    let spec = """
      lifeline: 1
      machine: Bell
      callbacks: [rang]
      events: [ring]
      states: {idle: {entry: rang, on: {ring: {do: rang}}}}

      """
    let scenarios = "  a: {when: [{start: rang}, {ring: rang}]}"
    XCTAssertEqual(try statements(scenarios, in: spec), ["start rang", "send ring rang"])
    XCTAssertEqual(
      try statements(scenarios, in: spec, target: .subject),
      ["start unchecked", "check start rang", "send ring rang"])
  }

  func testACallFreeStartIsCheckedOnlyForASubject() throws {
    let scenarios = "  a: {when: {open: opened}}"
    XCTAssertEqual(try statements(scenarios), ["start without calls", "send open opened"])
    XCTAssertEqual(
      try statements(scenarios, target: .subject), ["start unchecked", "check start []", "send open opened"])
  }

  /// In scenarios that a test follows, an asynchronous subject gets the time to make its calls.
  func testAnAsynchronousSubjectIsAwaited() throws {
    let scenarios = """
        a:
          when:
            - open: opened
            - wait: 1s
              expect: []
            - set: {isLocked: true}
            - push: moved
              with: {force: 2}
            - ignored: open
        b: {follows: a, when: {close: []}, then: shut}
      """
    XCTAssertEqual(
      try statements(scenarios, target: .asyncSubject),
      [
        "start unchecked", "drive open for opened", "pass 1000 for []", "set isLocked = true",
        "drive push(2) for moved", "drive open for []", "send close []", "state shut", "finish",
      ])
  }

  // MARK: - Steps

  func testSteps() throws {
    XCTAssertEqual(
      try statements(
        """
          a:
            given: shut
            when:
              - set: {isLocked: true, speed: fast}
              - ignored: open
              - set: {isLocked: false}
              - open: opened
                then: held
              - push: {moved: {force: 2}}
                with: {force: 2}
              - close
            then: {state: shut, isLocked: false}
        """),
      [
        "resume in shut", "set isLocked = true", "set speed = fast", "ignore open", "set isLocked = false",
        "send open opened", "state held", "send push(2) moved(0: 2)", "send close (any)", "state shut",
        "field isLocked = false",
      ])
  }

  func testTimePassesOnlyIfThereAreTimers() throws {
    let scenarios = "  a: {given: ajar, when: [{wait: 1s, expect: []}, {wait: 2s}]}"
    XCTAssertEqual(try statements(scenarios), ["resume in held", "wait 1000 []", "wait 2000 (any)"])
    let untimed = door.replacingOccurrences(of: "    after: {1s: wide}\n", with: "")
    XCTAssertEqual(
      try statements("  a: {given: ajar, when: [{wait: 1s}, close]}", in: untimed),
      ["resume in held", "send close (any)"])
  }

  func testStatementsNameTheLineOfTheirStep() throws {
    let method = try methods(
      "  a:\n    given: shut\n    when:\n      - open: opened\n      - ignored: open\n    then: held")
    let lines = try XCTUnwrap(method.last).statements.compactMap { statement -> Int? in
      switch statement {
      case .send(_, _, let line), .ignore(_, let line), .checkState(_, let line): line
      default: nil
      }
    }
    let first = door.split(separator: "\n", omittingEmptySubsequences: false).count + 4
    XCTAssertEqual(lines, [first, first + 1, first + 2])
  }

  // MARK: - Relations between scenarios

  func testFollowedScenariosDriveTheMachine() throws {
    XCTAssertEqual(
      try statements(
        """
          first: {given: {state: shut, speed: fast}, when: [{open: opened}, {wait: 500ms}, {set: {isLocked: true}}]}
          second: {follows: first, when: close}
          third: {follows: second, when: {ignored: open}, then: shut}
        """),
      [
        "resume in shut; speed = fast", "drive open", "pass 500", "set isLocked = true", "drive close", "ignore open",
        "state shut",
      ])
  }

  func testEachCombinationHasATest() throws {
    let spec = """
      lifeline: 1
      machine: Lamp
      context: {isBright: false, level: {cases: [low, high], default: low}}
      callbacks: [lit, glared]
      events: [press]
      states: {ready: {on: {press: {do: [lit, {if: isBright and level == high, do: glared}]}}}}

      """
    let scenarios = """
        press:
          where: {isBright: [true, false], level: [low, high]}
          given: ready
          when: {press: [lit, {if: isBright and level == high, expect: glared}]}
      """
    let machine = try machine(spec + "scenarios:\n" + scenarios)
    let methods = try methods(scenarios, in: spec)
    XCTAssertEqual(methods.map(\.name), ["testPress", "testPress_2", "testPress_3", "testPress_4"])
    XCTAssertEqual(methods.map(\.documentation), [[String]](repeating: ["press"], count: 4))
    XCTAssertEqual(
      methods.map(\.combination),
      [
        "isBright: true, level: low", "isBright: true, level: high", "isBright: false, level: low",
        "isBright: false, level: high",
      ])
    XCTAssertEqual(
      methods.map { $0.statements.map { describe($0, in: machine) } },
      [
        ["resume in ready; isBright = true; level = low", "send press lit"],
        ["resume in ready; isBright = true; level = high", "send press [lit, glared]"],
        ["resume in ready; isBright = false; level = low", "send press lit"],
        ["resume in ready; isBright = false; level = high", "send press lit"],
      ])
  }

  func testTheNamesOfTestsEndInTheStatesOfWhere() throws {
    let spec = """
      lifeline: 1
      machine: Lamp
      context: {isBright: false}
      callbacks: [lit, glared]
      events: [press]
      regions:
        bulb: {states: {off: {on: {press: {to: on, do: lit}}}, on: {states: {low: , high: }, on: {press: {do: glared}}}}}
        fan: {states: {still: , turning: {on: {press: {if: isBright}}}}}

      """
    let scenarios = """
        it's lit:
          given: turning
          where: {isBright: [true, false], state: [off, high]}
          when: {press: {if: in(on), expect: glared, else: lit}}
        again:
          where: {state: [[on, still]]}
          when: {press: {if: in(bulb.on.low) and in(fan) and not in(high), expect: glared}}
      """
    let machine = try machine(spec + "scenarios:\n" + scenarios)
    let methods = try methods(scenarios, in: spec)
    XCTAssertEqual(
      methods.map(\.name),
      ["testItsLit_off", "testItsLit_off_2", "testItsLit_high", "testItsLit_high_2", "testAgain_on_still"])
    XCTAssertEqual(
      methods.map(\.combination),
      [
        "state: bulb.off, isBright: true", "state: bulb.off, isBright: false",
        "state: bulb.on.high, isBright: true", "state: bulb.on.high, isBright: false",
        "state: [bulb.on, fan.still]",
      ])
    XCTAssertEqual(
      methods.map { $0.statements.map { describe($0, in: machine) } },
      [
        ["resume in turning, off; isBright = true", "send press lit"],
        ["resume in turning, off; isBright = false", "send press lit"],
        ["resume in turning, high; isBright = true", "send press glared"],
        ["resume in turning, high; isBright = false", "send press glared"],
        ["resume in on, still", "send press glared"],
      ])
  }

  func testRestrictionsBelongToTheLastScenario() throws {
    XCTAssertEqual(
      try statements(
        """
          first: {given: shut, when: {open: opened}}
          second: {follows: first, observing: lamp, never: opened, when: {close: []}}
        """),
      ["resume in shut; channels: lamp; never: opened", "drive open", "send close []"])
  }

  func testRefutedScenariosHaveNoTest() throws {
    XCTAssertEqual(
      try methods(
        """
          kept: {given: shut, when: open}
          wrong: {refuted: It opens., given: shut, when: {ignored: open}}
        """
      ).map(\.name), ["testKept"])
  }

  func testSubjectsAreNotHeldToDecisions() throws {
    let scenarios = """
        promised: {given: shut, when: open}
        decided: {given: shut, when: open, decides: true}
      """
    XCTAssertEqual(try methods(scenarios).map(\.name), ["testPromised", "testDecided"])
    XCTAssertEqual(try methods(scenarios, target: .subject).map(\.name), ["testPromised"])
  }

  // MARK: - Derived tests

  func testADerivedTestDrivesTheMachineToItsState() throws {
    let machine = try machine(door)
    let context = MachineContext.analyze(machine)
    let range = SourceRange(SourcePosition(line: 7, column: 1), SourcePosition(line: 7, column: 2))
    var test = DerivedTest(given: nil, fields: machine.fields.map(\.defaultValue), state: ID(2), range: range)
    test.fields[0] = .bool(true)
    test.approach = [.set([FieldValue(field: ID(0), value: .bool(false))]), .send(ID(0), arguments: [])]
    test.steps = [
      DerivedTest.ExpectedReaction(
        cause: .send(ID(0), arguments: []), treatment: .ignored, calls: [], states: [], changes: []),
      DerivedTest.ExpectedReaction(
        cause: .wait(milliseconds: 1000), treatment: .handled,
        calls: [DerivedTest.Call(callback: ID(1), arguments: [.int(3)])], states: [ID(5)],
        changes: [FieldValue(field: ID(0), value: .bool(false))]),
    ]
    func statements(_ test: DerivedTest, checksDeadlines: Bool) throws -> [String] {
      let lowering = DerivedTestLowering(
        machine: machine, scenarios: ScenarioLowering(context: context, target: .machine),
        checksDeadlines: checksDeadlines)
      return try XCTUnwrap(lowering.methods(of: [test]).first).statements.map { describe($0, in: machine) }
    }
    XCTAssertEqual(
      try statements(test, checksDeadlines: true),
      [
        "start without calls; isLocked = true", "set isLocked = false", "drive open", "ignore open",
        "wait 1000 moved(0: 3)", "state wide", "field isLocked = false", "deadline none",
      ])
    test.given = [ID(4)]
    test.approach = []
    test.deadline = 250
    XCTAssertEqual(
      try statements(test, checksDeadlines: true).first, "resume in free; isLocked = true")
    XCTAssertEqual(try statements(test, checksDeadlines: true).last, "deadline 250")
    XCTAssertEqual(try statements(test, checksDeadlines: false).last, "field isLocked = false")
  }
}
