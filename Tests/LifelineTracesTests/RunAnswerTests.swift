import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineTraces

/// Promises of answers to events, of states and of parts, held against the runs that explain a log.
final class RunAnswerTests: XCTestCase {
  private static let spec = """
    callbacks: [yes, no, save, ping]
    events: {ask: {answeredBy: [yes, no], before: save, within: 5s}, go: , other: }
    states:
      idle: {on: {ask: open, other: {do: save}, go: deaf}}
      open: {on: {go: {to: idle, do: yes}, other: {do: ping}, ask: {}}, after: {1min: {to: idle, do: [save, no]}}}
      deaf: {on: {other: {do: ping}, go: {to: idle, do: ping}}}
    """

  private func judge(
    _ log: String, in machine: Machine, showing events: IDSet<Event>? = nil, showsStates: Bool = false,
    owed: IDSet<Callback>? = nil, from anywhere: Bool = false
  ) -> TraceResult {
    judgeLog(log, in: machine, showing: events ?? machine.hostEvents) { options in
      options.owed = owed ?? machine.observedCallbacks
      options.beginsAnywhere = anywhere
      options.showsStates = showsStates
    }
  }

  private func assertVerdict(
    _ log: String, of spec: String = RunAnswerTests.spec, _ verdict: TraceVerdict, _ messages: String...,
    line: UInt = #line
  ) throws {
    let result = judge(log, in: try readMachine(spec))
    XCTAssertEqual(result.sessions.map(\.verdict), [verdict], line: line)
    XCTAssertEqual(result.diagnose().map { "\($0.kind.code) \($0.message)" }, messages, line: line)
  }

  // MARK: Events

  func testAnEventThatIsAnswered() throws {
    try assertVerdict("event ask\nevent go\nyes\nevent other\nsave", .conforms)
    try assertVerdict("10:00:00 event ask\n10:00:05 event go\n10:00:05 yes", .conforms)
    // The second one joins the first.
    try assertVerdict(
      "10:00:00 event ask\n10:00:04 event ask\n10:00:06 event go\nyes", .violation,
      "L959 `ask` in line 1 has no answer `yes` or `no` within 5s: this event comes 6s after it")
  }

  func testAnOpenQuestionAtTheEnd() throws {
    try assertVerdict(
      "event ask\nevent other\nping", .unfinished,
      "L954 this log ends with an open question: `ask` in line 1 has no answer `yes` or `no`")
  }

  /// A machine that ignores the event owes no answer. Only the calls after it show where the machine was.
  func testAnEventThatMayBeIgnored() throws {
    let log = "10:00:00 event ask\n10:00:01 event other\n10:00:01 ping\n10:00:09 event other\n10:00:09 "
    let machine = try readMachine(Self.spec)
    let shown = IDSet(machine.hostEvents.filter { machine[$0].name != "go" })
    let ignored = judge(log + "ping\nevent go", in: machine, showing: shown)
    XCTAssertEqual(ignored.sessions.map(\.verdict), [.conforms])
    // In `deaf`, nothing answers.
    let answered = judge(log + "ping\n10:00:10 yes", in: machine, showing: shown)
    XCTAssertEqual(
      answered.diagnose().map { "\($0.kind.code) \($0.message)" },
      ["L959 `ask` in line 1 has no answer `yes` or `no` within 5s: line 4 comes 9s after it"])
    XCTAssertEqual(
      answered.diagnose().first?.details, ["no run that keeps the promise goes on with this call"])
  }

