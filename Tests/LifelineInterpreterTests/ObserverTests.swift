import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Tests the calls that an observer gets, in order.
final class ObserverTests: XCTestCase {
  private struct Log: InterpreterObserver {
    var lines: [String] = []

    mutating func willEvaluate(_ condition: LifelineModel.Expression) {
      lines.append("condition \(condition.range.start.line)")
    }
    mutating func didDecide(_ outcome: GuardOutcome) {
      switch outcome.id {
      case .transition(let id): lines.append("transition \(id.index): \(outcome.holds)")
      case .choice(let range, _): lines.append("choice \(range.start.line): \(outcome.holds)")
      }
    }
    mutating func willAssign(_ assignment: Assignment) { lines.append("assign \(assignment.field.index)") }
    mutating func willReadLength(of timer: LifelineModel.Timer, from field: ID<Field>) {
      lines.append("length \(field.index)")
    }
    mutating func didElapse(_ timer: Snapshot.ArmedTimer) { lines.append("timer \(timer.state.index).\(timer.index)") }
    mutating func willRestore(_ history: ID<State>) { lines.append("history \(history.index)") }
  }

  func testGuardsAreReportedInTheOrderOfEvaluation() throws {
    var run = try Run(
      callbacks: "one two", events: "go",
      """
      context: {x: 1}
      states:
        a:
          entry: {if: x == 3, do: one, else: two}
          on:
            go:
              - {if: x == 1, do: one}
              - {if: x == 2, do: two}
              - {do: two}
      """)
    let go = try run.event("go")
    var log = Log()
    _ = run.interpreter.start(observer: &log)
    XCTAssertEqual(log.lines, ["condition 4", "choice 4: false"])
    log = Log()
    _ = run.interpreter.send(go, observer: &log)
    XCTAssertEqual(log.lines, ["condition 7", "transition 0: true"])
    try run.set("x", .int(4))
    log = Log()
    _ = run.interpreter.send(go, observer: &log)
    XCTAssertEqual(log.lines, ["condition 7", "transition 0: false", "condition 8", "transition 1: false"])
  }

  func testAssignmentsTimersAndHistoriesAreReported() throws {
    var run = try Run(
      events: "out back",
      """
      context: {x: 0, length: 1s}
      states:
        s:
          states:
            a: {after: {length: b}}
            b:
            h: {history: shallow, default: b}
          on: {out: {to: away, do: {set: {x: 1}}}}
        away: {on: {back: s.h}}
      """)
    var log = Log()
    _ = run.interpreter.start(observer: &log)
    _ = run.interpreter.advance(byMilliseconds: 1000, observer: &log)
    _ = run.interpreter.send(try run.event("out"), observer: &log)
    _ = run.interpreter.send(try run.event("back"), observer: &log)
    XCTAssertEqual(log.lines, ["length 1", "timer 2.0", "assign 0", "history 4"])
  }

  /// An observer that counts visits.
  private struct Visits: InterpreterObserver {
    var count = 0
    mutating func willVisit(_ count: Int) { self.count += count }
  }

  /// Returns the number of visits in each of some reactions.
  private func visits(_ run: Run, _ reactions: (inout Interpreter, inout Visits) -> Void...) -> [Int] {
    var interpreter = run.interpreter
    return reactions.map { reaction in
      var visits = Visits()
      reaction(&interpreter, &visits)
      return visits.count
    }
  }

  func testTimersAreVisitedWhenTheyAreArmedRunAndAreDisarmed() throws {
    func counts(_ timers: Int) throws -> [Int] {
      let after = (1...timers).map { "\($0)s: b" }.joined(separator: ", ")
      let run = try Run(events: "go", "states: {a: {after: {\(after)}, on: {go: b}}, b: }")
      let go = try run.event("go")
      return visits(
        run, { _ = $0.start(observer: &$1) }, { _ = $0.advance(byMilliseconds: 1, observer: &$1) },
        { _ = $0.send(go, observer: &$1) })
    }
    XCTAssertEqual(zip(try counts(101), try counts(1)).map { $0 - $1 }, [100, 100, 100])
  }

  func testActionsAndActiveStatesAreVisited() throws {
    func counts(actions: Int = 1, regions: Int = 2) throws -> [Int] {
      let calls = [String](repeating: "c", count: actions).joined(separator: ", ")
      let states = "{a: {on: {go: {to: b, do: [\(calls)]}}}, b: }"
      let run = try Run(
        callbacks: "c", events: "go",
        "regions: {\((0..<regions).map { "r\($0): {states: \(states)}" }.joined(separator: ", "))}")
      let go = try run.event("go")
      return visits(run, { _ = $0.start(observer: &$1) }, { _ = $0.send(go, observer: &$1) })
    }
    let few = try counts()
    // Two regions run 100 further actions each.
    XCTAssertEqual(try counts(actions: 101)[1] - few[1], 200)
    // Of each further region, three states are searched for eventless transitions at the start.
    let many = try counts(regions: 102)
    XCTAssertGreaterThanOrEqual(many[0] - few[0], 300)
    // Each of the taken transitions is compared with those before it.
    XCTAssertGreaterThanOrEqual(many[1] - few[1], 5_000)
  }

  func testADefaultOfAHistoryIsNotRestored() throws {
    var run = try Run(
      events: "back",
      "states: {away: {on: {back: s.h}}, s: {states: {a: , b: , h: {history: shallow, default: b}}}}")
    var log = Log()
    _ = run.interpreter.start(observer: &log)
    XCTAssertEqual(run.interpreter.send(try run.event("back"), observer: &log).entered, [try run.state("s.b")])
    XCTAssertEqual(log.lines, [])
  }

  private struct Limit: InterpreterObserver {
    var visitsLeft: Int
    var allowsMore: Bool { visitsLeft >= 0 }
    mutating func willVisit(_ count: Int) { visitsLeft -= count }
  }

  func testAnObserverInterruptsAReaction() throws {
    var run = try Run(
      callbacks: "one", events: "go",
      "context: {x: 0}\nstates: {a: {always: {if: x < 500, to: a, do: [one, {set: {x: x + 1}}]}}}")
    var limit = Limit(visitsLeft: 100)
    let reaction = run.interpreter.start(observer: &limit)
    XCTAssertEqual(reaction.fault?.kind, .interrupted)
    XCTAssertLessThan(reaction.calls.count, 50)
    XCTAssertGreaterThan(reaction.calls.count, 5)
  }
}
