import LifelineRewriting
import XCTest

/// Tests that rewrite the scenarios of a machine.
class AcceptanceTestCase: XCTestCase {
  /// A door that rings twice and then says its names, and a lamp that is switched.
  let head = """
    lifeline: 1
    machine: Door
    context: {loud: true, size: {cases: [small, wide, huge], default: small}}
    callbacks: {ring: , knock: , creak: , name: {parameters: {text: String, count: Int}}, flash: {channel: light}}
    events: {open: , shut: , call: {parameters: {text: String, count: Int}}, tick: , both: }
    initial: closed
    states:
      closed:
        on:
          open: {to: opened, do: [ring, {if: loud, do: knock}, {if: size == wide, do: creak}]}
          call: {do: [name, flash]}
          tick: {}
      opened:
        entry: creak
        on: {shut: {to: closed, do: [knock, knock]}, both: pair}
        after: {5s: closed}
      pair:
        regions:
          left: {initial: on, states: {on: , off: }}
          right: {initial: dim, states: {dim: , bright: }}

    """

  func accept(
    _ scenarios: String, only names: Set<String>? = nil, line: UInt = #line
  ) throws -> (text: String, acceptance: Acceptance) {
    let acceptance = try acceptFailures(in: Array((head + scenarios).utf8), path: "Door.yaml", only: names, line: line)
    XCTAssertEqual(acceptance.reading.source.bytes, acceptance.bytes, line: line)
    let text = String(decoding: acceptance.bytes, as: UTF8.self)
    XCTAssertTrue(text.hasPrefix(head), line: line)
    return (String(text.dropFirst(head.count)), acceptance)
  }

  func check(_ scenarios: String, becomes expected: String, line: UInt = #line) throws {
    let (text, acceptance) = try accept(scenarios, line: line)
    XCTAssertEqual(acceptance.diagnostics.map(\.message), [], line: line)
    XCTAssertEqual(text, expected, line: line)
    XCTAssertEqual(try accept(expected, line: line).acceptance.accepted, [], "the result holds", line: line)
  }

  /// Checks a scenario on one line. Only the text after `when: ` is given.
  func checkStep(_ step: String, becomes expected: String, line: UInt = #line) throws {
    let start = "scenarios:\n  a: {given: closed, when: "
    try check("\(start)\(step)}\n", becomes: "\(start)\(expected)}\n", line: line)
  }
}
