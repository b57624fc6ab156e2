import LifelineModel
import TestSupport
import XCTest

/// Section 6: expressions.
final class ExpressionTests: SpecTestCase {
  private let context = """
    context:
      {b: true, n: 1, t: 5s, d: {cases: [phone, pad], default: pad}, v: 0.5, w: {type: String, default: a}}

    """
  /// A condition that mentions all fields.
  private static let uses = "b and n == 1 and t == 5s and d == pad and v == 0.5 and w == \"a\""

  /// Checks the diagnostics of a guard.
  private func check(guard condition: String, _ expected: String..., line: UInt = #line) {
    let spec =
      "lifeline: 1\nmachine: M\n" + context
      + "states:\n  a:\n    on: {e: {if: '\(condition)', to: x}}\n    entry: {if: '\(Self.uses)', do: []}\n"
      + "  x:\nevents: {e: {parameters: {p: Int, s: String, o: Link, y: Double}}}\n"
    XCTAssertEqual(differences(inSpec: spec, from: expected), [], line: line)
  }

  private func parse(_ condition: String) throws -> String {
    let machine = try read(
      context + "events: {e: {parameters: {p: Int, s: String, y: Double}}}\n"
        + "states: {a: {on: {e: {if: '\(condition)', to: a}}, "
        + "entry: {if: '\(Self.uses)', do: []}}}")
    guard let expression = machine.states[1].on[0].transitions[0].condition else { return "none" }
    return text(expression, machine)
  }

  func testPrecedence() throws {
    XCTAssertEqual(try parse("b or b and not n == 1"), "(b | (b & !(n == 1)))")
    XCTAssertEqual(try parse("b and b and b or b"), "((b & b & b) | b)")
    XCTAssertEqual(try parse("not not b"), "!!b")
    XCTAssertEqual(try parse("n + 2 * p - 3 % n < -n"), "(((n + (2 * $p)) - (3 % n)) < -n)")
    XCTAssertEqual(try parse("(n + 2) * p == n - 1 - 2"), "(((n + 2) * $p) == ((n - 1) - 2))")
    XCTAssertEqual(try parse("- - n != 0"), "(--n != 0)")
    XCTAssertEqual(try parse("in(a) and (b)"), "(in(a) & b)")
    XCTAssertEqual(
      try parse("-min(n, p + 1) * 2 < max( n - 1 ,min(2, n))"),
      "((-(n min ($p + 1)) * 2) < ((n - 1) max (2 min n)))")
  }

  func testConstantsAreComputed() throws {
    XCTAssertEqual(try parse("n < 2 * 3 + 4"), "(n < 10)")
    XCTAssertEqual(try parse("t > 2 * 1500ms"), "(t > 3s)")
    XCTAssertEqual(try parse("n == -7 / 2"), "(n == -3)")
    XCTAssertEqual(try parse("n == min(3, 2) and t == max(3s, 1min)"), "((n == 2) & (t == 1min))")
  }

  func testCasesTakeTheirTypeFromTheOtherSide() throws {
    XCTAssertEqual(try parse("d == phone"), "(d == phone)")
    XCTAssertEqual(try parse("phone != d"), "(phone != d)")
    XCTAssertEqual(try parse("s == s and p == p"), "(($s == $s) & ($p == $p))")
    check(guard: "d == ⟪tablet⟫", "L213 no parameter, context field or case `tablet`")
    check(guard: "phone == ⟪pad⟫", "L213")
    check(guard: "n == ⟪phone⟫", "L213")
  }

