import LifelineModel
import TestSupport
import XCTest

/// Tests the values and the faults of expressions (section 6 of the language reference).
final class EvaluationTests: XCTestCase {
  /// Returns the value of `result` after `{set: {result: expression}}`, or the fault.
  private func compute(
    _ expression: String, type: String = "Int", given values: [String: Value] = [:]
  ) throws -> Value? {
    let initial = ["Int": "0", "Bool": "false", "Duration": "1ms"][type] ?? ""
    var run = try Run(
      events: "go",
      """
      context: {result: \(initial), x: 7, y: -2, big: 9223372036854775807, small: -9223372036854775808, zero: 0,
        length: 90s, flag: true, mode: {cases: [day, night], default: day}}
      states:
        a: {on: {go: {do: {set: {result: "\(expression)"}}}}}
      """)
    _ = run.start()
    for (name, value) in values { try run.set(name, value) }
    let text = try run.send("go")
    XCTAssertEqual(text, "handled", expression)
    return try run.value("result")
  }

  private func fault(_ expression: String, type: String = "Int") throws -> String {
    let initial = type == "Int" ? "0" : "1ms"
    var run = try Run(
      events: "go",
      """
      context: {result: \(initial), x: 7, big: 9223372036854775807, small: -9223372036854775808, zero: 0,
        minus: -1, length: 90s, long: 2562047788015h}
      states:
        a:
          on:
            go: {do: {set: {result: "\(expression)"}}}
      """)
    _ = run.start()
    return try run.send("go")
  }

  func testArithmetic() throws {
    XCTAssertEqual(try compute("x + y * 3"), .int(1))
    XCTAssertEqual(try compute("(x + y) * 3"), .int(15))
    XCTAssertEqual(try compute("x - y - 1"), .int(8))
    XCTAssertEqual(try compute("x / y"), .int(-3))
    XCTAssertEqual(try compute("x % y"), .int(1))
    XCTAssertEqual(try compute("-x"), .int(-7))
    XCTAssertEqual(try compute("min(x, y) * 10 + max(x, y)"), .int(-13))
    XCTAssertEqual(try compute("min(big, small)"), .int(.min))
    XCTAssertEqual(try compute("big + y"), .int(9_223_372_036_854_775_805))
  }

  func testTextsAndDecimals() throws {
    func compare(_ condition: String, _ name: String = "a", _ level: Double = 0.5) throws -> Value? {
      var run = try Run(
        """
        context: {result: false, title: {type: String, default: a}, volume: 0.5, text: {type: String, default: ""}}
        events: {go: {parameters: {name: String, level: Double}}}
        states:
          a: {on: {go: {do: [{set: {result: '\(condition)'}}, {set: {title: name, volume: level, text: "named"}}]}}}
        """)
      _ = run.start()
      let text = try run.send("go", .string(name), .double(level))
      XCTAssertEqual(text, "handled", condition)
      XCTAssertEqual(try run.value("title"), .string(name))
      XCTAssertEqual(try run.value("text"), .string("named"))
      if !level.isNaN { XCTAssertEqual(try run.value("volume"), .double(level)) }
      return try run.value("result")
    }
    for condition in [
      "title == name", #"title != "b" and "a" == name"#, "level == volume", "level >= 0.5 and 1 > level", "volume > -1",
    ] {
      XCTAssertEqual(try compare(condition), .bool(true), condition)
    }
    XCTAssertEqual(try compare("title == name", "b"), .bool(false))
    // Texts are compared as Swift compares them.
    XCTAssertEqual(try compare(#"name == "\u00e9""#, "e\u{301}"), .bool(true))
    for condition in ["level == level", "level < 1", "level >= 1", "volume > level", "not (level != 1)"] {
      XCTAssertEqual(try compare(condition, "a", .nan), .bool(false), condition)
    }
    XCTAssertEqual(try compare("level != level and not (level < 1) and not (level >= 1)", "a", .nan), .bool(true))
    XCTAssertEqual(try compare("level > 1", "a", .infinity), .bool(true))
  }

  func testDurations() throws {
    XCTAssertEqual(try compute("length + 1min", type: "Duration"), .duration(milliseconds: 150_000))
    XCTAssertEqual(try compute("length - 2min", type: "Duration"), .duration(milliseconds: -30_000))
    XCTAssertEqual(try compute("length * x", type: "Duration"), .duration(milliseconds: 630_000))
    XCTAssertEqual(try compute("min(length, 1min)", type: "Duration"), .duration(milliseconds: 60_000))
    XCTAssertEqual(try compute("max(length, 1min)", type: "Duration"), .duration(milliseconds: 90_000))
    XCTAssertEqual(try compute("-length", type: "Duration"), .duration(milliseconds: -90_000))
    XCTAssertEqual(try compute("length > 1min", type: "Bool"), .bool(true))
  }

  func testComparisons() throws {
    for (expression, expected) in [
      ("x < 7", false), ("x <= 7", true), ("x > 6", true), ("x >= 8", false), ("x == 7", true),
      ("x != 7", false), ("mode == day", true), ("mode != day", false), ("flag == false", false),
    ] {
      XCTAssertEqual(try compute(expression, type: "Bool"), .bool(expected), expression)
    }
  }

  func testLogic() throws {
    for (expression, expected) in [
      ("flag and x == 7", true), ("flag and x == 8", false), ("not flag or x == 7", true),
      ("not (flag or x == 8)", false), ("not flag", false), ("in(a)", true), ("true", true),
    ] {
      XCTAssertEqual(try compute(expression, type: "Bool"), .bool(expected), expression)
    }
  }

  func testUnneededOperandsAreNotEvaluated() throws {
    XCTAssertEqual(try compute("flag or x / zero == 1", type: "Bool"), .bool(true))
    XCTAssertEqual(try compute("not flag and x / zero == 1", type: "Bool"), .bool(false))
  }

  func testFaults() throws {
    let overflow = "fault in line 6: Test computes a number that does not fit into 64 bits (see Expressions)"
    for expression in ["big + x", "small - x", "big * x", "small / minus", "small % minus", "-small"] {
      XCTAssertEqual(try fault(expression), overflow, expression)
    }
    for expression in ["long + long", "length * big"] {
      XCTAssertEqual(try fault(expression, type: "Duration"), overflow, expression)
    }
    let division = "fault in line 6: Test divides by zero (see Expressions)"
    XCTAssertEqual(try fault("x / zero"), division)
    XCTAssertEqual(try fault("x % zero"), division)
  }

  func testAFaultInAGuardOfAnyKindIsReported() throws {
    for spec in [
      "states: {a: {on: {go: {if: 1 / zero == 1, to: a}}}}",
      "states: {a: {on: {\"*\": {if: 1 / zero == 1, to: a}, go: {if: zero == 1, to: a}}}}",
      "states: {a: {always: {if: 1 / zero == 1, to: a}, on: {go: {}}}}",
      "states: {a: {done: {if: 1 / zero == 1, to: a}, on: {go: c}, states: {b: , c: {final: true}}}}",
      "states: {a: {entry: {if: 1 / zero == 1, do: {raise: go}}, on: {go: a}}}",
    ] {
      var run = try Run(events: "go", spec + "\ncontext: {zero: 1}")
      _ = run.start()
      try run.set("zero", .int(0))
      XCTAssertEqual(try run.send("go"), "fault in line 1: Test divides by zero (see Expressions)", spec)
    }
  }
}
