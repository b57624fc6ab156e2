import LifelineModel
import LifelineTemplating

/// An enum whose cases are states.
struct StateTypeView: TemplateView {
  var summary: String
  var name: String
  var rawType: String
  var paths: String
  var cases: [StateCaseView]

  /// The number of cases beyond which a text is searched for paths, because a `switch` would take the compiler too long.
  private static let longestSwitch = 256

  private var caseLines: [String] {
    var lines = CaseLines()
    for item in cases { lines.append(item.name, documentation: item.doc) }
    return lines.finish()
  }

  var isSearched: Bool { cases.count > Self.longestSwitch }

  static let keys: ViewKeys<Self> = [
    "summary": .text(\.summary, "The summary of the enum."),
    "name": .text(\.name, "The enum's name: `State`, that of a region, or `AnyState`."),
    "rawType": .text(\.rawType, "The enum's raw type."),
    "isSearched": .flag(
      \.isSearched, "Whether a text is searched for the paths of the cases, because the enum has more than 256."),
    "paths": .text(\.paths, "The static property of `Paths` that holds the paths of the cases, if it is searched."),
    "cases": .list(\.cases, "The states in document order."),
    "caseLines": .texts(\.caseLines, "The lines that declare the cases."),
  ]
}

/// A case of an enum of states.
struct StateCaseView: TemplateView {
  var doc: [String] = []
  var name: String
  var path: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The case's name."),
    "path": .text({ "\"\($0.path)\"" }, "The state's full path as a string literal."),
  ]
}

/// A region, or the states outside of all regions, as the properties of a machine and of its object show them.
struct RegionView: TemplateView {
  var summary: String
  var property: String
  var type: String
  var isOptional: Bool

  static let keys: ViewKeys<Self> = [
    "summary": .text(\.summary, "The summary of the property."),
    "property": .text(\.property, "The property."),
    "regionType": .text(\.type, "The enum of the region's states."),
    "isOptional": .flag(\.isOptional, "Whether the region can be inactive, so that the property is `nil`."),
  ]
}

/// A case of an enum.
struct CaseView: TemplateView {
  var doc: [String] = []
  var name: String
  var parameters = ""

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The case's name."),
    "parameters": .text(\.parameters, "The associated values in parentheses, or nothing."),
  ]
}

/// A case of `Callback`.
struct CallbackCaseView: TemplateView {
  var doc: [String]
  var name: String
  var parameters: String
  var pattern: String
  var callbackName: String

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The case's name."),
    "parameters": .text(\.parameters, "The associated values in parentheses, or nothing."),
    "pattern": .text(\.pattern, "The pattern of the case."),
    "callbackName": .text(\.callbackName, "The expression for the call's `CallbackName`."),
  ]
}

/// A table of the full paths of an enum's cases.
struct PathTableView: TemplateView {
  var name: String
  var type: String
  var paths: [String]

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The static property of `Paths` that is the table."),
    "type": .text(\.type, "The enum whose cases have these paths."),
    "paths": .texts(\.paths, "The full paths in the order of the cases."),
  ]
}

extension DeclarationViews {
  /// Whether states contain states, so that `AnyState` isn't `State`.
  var hasNesting: Bool { context.shape.configuration != .atomicState(isFlat: true) }

  /// The states with a case in `AnyState`.
  private var anyStates: [State] { machine.states.filter { $0.parent != nil && !$0.isHistory } }

  /// The number of states with a case in `AnyState`.
  var anyStateCount: Int { anyStates.count }

  /// Returns the enums of states: one for each region, or `State`, and then `AnyState` if it is another type.
  func makeStateTypes() -> [StateTypeView] {
    let own = zip(layout.regions, names.regions.regions).map { region, name in
      let states = region.positions.map { machine[$0] }.filter(\.isPosition)
      return StateTypeView(
        summary: summary(of: region),
        name: name.type, rawType: layout.hasRegions ? positionType : SwiftText.rawType(caseCount: states.count),
        paths: "statesOf\(name.type)",
        cases: states.map { makeCase($0, names.stateCase($0.id), isDocumented: true) })
    }
    guard hasNesting else { return own }
    let anyStates = anyStates
    let anyState = StateTypeView(
      summary: "All states, including compound and parallel ones.", name: "AnyState",
      rawType: SwiftText.rawType(caseCount: anyStates.count), paths: "anyStates",
      // The documentation of other states is that of the enums before.
      cases: anyStates.map { makeCase($0, names.anyStateCase($0.id), isDocumented: !$0.isPosition) })
    return own + [anyState]
  }

  /// The raw type of the enums of regions.
  private var positionType: String {
    SwiftText.rawType(caseCount: layout.regions.map { $0.positions.count + 1 }.max() ?? 1)
  }

  private func makeCase(_ state: State, _ name: String, isDocumented: Bool) -> StateCaseView {
    StateCaseView(
      doc: isDocumented ? documentation.lines(state.documentation) : [], name: name, path: state.path)
  }

  private func summary(of region: StateLayout.Region) -> String {
    if !layout.hasRegions { return "The atomic states, of which one is active at any time." }
    if region.root == Machine.root { return "The states outside of all regions: atomic and parallel ones." }
    return "The states of the region `\(machine[region.root].path)`: atomic and parallel ones."
  }

  /// Returns the tables of paths.
  func makePathTables() -> [PathTableView] {
    makeStateTypes().filter(\.isSearched).map {
      PathTableView(name: $0.paths, type: $0.name, paths: $0.cases.map(\.path))
    }
  }

  /// Returns the regions, in a machine with regions.
  func makeRegions(_ printer: ProgramPrinter) -> [RegionView] {
    guard layout.hasRegions else { return [] }
    // Calls of the printer inside of the closure make the optimizer of Swift 6.3 fail.
    let summaries = layout.regions.indices.map(printer.documentation(ofRegion:))
    return layout.regions.indices.map { index in
      RegionView(
        summary: summaries[index], property: names.regions.regions[index].property,
        type: names.regions.regions[index].type, isOptional: layout.regions[index].root != Machine.root)
    }
  }
}
