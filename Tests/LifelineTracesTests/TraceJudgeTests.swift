import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Verdicts on short logs of a small machine.
final class TraceJudgeTests: XCTestCase {
  private static let screen = """
    context: {modern: {default: true, fixed: true}}
    callbacks: {load: , appear: {needs: load}, settle: {channel: layout}, shown: {needs: appear}, hide: , hidden: {needs: hide}, end: }
    events: [open, close, end]
    states:
      off: {on: {open: {to: on, do: [load, appear, settle, {if: modern, do: shown}]}}}
      on: {on: {close: {to: away, do: [hide, hidden]}}}
      away: {on: {open: {to: on, do: [appear, {if: modern, do: shown}]}, end: over}}
      over: {final: true, entry: end}
    observing: delegate
    """

  private func judge(
    _ log: String, _ change: (inout TraceOptions) -> Void = { _ in }, spec: String = TraceJudgeTests.screen,
    given: Bool? = nil
  ) throws -> TraceResult {
    let machine = try readMachine(spec)
    var options = TraceOptions(owed: machine.observedCallbacks)
    change(&options)
    let values = given.map { [FieldValue(field: ID<Field>(0), value: .bool($0))] } ?? []
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)), given: values)
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
    judge.beginFile("a.log")
    var number = 1
    for line in log.split(separator: "\n", omittingEmptySubsequences: false) where !judge.isDone {
      // The bytes around a line must not matter.
      let bytes = Array("x\(line)y".utf8)
      judge.readLine(bytes, in: 1..<bytes.count - 1, number: number)
      number += 1
    }
    return judge.finish()
  }

  private func verdicts(_ result: TraceResult) -> [String] { result.sessions.map { "\($0.key) \($0.verdict)" } }

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  // MARK: Verdicts

  func testVerdicts() throws {
    XCTAssertEqual(verdicts(try judge("load\nappear\nshown")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load\nappear\nsettle\nshown\nhide\nhidden\nend")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load")), ["a.log unfinished"])
    XCTAssertEqual(try judge("load").sessions[0].itemsLeft.map(\.index), [1])
    // Without `modern`, nothing is owed behind `appear`.
    XCTAssertEqual(verdicts(try judge("load\nappear")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load\nappear", given: true)), ["a.log unfinished"])
    XCTAssertEqual(verdicts(try judge("load\nhide")), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("")), [])
  }

  func testAnywhere() throws {
    func verdicts(_ log: String) throws -> [String] { self.verdicts(try judge(log) { $0.beginsAnywhere = true }) }
    // A log from the start would show whether the screen is modern.
    XCTAssertEqual(try verdicts("hidden"), ["a.log inconclusive"])
    XCTAssertEqual(try verdicts("hidden\nappear\nshown"), ["a.log conforms"])
    XCTAssertEqual(try verdicts("hide"), ["a.log unfinished"])
    XCTAssertEqual(try verdicts("settle"), ["a.log conforms"])
    XCTAssertEqual(try verdicts("hidden\nhidden"), ["a.log violation"])
  }

  func testFixedFields() throws {
    let result = try judge("load\nappear\nshown\nhide")
    XCTAssertEqual(result.sessions[0].fixedValues.map { $0.values }, [[.bool(true)]])
    XCTAssertEqual(
      try judge("load\nappear\nhide\nhidden").explanations, ["a.log: only `modern: false` explains this session"])
    XCTAssertEqual(verdicts(try judge("load\nappear\nhide", given: true)), ["a.log violation"])
  }

  func testCountsOfLines() throws {
    let result = try judge("load\n\nhello\nappear\nshown\nshowing\n")
    XCTAssertEqual(result.callCount, 3)
    XCTAssertEqual(result.findings.otherCount, 4)
    XCTAssertEqual(
      result.summary, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 3 calls, 4 other lines")
  }

  // MARK: Objects of `log show`

  /// Lines as `log show --style ndjson` prints them.
  private func shown(_ messages: String...) -> String {
    let lines = messages.enumerated().map { index, message in
      #"{"traceID":7,"eventMessage":"\#(message)","eventType":"logEvent","source":null,"processID":\#(40 + index % 2),"#
        + #""timestamp":"2026-10-31 10:02:0\#(index).102345+0100","processImagePath":"\/Demo","threadID":12}"#
    }
    return (["Filtering the log data using \"category == \"c\"\""] + lines + [#"{"count":3,"finished":1}"#])
      .joined(separator: "\n")
  }

  func testMessagesOfLogShow() throws {
    let result = try judge(shown("-[A load]", "B.appear()", "-[A appear]", "appeared", "-[A shown]\\nand more", "load"))
    XCTAssertEqual(verdicts(result), ["A conforms", "B violation", "a.log unfinished"])
    XCTAssertEqual(result.callCount, 5)
    XCTAssertEqual(result.findings.otherCount, 3)
    XCTAssertEqual(
      text(result).split(separator: "\n").prefix(3).joined(separator: "\n"),
      """
      a.log:3:3: error: `appear()` of B came where it cannot [L951]
          3 | B.appear()
            |   ^~~~~~~~
      """)
  }

  func testKeysOfMessages() throws {
    let log = shown("-[A load]", "-[A load] user=b", "-[A appear] user=b", "appear", "-[A shown]")
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "processID" }), ["40 conforms", "41 conforms"])
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "user=([a-z])" }), ["a.log conforms", "b conforms"])
  }

  func testTimesOfMessages() throws {
    let lines = shown("load", "appear").split(separator: "\n")
    let swapped = [lines[0], lines[1].replacing("10:02:00", with: "10:02:05"), lines[2]].joined(separator: "\n")
    XCTAssertEqual(try judge(swapped).diagnose().map(\.kind.code).sorted(), ["L953"])
    XCTAssertEqual(try judge(shown("load", "appear")).diagnose().map(\.kind.code), [])
  }

  func testOtherObjectsAreNoCalls() throws {
    let result = try judge(
      #"""
      {"eventMessage":["load"]}
      {"eventMessage":null}
      {"eventMessage":""}
      {"eventMessage":"10:00:00 load"}
      {"eventMessage":"load","callback":"appear"}
      """#)
    XCTAssertEqual(verdicts(result), ["a.log violation"])
    XCTAssertEqual(result.callCount, 1)
    XCTAssertEqual(result.findings.otherCount, 4)
  }

  func testArraysAreNoLogs() throws {
    for log in ["[{\n\"callback\": \"load\"},\n{", "[", "[]", " [ ]", "Skipping info and debug messages\n[{"] {
      for format in [nil, LogFormat.ndjson] {
        let result = try judge(log) { $0.format = format }
        XCTAssertEqual(result.unreadableCount, 1, log)
        XCTAssertEqual(result.diagnose().map(\.kind.code), ["L624"], log)
      }
    }
    XCTAssertEqual(try judge("[10:00:00] load").callCount, 1)
    XCTAssertEqual(try judge("[") { $0.format = .text }.unreadableCount, 0)
  }

  // MARK: Sessions

  func testReceiversAreSessions() throws {
    let log = """
      -[A load]
      -[B load]
      -[A appear]
      -[B appear]
      -[<A: 0x1> load]
      load
      C.load
      """
    XCTAssertEqual(
      verdicts(try judge(log)),
      ["A conforms", "B conforms", "A 0x1 unfinished", "a.log unfinished", "C unfinished"])
    XCTAssertEqual(verdicts(try judge(log) { $0.only = "B" }), ["B conforms"])
    XCTAssertEqual(try judge(log) { $0.only = "D" }.ignoredKeys, ["A", "B", "A 0x1", "a.log", "C"])
  }

  func testAnAddressThatIsUsedAgain() throws {
    func log(_ calls: String) -> String {
      calls.split(separator: " ").map { "-[<A: 0x1> \($0)]" }.joined(separator: "\n")
    }
    func verdicts(_ calls: String, _ change: (inout TraceOptions) -> Void = { _ in }) throws -> [String] {
      self.verdicts(try judge(log(calls), change))
    }
    let life = "load appear hide hidden end"
    XCTAssertEqual(
      try verdicts("\(life) load appear shown \(life) \(life)"),
      ["A 0x1 conforms", "A 0x1 violation", "A 0x1 conforms"])
    XCTAssertEqual(try verdicts("\(life) load"), ["A 0x1 conforms", "A 0x1 unfinished"])
    // Whether the first one ended needn't be logged.
    let end = ID<Callback>(6)
    XCTAssertEqual(try verdicts("load appear hide hidden load appear"), ["A 0x1 violation"])
    XCTAssertEqual(
      try verdicts("load appear hide hidden load appear") { $0.owed.remove(end) }, ["A 0x1 conforms", "A 0x1 conforms"])
    // It can't have ended here, and no log begins with `hidden`.
    XCTAssertEqual(try verdicts("load appear load appear") { $0.owed.remove(end) }, ["A 0x1 violation"])
    XCTAssertEqual(try verdicts("\(life) hidden"), ["A 0x1 violation"])
    // Only an address tells that it is another object.
    let classes = log("\(life) load").replacing("<A: 0x1>", with: "A")
    XCTAssertEqual(self.verdicts(try judge(classes)), ["A violation"])
    for (member, count) in [("instance", 2), ("session", 1)] {
      let objects = "\(life) load".split(separator: " ").map { "{\"callback\": \"\($0)\", \"\(member)\": 1}" }
      XCTAssertEqual(try judge(objects.joined(separator: "\n")).sessions.count, count, member)
    }
    let told = try judge(log("\(life) load appear")) { $0.keepsCalls = true }
    XCTAssertEqual(told.story?.callCount, 5)
    XCTAssertNil(told.story?.misfit)
  }

  func testKeysOfLines() throws {
    let log = """
      10:00:00 load user=1
      10:00:01 load user=2
      10:00:02 appear user=1
      10:00:03 appear nobody
      """
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "user=([0-9]+)" }),
      ["1 conforms", "2 unfinished", "a.log violation"])
  }

  func testAnEmptyTextIsNoKey() throws {
    for members in [#""session": """#, #""instance": """#, #""class": "", "instance": "", "session": """#] {
      let result = try judge("{\"callback\": \"appear\", \(members)}")
      XCTAssertEqual(verdicts(result), ["a.log violation"], members)
      XCTAssertTrue(text(result).contains("`appear` came where it cannot"), text(result))
    }
  }

  func testObjects() throws {
    let log = """
      {"callback": "load", "session": "s1", "time": "2026-10-31T10:02:11Z"}
      {"selector": "load", "instance": 7}
      {"event": "tap"}
      {"callback": "appear", "session": "s1", "arguments": {"animated": true}}
      {"callback": "load", "line": 40}
      """
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["s1 conforms", "7 unfinished", "a.log unfinished"])
    XCTAssertEqual(result.sessions[2].last.line, 40)
    XCTAssertEqual(result.findings.otherCount, 1)
    XCTAssertEqual(verdicts(try judge(log) { $0.key = "line" }), ["a.log violation", "40 unfinished"])
  }

  func testALineThatIsNoObject() throws {
    let result = try judge("{\"callback\": \"load\"}\n{\"callback\": \nload\n{\"callback\": \"appear\"}")
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.unreadableCount, 2)
    XCTAssertEqual(
      text(result),
      """
      a.log:2:1: error: this line is no JSON object: after 13 bytes, the line ends within the object [L623]
          2 | {"callback":\u{20}
            | ^
      a.log:3:1: error: the line must be a JSON object: it begins with `l`, not with `{` [L623]
          3 | load
            | ^

      """)
  }

  // MARK: Reports

  func testReportOfAMissingCall() throws {
    let log = """
      10:02:11.100 -[Detail load]
      10:02:11.102 -[Detail appear]
      10:02:11.104 -[Detail shown]
      10:02:13.870 -[Detail hidden]
      """
    XCTAssertEqual(
      text(try judge(log)),
      """
      a.log:4:23: error: `hidden` of Detail came where it cannot [L951]
          2 | 10:02:11.102 -[Detail appear]
          3 | 10:02:11.104 -[Detail shown]
          4 | 10:02:13.870 -[Detail hidden]
            |                       ^~~~~~
            |  could have come: `hide`
            |  shortest story so far: open  # on
            |  cheapest repair: `hide` is missing before line 4
            |  never logged? `--without hide`
            |  only `modern: true` explains the calls before
      Spec.yaml:2:119: note: `hidden` needs `hide`

      """)
  }

  func testRepairs() throws {
    let chatting = """
      callbacks: {a: , b: , ping: }
      events: [go, ping]
      states:
        s: {on: {go: {to: t, do: [a, b]}, ping: {do: ping}}}
        t: {on: {ping: {do: ping}}}
      """
    func repair(_ log: String, spec: String = Self.screen) throws -> String {
      let result = try judge(log, spec: spec)
      let session = try XCTUnwrap(result.sessions.first)
      return result.words(of: session.violation?.repair ?? [], in: session).joined(separator: "; ")
    }
    // The report is made where `hidden` comes, so nobody knows that `hide` follows.
    XCTAssertEqual(try repair("load\nappear\nshown\nhidden\nhide"), "`hide` is missing before line 4")
    XCTAssertEqual(try repair("load\nshown\nappear"), "`appear` is missing before line 2")
    // A swap comes before a missing call, and that before one too many.
    XCTAssertEqual(try repair("a\nping\nb", spec: chatting), "`ping` in line 2 belongs before `a` in line 1")
    XCTAssertEqual(try repair("a\nb\nb", spec: chatting), "`b` in line 2 is one too many")
    XCTAssertEqual(try repair("load\nappear\nappear"), "`appear` in line 2 is one too many")
    XCTAssertEqual(
      try repair("load\nappear\nshown\nend"), "`hide` is missing before line 4; `hidden` is missing before line 4")
    XCTAssertEqual(try repair("end"), "")
  }

  func testGoingOnAfterAViolation() throws {
    let result = try judge("load\nappear\nhidden\nend\nload\nappear\nhide\nhidden\nhide")
    // After a violation the log begins anywhere, with the call that didn't fit: with `hidden`, which `end` may follow, with the
    // second `load`, and with the last `hide`, since behind `hidden` the screen could only appear or end.
    XCTAssertEqual(result.violationCount, 3)
    XCTAssertEqual(result.sessions[0].violation?.call.place.line, 3)
    XCTAssertEqual(result.reported.map(\.call.place.line), [3, 5, 9])
    XCTAssertTrue(result.reported[1].isBeginning)
    XCTAssertEqual(try judge("load\nhide\nhide") { $0.stopsAtFirst = true }.violationCount, 1)
  }

  /// A screen that isn't modern never makes `shown`, so nothing explains it, whatever came before.
  func testACallThatComesNowhereIsQuotedAndExplainsNothing() throws {
    let result = try judge("load\nappear\nshown\nhide\nhide", given: false)
    XCTAssertEqual(result.reported.map(\.call.place.line), [3, 5])
    XCTAssertEqual(result.reported[1].repair, [.extra(0)])
    XCTAssertNotNil(result.reported[1].story)
    let report = text(result)
    XCTAssertTrue(
      report.contains(
        """
        a.log:5:1: error: `hide` came where it cannot [L951]
            3 | shown
            4 | hide
            5 | hide
              | ^~~~
              |  could have come: `hidden`

        """), report)
    XCTAssertTrue(report.contains("cheapest repair: `hide` in line 4 is one too many"), report)
    // Many calls later it is as if the log had begun behind it.
    let rounds = Array(repeating: "hide\nhidden\nappear\n", count: 7).joined()
    let long = try judge("load\nshown\n\(rounds)hidden", given: false)
    XCTAssertEqual(long.reported.map(\.call.place.line), [2, 24])
    XCTAssertEqual(long.reported[1].repair, [.missing(ID(4), before: 16)])
    XCTAssertNotNil(long.reported[1].story)
    // The last call of a session may be one.
    XCTAssertEqual(try judge("shown", given: false).sessions.map(\.last.line), [1])
  }

  func testAReportThatEndedEarlyGuessesNothing() throws {
    let log = "-[B load]\n-[A load]\n-[A appear]\n-[A hidden]\n-[A hide]\n-[B appear]"
    let whole = text(try judge(log))
    XCTAssertFalse(whole.contains("never logged?"), whole)
    let first = text(try judge(log) { $0.stopsAtFirst = true })
    XCTAssertTrue(first.contains("[L951]") && first.contains("`hide` is missing"), first)
    XCTAssertFalse(first.contains("never logged?") || first.contains("[L954]"), first)
    XCTAssertTrue(text(try judge(String(log.prefix(44)))).contains("never logged?"))
  }

  func testUnknownMethodsOfObjectsWithoutAClass() throws {
    func codes(_ log: String) throws -> [String] { try judge(log).diagnose().map(\.kind.code) }
    let end = "{\"callback\": \"appear\", \"class\": \"A\"}"
    XCTAssertEqual(try codes("{\"callback\": \"load\"}\n{\"callback\": \"tap\"}\n\(end)"), [])
    XCTAssertEqual(
      try codes("{\"callback\": \"load\"}\n{\"callback\": \"tap\", \"class\": \"A\"}\n\(end)"), ["L952"])
  }

  func testUnknownMethodsOfKnownClasses() throws {
    let log = "-[A loading]\n-[B blink]\n-[A load]\n-[A loading]\nA.lode()\nA.swift: load"
    XCTAssertEqual(
      text(try judge(log)).split(separator: "\n").filter { $0.contains("warning") }.map(String.init),
      [
        "a.log:3:1: warning: the log of A ends inside a step: `appear` is still owed [L954]",
        "a.log:1:5: warning: `loading` of A is no callback of Test, so its calls are not judged [L952]",
        "a.log:5:3: warning: `lode()` of A is no callback of Test, so its calls are not judged [L952]",
      ])
  }

  func testTimesThatRunBackwards() throws {
    let log = """
      10:00:02 -[A load]
      10:00:01 -[B load]
      10:00:01 -[A appear]
      10:00:00 -[A shown]
      2026-10-31 09:00:00 -[A hide]
      """
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["A unfinished", "B unfinished"])
    XCTAssertEqual(
      text(result).split(separator: "\n").filter { $0.contains("L953") }.map(String.init),
      [
        "a.log:3:1: warning: this call of A has an earlier time than the one before it; the log is judged in the order of its lines [L953]"
      ])
  }

  func testALogWithoutACall() throws {
    XCTAssertEqual(
      text(try judge("hello\nworld")),
      "a.log: error: no line of this log begins with a callback of Test, so there is nothing to judge [L625]\n")
  }

  // MARK: Coverage

  func testALineOfSeveralMeaningsHasNoOrder() throws {
    let spec = """
      callbacks: {a: , x: {selector: s}, y: {selector: s}, b: }
      events: [go]
      states: {one: {on: {go: {do: [a, x, b]}}}}
      """
    func orders(_ log: String) throws -> [[Int]] {
      let result = try judge(log, { $0.recordsCoverage = true }, spec: spec)
      return try XCTUnwrap(result.shown).orders.map { [$0.first.index, $0.second.index] }.sorted { $0[0] < $1[0] }
    }
    XCTAssertEqual(try orders("a\ns\nb\na\nx\nb"), [[0, 1], [1, 3], [3, 0]])
    XCTAssertEqual(try orders("a\ns\nb"), [])
  }

  // MARK: Bounds

  func testManyViolationsAreCountedAndAHundredShown() throws {
    let result = try judge(Array(repeating: "end", count: 500).joined(separator: "\n"))
    XCTAssertEqual(result.violationCount, 500)
    let diagnostics = result.diagnose()
    XCTAssertEqual(diagnostics.count, 100)
    XCTAssertEqual(diagnostics.last?.notes.last?.message, "400 more diagnostics of this kind are not shown")
  }

  func testViolationsThatNobodySeesAreNotKept() throws {
    let log = (1...200).map { "-[A\($0) end]" }.joined(separator: "\n")
    let plain = try judge(log)
    XCTAssertEqual(plain.count(.violation), 200)
    XCTAssertEqual(plain.sessions.count { $0.violation != nil }, 100)
    let all = try judge(log) { $0.describesAll = true }
    XCTAssertEqual(all.sessions.count { $0.violation != nil }, 200)
    XCTAssertEqual(all.sessions.count { $0.violation?.story != nil }, 100)
  }

  func testLongNamesAreCut() throws {
    let label = String(repeating: "x", count: 10_000)
    let result = try judge("load(\(label):)\nend(\(label):)\n-[\(label) end]") { $0.keepsCalls = true }
    XCTAssertEqual(result.reported.map(\.call.name.utf8.count), [200, 3])
    XCTAssertEqual(result.story?.misfit?.name.utf8.count, 200)
    XCTAssertLessThan(text(result).utf8.count, 3_000)
    // A class with such a name isn't remembered.
    let known = "-[\(label) load]\n-[\(label) tap]\n-[\(label) appear]\n-[A load]\n-[A tap]\n-[A appear]"
    XCTAssertEqual(try judge(known).diagnose().map(\.kind.code), ["L952"])
    var table = SelectorTable.make(for: try readMachine(Self.screen))
    for name in ["load(\(label):)", "load(x:)"] {
      let bytes = Array(name.utf8)
      XCTAssertEqual(table.symbol(of: bytes, in: bytes.indices), 0)
    }
    XCTAssertEqual(table.swiftNames.count, 1)
  }

  func testManyExplanationsAreCounted() throws {
    let log = (1...25).map { "-[A\($0) load]\n-[A\($0) appear]\n-[A\($0) shown]" }.joined(separator: "\n")
    let lines = try judge(log).explanations
    XCTAssertEqual(lines.count, 21)
    XCTAssertEqual(lines[19], "A20: only `modern: true` explains this session")
    XCTAssertEqual(
      lines[20], "… and 5 more, of which only some values of `fixed` fields explain the session")
  }

  func testALogFromAnywhereThatWasComparedWithPartOfTheLogsFromTheStart() throws {
    func report(limit: Int) throws -> String {
      text(
        try judge("hidden\nappear\nshown") {
          $0.beginsAnywhere = true
          $0.startLimit = limit
        })
    }
    XCTAssertEqual(try report(limit: LogsFromStart.limit), "")
    let short = try report(limit: 1)
    XCTAssertTrue(
      short.contains(
        "so many states that only part of the logs from its start were looked at [L955]"), short)
  }

  func testOfALongKeyOnlyTheBeginningIsKept() throws {
    let long = String(repeating: "é", count: 100_000)
    let keys = [long + "1", long + "2", "short", String(repeating: "k", count: 1_000)]
    func object(_ key: String, _ callback: String) -> String { #"{"user":"\#(key)","callback":"\#(callback)"}"# }
    let log = ["load", "appear", "shown"].flatMap { call in keys.map { object($0, call) } }.joined(separator: "\n")
    let result = try judge(log) { $0.key = "user" }
    XCTAssertEqual(result.sessions.map(\.callCount), [3, 3, 3, 3])
    let shown = String(repeating: "é", count: 100) + "…"
    XCTAssertEqual(result.sessions.map(\.key), [shown, shown, "short", keys[3]])
    // In a line of text, too.
    let lines = log.split(separator: "\n").map { "load \($0)" }.joined(separator: "\n")
    XCTAssertEqual(
      try judge(lines) { $0.key = #"user":"([^"]+)"# }.sessions.map(\.key), [shown, shown, "short", keys[3]])
    // The user may give a whole key, or what is shown of it.
    func ignored(by only: String) throws -> [String] {
      try judge(log) {
        $0.key = "user"
        $0.only = only
      }.ignoredKeys
    }
    XCTAssertEqual(try ignored(by: keys[0]), [shown, "short", keys[3]])
    XCTAssertEqual(try ignored(by: shown), ["short", keys[3]])
    XCTAssertEqual(try ignored(by: keys[3]), [shown, shown, "short"])
    XCTAssertEqual(try ignored(by: long), [shown, shown, "short", keys[3]])
  }

  func testWhatIsKeptOfASessionDoesNotGrowWithItsKey() throws {
    let limit = 1_300
    for (count, expected) in [(10, 10), (1_000, 1_000), (1_001, limit), (500_000, limit)] {
      var key = SessionKey("user", hasParts: false)
      var object = JSONLine(key: "user")
      let bytes = Array(#"{"user":"\#(String(repeating: "k", count: count))","callback":"load"}"#.utf8)
      try object.read(bytes, in: bytes.indices)
      let call = LogCall(symbol: 0, name: 0..<0, session: object.value(of: .key))
      let record = LogRecord(line: bytes[...], values: object.values, place: LogPlace(file: 0, line: 1))
      key.read(call, in: record)
      XCTAssertLessThanOrEqual(key.bytes.count, expected)
      XCTAssertLessThanOrEqual(key.name.utf8.count, expected)
    }
  }

  func testCoverageOfTooMuchWorkSaysSo() throws {
    var result = try judge("load\nappear\nshown") { $0.recordsCoverage = true }
    XCTAssertFalse(result.coverageLines.contains { $0.contains("only part of the calls") })
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: result.machine)))
    result.shown = TraceEvidence(automaton, workLimit: 3)
    XCTAssertTrue(result.shown?.evidence.isComplete == true)
    var observer = Observer(automaton, owed: result.machine.observedItems)
    let start = observer.start
    for symbol in observer.symbols.indices where observer.state(after: symbol, in: start) != nil {
      result.shown?.note(symbol, from: start, in: 0, observer)
    }
    XCTAssertTrue(
      result.coverageLines.last?.contains("only part of the calls was looked at") == true, "\(result.coverageLines)")
  }

  func testALongLineIsCut() throws {
    let result = try judge("load\nhide " + String(repeating: "é", count: 10_000))
    let line = try XCTUnwrap(result.diagnose().first?.quotedLines.last?.text)
    XCTAssertLessThanOrEqual(line.utf8.count, 200)
    XCTAssertTrue(line.hasSuffix("é"))
  }

  // MARK: Scenarios

  func testScenario() throws {
    XCTAssertEqual(
      try judge("-[A load]\n-[A appear]\n-[A hide]\n-[A hidden]\n-[A end]\n-[A end]") { $0.keepsCalls = true }.scenario,
      [
        "scenarios:",
        "  \"the log of A\":",
        "    given: {modern: false}",
        "    when:",
        "      - open: [load, appear]",
        "      - close: [hide, hidden]",
        "      - end: [end]",
        "    then: over",
        "    # In line 6 of a.log, `end` comes next. The machine doesn't do that.",
      ])
  }
}
