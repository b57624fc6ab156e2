import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The values that templates get of a machine's declarations.
final class DeclarationViewTests: XCTestCase {
  private func printer(_ views: DeclarationViews) -> ProgramPrinter {
    ProgramPrinter(views.context, MachineLowering.lower(views.context), access: "")
  }

  private func views(_ yaml: String, citations: Bool = false) throws -> DeclarationViews {
    let machine = try TestSupport.machine("lifeline: 1\nmachine: Sample\n" + yaml)
    return DeclarationViews(
      context: PreparedMachine.prepare(machine).context,
      options: GenerationOptions(citations: citations, specName: "Spec.yaml", specPath: "Spec.yaml"))
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
    XCTAssertFalse(flat.hasNesting)
    XCTAssertEqual(flat.makeStateTypes().map(\.name), ["State"])
    XCTAssertEqual(flat.makeStateTypes().map { $0.cases.map(\.name) }, [["idle", "busy"]])
    XCTAssertEqual(flat.makeStateTypes().map { $0.cases[0].doc }, [["/// Nothing happens."]])
    XCTAssertEqual(flat.makePathTables().count, 0)
    XCTAssertEqual(printer(flat).activityCheck(), ["self.state == state"])

    let nested = try views(nested)
    XCTAssertEqual(
      nested.makeStateTypes().map { $0.cases.map(\.name) },
      [["first", "second", "away"], ["outer", "first", "second", "away"]])
    XCTAssertEqual(
      nested.makeStateTypes().map { $0.cases.map(\.path) },
      [["outer.first", "outer.second", "away"], ["outer", "outer.first", "outer.second", "away"]])

    let regions = try views(twoRegions)
    XCTAssertEqual(regions.makeStateTypes().map(\.name), ["State", "Left", "Right", "AnyState"])
    XCTAssertEqual(
      regions.makeStateTypes().map { $0.cases.map(\.name) },
      [["both", "neither"], ["a", "b"], ["c", "d"], ["both", "left", "a", "b", "right", "c", "d", "neither"]])
    XCTAssertEqual(regions.makeRegions(printer(regions)).map(\.property), ["state", "left", "right"])
    XCTAssertEqual(regions.makeRegions(printer(regions)).map(\.isOptional), [false, true, true])
  }

  func testPathsOfManyStatesAreSearched() throws {
    func views(_ count: Int) throws -> DeclarationViews {
      let states = (0..<count).map { "  s\($0): {on: {go: s\(($0 + 1) % count)}}\n" }
      return try self.views("events: [go]\nstates:\n\(states.joined())")
    }
    XCTAssertEqual(try views(256).makeStateTypes().map(\.isSearched), [false])
    let many = try views(257)
    XCTAssertEqual(many.makeStateTypes().map(\.isSearched), [true])
    XCTAssertEqual(many.makePathTables().map(\.name), many.makeStateTypes().map(\.paths))
    XCTAssertEqual(many.makePathTables().map(\.paths.count), [257])
  }

  func testRegionsAvoidNamesOfGeneratedCode() throws {
    func names(_ regions: String, _ events: String = "[go]") throws -> [String] {
      let names = regions.split(separator: " ").map { "  \($0): {states: {\($0)1: {on: {go: \($0)2}}, \($0)2: {}}}\n" }
      let views = try views("events: \(events)\nregions:\n\(names.joined())")
      return views.makeRegions(printer(views)).map { "\($0.property): \($0.type)" }
    }
    XCTAssertEqual(try names("tape"), ["tape: Tape"])
    XCTAssertEqual(
      try names("state event run machine"),
      ["stateRegion: StateRegion", "eventRegion: EventRegion", "runRegion: RunRegion", "machineRegion: MachineRegion"])
    XCTAssertEqual(try names("sample default"), ["sampleRegion: SampleRegion", "`default`: Default"])
    XCTAssertEqual(try names("_x Tape tape"), ["_x: _xRegion", "tape: Tape", "tapeRegion: TapeRegion"])
    XCTAssertEqual(try names("takeOff takeaway"), ["takeOffRegion: TakeOffRegion", "takeaway: Takeaway"])
    XCTAssertEqual(
      try names("track title", "{go: {parameters: {track: '[Track]', title: Music.Title}}}"),
      ["trackRegion: TrackRegion", "title: Title"])
  }

  func testRegionsOfOneNameHaveTheirPaths() throws {
    let views = try views(
      """
      events: [go]
      regions:
        left: {states: {a: {regions: {sound: {states: {on: {on: {go: 'off'}}, 'off': {}}}}}}}
        right: {states: {b: {regions: {sound: {states: {on: {}, 'off': {}}}}}}}
      """)
    XCTAssertEqual(
      views.makeRegions(printer(views)).map(\.property), ["left", "leftASound", "right", "rightBSound"])
    XCTAssertEqual(views.makeStateTypes()[1].cases.map(\.name), ["on", "off"])
    XCTAssertEqual(views.makeStateTypes()[4].cases.map(\.name).prefix(3), ["left", "a", "leftASound"])
  }

  func testSourcesAreListedIfTheyAreWanted() throws {
    let yaml = """
      sources: {rfc: {title: RFC 1}}
      callbacks: {ring: {doc: Rings., cites: rfc}}
      events: [go]
      states: {idle: {on: {go: {do: ring}}}}
      """
    XCTAssertEqual(try views(yaml).makeCallbacks().map(\.doc), [["/// Rings."]])
    XCTAssertEqual(
      try views(yaml, citations: true).makeCallbacks().map(\.doc), [["/// Rings.", "///", "/// - See: RFC 1"]])
  }

  func testDelegateAvoidsNamesOfGeneratedCode() throws {
    let method = try XCTUnwrap(try views(flat).makeDelegate()?.methods.first)
    XCTAssertEqual(method.parameters, "state: Swift.Int")
    XCTAssertEqual(method.bindings, "(let state_)")
    XCTAssertEqual(method.arguments, "state: state_")
    XCTAssertNil(try views(nested).makeDelegate())
  }

  func testContext() throws {
    let (flat, nested) = (try views(flat), try views(nested))
    XCTAssertNil(flat.makeContext(printer(flat)))
    let context = try XCTUnwrap(nested.makeContext(printer(nested)))
    XCTAssertEqual(context.fields.map(\.name), ["`self`", "mode"])
    XCTAssertEqual(context.fields.map(\.local), ["self_", "mode"])
    XCTAssertEqual(context.fields.map(\.type), ["Swift.Duration", "Mode"])
    XCTAssertEqual(context.types.map { $0.cases }, [["slow", "fast"]])
    XCTAssertEqual(context.parameters, "`self` self_: Swift.Duration = .seconds(2), mode: Mode = .slow")
  }

  func testCodable() throws {
    let views = try views(nested)
    let codable = views.makeCodable(printer(views))
    XCTAssertEqual(codable.fields.map(\.form), [.duration, .cases])
    XCTAssertEqual(codable.lengthFields, ["`self`"])
    XCTAssertEqual(codable.fullyArmed, "Self(resumingIn: state, context: longest)")
    XCTAssertEqual(codable.timedStates.map(\.states), [["first"]])
    XCTAssertEqual(codable.timerAccess, ["get { timerOfFirst }", "set { timerOfFirst = newValue }"])
    XCTAssertEqual(codable.deferredEvents.map(\.states), [["away"]])
    XCTAssertEqual(codable.histories.map(\.path), ["outer.last"])
    XCTAssertEqual(codable.histories.first?.encoding.first, "switch rememberedOuterLast {")
    XCTAssertEqual(codable.histories.first?.decoding.last, "}")
  }
}
