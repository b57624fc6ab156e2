import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The types that a spec declares in generated code.
final class DeclaredTypeTests: CompilingTestCase {
  private func spec(machine: String = "Line") -> String {
    """
    lifeline: 1
    machine: \(machine)
    types:
      Reason: {cases: [timeout, refused, none], doc: "Why it ended. */"}
      Mood: [good, none]
    context:
      last: {type: Reason, default: none}
      mood: {type: Mood, default: good, fixed: true}
      reason: {cases: [x, none], default: x}
    callbacks:
      didFail: {parameters: {why: Reason, others: "[Reason]"}}
      didLast: {parameters: {last: Reason}}
      didEnd: {channel: log}
    events:
      fail: {parameters: {why: Reason, others: "[Reason]"}}
      end:
    regions:
      reason:
        states:
          idle:
            on:
              fail:
                - {if: why == none and last != timeout, do: {set: {last: refused}}}
                - {if: why == last, to: failed, do: [didFail, {didFail: {why: timeout}}]}
                - {to: failed, do: [{set: {last: why}}, didLast]}
          failed: {on: {end: {if: mood == none or reason == none, to: idle, do: didEnd}}}
      mood: {states: {calm: {on: {end: upset}}, upset: {exit: {if: in(idle), do: []}}}}
    scenarios:
      a failure:
        observing: delegate
        where: {last: [none, timeout], mood: [good, none]}
        given: [idle, calm]
        when:
          - fail: {if: last == timeout, expect: [{didFail: {why: timeout}}, {didFail: {why: timeout, others: many}}], else: {didLast: {last: timeout}}}
            with: {why: timeout, others: many}
            then: {state: failed, last: timeout}
      none of them:
        given: {state: [idle, calm], last: none}
        when:
          - fail: []
            with: {why: none, others: many}
          - set: {last: none, reason: none}
        then: {state: idle, last: none, reason: none}
    """
  }

  private let values = "enum LineValues { static let many: [Line.Reason] = [.timeout, .none] }\n"

  func testScenariosAndDerivedTestsHold() throws {
    try skipTest(below: .thorough)
    try write(values, to: "Values.swift")
    let generated = try generate(spec(), access: .internal, object: true, derive: .pairs)
    let result = try test([generated], with: ["Values.swift"])
    XCTAssertEqual(result.status, 0, result.output)
    XCTAssertTrue(generated.testNames.contains("testNoneOfThem"))
    XCTAssertTrue(generated.machine.contains("func didFail(why: Line.Reason, others: [Line.Reason])"))
    XCTAssertTrue(generated.machine.contains("/// Why it ended. */"), generated.machine)
  }

  func testSubjectsKnowFactsOfTheTypes() throws {
    let generated = try generate(spec(), subject: "Phone")
    XCTAssertTrue(generated.tests.contains("case last(Line.Reason)"), generated.tests)
    XCTAssertTrue(generated.tests.contains("case reason(Line.Context.ReasonValue)"), generated.tests)
  }

  func testEverySettingOfTheCompiler() throws {
    try skipTest(below: .thorough)
    try write(generate(spec(), access: .public, observable: true, isolation: .mainActor).machine, to: "Line.swift")
    try write(generate(spec(machine: "Event"), access: .public, object: true).machine, to: "Event.swift")
    let settings = [
      [], ["-default-isolation", "MainActor"], ["-enable-upcoming-feature", "InternalImportsByDefault"],
    ]
    for options in settings {
      try compile(["Line.swift", "Event.swift"], ["-c", "-wmo", "-module-name", "Main", "-o", "Main.o"] + options)
    }
  }

