import Foundation
import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource
import LifelineTraces
import LifelineWorkspace
import TestSupport
import XCTest

/// Holds the documents of all commands against their schema.
final class ResultDocumentTests: WorkspaceTestCase {
  private static let specs = packageRoot.appending(path: "Specs").path

  /// Returns what is wrong with the document about the results of a job.
  private func faults(of result: JobResult, _ command: String, _ validator: inout ResultValidator) -> [String] {
    let text = ResultDocument.text(of: result, command: command)
    var faults = validator.faults(of: text)
    // The verdict of the validator that others wrote, if there is one.
    switch SchemaValidator.shared?.verdictOnResult(text) {
    case .accepted, nil: break
    case .refused(let reason), .unreadable(let reason): faults.append("refused: \(reason)")
    }
    return faults
  }

  private func check(_ paths: [String], completely: Bool = true, limit: Int = 4_000) -> JobResult {
    var job = CheckJob(
      Verification(.completely, recordsCoverage: completely, mutates: completely, explorationLimit: limit))
    job.showsSteps = true
    return job.run(paths: paths) { AcceptanceResult(specs: $0) }
  }

  func trace(
    _ spec: String, _ logs: [String], from place: String = "start", events: [String] = [], states: Bool = false,
    scenario: Bool = false
  ) throws -> JobResult {
    var job = TraceJob()
    job.describesSessions = true
    job.tellsScenario = scenario
    job.settings.observingEvents = events
    job.settings.observesStates = states
    job.settings.beginsAnywhere = place == "anywhere"
    return try job.run(spec: spec, logs: logs)
  }

  private func diagram(_ spec: String, _ scenario: String, _ combination: Int = 1) throws -> JobResult {
    try LifeLineJob(
      scenario: scenario, combination: combination, format: nil, output: nil, usesASCII: false, showsNumbers: true
    ).describe(paths: [spec])
  }

  // MARK: The project's specs

  func testSpecsOfTheProject() throws {
    try skipTest(below: .thorough)
    var validator = try ResultValidator()
    var machineCount = 0
    XCTAssertEqual(faults(of: DiagramJob.describe(paths: [Self.specs]), "diagram", &validator), [])
    for path in try documentedSpecs().map(\.path) {
      // The specs of parts aren't read here.
      let reading = SpecReader.read(bytes: Array(try Data(contentsOf: URL(filePath: path))), path: path)
      guard let machine = reading.machine else { continue }
      machineCount += 1
      for scenario in machine.scenarios.prefix(TestExtent.current < .all ? 2 : .max) {
        XCTAssertEqual(faults(of: try diagram(path, scenario.name), "diagram", &validator), [], scenario.name)
      }
    }
    XCTAssertGreaterThan(machineCount, 5)
    let members: Set = ["state.defers", "transition.field", "transition.milliseconds", "row.channel"]
    XCTAssertEqual(members.subtracting(validator.seen), [])
  }

  func testChecksOfTheProject() throws {
    try skipTest(below: .thorough)
    var validator = try ResultValidator()
    let result = check([Self.specs], completely: false)
    XCTAssertEqual(faults(of: result, "check", &validator), [])
    XCTAssertTrue(validator.seen.isSuperset(of: ["log.isAsSaid", "spec.exploration", "promise.verdict"]))
  }

  func testLogsOfTheProject() throws {
    try skipTest(below: .all)
    var validator = try ResultValidator()
    let logs = ["application-ios9", "application-home-ios11", "launch-ios14"].map { "\(Self.specs)/Traces/\($0).log" }
    let result = try trace("\(Self.specs)/Apple/AppLifecycle.yaml", logs, from: "anywhere")
    XCTAssertEqual(faults(of: result, "trace", &validator), [])
    XCTAssertTrue(validator.seen.contains("session.verdict"))
  }

  // MARK: Everything that a document can have

