import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineSimulation

/// The output of a simulation, and the scenario that it saves.
final class SimulationTests: SimulationTestCase {
  // MARK: Answers

  func testShowsWhatEachEventWouldDo() throws {
    let simulation = try simulate(simulatedSpec, given: ["busy"])
    XCTAssertEqual(
      simulation.opening,
      [
        "given busy", "in busy.clerk.idle, busy.door.ajar",
        "  facts: isOpen=true, stock=2 (private), system=17 (fixed), patience=5s, title=\"none\"",
        "  buy name=\"\" count=1  stays: sell  (stock=1)", "  buy name=\"\" count=2  stays: sell  (stock=0)",
        "  buy name=\"\" count=3  stays: refuse", "  leave reason=…       → empty: refuse, note",
        "  send save            stays: note", "  later                is deferred",
        "  hurry                → busy.clerk.idle", "  wait 5s              → busy.door.shut", "  not handled: enter",
      ])
  }

  func testStepsCallsTimeAndFacts() throws {
    var simulation = try simulate(simulatedSpec)
    XCTAssertEqual(simulation.greeting, "Shop: 9 states, 6 events. Type an event, or `help`.")
    XCTAssertEqual(simulation.opening.prefix(2), ["start: [note on log]", "in empty"])
    func first(_ line: String) -> String { answers(of: &simulation, to: line).first ?? "" }
    XCTAssertEqual(first("enter"), "enter: []")
    XCTAssertEqual(
      first("buy count=2 name=\"an apple\""), "buy name=\"an apple\" count=2: [sell(name: \"an apple\", count: 2)]")
    XCTAssertEqual(first("buy name=a count=1"), "buy name=\"a\" count=1: [refuse(reason: soldOut)]")
    XCTAssertEqual(first("later"), "later: deferred")
    XCTAssertEqual(first("enter"), "enter: not handled")
    XCTAssertEqual(first("wait 4s"), "wait 4s: []")
    XCTAssertEqual(first("wait"), "wait 1s: []")
    XCTAssertEqual(first("set isOpen=false patience=1h"), "set isOpen=false patience=1h")
    XCTAssertEqual(
      answers(of: &simulation, to: "show").prefix(4),
      [
        "in busy.clerk.idle, busy.door.shut",
        "  facts: isOpen=false, stock=0 (private), system=17 (fixed), patience=1h, title=\"none\"", "  deferred: later",
        "  time: 5s",
      ])
    XCTAssertEqual(first("hurry"), "hurry: []")
  }

  func testDrawsWhatHappenedSinceTheBeginning() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sync
      callbacks: {begin: {answeredBy: end, within: 30s}, end: }
      context: {isFast: false}
      events: [work, finish]
      states:
        idle: {on: {work: {to: busy, do: begin}}}
        busy: {on: {finish: {to: idle, do: end}}, after: {20s: {do: []}}}
      """)
    _ = answers(of: &simulation, to: "work", "finish", "restart", "set isFast=true", "finish", "work", "wait 20s")
    XCTAssertEqual(
      answers(of: &simulation, to: "draw"),
      """
      a session with Sync
      since its beginning

      step host                state               delegate
           start               ┏ idle              ┊
         1 set isFast = true   ┃                   ┊
         2 finish ╌╌╌╌╌╌╌╌╌╌╌┤ ┃                   ┊ ignored
         3 work ─────────────→ ┃                   ┊
                               ────────────────────→ begin
                               ┏ busy              ┊
         4 wait 20s ≈≈≈≈≈≈≈≈≈≈ ≈                   ≈
      owed at the end: begin is answered by end within 30s
      """.components(separatedBy: "\n"))
    _ = answers(of: &simulation, to: "given busy isFast=true", "finish")
    XCTAssertEqual(
      answers(of: &simulation, to: "draw"),
      """
      a session with Sync
      since its beginning with isFast: true

