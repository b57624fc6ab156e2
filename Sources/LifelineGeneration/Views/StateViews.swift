import LifelineModel
import LifelineTemplating

/// An enum whose cases are states.
struct StateTypeView: TemplateView {
  var summary: String
  var name: String
  var rawType: String
  var paths: String
  var cases: [CaseView]

  static let keys: ViewKeys<Self> = [
    "summary": .text(\.summary, "The summary of the enum."),
    "name": .text(\.name, "The enum's name: `State` or `AnyState`."),
    "rawType": .text(\.rawType, "The enum's raw type."),
    "paths": .text(\.paths, "The static property of `Paths` that holds the paths of the cases."),
    "cases": .list(\.cases, "The states in document order."),
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
  /// Whether the cases of `State` are those of `AnyState`: no state has children.
  private var isFlat: Bool { context.shape.configuration == .atomicState(isFlat: true) }

  /// The states with a case in `AnyState`.
  private var anyStates: [State] { machine.states.filter { names.anyStateCases[$0.id.index] != nil } }

  /// The number of states with a case in `AnyState`.
  var anyStateCount: Int { anyStates.count }

  /// Returns the enums of states. A machine with regions has no `State`.
  func makeStateTypes() -> [StateTypeView] {
    let anyState = StateTypeView(
      summary: "All states, including compound and parallel ones.", name: "AnyState",
      rawType: SwiftText.rawType(caseCount: machine.states.count),
      paths: "anyStates",
      cases: anyStates.map { state in
        // The documentation of atomic states is that of `State`.
        let doc = state.isAtomic ? [] : documentation.lines(state.documentation)
        return CaseView(doc: doc, name: names.anyStateCase(state.id))
      })
    guard !layout.hasRegions else { return [anyState] }
    let state = StateTypeView(
      summary: "The atomic states, of which one is active at any time.", name: "State",
      rawType: SwiftText.rawType(caseCount: layout.leaves.count), paths: isFlat ? "anyStates" : "states",
      cases: layout.leaves.map { id in
        CaseView(doc: documentation.lines(machine[id].documentation), name: names.stateCase(id))
      })
    return [state, anyState]
  }

  /// Returns the tables of paths. The states of a flat machine share one.
  func makePathTables() -> [PathTableView] {
    let anyStates = PathTableView(name: "anyStates", type: "AnyState", paths: anyStates.map(\.path))
    if isFlat || layout.hasRegions { return [anyStates] }
    return [anyStates, PathTableView(name: "states", type: "State", paths: layout.leaves.map { machine[$0].path })]
  }
}
