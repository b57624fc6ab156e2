import LifelineTemplates
import XCTest

@testable import LifelineGeneration

/// The parts of the code behind tests that stand only in files whose tests need them.
final class PlayPartsTests: XCTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    callbacks: {opened: {parameters: {by: Int}}, rang: }
    events: [open, ring]
    states: {shut: {on: {open: {to: ajar, do: [{opened: {by: 1}}, rang]}}}, ajar: {after: {1s: shut}, on: {ring: {do: {opened: {by: 2}}}}}}
    scenarios:
      opens: {given: shut, BODY}
    """

  private let plain = "when: {open: [{opened: {by: 1}}, rang]}"

  /// Returns the file of the tests with one scenario.
  private func tests(_ body: String, subject: String? = nil) throws -> String {
    try generate(door.replacing("BODY", with: body), subject: subject).tests
  }

  func testOnlyWhatTheTestsCallIsThere() throws {
    let parts = [
      ("func ignore(", "when: {ignored: ring}"), ("func expect(_ state: ", "then: shut"),
      ("func wait(", "when: [{open: [opened, rang]}, {wait: 1s, expect: []}]"),
      ("case call(", "when: {open: [opened, rang]}"),
      ("case anyOrder(", "when: {open: {anyOrder: [opened, rang]}}"),
      ("case optional(", "when: {open: [{optional: rang}, opened, rang]}"),
    ]
    let text = try tests(plain)
    for (part, body) in parts {
      XCTAssertFalse(text.contains(part), part)
      XCTAssertTrue(try tests(body).contains(part), part)
    }
    for part in ["interleaved", "Mirror", "//if", "// if", "// else", "// end"] {
      XCTAssertFalse(text.contains(part), part)
    }
  }

  func testMarksAreBalancedAndKnown() throws {
    let play = BuiltInTemplates.play
    let marks = play.split(separator: "\n").map { $0.drop { $0 == " " } }
    XCTAssertEqual(marks.count { $0.hasPrefix("// if ") }, marks.count { $0 == "// end" })
    let all = Set(play.matches(of: /\/\/ ?if ([a-zA-Z]+)/).map { String($0.1) })
    XCTAssertEqual(
      all,
      [
        "machine", "parts", "wait", "start", "ignore", "state", "partState", "value", "filters", "call", "anyOrder",
        "interleaved", "optional", "repeated", "oneOf", "async",
      ])
  }

  func testNoLineEndsInASpace() throws {
    for body in [plain, plain + ", observing: [delegate]", "when: {open: [opened, rang]}, never: rang"] {
      XCTAssertFalse(try tests(body).contains(" \n"), body)
    }
  }

  func testASubjectChangesAFactOnlyIfTheHostMay() throws {
    let count = "context: {count: {default: 0, private: true}, limit: {default: 3, fixed: true}}\n"
    let counting = "ring: {if: count < limit, do: [{opened: {by: 2}}, {set: {count: count + 1}}]}"
    let spec = door.replacing("BODY", with: plain).replacing("callbacks:", with: count + "callbacks:")
      .replacing("ring: {do: {opened: {by: 2}}}", with: counting)
    let open = spec.replacing("limit: {default: 3, fixed: true}", with: "limit: 3")
    for isAsync in [false, true] {
      func tests(_ spec: String) throws -> String {
        try (isAsync ? generate(spec, asyncSubject: "Hand") : generate(spec, subject: "Hand")).tests
      }
      XCTAssertFalse(try tests(spec).contains("func set("))
      XCTAssertTrue(try tests(spec).contains("func holds("))
      XCTAssertTrue(try tests(open).contains("func set("))
    }
  }

  func testASubjectNeedsNoCodeThatDrivesTheMachine() throws {
    let text = try tests(plain, subject: "Hand")
    XCTAssertFalse(text.contains("struct ScenarioPlay<"), text)
    XCTAssertTrue(text.contains("struct ScenarioSubjectPlay"), text)
    XCTAssertFalse(text.contains("await"), text)
  }
}
