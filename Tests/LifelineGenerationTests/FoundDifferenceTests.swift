import LifelineScenarios
import TestSupport
import XCTest

/// Small versions of random machines that once found a difference. The interpreter runs each scenario first, then the
/// generated tests run it on the generated machines.
final class FoundDifferenceTests: CompilingTestCase {
  /// The function that enters the regions was written for the start, where no history remembers anything, and called
  /// from everywhere.
  private let resumedRegions = """
    lifeline: 1
    machine: ResumedRegions
    callbacks: [a, b]
    events: [move, leave, back]
    states:
      both:
        on: {leave: outside}
        regions:
          left:
            entry: [a, b, a, b, a, b, a, b]
            initial: last
            states:
              last: {history: deep, default: one}
              one: {on: {move: two}}
              two: {}
          right: {}
      outside: {on: {back: both}}
    scenarios:
      a region is entered where it was:
        when:
          - start: [a, b, a, b, a, b, a, b]
          - move: []
          - leave: []
          - back: [a, b, a, b, a, b, a, b]
        then: two
    """

  /// A switch in which every case returns was taken for one without cases, so no event reached the regions.
  private let everyCaseReturns = """
    lifeline: 1
    machine: EveryCaseReturns
    callbacks: [a, b]
    events: [stir, poke, move]
    initial: outer
    states:
      outer:
        on: {poke: both}
        states:
          inner: {on: {stir: {do: a}}}
      both:
        regions:
          left: {on: {poke: {}, stir: {do: b}}}
          right: {states: {one: {on: {move: two}}, two: {}}}
    scenarios:
      events reach the regions:
        when:
          - stir: a
          - poke: []
          - poke: []
          - stir: b
          - move: []
        then: two
    """

  /// Regions that find nothing to take for what is raised got a variable that nobody changed, which is a warning.
  private let nothingRaised = """
    lifeline: 1
    machine: NothingRaised
    callbacks: a
    events: [stir, poke]
    regions:
      left: {on: {poke: {to: left, do: a}}}
      right:
        states:
          inner: {on: {'*': {if: not in(right), to: right, do: {raise: stir}}}}
    scenarios:
      an event is taken:
        when: {poke: a}
    """

  /// A transition without targets was thought to run inside of its source, which another region's transition may exit.
  private let exitedByAnother = """
    lifeline: 1
    machine: ExitedByAnother
    callbacks: [inside, outside]
    events: [go]
    regions:
      left: {on: {go: {do: {if: in(left), do: inside, else: outside}}}}
      right: {initial: one, states: {one: {on: {go: {to: left}}}}}
    scenarios:
      the other region exits before the action:
        when: {go: outside}
    """

  func testGeneratedMachinesDoWhatTheInterpreterDoes() throws {
    try skipTest(below: .thorough)
    let specs = [resumedRegions, everyCaseReturns, nothingRaised, exitedByAnother]
    for spec in specs {
      let diagnostics = checkScenarios(of: try machine(spec)).diagnostics
      XCTAssertEqual(diagnostics.map(\.message), [])
    }
    let outcome = try test(try specs.map { try generate($0) })
    XCTAssertEqual(outcome.status, 0, outcome.output)
  }
}
