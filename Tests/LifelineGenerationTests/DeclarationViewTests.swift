import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The values that templates get of a machine's declarations.
final class DeclarationViewTests: XCTestCase {
  private func printer(_ views: DeclarationViews) -> ProgramPrinter {
    ProgramPrinter(views.context, MachineLowering.lower(views.context), access: "")
  }

  private func views(_ yaml: String) throws -> DeclarationViews {
    let machine = try TestSupport.machine("lifeline: 1\nmachine: Sample\n" + yaml)
    return DeclarationViews(context: PreparedMachine.prepare(machine).context)
  }

  private let flat = """
    callbacks: {ring: {parameters: {state: Int}}}
    events: {go: {parameters: {state: Int}}}
    states:
      idle: {doc: Nothing happens., on: {go: {to: busy, do: ring}}}
      busy: {after: {1s: idle}}
    """

  private let nested = """
    context: {self: 2s, mode: {cases: [slow, fast], default: slow}}
    events: [go, back]
    states:
      outer:
        on: {back: away}
        states:
          first: {after: {self: second}}
          second: {on: {go: first}}
          last: {history: shallow, default: first}
      away: {defer: [go], on: {back: {if: mode == slow, to: last}}}
    """

  func testStateTypes() throws {
    let flat = try views(flat)
    XCTAssertEqual(flat.makeStateTypes().map(\.name), ["State", "AnyState"])
    XCTAssertEqual(flat.makeStateTypes().map { $0.cases.map(\.name) }, [["idle", "busy"], ["idle", "busy"]])
    XCTAssertEqual(flat.makeStateTypes().map(\.paths), ["anyStates", "anyStates"])
    XCTAssertEqual(flat.makeStateTypes().map { $0.cases[0].doc }, [["/// Nothing happens."], []])
    XCTAssertEqual(flat.makePathTables().map(\.paths), [["idle", "busy"]])
    XCTAssertEqual(printer(flat).activityCheck(), ["self.state.rawValue == state.rawValue"])

    let nested = try views(nested)
    XCTAssertEqual(
      nested.makeStateTypes().map { $0.cases.map(\.name) },
      [["first", "second", "away"], ["outer", "first", "second", "away"]])
    XCTAssertEqual(
      nested.makePathTables().map(\.paths),
      [["outer", "outer.first", "outer.second", "away"], ["outer.first", "outer.second", "away"]])

    let regions = try views(twoRegions)
    XCTAssertEqual(regions.makeStateTypes().map(\.name), ["AnyState"])
    XCTAssertEqual(regions.makePathTables().count, 1)
  }

  func testDelegateAvoidsNamesOfGeneratedCode() throws {
    let method = try XCTUnwrap(try views(flat).makeDelegate()?.methods.first)
    XCTAssertEqual(method.parameters, "state: Swift.Int")
    XCTAssertEqual(method.bindings, "(let state_)")
    XCTAssertEqual(method.arguments, "state: state_")
    XCTAssertNil(try views(nested).makeDelegate())
  }

  func testContext() throws {
    XCTAssertNil(try views(flat).makeContext())
    let context = try XCTUnwrap(try views(nested).makeContext())
    XCTAssertEqual(context.fields.map(\.name), ["`self`", "mode"])
    XCTAssertEqual(context.fields.map(\.local), ["self_", "mode"])
    XCTAssertEqual(context.fields.map(\.type), ["Swift.Duration", "Mode"])
    XCTAssertEqual(context.types.map { $0.cases.map(\.text) }, [["slow", "fast"]])
    XCTAssertEqual(context.parameters, "`self` self_: Swift.Duration = .seconds(2), mode: Mode = .slow")
  }

  func testCodable() throws {
    let views = try views(nested)
    let codable = views.makeCodable(printer(views))
    XCTAssertEqual(codable.fields.map(\.form), [.duration, .cases])
    XCTAssertEqual(codable.lengthFields, ["`self`"])
    XCTAssertEqual(codable.fullyArmed, "Self(resumingIn: state, context: longest)")
    XCTAssertEqual(codable.timedStates.map(\.states), [["first"]])
    XCTAssertEqual(codable.timerAccess, ["get { timer }", "set { timer = newValue }"])
    XCTAssertEqual(codable.deferredEvents.map(\.states), [["away"]])
    XCTAssertEqual(codable.histories.map(\.path), ["outer.last"])
    XCTAssertEqual(codable.histories.first?.encoding.first, "switch rememberedOuterLast {")
    XCTAssertEqual(codable.histories.first?.decoding.last, "}")
  }
}
