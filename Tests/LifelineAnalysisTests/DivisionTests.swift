import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Divisions by zero that no decision depends on.
final class DivisionTests: XCTestCase {
  private func faults(_ context: String, _ action: String, more: String = "") throws -> [String] {
    let text = """
      lifeline: 1
      machine: Test
      context: {\(context)}
      callbacks: {show: {parameters: {share: Int}}}
      events: {ask: {parameters: {k: Int}}, count: , reset: }
      states:
        a:
          on:
            ask: {do: \(action)}
            count: \(more.isEmpty ? "{}" : more)
            reset: {do: {show: {share: 1}}}
      """
    let reading = SpecReader.read(bytes: Array(text.utf8), path: "Test.yaml")
    let machine = try XCTUnwrap(reading.machine, "\(reading.diagnostics.map(\.message))")
    return analyze(machine).diagnostics.filter { $0.kind.code == "L802" }.map(\.message)
  }

  func testAnArgumentDividesByAFact() throws {
    XCTAssertEqual(
      try faults("n: 5", "{show: {share: 100 / n}}"),
      ["Test divides by zero (see Expressions), after the start, `ask` with n: 0"])
    XCTAssertEqual(
      try faults("n: 5", "{show: {share: 100 % (n - 3)}}"),
      [
        "Test divides by zero (see Expressions), after the start, `ask` with n: 3",
        "Test computes a number that does not fit into 64 bits (see Expressions), after the start, `ask` with n: \(Int.min)",
      ])
    XCTAssertEqual(try faults("n: {default: 5, range: 1...9}", "{show: {share: 100 / n}}"), [])
    XCTAssertEqual(try faults("n: {default: 5, fixed: true, range: 0...9}", "{show: {share: 100 / n}}").count, 1)
    XCTAssertEqual(try faults("n: 5", "{show: {share: '100 / max(n, 1)'}}"), [])
    XCTAssertEqual(try faults("n: 5", "{if: n != 0, do: {show: {share: 100 / n}}}"), [])
  }

  func testAnArgumentDividesByAParameter() throws {
    XCTAssertEqual(
      try faults("n: 5", "[{show: {share: 100 / k}}, {show: {share: n}}]"),
      ["Test divides by zero (see Expressions), after the start, `ask`"])
    XCTAssertEqual(
      try faults("n: 5", "[{show: {share: 100 / (7 - k)}}, {show: {share: n}}]"),
      [
        "Test divides by zero (see Expressions), after the start, `ask`",
        "Test computes a number that does not fit into 64 bits (see Expressions), after the start, `ask`",
      ])
  }

  func testAConditionDividesByAFact() throws {
    XCTAssertEqual(
      try faults("n: 500", "{if: 1000 / n > 300, do: {show: {share: n}}}"),
      ["Test divides by zero (see Expressions), after the start, `ask` with n: 0"])
  }

  /// A private number that counts in one direction is followed up to the zero.
  func testAnArgumentDividesByACount() throws {
    let count = "{do: {set: {m: m - 1}}}"
    XCTAssertEqual(
      try faults("m: {default: 3, private: true}", "{show: {share: 100 / m}}", more: count),
      ["Test divides by zero (see Expressions), after the start, `count`, `count`, `count`, `ask`"])
    let up = "{do: {set: {m: m + 1}}}"
    XCTAssertEqual(try faults("m: {default: 3, private: true}", "{show: {share: 100 / m}}", more: up), [])
    // A number that goes both ways has no end, and isn't followed for an argument.
    let machine = "{do: [{set: {m: m + 1}}, {set: {m: m - 2}}]}"
    XCTAssertEqual(try faults("m: {default: 3, private: true}", "{show: {share: 100 / m}}", more: machine), [])
  }

  func testDivisorsAreFound() throws {
    let machine = try readMachine(
      callbacks: "called", events: "go",
      """
      context: {a: 1, b: 1, c: 1, d: {default: 0, private: true}, e: 1}
      states: {s: {on: {go: [{if: 10 / (a + 2) > 1, do: called}, {do: {set: {d: 'b % (4 - 2 * c) / min(e, -e)'}}}]}}}
      """)
    XCTAssertEqual(
      machine.divisorZeros, [.field(ID(0)): [-2], .field(ID(2)): [2], .field(ID(4)): [0]])
  }

  func testDivisorsInDivisorsAreFound() throws {
    let machine = try readMachine(
      callbacks: "called", events: "go",
      """
      context: {a: 1, b: 1, c: 1, d: 1}
      states:
        s:
          on:
            go:
              - {if: 10 / (a * 3 - 6) > 1, do: called}
              - {if: 10 / (7 + -b) > 1, do: called}
              - {if: '10 % max(3 - c, d) > 1', do: called}
      """)
    XCTAssertEqual(
      machine.divisorZeros,
      [.field(ID(0)): [2], .field(ID(1)): [7], .field(ID(2)): [3], .field(ID(3)): [0]])
  }

  /// What a part is sent is computed, too.
  func testDivisorsInWhatIsSentAreFound() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Whole
      parts: {part: Part.yaml}
      context: {n: 5}
      events: [go]
      states: {s: {on: {go: {do: {part: {press: {tone: 10 / (n - 4)}}}}}}}
      """,
      using: [
        "Part.yaml": """
        lifeline: 1
        machine: Part
        callbacks: {ring: {parameters: {tone: Int}}}
        events: {press: {parameters: {tone: Int}}}
        states: {s: {on: {press: {do: {ring: {tone: tone}}}}}}
        """
      ])
    XCTAssertEqual(machine.divisorZeros, [.field(ID(0)): [4]])
  }
}