  /// Specs whose documents together have every member and every word of the schema.
  private let broken = [
    "Player": """
    lifeline: 1
    machine: Player
    doc: A player.
    context:
      isOn: false
      tries: {default: 0, private: true, range: 0...2}
      speed: {default: 1s, fixed: true, doc: The time of a beat.}
    callbacks:
      ready:
      play: {needs: ready, parameters: {track: Int}, doc: It plays.}
      late: {onlyAfter: never}
      never:
      inside: {between: [ready, never]}
      ask: {answeredBy: reply}
      reply:
      maybe:
      after: {needs: maybe}
      show: {channel: screen}
    events:
      go: {parameters: {track: Int}, doc: It goes.}
      fill: {answeredBy: ready}
      hold:
      leave:
    states:
      a:
        doc: The first one.
        defer: hold
        on:
          go: {if: isOn, to: b, do: {play: {track: track}}}
          fill: {do: {set: {tries: tries + 1}}, doc: It is filled.}
          leave: {to: b, do: [{optional: maybe}, after]}
      b:
        entry: ask
        exit: show
        answeredBy: reply
        on: {hold: {to: c, do: inside}, leave: {to: b, reenter: true}, "*": {}}
        after: {2s: {to: c, do: late}, speed: c}
      c: {final: true}

    """,
    "Clock": """
    lifeline: 1
    machine: Clock
    callbacks: {beat: , over: {needs: end}, end: }
    states:
      clock:
        regions:
          hand: {states: {on: {after: {1s: {to: on, do: beat}}}}}
          watch: {states: {wait: {after: {7500ms: {to: gone, do: over}}}, gone: }}

    """,
    "Keeper": """
    lifeline: 1
    machine: Keeper
    callbacks: {keep: , lose: {needs: keep}}
    events: [put, open, skip]
    context: {n: {default: 0, private: true, range: 0...1}}
    states:
      shut: {defer: put, on: {open: wide}}
      wide: {on: {put: {do: lose}, open: {do: [keep, {set: {n: 1 - n}}]}, skip: shut}}

    """,
    "Loop": """
    lifeline: 1
    machine: Loop
    callbacks: {a: {needs: b}, b: }
    events: [go]
    context: {n: {default: 0, private: true}, most: 2}
    states:
      one: {on: {go: {to: two, do: {set: {n: n + 1}}}}}
      two: {always: three}
      three: {always: {if: n > most, to: two}, on: {go: {to: one, do: [b, a]}}}

    """,
  ]

  /// Specs with everything that a machine can have, and scenarios of all kinds.
  private let whole = [
    "Box": """
    lifeline: 1
    machine: Box
    parts: {lid: Lid.yaml}
    callbacks:
      hide: {needs: reset}
      close:
      reset: {between: [hide, close]}
      tick:
    context:
      n: {default: 0, private: true, range: 0...9}
      m: {default: 0, private: true}
    events: [open, shut, beat, mark, count, leave, again]
    initial: a
    states:
      a:
        on: {open: {to: b, do: {lid: turn}}, beat: {do: tick}, mark: {do: {raise: marked}}, marked: {do: hide}}
      b:
        initial: {to: c, do: close}
        states:
          c: {on: {shut: d, count: {do: {set: {n: n + 1, m: m + 1}}}}}
          d: {always: {if: n > 3, to: e}}
          e: {final: true}
          h: {history: deep, default: {to: c, do: tick}}
          k: {history: shallow, default: c}
        done: a
        on: {leave: {to: h, if: m < 1000}, mark: k, again: {do: {restart: lid}}}
    scenarios:
      it beats: {when: [beat: tick, beat: tick, beat: tick, beat: tick, beat: tick, beat: tick, beat: tick, beat: tick]}
      it fails: {when: [open: [close, tick], shut: tick, beat: tick]}
      it follows: {follows: it fails, when: beat}
      it is hidden: {when: [mark: hide]}
      it opens: {when: [open: [{lid: turned}, close]], then: c}
      it counts too far: {given: {state: c, n: 9}, when: [count: []]}
      it has a new lid: {given: c, when: [again: []]}

    """,
    "Log": """
    lifeline: 1
    machine: Log
    callbacks:
      ask: {answeredBy: reply, before: ask}
      reply: {onlyAfter: ask}
      step: {between: [open, reply]}
      open: {needs: ask}
      two:
      show: {parameters: {n: Int}}
      late:
      noise:
    context: {isOld: {default: false, fixed: true}, isOn: false}
    events: [go, tell, double, old, buzz]
    states:
      a:
        on:
          go: {to: b, do: ask}
          double: {if: isOn, do: [two, {show: {n: 3}}]}
          tell: {do: {show: {n: 3}}}
          old: {if: isOld, do: late}
          buzz: {do: noise}
      b:
        defer: double
        on: {tell: {to: a, do: [open, step, reply]}, go: {to: b, do: ask}, buzz: {do: noise}}
        after: {5s: {to: a, do: open}}
    scenarios:
      it is asked:
        when:
          - go: ask
          - ignored: old
          - double: []
          - set: {isOn: true}
          - tell: [open, step, reply, two, {show: {n: 3}}]
          - wait: 1s
      it is a myth:
        refuted: It makes another call.
        when: {buzz: ask}
      it leaves calls open:
        given: a
        when:
          - go: {optional: ask}
          - tell: [{anyOrder: [open, step]}, {oneOf: [reply, two]}]
      it is asked and waits:
        where: {isOn: [true, false]}
        when: {go: ask}
        then: b

    """,
    "Lid": """
    lifeline: 1
    machine: Lid
    callbacks: [turned]
    events: [turn]
    states: {s: {on: {turn: {do: turned}}}}

    """,
  ]

