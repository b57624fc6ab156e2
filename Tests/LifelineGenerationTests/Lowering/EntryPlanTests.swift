import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The states that a machine enters, before it runs.
final class EntryPlanTests: XCTestCase {
  private let spec = """
    callbacks: [began, resumed]
    events: [go]
    states:
      outer:
        initial: {to: second, do: began}
        states:
          first: {on: {go: outer.last}}
          second: {states: {inner: {}, other: {}}}
          last: {history: deep, default: {to: first, do: resumed}}
      both:
        regions:
          left: {states: {a: {}, b: {}}}
          right: {initial: d, states: {c: {}, d: {}}}
      away: {on: {go: last}}
    """

  private func machine() throws -> Machine { try TestSupport.machine("lifeline: 1\nmachine: Sample\n" + spec) }

  private func id(_ name: String, in machine: Machine) throws -> ID<State> {
    try XCTUnwrap(machine.states.first { $0.name == name }?.id)
  }

  /// Returns the states that are entered in `state`, each with those that are entered in it.
  private func text(_ plan: EntryPlan, _ planner: EntryPlanner) -> String {
    func text(_ nodes: [EntryPlan.Node]) -> String {
      nodes.map { node in
        let inner = self.text(planner.plan(in: node), planner)
        return planner.machine[node.state].name + (inner.isEmpty ? "" : "(\(inner))")
      }.joined(separator: " ")
    }
    switch plan {
    case .states(let nodes, let actions): return (actions.isEmpty ? "" : "do ") + text(nodes)
    case .history(let history, let standard): return "\(planner.machine[history].name) or \(text(standard))"
    }
  }

  private func text(in state: String?, to targets: [String] = [], isFresh: Bool = false) throws -> String {
    let machine = try machine()
    let planner = EntryPlanner(machine: machine, isFresh: isFresh)
    let targets = try targets.map { try id($0, in: machine) }
    return text(planner.plan(in: try state.map { try id($0, in: machine) } ?? Machine.root, to: targets), planner)
  }

  func testDefaultsAreEnteredWithoutTargets() throws {
    XCTAssertEqual(try text(in: nil), "outer(second(inner))")
    XCTAssertEqual(try text(in: "second"), "inner")
    XCTAssertEqual(try text(in: "first"), "")
  }

  func testStatesOnTheWayToATargetAreEntered() throws {
    XCTAssertEqual(try text(in: nil, to: ["other"]), "outer(second(other))")
    XCTAssertEqual(try text(in: "outer", to: ["first"]), "first")
  }

  func testAllRegionsAreEntered() throws {
    XCTAssertEqual(try text(in: nil, to: ["both"]), "both(left(a) right(d))")
    XCTAssertEqual(try text(in: nil, to: ["b"]), "both(left(b) right(d))")
    XCTAssertEqual(try text(in: "both", to: ["b", "c"]), "left(b) right(c)")
  }

  func testAHistoryDecidesUnlessTheMachineIsFresh() throws {
    XCTAssertEqual(try text(in: "outer", to: ["last"]), "last or first")
    XCTAssertEqual(try text(in: "outer", to: ["last"], isFresh: true), "do first")
  }

  func testOnlyTheLastStateOnTheWayEntersItsDefaults() throws {
    let machine = try machine()
    let planner = EntryPlanner(machine: machine)
    let outer = try XCTUnwrap(planner.plan(in: Machine.root, to: [try id("other", in: machine)]).nodes.first)
    XCTAssertFalse(outer.entersDefaults)
    let second = try XCTUnwrap(planner.plan(in: outer).nodes.first)
    XCTAssertFalse(second.entersDefaults)
    XCTAssertTrue(try XCTUnwrap(planner.plan(in: second).nodes.first).entersDefaults)
  }

  func testLeaf() throws {
    let machine = try machine()
    let planner = EntryPlanner(machine: machine)
    func leaf(_ state: ID<State>, to target: String?) throws -> String? {
      let targets = try target.map { [try id($0, in: machine)] } ?? []
      return planner.leaf(of: planner.plan(in: state, to: targets)).map { machine[$0].name }
    }
    XCTAssertEqual(try leaf(Machine.root, to: nil), "inner")
    XCTAssertEqual(try leaf(Machine.root, to: "away"), "away")
    XCTAssertEqual(try leaf(try id("outer", in: machine), to: "first"), "first")
    XCTAssertNil(try leaf(try id("outer", in: machine), to: "last"))
    XCTAssertNil(try leaf(try id("away", in: machine), to: nil))
  }
}
