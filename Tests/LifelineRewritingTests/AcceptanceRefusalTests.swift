import LifelineRewriting
import XCTest

/// Tests what stays as it is although the machine does something else.
final class AcceptanceRefusalTests: AcceptanceTestCase {
  private func refuses(_ scenarios: String, _ parts: String..., line: UInt = #line) throws {
    let (text, acceptance) = try accept(scenarios, line: line)
    XCTAssertEqual(text, scenarios, line: line)
    XCTAssertEqual(acceptance.accepted, [], line: line)
    XCTAssertEqual(acceptance.diagnostics.count, parts.count, line: line)
    for (diagnostic, part) in zip(acceptance.diagnostics, parts) {
      XCTAssertTrue(diagnostic.message.contains(part), diagnostic.message, line: line)
    }
  }

  func testWhatIsRuledOutStays() throws {
    try refuses(
      "scenarios: {a: {given: closed, when: {open: ring}, never: knock}}\n", "which the scenario's `never` rules out")
    try refuses(
      "scenarios: {a: {given: closed, when: {open: [ring, knock, creak]}, refuted: so}}\n",
      "accepting doesn't remove `refuted`")
  }

  func testOfARefutedScenarioAllButTheLastStepIsRewritten() throws {
    try check(
      "scenarios: {a: {given: closed, when: [{open: ring}, {shut: ring}], refuted: so}}\n",
      becomes: "scenarios: {a: {given: closed, when: [{open: [ring, knock, creak]}, {shut: ring}], refuted: so}}\n")
  }

  func testStatesThatDependOnCombinations() throws {
    try refuses(
      "scenarios: {a: {given: closed, where: {loud: [true, false]}, when: {open: [ring, {optional: knock}, creak]}, then: {loud: false}}}\n",
      "the value of `loud` depends on the values of `where`")
  }

  func testWhatIsUsedElsewhereStays() throws {
    try refuses(
      "scenarios:\n  a: {given: closed, when: {open: &calls [ring]}}\n  b: {given: closed, when: {open: *calls}, refuted: so}\n",
      "an alias elsewhere repeats this")
    try refuses(
      "scenarios:\n  a: {given: closed, when: &steps {open: [ring]}}\n"
        + "  b: {given: closed, context: , when: *steps}\n".replacing("context: ,", with: "where: {loud: [false]},"),
      "an alias elsewhere repeats this", "this is an alias")
    try refuses(
      "scenarios:\n  a: {given: closed, when: {tick: [&it ring]}}\n  b: {given: closed, when: {open: [*it, knock, creak]}}\n",
      "would be gone")
  }

  func testWhatAllWantAlikeIsRewrittenOnce() throws {
    let shared = """
      scenarios:
        a: {given: closed, when: &steps [tick, &step {open: [ring]}]}
        b: {given: closed, where: {size: [small, huge]}, when: *steps}
        c: {given: closed, when: *step}
        d: {given: closed, when: {tick: ring}}

      """
    try check(
      shared,
      becomes: shared.replacing("[ring]", with: "[ring, knock, creak]").replacing("tick: ring", with: "tick: []"))
    let (text, acceptance) = try accept(shared, only: ["a", "d"])
    XCTAssertEqual(text, shared.replacing("tick: ring", with: "tick: []"))
    XCTAssertEqual(acceptance.diagnostics.map { $0.location.range?.start.line }, [22])
  }

  func testAnAliasIsWrittenOut() throws {
    try check(
      """
      scenarios:
        a: {given: closed, when: {open: &calls [ring, knock, creak]}, then: &end opened}
        b: {given: opened, when: {shut: *calls}, then: *end}
        c: {given: closed, when: {open: &unused ring}}

      """,
      becomes: """
        scenarios:
          a: {given: closed, when: {open: &calls [ring, knock, creak]}, then: &end opened}
          b: {given: opened, when: {shut: [knock, knock]}, then: closed}
          c: {given: closed, when: {open: &unused [ring, knock, creak]}}

        """)
  }
}
