import LifelineInterpreter
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Pictures of sessions.
final class TracePictureTests: XCTestCase {
  /// A session with lines of callbacks' names, in which all calls are owed unless others are named.
  private func picture(
    of lines: [String], _ automaton: CallAutomaton, owing owed: [ID<Callback>]? = nil,
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws -> (picture: LifeLine, result: TraceResult) {
    let all = automaton.machine.callbacks.indices.map { ID<Callback>($0) }
    var options = TraceOptions(owed: IDSet(owed ?? all))
    options.events = automaton.events
    options.drawsSession = true
    change(&options)
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
    judge.beginFile("logs/a.log")
    for (number, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    let result = judge.finish()
    return (try XCTUnwrap(result.picture), result)
  }

  private struct ShownCall: Equatable {
    var line: Int?
    var name: String
  }

  /// The calls that a picture shows as those of a log, and whether each is wrong.
  private func loggedCalls(_ picture: LifeLine) -> [(call: ShownCall, isWrong: Bool)] {
    picture.rows.compactMap { row in
      guard case .call(let call) = row.content, call.isObserved else { return nil }
      return (ShownCall(line: row.number, name: call.name), row.isWrong)
    }
  }

  private func screen(showing events: [Int] = []) throws -> CallAutomaton {
    let machine = try readMachine(
      """
      callbacks: {load: , appear: {needs: load}, settle: , shown: {needs: appear}, hide: , hidden: {needs: hide}}
      events: [open, close]
      states:
        off: {on: {open: {to: on, do: [load, appear, settle, shown]}}}
        on: {on: {close: {to: away, do: [hide, hidden]}}}
        away: {on: {open: {to: on, do: [appear, shown]}}}
      """)
    return CallAutomaton.make(
      from: explore(MachineIndex.build(for: machine)), showing: IDSet(events.map { ID<Event>($0) }))
  }

  private func stimuli(_ picture: LifeLine) -> [String] {
    picture.rows.compactMap { row in
      guard case .stimulus(let stimulus) = row.content else { return nil }
      return stimulus.name + (stimulus.isAssumed ? "?" : "") + (row.number.map { " \($0)" } ?? "")
    }
  }

  func testCallsHaveTheirLinesAndTheEventsAreAssumed() throws {
    let (picture, _) = try picture(
      of: ["load", "other", "appear", "shown", "hide", "hidden"], screen(), owing: [0, 1, 3, 4, 5].map { ID($0) })
    XCTAssertEqual(
      loggedCalls(picture).map(\.call),
      [(1, "load"), (3, "appear"), (4, "shown"), (5, "hide"), (6, "hidden")].map { ShownCall(line: $0, name: $1) })
    XCTAssertEqual(stimuli(picture), ["start", "open?", "close?"])
    XCTAssertEqual(picture.verdict?.holds, true)
    XCTAssertEqual(picture.title, "the log of logs/a.log")
    XCTAssertEqual(picture.subtitle, "Test · a.log")
    let unlogged = picture.rows.compactMap { row in
      if case .call(let call) = row.content, !call.isObserved { call.name } else { nil }
    }
    XCTAssertEqual(unlogged, ["settle"])
  }

  /// A log that fits the machine may show that the machine breaks a promise. Then the picture doesn't say that all is well.
  func testALogThatBreaksAPromiseAsTheMachineDoes() throws {
    let machine = try readMachine(
      """
      callbacks: {willPlay: , didPlay: {needs: willPlay}, didPause: }
      events: [play, pause]
      states:
        stopped: {on: {play: {to: playing, do: willPlay}}}
        playing: {entry: didPlay, on: {pause: {to: paused, do: didPause}}}
        paused: {on: {play: playing}}
      """)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
    let (broken, result) = try picture(of: ["willPlay", "didPlay", "didPause", "didPlay"], automaton)
    XCTAssertEqual(
      broken.verdict,
      LifeLine.Verdict(holds: false, text: "conforms to the machine, but this story breaks a promise"))
    XCTAssertEqual(broken.rows.last?.content, .mistake("needs willPlay: not since the last didPlay"))
    XCTAssertEqual(result.sessions.map(\.verdict), [.conforms])
    XCTAssertEqual(
      try picture(of: ["willPlay", "didPlay", "didPause"], automaton).picture.verdict,
      LifeLine.Verdict(holds: true, text: "conforms: the machine may behave like this"))
  }

  func testEventsOfTheLogHaveTheirLines() throws {
    let (picture, _) = try picture(
      of: ["event open", "load", "appear", "settle", "shown", "event close"], screen(showing: [0, 1]))
    XCTAssertEqual(stimuli(picture), ["start", "open 1", "close 6"])
    XCTAssertEqual(loggedCalls(picture).map(\.call.line), [2, 3, 4, 5])
    XCTAssertEqual(picture.verdict?.text, "unfinished: the log ends inside a step")
    XCTAssertEqual(
      picture.rows.last?.content,
      .mistake("the log ends here, but before the machine rests, it calls `hide`, `hidden`"))
  }

  func testTheCallThatDoesNotFitStandsAtTheEnd() throws {
    let (picture, result) = try picture(of: ["load", "appear", "shown", "hide"], screen())
    XCTAssertEqual(
      loggedCalls(picture).map(\.call),
      [(1, "load"), (2, "appear"), (3, "shown")].map { ShownCall(line: $0, name: $1) })
    XCTAssertEqual(loggedCalls(picture).map(\.isWrong), [false, false, true])
    XCTAssertEqual(picture.rows.last?.content, .mistake("could have come: `settle`"))
    XCTAssertEqual(picture.verdict?.text, "violates: `shown` in line 3 came where it cannot")
    XCTAssertEqual(picture.remarks.first, "cheapest repair: `settle` is missing before line 3")
    XCTAssertEqual(result.sessions.map(\.verdict), [.violation])
  }

  func testTheSessionWithTheFirstViolationIsDrawn() throws {
    func line(_ key: Int, _ name: String) -> String { "{\"callback\": \"\(name)\", \"session\": \"\(key)\"}" }
    let good = ["load", "appear", "settle", "shown"]
    let conforming = good.map { line(1, $0) }
    let unfinished = good.prefix(2).map { line(2, $0) }
    let violating = ["load", "hide"].map { line(3, $0) }
    for (lines, title) in [
      (conforming + unfinished + violating, "3"), (conforming + unfinished, "2"), (conforming, "1"),
    ] {
      XCTAssertEqual(try picture(of: lines, screen()).picture.title, "the log of \(title)")
    }
  }

  /// Promises of answers count as well as the order of calls.
  func testTheSessionWithTheFirstBrokenAnswerIsDrawn() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: yes, before: save}, yes: , save: }
      events: [go, other]
      states: {idle: {on: {go: {to: open, do: ask}}}, open: {on: {go: {to: idle, do: yes}, other: {do: save}}}}
      """)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
    func line(_ key: String, _ name: String) -> String { "{\"callback\": \"\(name)\", \"session\": \"\(key)\"}" }
    let broken = [line("a", "ask"), line("b", "ask"), line("b", "save"), line("a", "ask"), line("b", "yes")]
    let (first, result) = try picture(of: broken, automaton)
    XCTAssertEqual(result.sessions.map(\.verdict), [.violation, .violation])
    XCTAssertEqual(first.title, "the log of b")
    XCTAssertEqual(first.verdict?.text, "violates a promise of an answer")
    XCTAssertEqual(loggedCalls(first).map(\.isWrong), [false, true])
    let other = try picture(of: [broken[0], broken[3]] + broken, automaton).picture
    XCTAssertEqual(other.title, "the log of a")
    XCTAssertEqual(other.verdict?.text, "violates: `ask` in line 2 came where it cannot")
    // The picture ends at the line that breaks the promise, however many come after it.
    let long = broken.prefix(3) + Array(repeating: line("b", "save"), count: 30)
    XCTAssertEqual(loggedCalls(try picture(of: Array(long), automaton).picture).map(\.isWrong), [false, true])
  }

  func testAnAnswerThatIsTooLateIsMarked() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: yes, within: 5s}, yes: }
      events: [go]
      states: {idle: {on: {go: {to: open, do: ask}}}, open: {on: {go: {to: idle, do: yes}}}}
      """)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
    let late = try picture(of: ["10:00:00.000 ask", "10:00:07.000 yes"], automaton).picture
    XCTAssertEqual(late.promises.map(\.outcome), [.broken])
    XCTAssertEqual(loggedCalls(late).map(\.isWrong), [false, true])
    XCTAssertEqual(
      late.rows.filter { if case .mistake = $0.content { true } else { false } }.map(\.content),
      [.mistake("too late: 7s after ask")])
    let inTime = try picture(of: ["10:00:00.000 ask", "10:00:05.000 yes"], automaton).picture
    XCTAssertEqual(inTime.promises.map(\.outcome), [.kept])
    XCTAssertEqual(loggedCalls(inTime).map(\.isWrong), [false, false])
  }

  /// Of a long session, the last calls are drawn, and the states before them.
  func testALongLogIsCut() throws {
    var lines = ["load", "appear", "settle", "shown"]
    for _ in 0..<10 { lines += ["hide", "hidden", "appear", "shown"] }
    let (picture, _) = try picture(of: lines + ["load"], screen())
    XCTAssertEqual(loggedCalls(picture).compactMap(\.call.line), Array(29...45))
    XCTAssertEqual(stimuli(picture).first, "so far")
    XCTAssertTrue(picture.remarks.contains("so far: the states in which the machine may be before line 29"))
  }

  /// Whatever lines a log has, the picture shows the last of them, each at its number, and repetitions once.
  func testRandomLogs() throws {
    let seed = testSeed(default: 60)
    var random = SplitMix64(seed: seed)
    var counts: [TraceVerdict: Int] = [:]
    for _ in 0..<numberOfRandomMachines(quick: 10, thorough: 60, all: 300) {
      let spec = RandomSpec.makeSpec(using: &random)
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let index = MachineIndex.build(for: machine)
      let exploration = explore(index, limit: 500)
      guard exploration.isComplete, exploration.faults.isEmpty else { continue }
      let automaton = CallAutomaton.make(from: exploration)
      for _ in 0..<6 {
        let owed = machine.callbacks.indices.map { ID<Callback>($0) }.filter { _ in random.happens(80) }
        var run = Interpreter(index)
        var calls = run.start().calls
        for _ in 0..<random.below(12) { calls += run.send(ID(random.below(3))).calls }
        var lines = calls.map(\.callback).filter { owed.contains($0) || random.happens(50) }.map { machine[$0].name }
        if random.happens(50), !lines.isEmpty { lines.remove(at: random.below(lines.count)) }
        guard !lines.isEmpty else { continue }
        let (picture, result) = try picture(of: lines, automaton, owing: owed)
        let words = "seed \(seed): \(lines)\n\(spec.text)"
        counts[result.sessions[0].verdict, default: 0] += 1
        let shown = loggedCalls(picture)
        XCTAssertEqual(shown.last?.isWrong, result.sessions[0].violation != nil, words)
        let last = result.sessions[0].violation?.call.place.line ?? lines.count
        let first = shown.first?.call.line ?? 0
        XCTAssertTrue(last - first == 16 || last - first == 15 || first == 1, words)
        let numbers = shown.compactMap(\.call.line)
        XCTAssertEqual(shown.map(\.call), numbers.map { ShownCall(line: $0, name: lines[$0 - 1]) }, words)
        XCTAssertEqual(numbers, Set(numbers).sorted(), words)
        // Only repetitions are left out.
        let folded = picture.rows.reduce(0) { if case .folded(_, let count) = $1.content { $0 + count } else { $0 } }
        XCTAssertLessThanOrEqual(last - first + 1 - shown.count, folded, words)
      }
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    print(counts)
    XCTAssertGreaterThan(counts[.conforms] ?? 0, 3)
    XCTAssertGreaterThan(counts[.violation] ?? 0, 3)
  }
}
