import LifelineModel
import LifelineTemplating

/// The initializers that put a machine into states without running actions.
struct ResumptionView: TemplateView {
  var arming: [String]
  var outermostRegions: [String] = []
  var initial: [String] = []
  var entries: [StateEntryView] = []
  var parallels: [ParallelStateView] = []
  var hasStatesOutside = false

  static let keys: ViewKeys<Self> = [
    "arming": .texts(\.arming, "The lines that arm the timers of the active states."),
    "outermostRegions": .text(
      { casePattern($0.outermostRegions) },
      "The regions of the machine itself: cases of `AnyState`, separated by commas. Empty if it has none."),
    "entersByDefault": .flag({ !$0.initial.isEmpty }, "Whether the machine itself enters an initial state."),
    "initial": .texts(\.initial, "The assignments that store the positions of the initial state, one on a line."),
    "entries": .list(\.entries, "The states with the positions that are stored when they are entered."),
    "hasParallels": .flag({ !$0.parallels.isEmpty }, "Whether there are parallel states inside the machine."),
    "parallels": .list(\.parallels, "The parallel states inside the machine."),
    "hasStatesOutside": .flag(\.hasStatesOutside, "Whether some states aren't inside any of these parallel states."),
  ]
}

/// The positions that are stored when a state is entered by default.
struct StateEntryView: TemplateView {
  var state: String
  var statements: [String]

  static let keys: ViewKeys<Self> = [
    "state": .text(\.state, "The state's case of `AnyState`."),
    "statements": .texts(\.statements, "The assignments that store the positions, one on a line."),
  ]
}

/// A parallel state inside the machine.
struct ParallelStateView: TemplateView {
  var state: String
  var statement: String
  var members: [String]
  var regions: [String]

  static let keys: ViewKeys<Self> = [
    "state": .text(\.state, "The state's case of `AnyState`."),
    "statement": .text(\.statement, "The assignment that stores that the region of the state is in it."),
    "members": .text(
      { casePattern($0.members) },
      "The states for which it is the nearest parallel state around them: cases of `AnyState` as a pattern."),
    "regions": .text({ casePattern($0.regions) }, "The state's regions: cases of `AnyState`, separated by commas."),
  ]
}

extension DeclarationViews {
  /// Returns the initializers for resumption.
  ///
  /// - Parameter arming: The statements that arm the timers of the active states.
  func makeResumption(arming: [String]) -> ResumptionView {
    guard layout.hasRegions else { return ResumptionView(arming: arming) }
    let isParallel = machine[Machine.root].isParallel
    let states = machine.states.filter { names.anyStateCases[$0.id.index] != nil }
    let nearestParallels = makeNearestParallels()
    let members = Dictionary(grouping: states.map(\.id)) { nearestParallels[$0.index] }
    return ResumptionView(
      arming: arming,
      outermostRegions: isParallel ? machine.properChildren(of: Machine.root).map(names.anyStateCase) : [],
      initial: isParallel ? [] : positions(enteredWith: Machine.root),
      entries: states.map { state in
        StateEntryView(state: names.anyStateCase(state.id), statements: positions(enteredWith: state.id))
      },
      parallels: states.filter(\.isParallel).map { parallel in
        ParallelStateView(
          state: names.anyStateCase(parallel.id), statement: position(parallel.id),
          members: (members[parallel.id] ?? []).map(names.anyStateCase),
          regions: machine.properChildren(of: parallel.id).map(names.anyStateCase))
      },
      hasStatesOutside: members[nil] != nil)
  }

  /// Returns for each state the nearest parallel state around it, apart from the machine itself.
  private func makeNearestParallels() -> [ID<State>?] {
    var result: [ID<State>?] = []
    for state in machine.states {
      guard let parent = state.parent, parent != Machine.root else {
        result.append(nil)
        continue
      }
      result.append(machine[parent].isParallel ? parent : result[parent.index])
    }
    return result
  }

  /// Returns the assignments for the positions that are entered with a state by default.
  private func positions(enteredWith state: ID<State>) -> [String] {
    let planner = EntryPlanner(machine: machine, isFresh: true)
    func assignments(_ node: EntryPlan.Node) -> [Statement] {
      let isPosition = machine[node.state].isPosition && node.state != Machine.root
      return (isPosition ? [.moveTo(node.state)] : []) + planner.plan(in: node).nodes.flatMap(assignments)
    }
    return StatementPrinter(context).lines(assignments(EntryPlan.Node(state: state, targets: [])))
  }

  /// Returns the assignment that puts the region of a state into it.
  private func position(_ state: ID<State>) -> String {
    StatementPrinter(context).lines([.moveTo(state)]).joined()
  }
}
