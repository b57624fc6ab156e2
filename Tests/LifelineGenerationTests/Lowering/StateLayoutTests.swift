import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The positions and the slots of timers.
final class StateLayoutTests: XCTestCase {
  private func layout(_ yaml: String) throws -> (Machine, StateLayout) {
    let machine = try TestSupport.machine("lifeline: 1\nmachine: Sample\n" + yaml)
    return (machine, StateLayout.compute(for: machine))
  }

  private let nested = """
    events: [go]
    states:
      outer: {after: {9s: away}, states: {a: {after: {1s: b, 2s: a}}, b: {}}}
      away: {after: {3s: outer}, on: {go: b}}
    """

  private let regions = """
    events: [go]
    states:
      both:
        after: {9s: neither}
        regions:
          left: {states: {a: {after: {1s: b}}, b: {}}}
          right: {after: {2s: neither}, states: {c: {after: {3s: d}}, d: {}}}
      neither: {after: {4s: both}, on: {go: both}}
    """

  func testAMachineWithoutRegionsIsInOneAtomicState() throws {
    let (machine, layout) = try layout(nested)
    XCTAssertFalse(layout.hasRegions)
    XCTAssertEqual(layout.leaves.map { machine[$0].name }, ["a", "b", "away"])
    XCTAssertEqual(layout.positionRanges, [0..<3, 0..<2, 0..<1, 1..<2, 2..<3])
    XCTAssertEqual(layout.restingPositions(of: ID(1)), [ID(2), ID(3)])
    XCTAssertEqual(layout.regions(inside: Machine.root), 1..<1)
  }

  func testEachRegionHasPositions() throws {
    let (machine, layout) = try layout(regions)
    XCTAssertEqual(layout.leaves, [])
    XCTAssertEqual(layout.regions.map { machine[$0.root].name }, ["", "left", "right"])
    XCTAssertEqual(
      layout.regions.map { $0.positions.map { machine[$0].name } }, [["both", "neither"], ["a", "b"], ["c", "d"]])
    XCTAssertEqual(layout.regionIndices, [0, 0, 1, 1, 1, 2, 2, 2, 0])
    XCTAssertEqual(layout.positionRanges[1], 0..<1)
    XCTAssertEqual(layout.positionRanges[2], 0..<2)
    XCTAssertEqual(layout.regions(inside: Machine.root), 1..<3)
    XCTAssertEqual(layout.regions(inside: ID(1)), 1..<3)
    XCTAssertEqual(layout.regions(inside: ID(2)), 2..<2)
  }

  func testAParallelMachineIsInNoRegion() throws {
    let (machine, layout) = try layout("regions: {left: {states: {a: {}}}, right: {states: {b: {}}}}")
    XCTAssertEqual(layout.regionIndices, [nil, 0, 0, 1, 1])
    XCTAssertEqual(layout.regions.map { machine[$0.root].name }, ["left", "right"])
  }

  func testVisibleStepsArePositions() throws {
    let spec = """
      callbacks: [saw]
      events: [go]
      regions:
        left: {states: {a: {exit: {if: in(c), do: saw}, states: {x: {on: {go: b}}}}, b: {}}}
        right: {states: {c: {states: {y: {on: {go: d}}}}, d: {}}}
      """
    let (machine, layout) = try layout(spec)
    XCTAssertTrue(layout.tracksSteps)
    XCTAssertEqual(layout.regions.first?.positions.map { machine[$0].name }, ["left", "a", "x", "b"])
    XCTAssertEqual(layout.restingPositions(of: ID(1)).map { machine[$0].name }, ["x", "b"])
    XCTAssertFalse(try self.layout(regions).1.tracksSteps)
  }

  func testStatesThatExcludeEachOtherShareSlots() throws {
    let slots = try layout(nested).1.timerSlots
    XCTAssertEqual(slots.count, 3)
    XCTAssertEqual((0..<5).map { slots.of(ID($0)) }, [0..<0, 0..<1, 1..<3, 1..<1, 0..<1])
    XCTAssertEqual(slots.inside(ID(1)), 1..<3)
    XCTAssertEqual(slots.inside(Machine.root), 0..<3)
    XCTAssertEqual(slots.states, [[ID(1), ID(4)], [ID(2)], [ID(2)]])
  }

  func testRegionsUseDifferentSlots() throws {
    let slots = try layout(regions).1.timerSlots
    // both, left.a, right, right.c
    XCTAssertEqual([1, 3, 5, 6].map { slots.of(ID($0)) }, [0..<1, 1..<2, 2..<3, 3..<4])
    XCTAssertEqual(slots.of(ID(8)), 0..<1)
    XCTAssertEqual(slots.inside(ID(1)), 1..<4)
    XCTAssertEqual(slots.inside(ID(2)), 1..<2)
    XCTAssertEqual(slots.count, 4)
  }
}
