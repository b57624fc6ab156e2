import LifelineLanguage
import LifelineRewriting
import TestSupport
import XCTest

/// Tests how the scenarios of a machine are rewritten.
final class AcceptanceTests: AcceptanceTestCase {
  func testTextsAndDecimals() throws {
    let head = """
      lifeline: 1
      machine: Radio
      context: {title: {type: String, default: none}, level: 0.5}
      callbacks: {didPlay: {parameters: {title: String, level: Double}}, didHush: }
      events: {play: {parameters: {name: String}}, hush: }
      states:
        on:
          on:
            play: {do: [{set: {title: name, level: 0.00000025}}, didPlay]}
            hush: {do: {if: 'level > 0.5 or title == "a, b" or title == "c"', do: didHush}}

      """
    func accept(_ scenarios: String) throws -> String {
      let acceptance = try acceptFailures(in: Array((head + scenarios).utf8), path: "Radio.yaml", recording: true)
      XCTAssertEqual(acceptance.diagnostics.map(\.message), [])
      return String(String(decoding: acceptance.bytes, as: UTF8.self).dropFirst(head.count))
    }
    let played = #"""
      scenarios:
        a: {given: on, when: [{play: {didPlay: {title: b, level: 1}}, with: {name: "a: \"x\""}}], then: {state: on, level: 0.5, title: z}}
        b: {given: on, when: [{play: [didHush], with: {name: y}}, {play: [didPlay, didHush], with: {name: ""}}]}
        c: {given: on, when: [{hush: {didPlay: {title: "x"}}}], where: {title: ["a, b", "it's"], level: [0.5]}}

      """#
    let expected = #"""
      scenarios:
        a: {given: on, when: [{play: {didPlay: {title: "a: \"x\"", level: 0.00000025}}, with: {name: "a: \"x\""}}], then: {state: on, level: 0.00000025, title: "a: \"x\""}}
        b: {given: on, when: [{play: [didPlay], with: {name: y}}, {play: [didPlay], with: {name: ""}}]}
        c: {given: on, when: [{hush: {if: 'title == "a, b"', expect: didHush}}], where: {title: ["a, b", "it's"], level: [0.5]}}

      """#
    XCTAssertEqual(try accept(played), expected)
    XCTAssertEqual(try accept(expected), expected)
  }

  func testNothingChangesWhereAllHolds() throws {
    let scenarios = "scenarios:\n  a: {given: closed, when: {open: [ring, knock, creak]}, then: opened}\n"
    let (text, acceptance) = try accept(scenarios)
    XCTAssertEqual(text, scenarios)
    XCTAssertEqual(acceptance.accepted, [])
  }

  func testArguments() throws {
    let with = "with: {text: \"a: \\\"b\\\"\", count: 2}"
    try checkStep(
      "{call: [{name: {text: b, count: 2}}, flash], \(with)}",
      becomes: "{call: [{name: {text: \"a: \\\"b\\\"\", count: 2}}, flash], \(with)}")
    try checkStep(
      "{call: [{name: { count : 1 }}, flash], \(with)}", becomes: "{call: [{name: { count : 2 }}, flash], \(with)}")
    try checkStep("{call: {name: {count: 1}}, \(with)}", becomes: "{call: [{name: {count: 2}}, flash], \(with)}")
    try checkStep("{call: [], \(with)}", becomes: "{call: [name, flash], \(with)}")
  }

  func testOnlyObservedCallsAreWritten() throws {
    try check(
      "scenarios: {a: {given: closed, observing: delegate, when: {call: [], with: {text: b, count: 2}}}}\n",
      becomes: "scenarios: {a: {given: closed, observing: delegate, when: {call: [name], with: {text: b, count: 2}}}}\n"
    )
  }

  func testHandledAndIgnored() throws {
    try checkStep("shut", becomes: "{ignored: shut}")
    try checkStep("[tick, shut]", becomes: "[tick, {ignored: shut}]")
    try checkStep("{shut: [knock, knock], then: closed}", becomes: "{ignored: shut, then: closed}")
    try checkStep("{ignored: open, then: closed}", becomes: "{open: [ring, knock, creak], then: opened}")
    try check(
      "scenarios:\n  a:\n    given: closed\n    when:\n    - shut\n    - shut:\n      - knock  # so\n      - knock\n",
      becomes: "scenarios:\n  a:\n    given: closed\n    when:\n    - ignored: shut\n    - ignored: shut\n      # so\n")
  }

  func testWaiting() throws {
    try check(
      "scenarios: {a: {given: opened, when: {wait: 5s, expect: ring, through: opened, then: opened}}}\n",
      becomes: "scenarios: {a: {given: opened, when: {wait: 5s, expect: [], through: closed, then: closed}}}\n")
  }

  func testStates() throws {
    let start = "scenarios:\n  a: {given: opened, when: both, then: "
    try check(start + "closed}\n", becomes: start + "['on', dim]}\n".replacing("'on'", with: "on"))
    try check(start + "[bright]}\n", becomes: start + "[dim]}\n")
    try check(start + "['left.off', right]}\n", becomes: start + "['on', right]}\n")
    try check(start + "{state: opened, loud: false}}\n", becomes: start + "{state: [on, dim], loud: true}}\n")
    try check(
      "scenarios:\n  a: {given: opened, when: {shut: [knock, knock], through: [opened, opened]}}\n",
      becomes: "scenarios:\n  a: {given: opened, when: {shut: [knock, knock], through: [closed]}}\n")
  }

  func testPrivateFields() throws {
    let spec = """
      lifeline: 1
      machine: Counter
      context: {n: {default: 0, private: true}}
      callbacks: {counted: {parameters: {n: Int}}}
      events: [up]
      states: {low: {on: {up: {do: [{set: {n: n + 1}}, counted]}}}}
      scenarios:
        one: {given: {state: low, n: 4}, when: {up: {counted: {n: 7}}}, then: {n: 8}}
        two: {given: low, where: {n: [1, 2]}, when: {up: []}, then: low}

      """
    let acceptance = try acceptFailures(in: Array(spec.utf8), path: "Counter.yaml")
    XCTAssertEqual(
      String(decoding: acceptance.bytes, as: UTF8.self),
      spec.replacing("{n: 7}", with: "{n: 5}").replacing("{n: 8}", with: "{n: 5}")
        .replacing("{up: []}", with: "{up: [counted]}"))
  }

  func testCombinationsThatDifferBecomeChoices() throws {
    let start = "scenarios: {a: {given: closed, where: {loud: [true, false], size: [small, wide, huge]}, when: {open: "
    try check(
      start + "[]}}}\n",
      becomes: start
        + "{if: loud, expect: {if: size == small or size == huge, expect: [ring, knock, creak], "
        + "else: [ring, knock, creak, creak]}, else: {if: size == small or size == huge, expect: [ring, creak], "
        + "else: [ring, creak, creak]}}}}}\n")
    let one = "scenarios: {a: {given: closed, where: {loud: [true, false]}, when: {open: "
    try check(
      one + "[ring, knock, creak]}}}\n",
      becomes: one + "{if: loud, expect: [ring, knock, creak], else: [ring, creak]}}}}\n")
    try check(
      one + "[ring, {optional: knock}]}}}\n",
      becomes: one + "{if: loud, expect: [ring, knock, creak], else: [ring, creak]}}}}\n")
  }

  func testStatesThatDifferBecomeChoices() throws {
    let start = "scenarios: {a: {where: {loud: [true, false], state: [opened, pair]}, when: {wait: 5s, expect: "
    try check(start + "creak}}}\n", becomes: start + "[]}}}\n")
    let two = "scenarios: {a: {where: {size: [wide, huge], state: [s, t]}, when: {e: "
    func rewritten(_ calls: String) throws -> String {
      let head = """
        lifeline: 1
        machine: M
        context: {size: {cases: [wide, huge], default: wide}}
        callbacks: [a, b]
        events: [e]
        states: {s: {on: {e: {do: a}}}, t: {on: {e: {do: {if: size == wide, do: b}}}}}

        """
      let acceptance = try acceptFailures(in: Array((head + two + calls + "}}}\n").utf8), path: "M.yaml")
      XCTAssertEqual(acceptance.diagnostics.map(\.message), [])
      return String(String(decoding: acceptance.bytes, as: UTF8.self).dropFirst(head.count))
    }
    XCTAssertEqual(
      try rewritten("[]"), two + "{if: in(s), expect: a, else: {if: size == wide, expect: b}}}}}\n")
  }

  func testStartsThatCallSomething() throws {
    func spec(_ rest: String) -> String {
      "lifeline: 1\nmachine: M\ncallbacks: [a, b]\nevents: [e]\nstates: {s: {entry: [a, b], on: {e: {}}}}\nscenarios:\n\(rest)"
    }
    func check(_ old: String, _ new: String, line: UInt = #line) throws {
      let bytes = Array(spec(old).utf8)
      let acceptance = try acceptFailures(in: bytes, path: "Spec.yaml", line: line)
      XCTAssertEqual(acceptance.diagnostics.map(\.message), [], line: line)
      XCTAssertEqual(String(decoding: acceptance.bytes, as: UTF8.self), spec(new), line: line)
    }
    try check("  x: {then: s}\n", "  x: {when: {start: [a, b]}, then: s}\n")
    try check("  x:\n    then: s\n", "  x:\n    when: {start: [a, b]}\n    then: s\n")
    try check("  x: {when: e}\n", "  x: {when: [{start: [a, b]}, e]}\n")
    try check("  x: {when: {e: []}}\n", "  x: {when: [{start: [a, b]}, {e: []}]}\n")
    try check("  x: {when: [e]}\n", "  x: {when: [{start: [a, b]}, e]}\n")
    try check("  x:\n    when:\n    - e\n", "  x:\n    when:\n    - start: [a, b]\n    - e\n")
    try check(
      "  x:\n    when:\n      e: []  # so\n      # and\n\n      then: s\n    then: s\n",
      "  x:\n    when:\n      - start: [a, b]\n      - e: []  # so\n        # and\n\n        then: s\n    then: s\n")
    try check("  x: {when: {start: []}}\n", "  x: {when: {start: [a, b]}}\n")
  }

  func testScenariosThatFollowOthers() throws {
    try check(
      """
      scenarios:
        b: {follows: a, when: {shut: knock}}
        a: {given: closed, when: {open: ring}}

      """,
      becomes: """
        scenarios:
          b: {follows: a, when: {shut: [knock, knock]}}
          a: {given: closed, when: {open: [ring, knock, creak]}}

        """)
  }

  func testOnlyNamedScenarios() throws {
    let scenarios = "scenarios:\n  a: {given: closed, when: {open: ring}}\n  b: {given: closed, when: {tick: ring}}\n"
    let (text, acceptance) = try accept(scenarios, only: ["b"])
    XCTAssertEqual(text, scenarios.replacing("tick: ring", with: "tick: []"))
    XCTAssertEqual(acceptance.accepted, ["b"])
  }

  func testEveryTextIsPlayedOnce() throws {
    let bytes = Array(
      (head + """
        scenarios:
          a: {given: closed, where: {loud: [true, false]}, when: {open: ring}}
          b: {follows: a, when: {shut: []}}
          c: {given: opened, when: {both: []}}

        """).utf8)
    let reading = SpecReader.read(bytes: bytes, path: "Door.yaml")
    let report = playForAcceptance(try XCTUnwrap(reading.machine))
    XCTAssertEqual(report.plays, 3, "`b` isn't checked, because `a` fails")
    XCTAssertEqual(report.corrections.map(\.scenario.index), [0, 1])
    var playedTexts = 0
    let acceptance = acceptScenarios(in: bytes, reading: reading, report: report) { machine in
      playedTexts += 1
      return playForAcceptance(machine)
    }
    XCTAssertEqual(acceptance.accepted, ["a", "b"])
    XCTAssertEqual(playedTexts, 1, "both corrections are made together")
    XCTAssertEqual(acceptance.report.plays, 5)
    XCTAssertEqual(acceptance.report.failedScenarios, 0)
    XCTAssertNotNil(acceptance.report.recording)
  }

  func testLineEndsAndMarksStay() throws {
    let old =
      "\u{FEFF}"
      + (head + "scenarios:\n  ä: # ö\n    given: closed\n    when:\n      - open:\n        - ring # ü\n")
      .replacing("\n", with: "\r\n")
    let bytes = Array(old.utf8)
    let acceptance = try acceptFailures(in: bytes, path: "Door.yaml")
    XCTAssertEqual(
      String(decoding: acceptance.bytes, as: UTF8.self), old.dropLast() + "\r\n        - knock\r\n        - creak\r\n")
  }
}
