import LifelineRewriting
import XCTest

/// Tests how steps without expectations get the calls of the machine.
final class RecordingTests: AcceptanceTestCase {
  private func record(_ scenarios: String, line: UInt = #line) throws -> (text: String, acceptance: Acceptance) {
    let acceptance = try acceptFailures(
      in: Array((head + scenarios).utf8), path: "Door.yaml", recording: true, line: line)
    return (String(String(decoding: acceptance.bytes, as: UTF8.self).dropFirst(head.count)), acceptance)
  }

  private func checkRecording(_ scenarios: String, becomes expected: String, line: UInt = #line) throws {
    let (text, acceptance) = try record(scenarios, line: line)
    XCTAssertEqual(acceptance.diagnostics.map(\.message), [], line: line)
    XCTAssertEqual(text, expected, line: line)
    XCTAssertEqual(try record(expected, line: line).acceptance.accepted, [], "nothing is left", line: line)
  }

  func testStepsGetTheCallsOfTheMachine() throws {
    let start = "scenarios:\n  a: {given: closed, when: "
    try checkRecording(start + "open}\n", becomes: start + "{open: [ring, knock, creak]}}\n")
    try checkRecording(start + "tick}\n", becomes: start + "{tick: []}}\n")
    try checkRecording(start + "shut}\n", becomes: start + "{ignored: shut}}\n")
    try checkRecording(
      start + "['open', {wait: 1s}, shut], observing: light}\n",
      becomes: start + "[{open: []}, {wait: 1s, expect: []}, {shut: []}], observing: light}\n")
    try checkRecording(
      """
      scenarios:
        a:
          given: closed
          when:
            - open  # so
            - wait: 5s  # long

              then: closed
            - open: ring
            - wait: 1s
        b:
          given: opened
          when: shut
        c:
          given: opened
          when:
            wait: 5s
          then: closed

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              - open: [ring, knock, creak]  # so
              - wait: 5s  # long
                expect: []

                then: closed
              - open: [ring, knock, creak]
              - wait: 1s
                expect: []
          b:
            given: opened
            when: {shut: [knock, knock]}
          c:
            given: opened
            when:
              wait: 5s
              expect: []
            then: closed

        """)
    let plain = start + "[open, {wait: 1s}]}\n"
    XCTAssertEqual(try accept(plain).text, plain)
  }

  func testRecordedCallsHaveAllArguments() throws {
    let head = """
      lifeline: 1
      machine: M
      context: {n: 3, b: true}
      callbacks: {k: {parameters: {n: Int, b: Bool}}, l: }
      events: [e]
      states: {s: {on: {e: {do: [k, l]}}}}

      """
    func text(_ calls: String) -> String { head + "scenarios:\n  a:\n    given: s\n    when:\n      - \(calls)\n" }
    let acceptance = try acceptFailures(in: Array(text("e").utf8), path: "M.yaml", recording: true)
    XCTAssertEqual(String(decoding: acceptance.bytes, as: UTF8.self), text("e: [{k: {n: 3, b: true}}, l]"))
    let start = head.replacing("s: {on", with: "s: {entry: k, on") + "scenarios:\n  a:\n    when:\n"
    let atStart = try acceptFailures(in: Array((start + "      - e\n").utf8), path: "M.yaml", recording: true)
    XCTAssertEqual(
      String(decoding: atStart.bytes, as: UTF8.self),
      start + "      - start: {k: {n: 3, b: true}}\n      - e: [{k: {n: 3, b: true}}, l]\n")
  }

  func testArgumentsThatWereExpectedAreKept() throws {
    func text(_ calls: String) -> String {
      """
      lifeline: 1
      machine: M
      context: {n: 3, b: true}
      callbacks: {k: {parameters: {n: Int, b: Bool}}}
      events: [e]
      states: {s: {on: {e: {do: k}}}}
      scenarios: {a: {given: s, where: {b: [true, false]}, when: {e: \(calls)}}}

      """
    }
    func accepted(_ calls: String) throws -> String {
      let acceptance = try acceptFailures(in: Array(text(calls).utf8), path: "M.yaml")
      return String(decoding: acceptance.bytes, as: UTF8.self)
    }
    XCTAssertEqual(try accepted("{if: b, expect: {k: {n: 4}}, else: {k: {n: 5}}}"), text("{k: {n: 3}}"))
    XCTAssertEqual(
      try accepted("{if: b, expect: {k: {b: false}}, else: {k: {b: true}}}"),
      text("{if: b, expect: {k: {b: true}}, else: {k: {b: false}}}"))
  }

  func testWhatIsNotRecorded() throws {
    for (scenario, reason) in [
      (
        "{given: closed, where: {loud: [true, false]}, when: open}",
        "the calls of this step depend on the values of `where`"
      ),
      // The same text would have to expect other calls.
      ("{given: opened, when: [&rest {wait: 3s}, {wait: 1s}, *rest]}", "has a form that can't be rewritten"),
      ("{given: closed, when: [open, {ignored: open}, {shut: ring}], refuted: so}", nil),
    ] {
      let scenarios = "scenarios: {a: \(scenario)}\n"
      let (text, acceptance) = try record(scenarios)
      XCTAssertEqual(text, scenarios)
      XCTAssertEqual(acceptance.diagnostics.count, reason == nil ? 0 : 1)
      if let reason { XCTAssertTrue(acceptance.diagnostics.allSatisfy { $0.message.contains(reason) }) }
    }
    let same = "scenarios: {a: {given: closed, where: {loud: [true, false]}, when: "
    try checkRecording(same + "tick}}\n", becomes: same + "{tick: []}}}\n")
  }
}
