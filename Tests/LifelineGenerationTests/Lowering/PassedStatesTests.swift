import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The states that a machine only passes, and the code that leads through them.
final class PassedStatesTests: XCTestCase {
  /// Returns the paths of the passed states of a machine with these states, which begins in `start`.
  private func passed(_ states: String, scenarios: String = "") throws -> [String] {
    let machine = try machine(
      """
      lifeline: 1
      machine: Door
      context: {isOpen: false, n: 0}
      callbacks: [rang]
      events: [go]
      states:
        start: {on: {go: [{if: isOpen, to: next}, end]}}
      \(states.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        end: {on: {go: {if: n < 9 or isOpen, to: start, do: rang}}}
      \(scenarios)
      """)
    return PassedStates.find(in: machine).map { machine[$0].path }
  }

  func testOneTransitionAlwaysLeadsOn() throws {
    XCTAssertEqual(try passed("next: {entry: rang, always: end}"), ["next"])
    XCTAssertEqual(try passed("next: {exit: rang, always: [{if: isOpen, to: start}, {to: end, do: rang}]}"), ["next"])
    XCTAssertEqual(try passed("next: {always: {if: isOpen, to: end}}"), [])
    XCTAssertEqual(try passed("next: {always: [{if: isOpen, to: end}, {if: not isOpen, to: start}]}"), [])
    XCTAssertEqual(try passed("next: {always: [{if: n < 3, do: {set: {n: n + 1}}}, end]}"), [])
  }

  func testTheStateHasNothingElse() throws {
    for other in ["on: {go: start}", "after: {1s: start}", "defer: go", "on: {\"*\": start}"] {
      XCTAssertEqual(try passed("next: {\(other), always: end}"), [], other)
    }
    XCTAssertEqual(try passed("next: {always: end, on: {go: inner}, states: {inner: {}}}"), [])
  }

  func testCyclesAndWhatLeadsToThemStay() throws {
    XCTAssertEqual(try passed("next: {always: other}\nother: {always: end}"), ["next", "other"])
    XCTAssertEqual(try passed("next: {always: other}\nother: {always: [{if: isOpen, to: next}, end]}"), [])
    XCTAssertEqual(
      try passed("next: {always: loop}\nloop: {always: [{if: isOpen, to: loop}, end]}\nlast: {always: end}"), ["last"])
  }

  func testBeginningsStay() throws {
    XCTAssertEqual(try passed("next: {always: end}", scenarios: "scenarios: {x: {given: next, then: next}}"), [])
    XCTAssertEqual(
      try passed(
        "outer: {states: {next: {always: rest}, rest: {}}}", scenarios: "scenarios: {x: {given: outer, then: outer}}"),
      [])
    let first = try machine(
      "lifeline: 1\nmachine: Door\nstates: {first: {states: {a: {always: b}, b: {}}}, c: {always: first}}\n")
    XCTAssertEqual(PassedStates.find(in: first).map { first[$0].path }, ["c"])
  }

  func testWhatIsRememberedStays() throws {
    let history =
      "outer: {states: {next: {always: end}, rest: {on: {go: end}}, past: {history: shallow, default: rest}}}"
    XCTAssertEqual(try passed(history), [])
    XCTAssertEqual(try passed("outer: {states: {next: {always: end}, rest: {on: {go: end}}}}"), ["outer.next"])
  }

  func testACompoundStateKeepsAState() throws {
    XCTAssertEqual(try passed("outer: {states: {next: {always: other}, other: {always: end}}}"), [])
  }

  func testAMachineWithRegionsKeepsAll() throws {
    XCTAssertEqual(try passed("next: {always: end}\nboth: {regions: {a: {states: {x: {}}}, b: {states: {y: {}}}}}"), [])
  }

  private let chain = """
    lifeline: 1
    machine: Door
    context: {isOpen: false, n: 0}
    callbacks: [rang, left]
    events: [go]
    states:
      start: {on: {go: one}}
      one: {exit: left, always: [{if: isOpen and in(one) and not in(start), to: end}, two]}
      two: {entry: rang, always: start}
      end: {on: {go: [{if: in(two), to: start}, {to: one, do: {set: {n: n + 1}}}]}}
    """

  func testATransitionLeadsThroughAllOfThem() throws {
    let text = try generate(chain).machine
    XCTAssertTrue(text.contains("case start, end\n"), text)
    XCTAssertTrue(text.contains("The machine never rests in `one` and `two`, so these have no case."), text)
    // The state isn't stored on the way, what is known there is decided, and nothing is left to do afterwards.
    let steps = """
          case .go:
            context.n = Self.sum(context.n, 1)
            leaveOne(call)
            return true
      """
    let leaving = """
        private mutating func leaveOne(_ call: (Callback) -> Void) {
          if context.isOpen {
            call(.left)
            state = .end
            return
          }
          call(.left)
          call(.rang)
          state = .start
        }
      """
    for part in [steps, leaving] {
      XCTAssertTrue(text.replacing(" ", with: "").contains(part.replacing(" ", with: "")), text)
    }
    XCTAssertFalse(text.contains("takeAlways") || text.contains("in(two)") || text.contains(".two"), text)
  }

  func testAPartIsNeverSeenThere() throws {
    let outer = """
      lifeline: 1
      machine: House
      parts: {door: Door.yaml}
      callbacks: [seen]
      events: [look]
      states: {only: {on: {look: {if: in(door.two) or in(door.end), do: seen}}}}
      """
    let text = try generate(outer, using: ["Door.yaml": chain]).machine
    XCTAssertTrue(text.contains("if door.state == .end"), text)
    XCTAssertFalse(text.contains(".two"), text)
  }

  func testNoScenarioBeginsWhereAPartNeverRests() throws {
    let outer = """
      lifeline: 1
      machine: House
      parts: {door: Door.yaml}
      events: [look]
      states: {only: {on: {look: {}}}}
      scenarios:
        begins: {given: [only, door.two], then: only}
      """
    let machine = try machine(outer, using: ["Door.yaml": chain])
    XCTAssertEqual(
      GenerationValidator(MachineContext.analyze(machine)).validate().map(\.message),
      [
        "the scenario begins in `door.two`, where `Door` never rests, so its `State` has no case for it; begin in a state "
          + "before or after it"
      ])
  }
}
