import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The statements that enter states, and the memories of histories.
final class EntryLoweringTests: XCTestCase {
  /// Returns the statements for the first event in an atomic state.
  private func statements(for state: Int, in program: MachineProgram) throws -> [Statement] {
    guard case .switch(.position, let positions, _) = try program.body(of: .handle).first,
      let position = positions.first(where: { $0.patterns.contains(.position(ID(state))) }),
      case .switch(.event, let events, _) = position.body.first
    else { return [] }
    return events.first?.body ?? []
  }

  private func run(_ name: FunctionName) -> Statement { .run(FunctionCall(name: name, arguments: [.calls])) }

  func testStatesAreEnteredOutermostFirstWithTheirInitialActions() throws {
    let program = try program(
      """
      callbacks: [a, began, b]
      events: [go]
      states:
        away: {on: {go: outer}}
        outer: {entry: a, initial: {to: x, do: began}, states: {x: {entry: b, on: {go: x}}}}
      """)
    XCTAssertEqual(
      try statements(for: 1, in: program),
      [.moveTo(ID(3)), .call(ID(0), []), .call(ID(1), []), .call(ID(2), []), .return(.taken)])
    XCTAssertEqual(try statements(for: 3, in: program), [.call(ID(2), []), .return(.taken)])
  }

  func testEntriesOfRegionsThatReadParametersAreInline() throws {
    let others = [String](repeating: "other", count: 7).joined(separator: ", ")
    func program(_ entry: String) throws -> MachineProgram {
      try LifelineGenerationTests.program(
        """
        callbacks: {moved: {parameters: {force: Int}}, other: }
        events: {push: {parameters: {force: Int}}}
        states:
          away: {on: {push: {to: both, do: moved}}}
          both:
            regions:
              left: {states: {x: {entry: [\(others)]}}}
              right: {entry: \(entry), states: {y: {}}}
        """)
    }
    XCTAssertNil(try program("moved").function(.enterRegions(ID(2))))
    XCTAssertNotNil(try program("other").function(.enterRegions(ID(2))))
  }

  // MARK: - Histories

  private func historyContext(_ states: String) throws -> MachineContext {
    try context("events: [go]\nstates: {\(states), away: {on: {go: last}}}")
  }

  /// Returns the declarations of the properties of all memories, after their names.
  private func annotations(_ context: MachineContext) -> [[String]] {
    context.memories.all.map { $0.properties.map(context.names.regions.annotation) }
  }

  func testAShallowHistoryRemembersAChild() throws {
    let context = try historyContext(
      "outer: {on: {go: away}, states: {x: {states: {y: {}, z: {}}}, last: {history: shallow, default: x}}}")
    XCTAssertEqual(context.memories.all.map { $0.properties.map(\.name) }, [["rememberedOuterLast"]])
    XCTAssertEqual(annotations(context), [[": State?"]])
    XCTAssertNil(context.memories.all.first?.flag)
    XCTAssertEqual(
      context.lowerStoredMemories().map(\.content),
      [
        .child(
          MemoryProperty(history: ID(5), name: "rememberedOuterLast", region: 0),
          [StoredMemory.Child(state: ID(2), position: ID(3))])
      ])
  }

  func testADeepHistoryRemembersAllRegions() throws {
    let both =
      "both: {regions: {left: {states: {x: {}}}, right: {states: {y: {}}}, last: {history: deep, default: [x]}}"
    let context = try historyContext("\(both), on: {go: away}}")
    XCTAssertEqual(
      context.memories.all.map { $0.properties.map(\.name) },
      [["rememberedBothLastLeft", "rememberedBothLastRight"]])
    XCTAssertEqual(annotations(context), [[": Left?", ": Right?"]])
    let memory = try XCTUnwrap(context.memories.all.first)
    XCTAssertEqual(context.lowerStoredMemories().map(\.content), [.regions(memory.properties)])
  }

  func testTheRootRemembersNothing() throws {
    let context = try context(
      "events: [go]\nstates: {a: {on: {go: b}}, b: {on: {go: last}}, last: {history: deep, default: a}}")
    XCTAssertEqual(context.memories.all.count, 0)
  }

  func testTheActionsOfAHistoryRunAfterThoseOfItsParent() throws {
    let program = try program(
      """
      callbacks: [resumed]
      events: [go]
      states:
        outer:
          states:
            x: {on: {go: last}, states: {y: {}, z: {on: {go: away}}}}
            last: {history: shallow, default: {to: x, do: resumed}}
        away: {on: {go: last}}
      """)
    func standard(staysInParent: Bool) throws -> (cases: [Case], standard: Default) {
      let name = FunctionName.resume(ID(5), staysInParent: staysInParent)
      guard case .switch(.memory, let cases, let standard) = try program.body(of: name).first else {
        return ([], .none)
      }
      return (cases, standard)
    }
    XCTAssertEqual(try standard(staysInParent: false).standard, .statements([.call(ID(0), []), .moveTo(ID(3))]))
    XCTAssertEqual(try standard(staysInParent: true).standard, .statements([.moveTo(ID(3))]))
    // The first position in a child stands for the child.
    XCTAssertEqual(
      try standard(staysInParent: false).cases, [Case(patterns: [.position(ID(3))], body: [.moveTo(ID(3))])])
  }
}