  /// Logs of the machine `Log` with the verdicts on them, and more lines that say something about the way they are read.
  private let logs = [
    "conforms.log": "two\nshow\n", "violation.log": "open\n", "unfinished.log": "two\n", "open.log": "ask\n",
    "broken.log": "ask\nask\n", "fixed.log": "late\n", "inconclusive.log": "noise\n",
    "argument.ndjson": "{\"callback\": \"show\", \"arguments\": {\"n\": 4}}\n",
    "lines.ndjson": """
    {"callback": "show", "arguments": {"n": 4}, "session": "value"}
    {"event": "go", "session": "event"}
    {"event": "go", "session": "event"}
    {"state": "b", "session": "state"}
    {"callback": "ask", "session": "ends"}
    {"state": "a", "session": "ends"}
    {no
    """,
  ]

  /// The members that no document of a test has, because they need a machine that is too large, or because no run comes to them.
  private let unseen: Set<String> = [
    "exploration.endedBy: combinations", "exploration.endedBy: loops", "exploration.endedBy: memory",
    "exploration.endedBy: work", "row.kind: omittedCall", "step.treatment: ignored",
  ]

  func testEveryMemberAndEveryWord() throws {
    var validator = try ResultValidator()
    func judge(_ result: JobResult, _ command: String, _ line: UInt = #line) {
      XCTAssertEqual(faults(of: result, command, &validator), [], line: line)
    }
    for (name, text) in broken { try write(text, to: "Broken/\(name).yaml") }
    for (name, text) in whole { try write(text, to: "Whole/\(name).yaml") }
    for (name, text) in logs { try write(text, to: "Whole/\(name)") }
    try write(
      """
      traces:
        - {log: conforms.log, spec: Log.yaml}
        - {log: violation.log, spec: Log.yaml, violates: It begins too early.}

      """, to: "Whole/lifeline.yaml")
    for folder in ["Broken", "Whole"] { judge(check([path(folder)]), "check") }
    judge(check([path("Whole")], limit: 9), "check")
    try write("lifeline: 1\nmachine: M\nevents: [go]\nstates: {a: {on: {gp: a}}}\n", to: "Unread/Unread.yaml")
    judge(check([path("Unread"), path("Missing.yaml")]), "check")
    judge(DiagramJob.describe(paths: [path("Broken"), path("Whole")]), "diagram")
    let scenarios = whole.mapValues { $0.matches(of: /\n {2}(it [a-z ]+):/).map { String($0.output.1) } }
    XCTAssertEqual(scenarios.mapValues(\.count), ["Box": 7, "Log": 4, "Lid": 0])
    for (machine, names) in scenarios {
      for name in names { judge(try diagram(path("Whole/\(machine).yaml"), name), "diagram") }
    }
    let names = logs.keys.sorted().map { path("Whole/\($0)") }
    judge(try trace(path("Whole/Log.yaml"), names.filter { $0.hasSuffix(".log") }), "trace")
    judge(try trace(path("Whole/Log.yaml"), names.filter { $0.hasSuffix(".log") }, from: "anywhere"), "trace")
    judge(try trace(path("Whole/Log.yaml"), [path("Whole/lines.ndjson")], events: ["all"], states: true), "trace")
    judge(try trace(path("Whole/Log.yaml"), [path("Whole/argument.ndjson")]), "trace")
    judge(try trace(path("Whole/Log.yaml"), [path("Whole/conforms.log")], scenario: true), "trace")
    try judgeUntriedNumbers(judge)
    try judgeGenerations(judge)
    try judgeFormattings(judge)
    XCTAssertEqual(validator.faults(of: ResultDocument.text(ofUsageError: "no", command: "check")), [])
    XCTAssertEqual(validator.members.subtracting(validator.seen), [])
    XCTAssertEqual(validator.words.subtracting(validator.seenWords), unseen)
  }

