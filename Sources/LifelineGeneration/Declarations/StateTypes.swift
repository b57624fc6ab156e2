import LifelineModel

/// An enum whose cases are states.
struct StateType {
  /// A state with a case.
  struct StateCase {
    var documentation: [String]
    var name: String
    /// The state's full path.
    var path: String
  }

  var summary: [String]
  /// The enum's name: `State`, that of a region, or `AnyState`.
  var name: String
  var rawType: String
  /// The static property of `Paths` that holds the paths of the cases, if a text is searched for them.
  var paths: String
  var cases: [StateCase]

  /// The number of cases beyond which a text is searched for paths, because a `switch` would take the compiler too long.
  private static let longestSwitch = 256

  var isSearched: Bool { cases.count > Self.longestSwitch }
}

extension MachineDeclarations {
  /// Whether states contain states, so that `AnyState` isn't `State`.
  var hasNesting: Bool { context.shape.configuration != .atomicState(isFlat: true) }

  /// The states with a case in `AnyState`.
  private var anyStates: [State] { machine.states.filter(layout.isNamed) }

  /// The number of states with a case in `AnyState`.
  var anyStateCount: Int { anyStates.count }

  /// Returns the enums of states: one for each region, or `State`, and then `AnyState` if it is another type.
  func stateTypes() -> [StateType] {
    let own = zip(layout.regions, names.regions.regions).map { region, name in
      let states = region.positions.map { machine[$0] }.filter(\.isPosition)
      return StateType(
        summary: summary(of: region), name: name.type,
        rawType: layout.hasRegions ? context.positionType : SwiftText.rawType(caseCount: states.count),
        paths: "statesOf\(name.type)",
        cases: states.map { makeCase($0, names.stateCase($0.id), isDocumented: true) })
    }
    guard hasNesting else { return own }
    let anyStates = anyStates
    let anyState = StateType(
      summary: ["All states, including compound and parallel ones."], name: "AnyState",
      rawType: SwiftText.rawType(caseCount: anyStates.count), paths: "anyStates",
      // The documentation of other states is that of the enums before.
      cases: anyStates.map { makeCase($0, names.anyStateCase($0.id), isDocumented: !$0.isPosition) })
    return own + [anyState]
  }

  private func makeCase(_ state: State, _ name: String, isDocumented: Bool) -> StateType.StateCase {
    StateType.StateCase(
      documentation: isDocumented ? documentation.lines(state.documentation) : [], name: name, path: state.path)
  }

  private func summary(of region: StateLayout.Region) -> [String] {
    if !layout.hasRegions { return ["The atomic states, of which one is active at any time."] + passedStates }
    if region.root == Machine.root { return ["The states outside of all regions: atomic and parallel ones."] }
    return ["The states of the region `\(machine[region.root].path)`: atomic and parallel ones."]
  }

  /// The sentence about the states that have no case.
  private var passedStates: [String] {
    let states = machine.states.filter { layout.passed.contains($0.id) }.map { "`\($0.path)`" }
    guard let last = states.last else { return [] }
    let list = states.count == 1 ? last : "\(states.dropLast().joined(separator: ", ")) and \(last)"
    return ["", "The machine never rests in \(list), so \(states.count == 1 ? "that has" : "these have") no case."]
  }

  private static let summaryOfPath = "The full path of the state."

  /// Returns the declaration of an enum of states.
  func declare(_ type: StateType) -> Declaration {
    var lines = CaseLines()
    for item in type.cases { lines.append(item.name, documentation: item.documentation) }
    let description: [Declaration]
    let search: [Statement]
    let paths: Statement = "let paths: Paths = .\(type.paths)"
    if type.isSearched {
      description = [
        Declaration(
          Self.summaryOfPath, isPublic: true, head: "var description: Swift.String",
          body: [paths, .return("paths[self.rawValue]")])
      ]
      search = [
        paths, "guard let index: \(type.rawType) = paths.index(of: description) else { return nil }",
        "self.init(rawValue: index)",
      ]
    } else {
      let isFound = "$0.description.utf8.elementsEqual(description.utf8)"
      description = Enumeration.description(
        Self.summaryOfPath, "paths", type.cases.map(\.path), beside: type.cases.map(\.name))
      search = [
        "guard let state = Self.allCases.first(where: { \(isFound) }) else { return nil }", "self = state",
      ]
    }
    return Declaration(
      documentation: type.summary, isPublic: true,
      head: "enum \(type.name): \(type.rawType), \(Enumeration.conformances)",
      body: .members(
        cases: [],
        [
          lines.finish().map { Declaration(stringLiteral: $0) },
          description,
          [
            Declaration(
              "Returns the state with a full path, or `nil` if there is none.", isPublic: true,
              head: "init?(_ description: Swift.String)", body: search)
          ],
        ]))
  }

  // MARK: - Paths

  /// The texts with the full paths of states, if an enum has too many for a `switch`.
  var pathTables: Declaration? {
    let types = stateTypes().filter(\.isSearched)
    if types.isEmpty { return nil }
    let tables = types.map { type in
      Declaration(
        "The paths of the cases of `\(type.name)`.", head: "static var \(type.paths): Paths",
        body: ["Paths(", "  text: \"\"\""] + type.cases.map { "    \($0.path)" } + ["    \"\"\")"])
    }
    return Declaration(
      "The full paths of states, one on each line: a single text compiles fastest.", head: "private struct Paths",
      members: [["var text: Swift.String"]] + (tables + [pathAtIndex, indexOfPath]).map { [$0] })
  }

  private var pathAtIndex: Declaration {
    let steps: [Statement] = [
      "if byte != 10 {\n  if left == 0 { path.append(byte) }", "} else if left == 0 {\n  break",
      "} else {\n  left -= 1\n}",
    ]
    return Declaration(
      head: "subscript(index: some Swift.BinaryInteger) -> Swift.String",
      body: [
        .variable("left", "Swift.Int(index)"), .variable("path: [Swift.UInt8]", "[]"),
        .for("byte", in: "text.utf8", steps), .return("Swift.String(decoding: path, as: Swift.UTF8.self)"),
      ])
  }

  private var indexOfPath: Declaration {
    let steps: [Statement] = [
      "if byte != 10 {\n  if isAlike { isAlike = left.popFirst() == byte }",
      "} else if isAlike && left.isEmpty {\n  return index",
      "} else {\n  index += 1\n  left = path.utf8[...]\n  isAlike = true\n}",
    ]
    return Declaration(
      head: "func index<Index: Swift.BinaryInteger>(of path: Swift.String) -> Index?",
      body: [
        .variable("index: Index", "0"), .variable("left", "path.utf8[...]"), .variable("isAlike", "true"),
        .for("byte", in: "text.utf8", steps), .return("isAlike && left.isEmpty ? index : nil"),
      ])
  }
}