  /// Of an event that the log doesn't show, nobody knows when it came, or whether it came at all.
  func testAnEventThatIsNotShown() throws {
    let machine = try readMachine(Self.spec)
    func verdicts(_ log: String) -> [TraceVerdict] {
      judge(log, in: machine, showing: IDSet()).sessions.map(\.verdict)
    }
    // The question may have been asked right before the answer.
    XCTAssertEqual(verdicts("10:00:00 ping\n10:00:09 yes\n10:00:30 save"), [.conforms])
    // But by the second line at the latest if the machine is in `open` there.
    let always = try readMachine(
      """
      callbacks: [yes, ping]
      events: {ask: {answeredBy: yes, within: 5s}, go: }
      states: {idle: {on: {ask: open}}, open: {on: {go: {do: ping}, ask: {to: idle, do: yes}}}}
      """)
    let result = judge("10:00:00 ping\n10:00:09 yes", in: always, showing: IDSet())
    XCTAssertEqual(
      result.diagnose().map { "\($0.kind.code) \($0.message)" },
      ["L959 `ask`, sent by line 1, has no answer `yes` within 5s: this call comes 9s after it"])
    XCTAssertEqual(
      judge("ping", in: always, showing: IDSet()).diagnose().map(\.message),
      ["this log ends with an open question: `ask`, sent by line 1, has no answer `yes`"])
  }

  func testACallBeforeTheAnswerOfAnEvent() throws {
    try assertVerdict(
      "event ask\nsave\nno", .violation, "L959 `save` comes too early: `ask` in line 1 has no answer `yes` or `no` yet")
  }

  func testTimesThatNobodyKnows() throws {
    let machine = try readMachine(Self.spec)
    for log in ["event ask\nevent go\nyes", "10:00:00 event ask\n10:00:01 event go\nyes"] {
      XCTAssertEqual(
        judge(log, in: machine).unjudgedLines,
        ["the `within: 5s` of `ask` isn't judged where lines have no time, or a number"], log)
    }
    XCTAssertEqual(judge("10:00:00 event ask\n10:00:01 event go\n10:00:01 yes", in: machine).unjudgedLines, [])
  }

  func testWhatCameBeforeIsForgotten() throws {
    let machine = try readMachine(Self.spec)
    let misfit = judge("10:00:00 event ask\n10:00:01 no\n10:00:09 event other\nsave", in: machine)
    XCTAssertEqual(misfit.diagnose().map(\.kind.code), ["L951"])
    let late = judge("10:00:09 ping\n10:00:20 event go\n10:00:20 yes", in: machine, from: true)
    XCTAssertEqual(late.diagnose().map(\.kind.code), [])
  }

  /// Each question is reported once, and the next one again.
  func testEachQuestionIsReportedOnce() throws {
    let result = judge(
      """
      10:00:00 event ask
      10:00:06 event other
      10:00:06 ping
      10:00:16 event ask
      10:00:17 event go
      10:00:17 yes
      10:00:18 event ask
      10:00:28 event go
      10:00:28 yes
      """, in: try readMachine(Self.spec))
    XCTAssertEqual(result.diagnose().map { $0.location.range?.start.line }, [2, 8])
  }

  // MARK: States

  private static let states = """
    callbacks: {start: {answeredBy: stop, before: {state: idle}}, stop: , look: , fail: }
    events: [go, halt, leave, peek]
    initial: idle
    states:
      idle: {on: {go: {to: busy, do: start}}}
      busy:
        answeredBy: [stop, fail]
        within: 5s
        on: {halt: {to: idle, do: stop}, leave: idle, peek: {do: look}}
    """

  func testAStateThatIsEnteredBeforeTheAnswer() throws {
    try assertVerdict("event go\nstart\nevent halt\nstop", of: Self.states, .conforms)
    try assertVerdict(
      "event go\nstart\nevent leave\nevent go\nstart", of: Self.states, .violation,
      "L959 the state `idle` is entered too early: `start` in line 2 has no answer `stop` yet")
    let machine = try readMachine(Self.states)
    // Without events, the machine may still be in `busy`, but a second `start` shows that it isn't.
    XCTAssertEqual(judge("start\nlook", in: machine, showing: IDSet()).sessions.map(\.verdict), [.unfinished])
    XCTAssertEqual(
      judge("start\nlook\nstart", in: machine, showing: IDSet()).diagnose().map(\.message),
      ["before this line, the state `idle` is entered too early: `start` in line 1 has no answer `stop` yet"])
    XCTAssertEqual(
      judge("start\nstate idle", in: machine, showing: IDSet(), showsStates: true).diagnose().map(\.message),
      ["before this line, the state `idle` is entered too early: `start` in line 1 has no answer `stop` yet"])
  }

