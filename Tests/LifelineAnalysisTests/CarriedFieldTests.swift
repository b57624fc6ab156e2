import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Fields that only carry values make no difference for what a machine does.
final class CarriedFieldTests: XCTestCase {
  private func spec(_ context: String, scenarios: String = "", asking condition: String = "") -> String {
    """
    context: {\(context)}
    callbacks: {show: {parameters: {item: 'Item?'}}, hide: {parameters: {item: 'Item?'}}}
    events: {get: {parameters: {one: Item, two: Item}}, drop: , swap: }
    states:
      empty: {on: {get: {\(condition)to: full, do: {set: {item: one}}}}}
      full:
        entry: show
        on:
          get: {do: [{set: {item: two, last: item}}, show]}
          swap: {do: {set: {item: last, last: item}}}
          drop: {to: empty, do: [hide, {set: {item: nil}}]}
    \(scenarios)
    """
  }

  private let fields = "item: {type: Item, private: true}, last: {type: Item, private: true}"

  /// Returns the active states of each node; none are active before the start.
  private func states(of exploration: Exploration) -> [String] {
    exploration.nodes.map { node in
      let run = Interpreter(exploration.index, at: node.snapshot)
      return run.atomicStates.map { exploration.machine[$0].path }.joined(separator: " ")
    }.sorted()
  }

  func testItDistinguishesNoConfigurations() throws {
    let machine = try readMachine(spec(fields))
    let exploration = explore(MachineIndex.build(for: machine), limit: 100)
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(states(of: exploration), ["", "empty", "full"])
    XCTAssertEqual(exploration.environment.roles.memory, [])
  }

  func testAScenarioMayBeginWithAnyValue() throws {
    let scenarios = """
      scenarios:
        s:
          given: {state: full, item: mine}
          where: {last: [nil, yours]}
          when: {drop: {hide: {item: mine}}}
          then: {state: empty, item: nil}
      """
    let machine = try readMachine(spec(fields, scenarios: scenarios))
    let exploration = explore(MachineIndex.build(for: machine), limit: 100)
    XCTAssertEqual(states(of: exploration), ["", "empty", "full"])
    XCTAssertEqual(checkReachability(in: exploration).map(\.message), [])
  }

  func testMutants() throws {
    let changes = try readMachine(spec(fields)).makeMutants().map(\.change)
    XCTAssertEqual(
      changes.filter { $0.contains(" set ") },
      [
        "`item` is not set here", "`item` is set to `nil` instead of `one` here",
        "`item` is set to `two` instead of `one` here", "`item` is set to `last` instead of `one` here",
        "`item` is not set here", "`item` is set to `nil` instead of `two` here",
        "`item` is set to `one` instead of `two` here", "`item` is set to `last` instead of `two` here",
        "`last` is not set here", "`last` is set to `nil` instead of `item` here",
        "`last` is set to `one` instead of `item` here",
        "`item` is not set here", "`item` is set to `nil` instead of `last` here",
        "`last` is not set here", "`last` is set to `nil` instead of `item` here",
        "`item` is not set here",
      ])
  }
  /// Whatever is carried comes out of the machine, in calls or in the context.
  func testNoMutantIsEquivalent() throws {
    let machine = try readMachine(spec(fields))
    let mutants = machine.makeMutants().filter { $0.change.contains(" set ") }
    let comparison = MutantComparison.prepare(
      explore(MachineIndex.build(for: machine), limit: 1_000), of: mutants, limit: 100_000, workLimit: .max)
    let verdicts = mutants.map { comparison.compare(MachineIndex.build(for: $0.applied(to: machine)), for: $0) }
    XCTAssertEqual(verdicts, mutants.map { _ in .survived })
  }

  /// The machine has the same value in both, whichever it is.
  func testAnAssignmentOfTheSameValueIsEquivalent() throws {
    let machine = try readMachine(
      """
      context: {item: {type: Item, private: true}}
      events: {get: {parameters: {one: Item}}, drop: }
      states:
        empty: {on: {get: {to: full, do: [{set: {item: one}}, {set: {item: one}}]}}}
        full: {on: {drop: {to: empty, do: [{set: {item: nil}}, {set: {item: nil}}]}}}
      """)
    let mutants = machine.makeMutants()
    let comparison = MutantComparison.prepare(
      explore(MachineIndex.build(for: machine), limit: 1_000), of: mutants, limit: 100_000, workLimit: .max)
    let equivalent = mutants.filter {
      comparison.compare(MachineIndex.build(for: $0.applied(to: machine)), for: $0) == .equivalent
    }
    XCTAssertEqual(Set(equivalent.map(\.change)).isSuperset(of: ["`item` is not set here"]), true)
  }
  /// The value that stands for none belongs only to parameters that may have none.
  func testNilIsSentOnlyWhereItMayBe() throws {
    for (type, expected) in [("Item", false), ("'Item?'", true)] {
      let machine = try readMachine(
        """
        context: {item: {type: Item, private: true}}
        callbacks: {show: {parameters: {item: 'Item?'}}}
        events: {get: {parameters: {one: \(type)}}, drop: }
        states: {a: {on: {get: {do: [{set: {item: one}}, show]}, drop: {do: [{set: {item: nil}}, show]}}}}
        """)
      let roles = FieldRoles.find(in: machine)
      let values = ValuePartitions.find(in: machine, timers: .make(for: machine), roles: roles)
      XCTAssertEqual(values.parameters[0][0].contains(.absent), expected, type)
    }
  }
}