  func testAStoredMachineKeepsTheCases() throws {
    try skipTest(below: .thorough)
    try write(generate(spec(), object: true).machine, to: "Machine.swift")
    try write(
      #"""
      import Foundation
      var line = Line(context: Line.Context(mood: .none))
      line.handle(.fail(why: .timeout, others: [])) { print($0) }
      let stored = String(decoding: try! JSONEncoder().encode(line), as: UTF8.self)
      let copy = try! JSONDecoder().decode(Line.self, from: Data(stored.utf8))
      print(copy == line, copy.context.last, copy.context.mood, Line.Reason.allCases, Line.Reason("refused")!)
      print((try? JSONDecoder().decode(Line.self, from: Data(stored.replacing("timeout", with: "late").utf8))) as Any)
      """#, to: "main.swift")
    try compile(["Machine.swift", "main.swift"], ["-module-name", "Main", "-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(
      output, "didLast(last: timeout)\ntrue timeout none [timeout, refused, none] refused\nnil\n")
  }

  func testHostileNames() throws {
    try skipTest(below: .thorough)
    let types = [
      "Cause", "Body", "Element", "RawValue", "AllCases", "ID", "Optional", "Array", "Never", "Error", "Hashable",
      "Codable", "Equatable", "Item", "Input", "Outcome", "Runner", "StatePosition", "Value", "Character", "Result",
    ]
    let cases = [
      "none", "some", "allCases", "AllCases", "self", "Self", "init", "Type", "Protocol", "RawValue", "rawValue",
      "description", "default", "switch", "case", "hashValue", "hash", "encode", "nil", "Any", "async", "each",
      "Swift", "_1",
    ]
    let parameters = types.map { "p\($0): \($0)" }.joined(separator: ", ")
    let conditions = types.enumerated().map { "p\($1) == \(cases[$0 % cases.count]) and f\($1) != \(cases[$0 + 1])" }
    let yaml = """
      lifeline: 1
      machine: Hostile
      types:
      \(types.map { "  \($0): [\(cases.joined(separator: ", "))]" }.joined(separator: "\n"))
        Mine: [a, b]
      context:
        Mine: {type: Mine, default: a}
      \(types.map { "  f\($0): {type: \($0), default: \(cases[0])}" }.joined(separator: "\n"))
        cause: {cases: [\(cases.joined(separator: ", "))], default: self}
      callbacks: {did: {parameters: {\(parameters), Mine: Mine, list: "Dictionary<Cause, [Result?]>"}}}
      events: {go: {parameters: {\(parameters), Mine: Mine, list: "Dictionary<Cause, [Result?]>"}}, set_: {parameters: {cause: Cause}}}
      regions:
        cause: {states: {one: {on: {go: {if: "\(conditions.joined(separator: " and ")) and cause == self", do: did, to: two}}}, two: }}
        state: {states: {here: {on: {set_: {if: "cause == none and in(one)", do: {set: {Mine: b, fCause: cause}}}}}}}
      scenarios:
      \(cases.enumerated().map { index, name in
        "  case \(index): {given: {state: one, fID: \(name)}, when: [{set_: [], with: {cause: none}}, {set: {fID: \(name)}}], then: {state: one, fID: \(name), fCause: none, Mine: b}}"
      }.joined(separator: "\n"))
      """
    let generated = try generate(yaml, object: true)
    let result = try test([generated])
    XCTAssertEqual(result.status, 0, result.output)
    XCTAssertTrue(result.output.contains("Executed \(cases.count) tests, with 0 failures"), result.output)
    try compile(["Machine0.swift"], ["-c", "-wmo", "-module-name", "Main", "-o", "Main.o"])
  }

  func testNamesOfGeneratedTypesAreRefused() throws {
    for name in [
      "State", "AnyState", "Event", "Callback", "Context", "Reaction", "Machine", "CodingKeys", "ConfigurationError",
      "Self", "Type", "Any", "Protocol", "Swift", "MDelegate", "MObject", "MValues", "MSubject", "MCalls",
      "StringLiteralType",
    ] {
      let machine = try machine(
        """
        lifeline: 1
        machine: M
        types: {\(name): [x]}
        context: {f: {type: \(name), default: x}}
        states: {a: {entry: {if: f == x, do: []}}}
        """)
      let errors = PreparedMachine.prepare(machine).errors
      XCTAssertEqual(errors.map { $0.location.range?.start.line }, [3], name)
      XCTAssertEqual(errors.map(\.kind.code), ["L504"], name)
    }
  }

  /// The module XCTest has a class of its name, which would be as near to tests as the machine of another module.
  func testNamesOfMachinesThatAreTaken() throws {
    for name in ["Swift", "Testing", "XCTest", "XCTestCase", "ScenarioPlay"] {
      let errors = PreparedMachine.prepare(try machine("lifeline: 1\nmachine: \(name)\nstates: {a: }\n")).errors
      XCTAssertEqual(errors.map(\.kind.code), ["L504"], name)
    }
    for name in ["Bool", "Foundation", "Dispatch", "Observation"] {
      let errors = PreparedMachine.prepare(try machine("lifeline: 1\nmachine: \(name)\nstates: {a: }\n")).errors
      XCTAssertEqual(errors.map(\.kind.code), [], name)
    }
  }
}