  func testSyntaxOfOtherLanguages() {
    check(guard: "n⟪++⟫ > 1", "L230 `++` has no meaning in an expression; write the new value, such as `n + 1`")
    check(guard: "1 < n⟪++⟫", "L230 `n + 1`")
    check(guard: "1 < n⟪--⟫", "L230 `--` has no meaning in an expression; write the new value, such as `n - 1`")
    check(guard: "⟪+=⟫ 1", "L230 `+=`")
    check(guard: "n ⟪-=⟫ 1", "L230 `-=`")
    check(guard: "n ⟪=>⟫ 1", "L230 `=>` has no meaning in an expression; write `>=`")
    check(guard: "n ⟪=<⟫ 1", "L230 write `<=`")
    check(guard: "n ⟪=⟫ > 1", "L230 to compare, write `==`")
    check(guard: "d ⟪is⟫ phone", "L230 to compare, write `==`")
    check(guard: "d == ⟪.⟫phone", "L230 write the name alone")
    check(guard: "⟪d == \"phone\"⟫", "L231 a case is written without quotes")
    check(guard: "⟪d == \"tablet\"⟫", "L231 a case of `d` and a `String`$")
    check(guard: "⟪d.phone⟫", "L230 to compare, write `d == phone`")
    check(guard: "⟪event.p⟫ > 1", "L230 write `p` alone")
    check(guard: "⟪context.n⟫ > 1", "L230 write `n` alone")
    check(guard: "⟪a.x⟫", "L230 to ask whether a state is active, write `in(a.x)`")
    check(guard: "n + ⟪+⟫ 1 > 2", "L230")
  }

  func testACaseOfAFieldThatCannotBeRead() {
    check(
      "context: {⟪d⟫: {cases: [x, y]}}\nstates: {a: {always: {if: d == x and y != d and not in(a), to: a}}}",
      "L203 `default`")
  }

  func testTypes() {
    check(guard: "⟪n⟫", "L231 the context field `n` has the type `Int`, but a `Bool` is needed here")
    check(guard: "⟪d⟫", "L231 the context field `d` has `cases`, but a `Bool` is needed here")
    check(guard: "⟪p⟫", "L231 the parameter `p` has the type `Int`, but a `Bool` is needed here")
    check(guard: "⟪n + 1⟫", "L231 this is an `Int`, but a `Bool` is needed here")
    check(guard: "b and ⟪n⟫ and ⟪t⟫", "L231", "L231")
    check(guard: "⟪n == t⟫", "L231 both sides of `==` must have the same type, but these are an `Int` and a `Duration`")
    check(guard: "⟪b⟫ < b", "L231 `<` takes two values of type `Int`, `Duration` or `Double`")
    check(guard: "⟪s⟫ < s", "L231")
    check(guard: "⟪o⟫ < o", "L231 this is a `Link`")
    check(guard: "⟪t * t⟫ == t", "L231 `*` takes two values of type `Int`, or a `Duration` and an `Int`")
    check(guard: "⟪t / 2⟫ == t", "L231 `/` takes two values of type `Int`")
    check(guard: "⟪n + t⟫ == t", "L231 `+` takes two values of type `Int`, or two of type `Duration`")
    check(guard: "-⟪b⟫", "L231 `-` takes an `Int` or a `Duration`")
    check(guard: "not ⟪n⟫", "L231")
    check(guard: "t * 2 == 2 * t and t - t + t == -t")
    check(guard: "⟪min(n, t)⟫ == n", "L231 `min` takes two values of type `Int`, or two of type `Duration`")
    check(guard: "⟪max(b, b)⟫", "L231 these are a `Bool` and a `Bool`")
    check(guard: "max(t, 1s) == min(t, t * 2)")
  }

