import LifelineLanguage
import LifelineModel
import LifelineSource
import XCTest

@testable import LifelineAnalysis

/// The three answers about a promise: proved, broken and not proved.
final class ProofTests: XCTestCase {
  /// Returns what is said about a machine that calls `cancel`, which needs `connect`, twice if a condition holds.
  private func analyze(
    context: String, events: String = "[begin, fail]", _ states: String, limit: Int = Exploration.standardLimit
  ) throws -> AnalysisReport {
    let text = """
      lifeline: 1
      machine: Test
      context: {\(context)}
      callbacks: {connect: , cancel: {needs: connect}}
      events: \(events)
      states:
        a: {on: {\(states)}}
      """
    let reading = SpecReader.read(bytes: Array(text.utf8), path: "Test.yaml")
    let machine = try XCTUnwrap(reading.machine, "\(reading.diagnostics.map(\.message))")
    return LifelineAnalysis.analyze(machine, limit: limit)
  }

  private func answer(
    _ context: String, events: String = "[begin, fail]", _ states: String, file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> String {
    let report = try analyze(context: context, events: events, states)
    let proof = try XCTUnwrap(report.proof)
    let codes = report.diagnostics.map(\.kind.code)
    let verdict = try XCTUnwrap(proof.promises.first?.verdict, file: file, line: line)
    XCTAssertEqual(verdict == .broken, codes.contains("L803"), file: file, line: line)
    XCTAssertEqual(verdict == .notProved, codes.contains("L805"), file: file, line: line)
    return verdict.rawValue
  }

  /// A counter that is compared with a number of the host, and with a constant beyond all that it is set to.
  func testACounterAndALimitOfTheHost() throws {
    let states = """
      begin: {do: {set: {retries: 0}}}, fail: [{if: retries < limit, do: {set: {retries: retries + 1}}},
          {if: retries > 5, do: [connect, cancel, cancel]}, {do: [connect, cancel]}]
      """
    for role in [", fixed: true", ""] {
      let limit = "limit: {default: 3\(role)"
      let retries = "retries: {default: 0, private: true}"
      XCTAssertEqual(try answer("\(limit)}, \(retries)", states), "not proved", role)
      XCTAssertEqual(try answer("\(limit), range: 1...20}, \(retries)", states), "broken", role)
      XCTAssertEqual(try answer("\(limit), range: 1...5}, \(retries)", states), "proved", role)
    }
    let open = try analyze(context: "limit: {default: 3, fixed: true}, retries: {default: 0, private: true}", states)
    let reasons = open.diagnostics.filter { $0.kind.code == "L805" }
    XCTAssertEqual(
      reasons.map(\.message),
      [
        "the `needs` of `cancel` isn't proved: `limit` may be any number, and -1, 0, 1, 2 and 2 more were tried; give it a `range`"
      ])
    XCTAssertEqual(reasons.first?.location.range?.start.line, 3, "The warning is at the declaration.")
    for diagnostic in open.diagnostics where diagnostic.kind.code > "L810" {
      XCTAssertTrue(diagnostic.message.hasSuffix("(for the numbers that exploration tries)"), diagnostic.message)
    }
  }

  func testAnArgumentThatIsKept() throws {
    let events = "{begin: {parameters: {n: Int}}, fail: }"
    let states =
      "begin: {do: {set: {kept: n}}}, fail: [{if: kept > limit + 3, do: [connect, cancel, cancel]}, {do: connect}]"
    XCTAssertNotEqual(
      try answer("kept: {default: 0, private: true}, limit: {default: 3, fixed: true}", events: events, states),
      "proved")
    XCTAssertEqual(
      try answer(
        "kept: {default: 0, private: true}, limit: {default: 3, fixed: true, range: 0...5}", events: events, states),
      "broken")
    // Constants alone are exact, wherever the number goes.
    let constants = states.replacing("limit + 3", with: "8 and kept < 8")
    XCTAssertEqual(try answer("kept: {default: 0, private: true}", events: events, constants), "proved")
    XCTAssertEqual(
      try answer(
        "kept: {default: 0, private: true}", events: events, constants.replacing("kept < 8", with: "kept < 10")),
      "broken")
  }

  func testSumsProductsAndExtrema() throws {
    let pair = "m: {default: 0}, n: {default: 0}"
    let bounded = "m: {default: 0, range: 0...6}, n: {default: 0, range: 0...6}"
    for (condition, verdict) in [
      ("m + n == 11", "broken"), ("m + n == 13", "proved"), ("m * n == 35", "proved"), ("m * n == 30", "broken"),
      ("m - n == 6", "broken"), ("m - n == 7", "proved"), ("min(m, n) == 6", "broken"), ("max(m, n) == 7", "proved"),
      ("m * 2 == 7", "proved"), ("m % 4 == 3 and n == 2", "broken"), ("m % 4 == n and m + n == 5", "proved"),
      ("m % 4 == n and m + n == 6", "broken"),
    ] {
      let states = "begin: {if: '\(condition)', do: [connect, cancel, cancel]}, fail: {do: connect}"
      XCTAssertEqual(try answer(bounded, states), verdict, condition)
      let open = try answer(pair, states)
      XCTAssertTrue(open == "not proved" || open == "broken", "\(condition) is \(open)")
    }
  }

  func testAProductThatOverflowsIsFoundOrLeftOpen() throws {
    let states = "begin: {do: {set: {delay: delay * 2}}}, fail: {do: [connect, cancel]}"
    let found = try analyze(context: "delay: {default: 1s, private: true}", states)
    XCTAssertTrue(found.diagnostics.contains { $0.kind.code == "L802" || $0.kind.code == "L805" })
    let fact = try analyze(context: "delay: {default: 1s}", states)
    XCTAssertTrue(fact.diagnostics.contains { $0.kind.code == "L802" || $0.kind.code == "L805" })
    // What no decision depends on leaves no promise open.
    XCTAssertEqual(fact.proof?.promises.map(\.verdict), [.proved])
    let bounded = try analyze(context: "delay: {default: 1s, private: true, range: 1s...5s}", states)
    XCTAssertTrue(bounded.diagnostics.contains { $0.kind.code == "L807" })
  }

  /// A host may send a `Double` that is no number, for which each comparison fails.
  func testNumbersThatAreNone() throws {
    let states =
      "begin: [{if: level < 1, do: connect}, {if: level >= 1, do: connect}, {do: cancel}], fail: {do: connect}"
    XCTAssertEqual(try answer("level: 0.5", states), "broken")
    XCTAssertEqual(try answer("level: {default: 0.5, fixed: true}", states), "broken")
    let report = try analyze(context: "level: 0.5", states)
    XCTAssertEqual(
      report.diagnostics.first { $0.kind.code == "L803" }?.details,
      [
        "- start: []  # a", "- set: {level: nan}", "- begin: [cancel]  # a",
        "# a host can send `nan`, which is no number; a scenario can't",
      ])
  }

  /// Texts that meet through other variables, by any number of steps.
  func testTextsThatMeet() throws {
    let bad = "do: [connect, cancel, cancel]"
    let facts = "t: {type: String, default: none}, u: {type: String, default: none}"
    XCTAssertEqual(try answer(facts, "begin: {if: 't == u and t == \"x\"', \(bad)}, fail: {do: connect}"), "broken")
    XCTAssertEqual(
      try answer(facts, "begin: {if: 't == u and t == \"x\" and u == \"y\"', \(bad)}, fail: {do: connect}"), "proved")
    let kept = "t: {type: String, default: none}, p: {type: String, default: a, private: true}"
    XCTAssertEqual(
      try answer(kept, "begin: {if: t == p, \(bad)}, fail: {do: [connect, {set: {p: '\"b\"'}}]}"), "broken")
    let chain = ["c", "d", "e"].map { "\($0): {type: String, default: none, private: true}" }.joined(separator: ", ")
    XCTAssertEqual(
      try answer(
        chain, events: "{begin: {parameters: {name: String}}, fail: }",
        "begin: {do: {set: {c: name, d: c, e: d}}}, fail: [{if: 'e == \"x\"', \(bad)}, {do: connect}]"), "broken")
  }

  func testValuesOfTypesThatTheLanguageDoesNotKnow() throws {
    let text = """
      lifeline: 1
      machine: Test
      callbacks: {connect: , cancel: {needs: connect}}
      events: {begin: {parameters: {a: Link, b: Link}}}
      states:
        a: {on: {begin: {if: a == b, do: [connect, cancel, cancel]}}}
      scenarios:
        others:
          when:
            - {ignored: begin, with: {a: u1, b: v1}}
            - {ignored: begin, with: {a: u2, b: v2}}
            - {ignored: begin, with: {a: u3, b: v3}}
      """
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "Test.yaml").machine)
    XCTAssertEqual(LifelineAnalysis.analyze(machine).proof?.promises.map(\.verdict), [.broken])
  }

  /// Numbers that come to a field with a range, and what happens to them there.
  func testNumbersBehindARange() throws {
    let events = "{begin: {parameters: {n: Int}}, fail: {parameters: {n: Int}}}"
    let bad = "do: [connect, cancel, cancel]"
    for (range, assigned, guarded, condition, verdict) in [
      ("0...300", "n", "n > 100 and n < 250", "r % 4 == 2", "broken"),
      ("0...300", "n", "n > 100 and n < 103", "r % 4 == 3", "proved"),
      ("0...100000", "n", "n >= 0 and n <= 100000", "r * r == 2500", "not proved"),
      ("0...100", "n", "n >= 0 and n <= 90", "r == 50", "broken"),
      ("-100...100", "n + 5", "n > 40 and n < 46", "r == 50", "broken"),
    ] {
      let states =
        "begin: [{if: '\(guarded)', do: {set: {r: \(assigned)}}}, {do: connect}], fail: {if: '\(condition)', \(bad)}"
      let answer = try answer("r: {default: 0, private: true, range: \(range)}", events: events, states)
      XCTAssertEqual(answer, verdict, "\(range) \(assigned) \(guarded) \(condition)")
    }
    // Two ways to one field.
    XCTAssertEqual(
      try answer(
        "r: {default: 0, private: true, range: -100...100}",
        events: "{begin: {parameters: {n: Int}}, fail: {parameters: {n: Int}}}",
        "begin: [{if: r == 50, \(bad)}, {if: n > 40 and n < 48, do: {set: {r: n + 5}}}], fail: [{if: n > 0 and n < 9, do: {set: {r: n}}}, {do: connect}]"
      ),
      "broken")
    // A number that steps on from where an argument puts it.
    let counting = """
      lifeline: 1
      machine: Test
      context: {b: {default: 0, private: true, range: 0...100}}
      callbacks: {connect: , cancel: {needs: connect}}
      events: {go: {parameters: {p: Int}}, next: }
      states:
        s0: {on: {go: {if: p >= 0 and p <= 90, to: s1, do: {set: {b: p}}}}}
        s1: {on: {next: {to: s2, do: {set: {b: b + 1}}}}}
        s2: {on: {next: {to: s3, do: {set: {b: b + 1}}}}}
        s3: {on: {next: {if: b == 50, do: [connect, cancel, cancel]}}}
      """
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(counting.utf8), path: "Test.yaml").machine)
    let proof = try XCTUnwrap(LifelineAnalysis.analyze(machine).proof)
    XCTAssertEqual(proof.promises.map(\.verdict), [.broken])
    XCTAssertEqual(proof.ranges, .proved)
  }

  /// A scenario may begin with a value that the machine has only after a sum.
  func testAPrivateValueOfAScenarioBehindASum() throws {
    let text = """
      lifeline: 1
      machine: Test
      context: {k: {default: 0, private: true}}
      callbacks: [one]
      events: {put: {parameters: {n: Int}}, go: }
      states:
        a: {on: {put: {to: s, do: {set: {k: n + 5}}}}}
        s: {on: {go: {to: a, do: one}}}
      scenarios:
        later: {given: {state: s, k: 42}, when: {go: one}, then: a}
      """
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "Test.yaml").machine)
    XCTAssertFalse(LifelineAnalysis.analyze(machine).diagnostics.contains { $0.kind.code == "L819" })
  }

  /// The fact is read only for arguments that don't fulfill the first condition.
  func testAFactThatIsReadBehindAnArgument() throws {
    XCTAssertEqual(
      try answer(
        "g: 50", events: "{begin: {parameters: {p: Int}}, fail: }",
        "begin: [{if: p < 5, do: connect}, {if: p == g and g == 20, do: [connect, cancel, cancel]}], fail: {do: connect}"
      ),
      "broken")
  }

  func testLengthsOfTimeThatAreNotAboveZero() throws {
    let bad = "do: [connect, cancel, cancel]"
    XCTAssertEqual(try answer("d: 5s", "begin: {if: d < 1ms, \(bad)}, fail: {do: connect}"), "broken")
    let timed = """
      lifeline: 1
      machine: Test
      context: {patience: {default: 5s, fixed: true, range: 0s...5min}}
      events: [go]
      states: {a: {on: {go: b}}, b: {after: {patience: a}}}
      """
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(timed.utf8), path: "Test.yaml").machine)
    XCTAssertTrue(LifelineAnalysis.analyze(machine).diagnostics.contains { $0.kind.code == "L802" })
  }

  func testThatNoFieldLeavesItsRangeIsProvedOrNot() throws {
    let events = "{begin: {parameters: {n: Int}}, fail: }"
    func ranges(_ action: String) throws -> Proof.Verdict? {
      try analyze(
        context: "v: {default: 0, private: true, range: 0...100}", events: events,
        "begin: \(action), fail: {do: [connect, cancel]}"
      ).proof?.ranges
    }
    XCTAssertEqual(try ranges("{do: {set: {v: n * 3}}}"), .notProved)
    XCTAssertEqual(try ranges("{do: {set: {v: n}}}"), .broken)
    XCTAssertEqual(try ranges("{if: n > 3 and n < 90, do: {set: {v: n}}}"), .proved)
    XCTAssertEqual(try ranges("{do: {set: {v: 4}}}"), nil)
    let report = try analyze(
      context: "v: {default: 0, private: true, range: 0...100}", events: events,
      "begin: {do: {set: {v: n * 3}}}, fail: {do: [connect]}")
    XCTAssertTrue(
      report.diagnostics.contains {
        $0.message.hasPrefix(
          "the `needs` of `cancel`, and that no field leaves its range, aren't proved: `n` may be any number")
      }, "\(report.diagnostics.map(\.message))")
  }

  /// Many large divisors and fields: the answer comes at once.
  func testLargeDivisorsAreBounded() throws {
    let names = (0..<8).map { "p\($0)" }
    let events = "{begin: {parameters: {\(names.map { "\($0): Int" }.joined(separator: ", "))}}, fail: }"
    let primes = [997, 991, 983, 977, 971, 967, 953, 1_000_000_000_000]
    let condition = zip(names, primes).map { "\($0) % \($1) == 0 and \($0) > f" }.joined(separator: " and ")
    XCTAssertNotEqual(
      try answer(
        "f: 5", events: events, "begin: {if: '\(condition)', do: [connect, cancel, cancel]}, fail: {do: connect}"),
      "proved")
  }

  /// The two states begin their timers at different moments, so the short one may elapse first or last.
  func testTimersInAnyOrder() throws {
    let text = """
      lifeline: 1
      machine: Test
      callbacks: {one: , two: {needs: one}}
      events: [go]
      regions:
        l: {states: {a: {after: {3s: {to: b, do: one}}}, b: {on: {go: a}}}}
        m: {states: {c: {after: {5s: {to: d, do: two}}}, d: {on: {go: c}}}}
      """
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "Test.yaml").machine)
    let proof = try XCTUnwrap(LifelineAnalysis.analyze(machine).proof)
    XCTAssertNotEqual(proof.promises.first?.verdict, .proved)
    let kept = text.replacing("do: two}}}, d: {on: {go: c}}", with: "do: [one, two]}}}, d: {on: {go: c}}")
    let better = try XCTUnwrap(SpecReader.read(bytes: Array(kept.utf8), path: "Test.yaml").machine)
    XCTAssertEqual(LifelineAnalysis.analyze(better).proof?.promises.first?.verdict, .proved)
  }

  func testWhatEndsEarlyIsNotProved() throws {
    let states = "begin: {if: n != 900, do: {set: {n: n + 1}}}, fail: {do: [{set: {n: n - 1}}, connect, cancel]}"
    let report = try analyze(context: "n: {default: 0, private: true}", states, limit: 500)
    let proof = try XCTUnwrap(report.proof)
    XCTAssertEqual(proof.promises.map(\.verdict), [.notProved])
    XCTAssertEqual(
      proof.summary,
      "1 promise is not proved, no loop is endless, the state is reached (500 configurations, not all)")
  }
}
