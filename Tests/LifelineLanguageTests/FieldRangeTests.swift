import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// The `range` of context fields.
final class FieldRangeTests: SpecTestCase {
  private let use = "\nstates: {a: {always: {if: f == f and not in(a), to: a}}}"

  func testRangesOfNumbersAndLengthsOfTime() throws {
    let machine = try read(
      """
      context:
        up: {default: 0, range: 0...10}
        around: {default: 0, range: -5...5, fixed: true}
        below: {default: -2, type: Int, range: -5...-1}
        one: {default: 7, range: 7...7}
        wide: {default: 0, range: -9223372036854775808...9223372036854775807}
        wait: {default: 5s, range: 1s...5min}
        left: {default: 1500ms, range: 0s...2s, private: true}
        free: 3
      callbacks: [go]
      states:
        a:
          always: {if: up + around + below + one + wide + free > 0 and wait > 1s and not in(a), to: a}
          entry: {set: {left: left - 1ms}}
          exit: go
      """)
    XCTAssertEqual(
      machine.fields.map(\.bounds),
      [0...10, -5...5, -5...(-1), 7...7, .min ... .max, 1_000...300_000, 0...2_000, nil])
    XCTAssertEqual(
      machine.fields.map(\.boundsText),
      ["0...10", "-5...5", "-5...-1", "7...7", "\(Int.min)...\(Int.max)", "1s...5min", "0s...2s", nil])
  }

  func testBadRanges() {
    func inspect(_ field: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
      let spec = "lifeline: 1\nmachine: M\ncontext: {f: {\(field)}}" + use
      XCTAssertEqual(differences(inSpec: spec, from: expected), [], file: file, line: line)
    }
    inspect("default: 1, range: ⟪10...0⟫", "L237 begins above its end; did you mean `0...10`?")
    inspect("default: 1, range: ⟪0..10⟫", "L237 is not a range such as `0...10` or `-5...5`; did you mean `0...10`?")
    inspect("default: 1, range: ⟪0 to 10⟫", "L237 did you mean `0...10`?")
    inspect("default: 1, range: ⟪0 ... 10⟫", "L237 did you mean `0...10`?")
    inspect("default: 1, range: ⟪\"0...10\"⟫", "L237 (without quotes)")
    inspect("default: 1, range: ⟪0..<10⟫", "L237 is not a range")
    inspect("default: 1, range: ⟪0...⟫", "L237 is not a range")
    inspect("default: 1, range: ⟪5⟫", "L237 is not a range")
    inspect("default: 1, type: Int, range: ⟪0s...5s⟫", "L237 is not a range such as `0...10`")
    inspect("default: 1, range: ⟪0...9223372036854775808⟫", "L237 is not a range")
    inspect(
      "default: 1s, range: ⟪1...300⟫",
      "L237 `1...300` is a range of lengths of time without units; write `1s...300s`, or `1ms...300ms`, `1min...300min`, `1h...300h`"
    )
    inspect("default: 1s, range: ⟪1...8s⟫", "L237 did you mean `1s...8s`?")
    inspect("default: 1s, range: ⟪-5...-1⟫", "L237 is not a range such as `1s...5min`")
    inspect("default: 1s, range: ⟪300...1⟫", "L237 is not a range such as `1s...5min`")
    inspect("default: ⟪1⟫, range: 1s...8s", "L211 `1` is a length of time without a unit; write `1s`, or")
    inspect("default: 1s, range: ⟪5min...1s⟫", "L237 did you mean `1s...5min`?")
    inspect("default: 1s, range: ⟪1s...9999999999999999h⟫", "L237 is not a range")
    inspect("default: 1, range: ⟪[0, 10]⟫", "L201 expected a range such as `0...10`")
    inspect("default: 1, range⟪⟫: ", "L206")
    inspect("default: true, ⟪range⟫: 0...1", "L237 `f` has the type `Bool`, but only an `Int` or a `Duration` has")
    inspect("default: 0.5, ⟪range⟫: 0...1", "L237 `f` has the type `Double`")
    inspect("type: String, default: x, ⟪range⟫: a...z", "L237 `f` has the type `String`")
    inspect("cases: [x, y], default: x, ⟪range⟫: 0...1", "L237 `f` has `cases`")
    // The range is read although the default is wrong.
    inspect("type: Int, default: ⟪x⟫, range: ⟪1..2⟫", "L211", "L237")
  }

  func testTheDefaultLiesInside() {
    func inspect(_ field: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
      let spec = "lifeline: 1\nmachine: M\ncontext: {f: {\(field)}}" + use
      XCTAssertEqual(differences(inSpec: spec, from: expected), [], file: file, line: line)
    }
    inspect("default: 0, range: 0...10")
    inspect("default: 10, range: 0...10")
    inspect(
      "default: ⟪11⟫, range: ⟦0...10⟧",
      "L238 the default `11` lies outside of the range of `f`; write a default from `0` to `10`, or another range")
    inspect("default: ⟪-1⟫, range: ⟦0...10⟧", "L238")
    inspect("default: ⟪999ms⟫, range: ⟦1s...5s⟧", "L238 from `1s` to `5s`")
  }

