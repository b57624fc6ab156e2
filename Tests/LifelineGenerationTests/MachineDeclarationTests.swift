import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The declarations of a machine besides its functions.
final class MachineDeclarationTests: XCTestCase {
  private func declarations(_ yaml: String, citations: Bool = false) throws -> MachineDeclarations {
    let machine = try TestSupport.machine("lifeline: 1\nmachine: Sample\n" + yaml)
    return MachineDeclarations.lower(
      PreparedMachine.prepare(machine).context,
      options: GenerationOptions(citations: citations, specName: "Spec.yaml", specPath: "Spec.yaml"))
  }

  /// Returns the lines of statements.
  private func lines(_ declarations: MachineDeclarations, _ statements: [Statement]) -> [String] {
    StatementPrinter(declarations.context).lines(statements)
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
    let flat = try declarations(flat)
    XCTAssertFalse(flat.hasNesting)
    XCTAssertEqual(flat.stateTypes().map(\.name), ["State"])
    XCTAssertEqual(flat.stateTypes().map { $0.cases.map(\.name) }, [["idle", "busy"]])
    XCTAssertEqual(flat.stateTypes().map { $0.cases[0].documentation }, [["Nothing happens."]])
    XCTAssertNil(flat.pathTables)
    XCTAssertEqual(lines(flat, flat.activityCheck), ["self.state == state"])

    let nested = try declarations(nested)
    XCTAssertEqual(
      nested.stateTypes().map { $0.cases.map(\.name) },
      [["first", "second", "away"], ["outer", "first", "second", "away"]])
    XCTAssertEqual(
      nested.stateTypes().map { $0.cases.map(\.path) },
      [["outer.first", "outer.second", "away"], ["outer", "outer.first", "outer.second", "away"]])

    let regions = try declarations(twoRegions)
    XCTAssertEqual(regions.stateTypes().map(\.name), ["State", "Left", "Right", "AnyState"])
    XCTAssertEqual(
      regions.stateTypes().map { $0.cases.map(\.name) },
      [["both", "neither"], ["a", "b"], ["c", "d"], ["both", "left", "a", "b", "right", "c", "d", "neither"]])
    XCTAssertEqual(regions.names.regions.regions.map(\.property), ["state", "left", "right"])
  }

  func testPathsOfManyStatesAreSearched() throws {
    func declarations(_ count: Int) throws -> MachineDeclarations {
      let states = (0..<count).map { "  s\($0): {on: {go: s\(($0 + 1) % count)}}\n" }
      return try self.declarations("events: [go]\nstates:\n\(states.joined())")
    }
    XCTAssertEqual(try declarations(256).stateTypes().map(\.isSearched), [false])
    let many = try declarations(257)
    XCTAssertEqual(many.stateTypes().map(\.isSearched), [true])
    let table = many.printer.text([[try XCTUnwrap(many.pathTables)]])
    XCTAssertTrue(
      table.contains("  static var statesOfState: Paths {\n    Paths(\n      text: \"\"\"\n        s0\n"), table)
    XCTAssertTrue(table.contains("        s256\n        \"\"\")\n"), table)
  }