  private func judgeGenerations(_ judge: (JobResult, String, UInt) -> Void) throws {
    var job = GenerationJob(
      folders: OutputFolders(machines: path("Out"), tests: nil), verification: Verification(.forErrors))
    job.showsSteps = true
    try write(spec("Door"), to: "Specs/Door.yaml")
    for mode in [OutputMode.preview, .write, .compare] {
      job.mode = mode
      judge(job.run(paths: [path("Specs")]), "generate", #line)
    }
    try FileManager.default.moveItem(atPath: path("Specs/Door.yaml"), toPath: path("Specs/Gate.yaml"))
    try write((read("Specs/Gate.yaml") ?? "").replacing("ring", with: "bell"), to: "Specs/Gate.yaml")
    job.mode = .preview
    job.prunes = true
    judge(job.run(paths: [path("Specs")]), "generate", #line)
    job.mode = .write
    judge(job.run(paths: [path("Specs")]), "generate", #line)
    try write((read("Specs/Gate.yaml") ?? "").replacing("bell", with: "horn"), to: "Specs/Gate.yaml")
    job.mode = .compare
    job.prunes = false
    judge(job.run(paths: [path("Specs")]), "generate", #line)
    judge(job.run(paths: [path("Broken")]), "generate", #line)
  }

  private func judgeFormattings(_ judge: (JobResult, String, UInt) -> Void) throws {
    try write("machine: Lamp\nlifeline: 1\nstates: {on: }\n", to: "Formatted/Lamp.yaml")
    for checks in [true, false, true] {
      judge(FormatJob(checks: checks).run(paths: [path("Formatted")]), "format", #line)
    }
    try write("lifeline: 1\nmachine: [\n", to: "Formatted/Broken.yaml")
    judge(FormatJob(checks: false).run(paths: [path("Formatted")]), "format", #line)
  }

  /// Steps that only a document shows are only made for one.
  func testStepsAreMadeOnlyIfTheyAreAskedFor() throws {
    try write(broken["Keeper"] ?? "", to: "Keeper.yaml")
    for showsSteps in [false, true] {
      var checking = CheckJob(Verification(.completely))
      checking.showsSteps = showsSteps
      var generation = GenerationJob(folders: OutputFolders(machines: path("Out"), tests: nil))
      generation.showsSteps = showsSteps
      for result in [
        checking.run(paths: [path("Keeper.yaml")]) { AcceptanceResult(specs: $0) },
        generation.run(paths: [path("Keeper.yaml")]),
      ] {
        let found = result.diagnostics.diagnostics.filter { $0.kind.code == "L803" }
        XCTAssertEqual(found.map { $0.counterexample != nil }, [showsSteps])
      }
    }
  }

  /// The schema has the words that the values of the modules have.
  func testWordsAreThoseOfTheModules() throws {
    let words = try ResultValidator().words
    func hold(_ member: String, _ values: [String], line: UInt = #line) {
      let known = words.filter { $0.hasPrefix(member + ": ") }.map { String($0.dropFirst(member.count + 2)) }
      XCTAssertEqual(known.sorted(), values.sorted(), member, line: line)
    }
    hold("scenario.verdict", ScenarioOutcome.allCases.map(\.rawValue))
    hold("exploration.endedBy", Exploration.Bound.allCases.map(\.rawValue))
    hold("file.action", FileOutcome.Action.allCases.map(\.rawValue))
    hold("session.verdict", TraceVerdict.allCases.map(\.rawValue))
    hold("usedPromise.promise", LifeLine.KeptPromise.Kind.allCases.map(\.rawValue))
    hold("usedPromise.outcome", LifeLine.KeptPromise.Outcome.allCases.map(\.rawValue))
    hold("row.treatment", LifeLine.Stimulus.Treatment.allCases.map(\.rawValue))
    hold("row.agreement", LifeLine.Expectation.Agreement.allCases.map(\.rawValue))
    hold("state.history", State.History.allCases.map(\.rawValue))
    hold(".command", ResultDocument.commands)
  }
}