      step host                state               delegate
           given               ┏ busy              ┊
         1 finish ───────────→ ┃                   ┊
                               ────────────────────→ end
                               ┏ idle              ┊
      """.components(separatedBy: "\n"))
  }

  func testShowsOpenQuestions() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sync
      callbacks: {begin: {answeredBy: end, within: 30s}, end: }
      events: {work: {answeredBy: [end, begin]}, finish: , hold: }
      states:
        idle: {on: {work: {to: busy, do: begin}, hold: waiting}}
        busy: {on: {finish: {to: idle, do: end}}}
        waiting: {answeredBy: end, on: {finish: {to: idle, do: end}, work: busy}}
      """)
    func owed(_ line: String) -> [String] { answers(of: &simulation, to: line).filter { $0.hasPrefix("  owed") } }
    XCTAssertEqual(owed("show"), [])
    XCTAssertEqual(owed("work"), ["  owed: end within 30s, for begin"])
    XCTAssertEqual(owed("wait 4s"), ["  owed: end within 30s, for begin, asked 4s ago"])
    XCTAssertEqual(owed("finish"), [])
    XCTAssertEqual(owed("hold"), ["  owed: end, for waiting"])
    XCTAssertEqual(owed("work"), ["  owed: end or begin, for work", "  owed: end, for waiting"])
    XCTAssertEqual(owed("undo"), ["  owed: end, for waiting"])
    XCTAssertEqual(owed("given busy"), [])
  }

  /// A call of a machine that was put into a state may have had what it needs, and a question may have been open.
  func testAnUnknownPastBreaksNothing() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sync
      callbacks: {begin: {answeredBy: end, before: save}, end: {needs: begin}, note: {between: [begin, end]}, save: {onlyAfter: begin}}
      events: [work, finish]
      states:
        idle: {on: {work: {to: busy, do: begin}, finish: {do: [note, save, end]}}}
        busy: {on: {finish: {to: idle, do: [note, save, end]}}}
      """)
    func broken(_ line: String) -> [String] {
      answers(of: &simulation, to: line).filter { $0.hasPrefix("  broken") }.map { String($0.dropFirst(10)) }
    }
    XCTAssertEqual(
      broken("finish"), ["end needs begin", "note between begin and end", "save onlyAfter begin"])
    XCTAssertEqual(broken("given busy"), [])
    XCTAssertEqual(broken("finish"), [])
    XCTAssertEqual(broken("work"), [])
    // What comes before the answer of a question that is known is known as well.
    XCTAssertEqual(broken("finish"), ["begin answeredBy end before save"])
    XCTAssertEqual(broken("show"), ["begin answeredBy end before save"])
    XCTAssertEqual(broken("work"), [])
  }

  func testAnAnswerThatComesTooLateIsBroken() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sync
      callbacks: {begin: {answeredBy: end, within: 10s}, end: }
      events: [work, finish]
      states:
        idle: {on: {work: {to: busy, do: begin}}}
        busy: {on: {finish: {to: idle, do: end}}, after: {20s: {to: idle, do: end}}}
      """)
    func shown(_ line: String) -> [String] {
      answers(of: &simulation, to: line).filter { $0.hasPrefix("  owed") || $0.hasPrefix("  broken") }
    }
    XCTAssertEqual(shown("work"), ["  owed: end within 10s, for begin"])
    XCTAssertEqual(shown("wait 30s"), ["  broken: begin answeredBy end within 10s"])
    XCTAssertEqual(shown("work"), ["  owed: end within 10s, for begin"])
    XCTAssertEqual(shown("wait 15s"), ["  owed: end within 10s, for begin, asked 15s ago, which is too late"])
    XCTAssertEqual(shown("finish"), ["  broken: begin answeredBy end within 10s"])
    XCTAssertEqual(shown("work"), ["  owed: end within 10s, for begin"])
    XCTAssertEqual(shown("wait 10s"), ["  owed: end within 10s, for begin, asked 10s ago"])
    XCTAssertEqual(shown("finish"), [])
  }

  func testShowsBrokenPromises() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sync
      callbacks: {begin: {answeredBy: end, within: 5s, before: save}, end: {needs: begin}, save: }
      events: [work, finish, store, close]
      states:
        idle: {on: {work: {to: busy, do: begin}, finish: {do: end}}}
        busy: {on: {finish: {to: idle, do: end}, store: {do: save}, close: over}}
        over: {final: true}
      """)
    func shown(_ line: String) -> [String] {
      answers(of: &simulation, to: line).filter { $0.hasPrefix("  owed") || $0.hasPrefix("  broken") }
    }
    let promise = "end before save within 5s"
    XCTAssertEqual(shown("work"), ["  owed: \(promise), for begin"])
    XCTAssertEqual(shown("store"), ["  broken: begin answeredBy \(promise)", "  owed: \(promise), for begin"])
    XCTAssertEqual(shown("wait 5s"), ["  owed: \(promise), for begin, asked 5s ago"])
    XCTAssertEqual(shown("wait 2s"), ["  owed: \(promise), for begin, asked 7s ago, which is too late"])
    XCTAssertEqual(shown("finish"), ["  broken: begin answeredBy \(promise)"])
    XCTAssertEqual(shown("finish"), ["  broken: end needs begin"])
    XCTAssertEqual(shown("work"), ["  owed: \(promise), for begin"])
    XCTAssertEqual(shown("close"), ["  broken: begin answeredBy \(promise)", "  owed: \(promise), for begin"])
    // Nobody knows what happened before.
    XCTAssertEqual(shown("given idle"), [])
    XCTAssertEqual(shown("finish"), [])
  }

  /// A question in the middle of a wait is as old as the time since its timer.
  func testQuestionsOfTimersHaveTheirTimes() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Poll
      callbacks: {ask: {answeredBy: answer}, answer: }
      states:
        idle: {after: {5s: {to: asking, do: ask}}}
        asking: {after: {3s: {to: asked, do: answer}}}
        asked: {answeredBy: answer, after: {2s: {to: again, do: ask}}}
        again: {after: {1h: {to: idle, do: answer}}}
      """)
    func owed(_ line: String) -> [String] { answers(of: &simulation, to: line).filter { $0.hasPrefix("  owed") } }
    XCTAssertEqual(owed("wait 7s"), ["  owed: answer, for ask, asked 2s ago"])
    XCTAssertEqual(
      owed("wait 8s"), ["  owed: answer, for ask, asked 5s ago", "  owed: answer, for asked, asked 7s ago"])
    XCTAssertEqual(owed("wait 1h"), ["  owed: answer, for ask"])
    XCTAssertEqual(owed("restart"), [])
  }

  func testUndoTakesBackEverything() throws {
    var simulation = try simulate(simulatedSpec)
    var situations = [simulation.text.situation]
    let lines = ["enter", "later", "wait 2s", "set isOpen=false", "given busy stock=1", "hurry", "restart", "wait"]
    for line in lines { situations.append(Array(answers(of: &simulation, to: line).dropFirst())) }
    for situation in situations.dropLast().reversed() {
      let answer = answers(of: &simulation, to: "undo")
      XCTAssertTrue(answer[0].hasPrefix("took back "), answer[0])
      XCTAssertEqual(Array(answer.dropFirst()), situation)
    }
    XCTAssertEqual(answers(of: &simulation, to: "undo"), ["there is nothing to take back [L650]"])
    for line in lines { _ = simulation.answer(line) }
    XCTAssertEqual(answers(of: &simulation, to: "undo 2")[0], "took back wait 5s, given busy stock=1")
    XCTAssertEqual(Array(answers(of: &simulation, to: "undo 99").dropFirst()), situations[0])
  }

  func testAStepThatTheMachineCannotFollowIsTakenBack() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Sum
      context: {n: 9223372036854775806}
      events: [add, divide]
      states:
        a: {on: {add: {do: {set: {n: n + 1}}}, divide: {do: {set: {n: 1 / (n - n)}}}}}

      """)
    XCTAssertEqual(
      answers(of: &simulation, to: "add", "add", "divide"),
      [
        "add: []", "in a", "  facts: n=9223372036854775807",
        "  add     fails: Sum computes a number that does not fit into 64 bits (see Expressions)",
        "  divide  fails: Sum divides by zero (see Expressions)",
        "nothing was done: Sum computes a number that does not fit into 64 bits (see Expressions) [L652]",
        "nothing was done: Sum divides by zero (see Expressions) [L652]",
      ])
    XCTAssertEqual(simulation.session.moments.count, 2)
  }

  func testTheEndAndEndlessTime() throws {
    try skipTest(below: .thorough)
    var simulation = try simulate(
      "lifeline: 1\nmachine: Fuse\nevents: [light]\nstates: {a: {on: {light: b}, after: {1ms: a}}, b: {final: true}}\n")
    XCTAssertEqual(
      answers(of: &simulation, to: "wait 9223372036854775807ms"),
      ["nothing was done: more than 100,000 timers of Fuse elapse in one wait (rule 7); wait for less time [L652]"])
    XCTAssertEqual(simulation.opening.dropFirst(2).first, "  light     → b  (the end)")
    XCTAssertEqual(
      answers(of: &simulation, to: "light"),
      ["light: []", "in b", "  The machine has ended, and handles nothing more."])
    for _ in 0..<2 { _ = simulation.answer("wait 9223372036854775807ms") }
    XCTAssertTrue(
      simulation.text.situation.contains("  time: more than 292 million years"), "\(simulation.text.situation)")
  }

  func testASessionHasALimit() throws {
    var simulation = try simulate("lifeline: 1\nmachine: A\nevents: [e]\nstates: {a: {on: {e: {}}}}\n")
    for _ in 1..<SimulationSession.limit { XCTAssertNil(simulation.answer("e").mistake) }
    XCTAssertEqual(
      simulation.answer("e").mistake?.message,
      "nothing was done: a session has at most 10,000 steps; `save` it, or begin anew with `restart`")
    XCTAssertEqual(answers(of: &simulation, to: "restart").first, "start: []")
    XCTAssertEqual(answers(of: &simulation, to: "undo"), ["there is nothing to take back [L650]"])
    XCTAssertNil(simulation.answer("e").mistake)
    XCTAssertEqual(answers(of: &simulation, to: "undo").first, "took back e")
  }

  func testALargeMenuIsAbridged() throws {
    let events = (0..<60).map { "e\($0)" }
    let simulation = try simulate(
      """
      lifeline: 1
      machine: Many
      events: [\(events.joined(separator: ", "))]
      states: {a: {on: {\(events.map { "\($0): b" }.joined(separator: ", "))}}, b: {}}

      """)
    XCTAssertEqual(simulation.opening.last, "  … and 20 more")
    XCTAssertEqual(simulation.opening.count, 43)
  }

  func testACopiedValueIsNamedByItsParameter() throws {
    let simulation = try simulate(
      """
      lifeline: 1
      machine: Dimmer
      context: {level: 0, isOn: false}
      events: {turn: {parameters: {to: Int}}}
      states: {a: {on: {turn: [{if: to == 3, do: {set: {level: to, isOn: true}}}, {do: {set: {level: to}}}]}}}

      """)
    XCTAssertEqual(
      simulation.opening.suffix(2), ["  turn to=2  stays  (level=to)", "  turn to=3  stays  (level=to, isOn=true)"])
  }
}
