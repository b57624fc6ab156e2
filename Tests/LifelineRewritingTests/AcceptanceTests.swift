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

  // MARK: Recording

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

  // MARK: Refusals

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