  func testRegionsAvoidNamesOfGeneratedCode() throws {
    func names(_ regions: String, _ events: String = "[go]") throws -> [String] {
      let names = regions.split(separator: " ").map { "  \($0): {states: {\($0)1: {on: {go: \($0)2}}, \($0)2: {}}}\n" }
      let declarations = try declarations("events: \(events)\nregions:\n\(names.joined())")
      return declarations.names.regions.regions.map { "\($0.property): \($0.type)" }
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
    let declarations = try declarations(
      """
      events: [go]
      regions:
        left: {states: {a: {regions: {sound: {states: {on: {on: {go: 'off'}}, 'off': {}}}}}}}
        right: {states: {b: {regions: {sound: {states: {on: {}, 'off': {}}}}}}}
      """)
    XCTAssertEqual(
      declarations.names.regions.regions.map(\.property), ["left", "leftASound", "right", "rightBSound"])
    XCTAssertEqual(declarations.stateTypes()[1].cases.map(\.name), ["on", "off"])
    XCTAssertEqual(declarations.stateTypes()[4].cases.map(\.name).prefix(3), ["left", "a", "leftASound"])
  }

  func testSourcesAreListedIfTheyAreWanted() throws {
    let yaml = """
      sources: {rfc: {title: RFC 1}}
      callbacks: {ring: {doc: Rings., cites: rfc}}
      events: [go]
      states: {idle: {on: {go: {do: ring}}}}
      """
    func types(citations: Bool) throws -> String {
      let declarations = try declarations(yaml, citations: citations)
      return declarations.printer.text([declarations.types])
    }
    XCTAssertTrue(try types(citations: false).contains("\n  /// Rings.\n  case ring\n"))
    XCTAssertTrue(try types(citations: true).contains("\n  /// Rings.\n  ///\n  /// - See: RFC 1\n  case ring\n"))
  }

  func testDelegateAvoidsNamesOfGeneratedCode() throws {
    let method = try XCTUnwrap(DelegateView.make(for: try declarations(flat))?.methods.first)
    XCTAssertEqual(method.parameters, "state: Swift.Int")
    XCTAssertEqual(method.bindings, "(let state_)")
    XCTAssertEqual(method.arguments, "state: state_")
    XCTAssertNil(DelegateView.make(for: try declarations(nested)))
  }

  func testContext() throws {
    let (flat, nested) = (try declarations(flat), try declarations(nested))
    XCTAssertNil(ContextView.make(for: flat))
    let context = try XCTUnwrap(ContextView.make(for: nested))
    XCTAssertEqual(context.fields.map(\.name), ["`self`", "mode"])
    XCTAssertEqual(context.fields.map(\.local), ["self_", "mode"])
    XCTAssertEqual(context.fields.map(\.type), ["Swift.Duration", "Mode"])
    XCTAssertTrue(context.types.hasPrefix("    /// The values of `mode`.\n    enum Mode: Swift.UInt8, "), context.types)
    XCTAssertEqual(context.parameters, "`self` self_: Swift.Duration = .seconds(2), mode: Mode = .slow")
  }

  /// Assigning the context assigns what hosts may change, or all with what is kept again, whichever is shorter.
  func testAssigningTheContextKeepsProtectedFields() throws {
    func setter(_ fields: String, _ transition: String) throws -> String {
      let machine = "context: {\(fields)}\nevents: [go]\nstates: {s: {on: {go: {\(transition)}}}, t: {}}"
      let members = try declarations(machine).members
      guard let start = members.range(of: "    set {"), let end = members.range(of: "\n  }\n") else { return members }
      return String(members[start.lowerBound..<end.lowerBound])
    }
    XCTAssertEqual(
      try setter("a: {default: 1, fixed: true}, b: {default: 1, private: true}", "if: a > 0, do: {set: {b: 2}}"),
      "    set {}")
    XCTAssertEqual(
      try setter("a: {default: 1, fixed: true, range: 0...2}", "if: a > 0, to: t"),
      "    set { Self.checkRanges(of: newValue) }")
    XCTAssertEqual(
      try setter("a: {default: 1, fixed: true}, b: 1, c: 2", "if: a > 0 and b > 0 and c > 0, to: t"),
      "    set {\n      storedContext.b = newValue.b\n      storedContext.c = newValue.c\n    }")
    XCTAssertEqual(
      try setter(
        "a: {default: 1, fixed: true}, b: 1, c: 2, d: 3, e: 4",
        "if: a > 0 and b > 0 and c > 0 and d > 0 and e > 0, to: t"),
      """
          set {
            let old = storedContext
            storedContext = newValue
            storedContext.a = old.a
          }
      """)
  }

  func testCodable() throws {
    let declarations = try declarations(nested)
    let text = declarations.printer.text([declarations.codable])
    for part in [
      "    try fields.encode(Self.parts(of: context.`self`), forKey: \"self\")\n"
        + "    try fields.encode(context.mode.description, forKey: \"mode\")\n",
      "      longest.`self` = .seconds(Swift.Int64.max)\n      let full = Self(resumingIn: state, context: longest)\n",
      "    case .first: [\\.timerOfFirst]\n    default: []\n",
      "    case .go:\n      switch state {\n      case .away: true\n      default: false\n      }\n",
      "        case \"outer.last\":\n          switch paths {\n",
    ] {
      XCTAssertTrue(text.contains(part), "\(part)isn't part of\n\(text)")
    }
    let memory = try XCTUnwrap(declarations.program.storedMemories.first)
    XCTAssertEqual(lines(declarations, declarations.encoding(memory)).first, "switch rememberedOuterLast {")
    XCTAssertEqual(lines(declarations, declarations.decoding(memory)).last, "}")
  }

  /// Conditions of the compiler stand at the beginning of a line, or where the members begin that are inset.
  func testConditionsOfTheCompilerAreNotIndented() throws {
    let condition: [Statement] = ["#if DEBUG", .if("a", then: ["#if X", "b()", "#endif"], else: []), "#endif"]
    let function = Declaration(head: "func run()", body: condition)
    let inset = Declaration(documentation: [], head: "", body: .inset([[function]]))
    XCTAssertEqual(
      try declarations(flat).printer.text([[Declaration(head: "struct A", members: [[function], [inset]])]]),
      """
      struct A {
        func run() {
      #if DEBUG
          if a {
      #if X
            b()
      #endif
          }
      #endif
        }

        func run() {
        #if DEBUG
          if a {
        #if X
            b()
        #endif
          }
        #endif
        }
      }
      """)
  }
}