  func testTexts() throws {
    XCTAssertEqual(try parse(#"w == "none" or "none" != s"#), #"((w == "none") | ("none" != $s))"#)
    XCTAssertEqual(try parse(#"w == "" and s == w"#), #"((w == "") & ($s == w))"#)
    XCTAssertEqual(try parse(#"w == "a \"b\" \\ \n\t\u00e9, (c) # x: y""#), #"(w == "a \"b\" \\ \n\té, (c) # x: y")"#)
    check(guard: #"⟪w⟫ < "b""#, "L231 or `Double`, but this is a `String`")
    check(guard: #"⟪w + "b"⟫ == w"#, "L231 these are a `String` and a `String`")
    check(guard: #"⟪n == "1"⟫"#, "L231 these are an `Int` and a `String`")
    check(guard: #"⟪"text"⟫"#, "L231 this is a `String`, but a `Bool` is needed here")
    check(
      guard: "w == ⟪none⟫",
      #"L213 no parameter, context field or case `none` here; to write a text, put it in quotes: `"none"`"#)
    check(guard: #"w == ⟪"none⟫"#, "L230 this text has no `\"` at its end")
    check(guard: #"w == ⟪"a\z"⟫"#, #"L230 but not `\z`"#)
    check(guard: #"w == ⟪"a\u12"⟫"#, "L230 four hexadecimal digits")
    check(guard: #"w == "a" ⟪"b"⟫"#, #"L230 `"b"` is not expected here"#)
    check(
      context + "states: {a: {always: {if: w == ⟪'⟫none', to: a}, entry: {if: '\(Self.uses)', do: []}}}",
      "L230 write a text in an expression in double quotes")
  }

  func testDoubles() throws {
    XCTAssertEqual(try parse("v < 0.75 and 2 >= y"), "((v < 0.75) & (2.0 >= $y))")
    XCTAssertEqual(try parse("v == -1 and -2.5 != y and y > v"), "((v == -1.0) & (-2.5 != $y) & ($y > v))")
    check(guard: "⟪v + 0.5⟫ > 1", "L231 `+` takes two values of type `Int`, or two of type `Duration`")
    check(guard: "-⟪v⟫ > 1", "L231 `-` takes an `Int` or a `Duration`, but this is a `Double`")
    check(guard: "⟪min(v, y)⟫ > 1", "L231 these are a `Double` and a `Double`")
    check(guard: "⟪v == n⟫", "L231 these are a `Double` and an `Int`")
    check(guard: "⟪n < 1.5⟫", "L231 these are an `Int` and a `Double`")
  }

  func testConstantFaults() {
    check(guard: "⟪9223372036854775807 + 1⟫ == n", "L232 64 bits")
    check(guard: "⟪9223372036854775808⟫ == n", "L232")
    check(guard: "⟪n / 0⟫ == n", "L232 divides by zero")
    check(guard: "⟪n % (1 - 1)⟫ == n", "L232 divides by zero")
    check(guard: "⟪2562047788015h * 10⟫ == t", "L232")
    check(guard: "⟪99999999999999999999s⟫ == t", "L211")
  }

  func testSyntax() {
    check(guard: "⟪!⟫b", "L230 write `not` instead of `!`")
    check(guard: "b ⟪&&⟫ b", "L230 write `and` instead of `&&`")
    check(guard: "b ⟪||⟫ b", "L230 write `or` instead of `||`")
    check(guard: "n ⟪=⟫ 1", "L230 write `==`")
    check(guard: "n < 1 ⟪<⟫ 2", "L230 comparisons cannot be chained")
    check(guard: "⟪(⟫b or b", "L230 not closed")
    check(guard: "b⟪)⟫", "L230 this parenthesis has no opening one")
    check(guard: "b ⟪b⟫", "L230 not expected")
    check(guard: "⟪and⟫ b", "L230 operand is missing")
    check(guard: "n == ⟪not⟫ b", "L230 parentheses")
    check(guard: "⟪in⟫ a", "L230 `in(state)`")
    check(guard: "⟪a.x⟫ == n", "L230 write `in(a.x)`")
    check(guard: "n == 1 ⟪§⟫", "L230 no meaning")
    check(guard: "n == ⟪⟫", "L230 an operand is missing here")
    check(guard: "n == ⟪5x⟫", "L211 not a length of time")
    check(guard: "⟪x⟫", "L213 write `in(x)`")
    check(guard: "n == ⟪min⟫(n)", "L230 `min` takes two values: `min(a, b)`")
    check(guard: "n == ⟪max⟫(n, n, n)", "L230 `max` takes two values")
    check(guard: "n == ⟪max⟫(n, n", "L230 the parenthesis of this call is not closed")
    check(guard: "n == min(n,⟪,⟫ n)", "L230 a comma only separates the two values of `min(a, b)`")
    check(guard: "n == 1⟪,⟫ b", "L230 a comma only separates the two values")
    check(guard: "n == ⟪min⟫", "L213 no parameter, context field or case `min`")
  }

  func testAFieldMayHaveTheNameOfAFunction() throws {
    let machine = try read(
      "context: {min: 1, max: 3}\nevents: [e]\nstates: {a: {on: {e: {if: \"min < max (min, max)\", to: a}}}}")
    XCTAssertEqual(
      machine.states[1].on[0].transitions[0].condition.map { text($0, machine) }, "(min < (min max max))")
  }

  /// YAML ends the text at the comma. The text is read as it was meant, so that this is the only error.
  func testACommaBetweenBracesThatCutsACall() {
    self.check(
      "context: {n: 1, m: 2}\nevents: [e]\nstates:\n  a:\n    on:\n"
        + "      e: {if: ⟪min(n, m) > 2⟫, do: {set: {n: ⟪max(n, 3)⟫, m: ⟪max(m, 3)⟫}}}",
      "L133 put it in quotes", "L133", "L133")
    self.check(
      "callbacks: [c]\ncontext: {n: 1}\nevents: [e]\nstates: {a: {on: {e: {if: n == 1, do: c}}}}\n"
        + "scenarios: {s: {given: a, where: {n: [1, 2]}, when: {e: {if: ⟪max(n, 2) == 1⟫, expect: c}}}}", "L133")
  }

  func testDeepAndLongExpressions() {
    let deep = String(repeating: "(", count: 64) + "⟪(⟫" + String(repeating: "(", count: 10_000)
    check(guard: deep, "L230 at most 64 levels deep")
    check(guard: String(repeating: "(", count: 64) + "b" + String(repeating: ")", count: 64))
    check(
      guard: String(repeating: "not ", count: 64) + "⟪not⟫ " + String(repeating: "not ", count: 9_999) + "b",
      "L230 at most 64 levels deep")
    check(guard: "n == " + String(repeating: "n + ", count: 255) + "n")
    check(guard: "n == " + String(repeating: "n + ", count: 256) + "⟪n⟫ + n", "L230 at most 256 operators")
  }

  func testParametersAreReadableWhereTheirEventIsTaken() {
    let head = "events: {e: {parameters: {p: Int}}, f: }\n"
    self.check(
      head + "states: {a: {on: {e: {if: p == 1}, f: {if: ⟪p⟫ == 1}}}}", "L233 the event `f` has no such parameter")
    self.check(head + "states: {a: {on: {e: a, f: a, '*': {if: ⟪p⟫ == 1}}}}", "L233 does not say which event")
    self.check(head + "states: {a: {on: {e: a, f: a}, always: {if: ⟪p⟫ == 1}}}", "L233 `always` handles no event")
    self.check(head + "states: {a: {on: {e: a, f: a}, after: {1s: {if: ⟪p⟫ == 1}}}}", "L233 a timer handles no event")
  }

  func testRangesInPlainAndFoldedText() {
    self.check("states: {a: {always: {if: not ⟪c⟫, to: a}}}", "L213")
    self.check("states: {a: {always: {if: ⟪\"not\\u0020c\"⟫, to: a}}}", "L213")
    self.check("states:\n  a:\n    always:\n      if: ⟪not\n        c⟫\n      to: a", "L213")
  }

  func testHistoryIsNeverActive() {
    self.check("states: {a: {always: {if: ⟪in(h)⟫, to: a}}, h: {history: deep, default: a}}", "L225")
  }
}
