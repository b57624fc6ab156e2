import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Bounds of what is kept of logs and shown of them.
final class TraceBoundTests: TraceJudgeTestCase {
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

  func testTooLongLinesAreSaid() throws {
    let machine = try readMachine(Self.screen)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
    let options = TraceOptions(owed: machine.observedCallbacks)
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: []), options: options)
    judge.beginFile("a.log")
    judge.skipLine(number: 3)
    XCTAssertTrue(
      judge.finish().summary.hasSuffix(
        "1 other line (1 of them is longer than 1 MiB and not read, the first in a.log:3)"))
    judge.skipLine(number: 7)
    XCTAssertTrue(
      judge.finish().summary.hasSuffix("(2 of them are longer than 1 MiB and not read, the first in a.log:3)"))
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
    try skipTest(below: .thorough)
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

  /// A log from the start shows the state in which the machine begins, and one from anywhere doesn't.
  func testTheStateOfTheStartIsShown() throws {
    func states(_ log: String, anywhere: Bool = false) throws -> [String] {
      let result = try judge(log) { ($0.recordsCoverage, $0.beginsAnywhere) = (true, anywhere) }
      return try XCTUnwrap(result.shown).evidence.states.map { result.machine[$0].path }
    }
    XCTAssertTrue(try states("load\nappear\nshown").contains("off"))
    XCTAssertFalse(try states("load\nappear\nshown", anywhere: true).contains("off"))
    XCTAssertFalse(try states("end").contains("off"))
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
}
