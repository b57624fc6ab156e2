import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// What a reaction tells of the guards that were looked at.
final class GuardRecordingTests: XCTestCase {
  private let spec = """
    context: {x: 1}
    states:
      a:
        entry: {if: x == 3, do: one, else: two}
        on:
          go:
            - {if: x == 1, do: one}
            - {if: x == 2, do: two}
            - {do: two}
    """

  private func guards(_ reaction: Reaction) -> [String] {
    reaction.guards.map { decided in
      switch decided.id {
      case .transition(let id): "transition \(id.index): \(decided.holds)"
      case .choice(let range): "line \(range.start.line): \(decided.holds)"
      }
    }
  }

  func testGuardsAreToldInTheOrderInWhichTheyAreLookedAt() throws {
    var run = try Run(callbacks: "one two", events: "go", spec)
    run.interpreter.recordsGuards = true
    XCTAssertEqual(guards(run.interpreter.start()), ["line 4: false"])
    XCTAssertEqual(guards(run.interpreter.send(try run.event("go"))), ["transition 0: true"])
    try run.set("x", .int(4))
    XCTAssertEqual(
      guards(run.interpreter.send(try run.event("go"))), ["transition 0: false", "transition 1: false"])
  }

  func testNothingIsRecordedUnlessWanted() throws {
    var run = try Run(callbacks: "one two", events: "go", spec)
    XCTAssertEqual(guards(run.interpreter.start()), [])
    XCTAssertEqual(guards(run.interpreter.send(try run.event("go"))), [])
  }
}