  func testValuesInScenariosLieInside() {
    let head = """
      context: {⟦f⟧: {default: 0, range: 0...10}, t: {default: 1s, range: 0s...5s}}
      callbacks: [go]
      events: [e]
      states: {a: {on: {e: {if: f > 3 and t > 1s, do: go}}}}
      scenarios:

      """
    let message = "L238 `11` lies outside of `0...10`, the range of `f`; write a value from `0` to `10`"
    check(head + "  s: {given: {state: a, f: ⟪11⟫}, when: {ignored: e}}", message)
    check(head + "  s: {given: {f: ⟪11⟫}, when: {ignored: e}}", message)
    check(head + "  s: {where: {f: [0, ⟪-1⟫, 10]}, when: {ignored: e}}", "L238 `-1` lies outside of")
    check(head + "  s: {when: [{set: {f: ⟪11⟫}}, {ignored: e}]}", message)
    check(head + "  s: {when: {ignored: e}, then: {f: ⟪11⟫}}", message)
    check(head + "  s: {when: {ignored: e, then: {f: ⟪11⟫}}}", message)
    check(
      head.replacing("⟦f⟧", with: "f").replacing(" t:", with: " ⟦t⟧:")
        + "  s: {given: {t: ⟪6s⟫}, when: {ignored: e}}", "L238 `6s` lies outside of `0s...5s`, the range of `t`")
    check(
      head.replacing("⟦f⟧", with: "f")
        + "  s: {given: {state: a, f: 0}, when: [{set: {f: 10, t: 5s}}, {e: go}], then: {f: 10}}")
  }

  func testConstantsOfActionsLieInside() {
    func inspect(_ action: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
      let spec = """
        lifeline: 1
        machine: M
        context: {⟦f⟧: {default: 0, range: -5...10}}
        events: {e: {parameters: {p: Int}}}
        states: {a: {on: {e: {if: f > 3, do: \(action)}}}}
        """
      XCTAssertEqual(
        differences(inSpec: expected.isEmpty ? spec.replacing("⟦f⟧", with: "f") : spec, from: expected), [], file: file,
        line: line)
    }
    inspect("{set: {f: 10}}")
    inspect("{set: {f: -5}}")
    inspect("{set: {f: f + 11}}")
    inspect("{set: {f: p}}")
    inspect(
      "{set: {f: ⟪11⟫}}", "L238 `11` lies outside of `-5...10`, the range of `f`; write a value from `-5` to `10`")
    inspect("{set: {f: ⟪5 + 6⟫}}", "L238 `11`")
    inspect("{if: p > 0, do: {set: {f: ⟪-6⟫}}}", "L238 `-6`")
  }

  func testRangesOfParts() {
    let bell = """
      lifeline: 1
      machine: Bell
      context:
        volume: {default: 3, range: 0...5}
        version: {default: 2, fixed: true, range: 1...9}
        name: {default: 0, fixed: true}
      events: [press]
      callbacks: [ring]
      states: {a: {on: {press: {if: volume > 0 and version > 1 and name > 0, do: ring}}}}
      """
    func inspect(
      _ context: String, own: String = "default: 2, fixed: true", _ expected: String..., file: StaticString = #filePath,
      line: UInt = #line
    ) {
      let isAboutOwn = expected.first?.hasPrefix("L242") == true
      let marked = MarkedText(
        """
        lifeline: 1
        machine: Door
        context: {\(isAboutOwn ? "⟦own⟧" : "own"): {\(own)}}
        parts: {bell: {use: Bell.yaml, context: \(context)}}
        events: [open]
        states: {a: {on: {open: {if: own > 1, do: {bell: press}}}}}
        """)
      let reading = SpecReader.read(
        bytes: Array(marked.text.utf8), path: "Door.yaml", using: usedSpecs(["Bell.yaml": bell]))
      XCTAssertEqual(
        TestSupport.differences(of: reading.diagnostics, from: expected, markedIn: marked), [], file: file, line: line)
    }
    inspect("{volume: 5}")
    inspect("{volume: ⟪6⟫}", "L238 `6` lies outside of `0...5`, the range of `volume`; write a value from `0` to `5`")
    inspect("{version: ⟪own⟫}", "L242 the part's field has the range `1...9`; give `own` a `range` inside of it")
    inspect(
      "{version: ⟪own⟫}", own: "default: 2, fixed: true, range: 0...9",
      "L242 its range has to lie inside of `1...9`, the range of the part's field")
    inspect("{version: own}", own: "default: 2, fixed: true, range: 1...9")
    inspect("{version: own}", own: "default: 2, fixed: true, range: 2...3")
    inspect("{name: own}", own: "default: 2, fixed: true, range: 2...3")
  }

  func testTheDeclarationInThePartsFileIsShown() {
    let bell =
      "lifeline: 1\nmachine: Bell\ncontext: {n: {default: 0, range: 0...1}}\nevents: [press]\n"
      + "states: {a: {on: {press: {if: n > 0, to: a}}}}\n"
    let text =
      "lifeline: 1\nmachine: M\nparts: {bell: {use: Bell.yaml, context: {n: 2}}}\nevents: [go]\n"
      + "states: {a: {on: {go: {do: {bell: press}}}}}\n"
    let reading = SpecReader.read(
      bytes: Array(text.utf8), path: "Spec.yaml", using: usedSpecs(["Bell.yaml": bell]))
    XCTAssertEqual(reading.diagnostics.map(\.kind.code), ["L238"])
    XCTAssertEqual(reading.diagnostics.first?.notes.map(\.location?.path), ["Bell.yaml"])
  }
}