  func testAStateThatAsks() throws {
    try assertVerdict(
      "10:00:00 event go\n10:00:00 start\n10:00:06 event peek\n10:00:06 look\n10:00:07 event halt\n10:00:07 stop",
      of: Self.states, .violation,
      "L959 the state `busy`, entered by line 2, has no answer `stop` or `fail` within 5s: this event comes 6s after it"
    )
    try assertVerdict(
      "event go\nstart", of: Self.states, .unfinished,
      "L954 this log ends with an open question: `start` in line 2 has no answer `stop`, and so has 1 other question")
  }

  // MARK: Missing calls and parts

  /// A call that nobody logs may have answered.
  func testAnAnswerThatMayBeMissing() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: [yes, no], within: 5s}, yes: , no: , ping: }
      events: [go, answer, refuse, look]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {answer: {to: idle, do: yes}, refuse: {to: idle, do: no}, look: {do: ping}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "no" })
    func messages(_ log: String) -> [String] {
      judge(log, in: machine, showing: IDSet(), owed: owed).diagnose().map(\.message)
    }
    XCTAssertEqual(messages("10:00:00 ask\n10:00:09 ask\n10:00:10 yes"), [])
    XCTAssertEqual(messages("ask\nping"), [])
    XCTAssertEqual(
      messages("10:00:00 ask\n10:00:09 ping"),
      ["`ask` in line 1 has no answer `yes` or `no` within 5s: this call comes 9s after it"])
  }

  private static let music = """
    lifeline: 1
    machine: Music
    callbacks: {ask: {answeredBy: yes, before: ask, within: 5s}, yes: , ping: }
    events: [play, allow, look]
    states:
      idle: {on: {play: {to: asking, do: ask}}}
      asking: {on: {allow: {to: idle, do: yes}, look: {do: ping}, play: {do: ask}}}
    """

  private func jukebox(_ action: String) throws -> Machine {
    try machine(
      """
      lifeline: 1
      machine: Jukebox
      parts: {music: Music.yaml}
      events: [open, accept, look, leave]
      states:
        on: {on: {open: {do: {music: play}}, accept: {do: {music: allow}}, look: {do: {music: look}}, leave: \(action)}}
      """, using: ["Music.yaml": Self.music])
  }

  /// The promises of a part's file are held against the log of the machine around it.
  func testPromisesOfAPartsFile() throws {
    let machine = try jukebox("{do: {music: {optional: look}}}")
    func messages(_ log: String) -> [String] { judge(log, in: machine).diagnose().map(\.message) }
    XCTAssertEqual(messages("event open\nmusic.ask\nevent accept\nmusic.yes"), [])
    XCTAssertEqual(
      messages("event open\nmusic.ask\nevent open\nmusic.ask"),
      ["`music.ask` comes again too early: `music.ask` in line 2 has no answer `music.yes` yet"])
    XCTAssertEqual(
      messages("10:00:00 event open\n10:00:00 music.ask\n10:00:06 event look"),
      ["`music.ask` in line 2 has no answer `music.yes` within 5s: this event comes 6s after it"])
    XCTAssertEqual(
      messages("event open\nmusic.ask"),
      ["this log ends with an open question: `music.ask` in line 2 has no answer `music.yes`"])
  }

  /// A part that is made new owes nothing, and the log doesn't show that it is.
  func testAPartThatIsMadeNew() throws {
    let machine = try jukebox("{do: {restart: music}}")
    func messages(_ log: String, _ events: IDSet<Event>) -> [String] {
      judge(log, in: machine, showing: events).diagnose().map(\.message)
    }
    let log = "10:00:00 event open\n10:00:00 music.ask\n10:00:01 event leave\n10:00:09 event open\n10:00:09 music.ask"
    XCTAssertEqual(
      messages(log, machine.hostEvents),
      ["this log ends with an open question: `music.ask` in line 5 has no answer `music.yes`"])
    // The event may have come, although nobody says so.
    XCTAssertEqual(messages("music.ask\nmusic.ask\nmusic.yes", IDSet()), [])
    XCTAssertEqual(messages("music.ask", IDSet()), [])
  }

  /// Many sessions need more states than are kept.
  func testForgottenStates() throws {
    let machine = try readMachine(Self.spec)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)), showing: machine.hostEvents)
    let symbols = automaton.shownItems.map { [$0] }
    let observer = Observer(
      automaton, owed: IDSet(calls: machine.observedCallbacks, events: machine.hostEvents, of: machine),
      symbols: symbols)
    let promise = PromiseAutomaton(machine.promises[0], in: machine)
    let letters = try XCTUnwrap(SilentLetters.find(in: automaton.exploration, for: [promise]))
    var answers = AnswerObserver(
      promise, in: AnswerBehavior.make(from: automaton, with: letters, given: []), beside: observer)
    let ask = try XCTUnwrap(symbols.firstIndex(of: [machine.id(of: .event(ID(0)))]))
    var state = try XCTUnwrap(answers.step(after: ask, in: answers.start)).next
    XCTAssertEqual(answers.openQuestion(in: state), 0)
    let numbers = answers.forgetStates(except: [state])
    state = try XCTUnwrap(numbers[state])
    XCTAssertEqual(answers.openQuestion(in: state), 0)
    XCTAssertNil(answers.openQuestion(in: answers.start))
    let broken = answers.state(breaking: 1, in: state)
    XCTAssertTrue(answers.isBroken(broken))
    // What isn't known of the past is made anew.
    let anywhere = answers.anywhere()
    XCTAssertGreaterThan(anywhere, state)
    let others = answers.forgetStates(except: [])
    XCTAssertEqual(others, [:])
    let unknown = answers.anywhere()
    XCTAssertLessThan(unknown, anywhere)
    XCTAssertNil(answers.openQuestion(in: unknown))
    state = try XCTUnwrap(answers.step(after: ask, in: answers.start)).next
    let reported = answers.stateAfterReport(of: state)
    XCTAssertNil(answers.openQuestion(in: reported))
  }

  // MARK: All runs

  /// Logs of random runs of random machines get the verdicts of an oracle that tries all runs which explain them.
  func testRandomLogsFollowAllRuns() throws {
    let seed = testSeed(default: 45)
    var random = SplitMix64(seed: seed)
    var counts: [String: Int] = [:]
    var tried = 0
    let count = numberOfRandomMachines(quick: 25, thorough: 120, all: 960)
    while tried < count || counts.count < 6 && tried < 10 * count {
      var promises = RandomPromises(seed: random.next())
      let text = promises.makeSpec()
      let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml").machine)
      guard let promise = machine.promises.first, case .answeredBy(let answer) = promise.form,
        PromiseAutomaton(promise, in: machine).needsMoreThanCalls
      else { continue }
      tried += 1
      let runs = PromiseRuns(index: MachineIndex.build(for: machine))
      let isProved = analyze(machine).proof?.promises.first?.verdict == .proved
      for _ in 0..<4 {
        let events = random.happens(60) ? machine.hostEvents : IDSet<Event>()
        let lines = makeLog(runs, showing: events, showsStates: random.happens(30), &random)
        let log = lines.map { shown($0, in: machine) }.joined(separator: "\n")
        let story = "seed \(seed)\n\(text)\n\(log)"
        guard !lines.isEmpty, let expected = verdict(on: lines, runs, promise, showing: events) else { continue }
        let result = judge(
          log, in: machine, showing: events,
          showsStates: lines.contains { if case .state = $0.kind { true } else { false } })
        counts["\(promise.callback == nil ? "subject" : "before") \(expected.verdict)", default: 0] += 1
        XCTAssertEqual(result.sessions.map(\.verdict), [expected.verdict], story)
        if isProved, answer.within == nil { XCTAssertNotEqual(expected.code, "L959", story) }
        if expected.verdict == .violation {
          // The lines that don't fit are reported before those that break promises.
          let found = result.diagnose().filter { $0.severity == .error }
            .min { ($0.location.range?.start.line ?? 0) < ($1.location.range?.start.line ?? 0) }
          XCTAssertEqual(found?.kind.code, expected.code, story)
          XCTAssertEqual(found?.location.range?.start.line, expected.line, story)
        }
      }
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    XCTAssertGreaterThanOrEqual(counts.count, 6, "\(counts)")
  }

  /// Returns the log of a random run, in which a line may be missing or doubled, and times may be longer.
  private func makeLog(
    _ runs: PromiseRuns, showing events: IDSet<Event>, showsStates: Bool, _ random: inout SplitMix64
  ) -> [ExplainingRuns.Line] {
    var run = runs.beginning
    var lines: [ExplainingRuns.Line] = []
    var delay = 0
    for _ in 0..<9 {
      let steps = runs.steps(after: run)
      if steps.isEmpty { break }
      let step = random.element(steps)
      let before = run.moments.count
      run = random.element(runs.runs(run, step))
      if random.happens(20) { delay += random.number(1...9) }
      let moments = run.moments[before...]
      // An event that is ignored is shown, too.
      if case .send(let event) = step, events.contains(event),
        !moments.contains(where: { $0.kind == .happening(.event(event)) })
      {
        lines.append(ExplainingRuns.Line(.happening(.event(event)), at: run.time + delay))
      }
      for moment in moments {
        switch moment.kind {
        case .happening(.entry), .end, .now: break
        case .happening(.event(let event)) where !events.contains(event): break
        case .happening(let happening):
          lines.append(ExplainingRuns.Line(.happening(happening), at: moment.time + delay))
        }
      }
      let active = run.interpreter.snapshot.configuration.filter { runs.machine[$0].parent != nil }
      if showsStates, random.happens(40), let state = active.last {
        lines.append(ExplainingRuns.Line(.state(state), at: run.time + delay))
      }
    }
    if random.happens(15), !lines.isEmpty { lines.remove(at: random.below(lines.count)) }
    if random.happens(10), !lines.isEmpty {
      let place = random.below(lines.count)
      lines.insert(lines[place], at: place)
    }
    return lines
  }

  private func shown(_ line: ExplainingRuns.Line, in machine: Machine) -> String {
    let seconds = String(line.time / 1_000 + 100).dropFirst()
    let milliseconds = String(line.time % 1_000 + 1_000).dropFirst()
    let item =
      switch line.kind {
      case .state(let state): "state \(machine[state].path)"
      case .happening(.event(let event)): "event \(machine[event].name)"
      case .happening(let happening): machine.name(of: happening)
      }
    return "10:00:\(seconds).\(milliseconds) \(item)"
  }

  private func verdict(
    on lines: [ExplainingRuns.Line], _ runs: PromiseRuns, _ promise: Promise, showing events: IDSet<Event>
  ) -> (verdict: TraceVerdict, code: String?, line: Int)? {
    var explaining = ExplainingRuns(runs, promise, showing: events)
    for (index, line) in lines.enumerated() {
      explaining.follow(line)
      if explaining.isTooLarge { return nil }
      if explaining.isEmpty { return (.violation, "L951", index + 1) }
      if explaining.isBroken { return (.violation, "L959", index + 1) }
    }
    if !explaining.isResting { return (.unfinished, nil, 0) }
    return (explaining.isOwed ? .unfinished : .conforms, nil, 0)
  }
}
