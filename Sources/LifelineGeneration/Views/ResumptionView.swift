import LifelineModel
import LifelineTemplating

/// The initializers that put a machine into states without running actions.
struct ResumptionView: TemplateView {
  /// The positions that are stored when a state is entered by default.
  struct Entry: TemplateView {
    var state: String
    var statements: [String]

    static let keys: ViewKeys<Self> = [
      "state": .text(\.state, "The state's case of `AnyState`."),
      "statements": .texts(\.statements, "The assignments that store the positions, one on a line."),
    ]
  }

  /// A parallel state inside the machine.
  struct Parallel: TemplateView {
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

  var arming: [String]
  var outermostRegions: [String] = []
  var initial: [String] = []
  var entries: [Entry] = []
  var parallels: [Parallel] = []
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

extension DeclarationViews {
  /// Returns the initializers for resumption.
  func makeResumption() -> ResumptionView {
    let arming = layout.regions.indices.flatMap(makeArming)
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
        ResumptionView.Entry(state: names.anyStateCase(state.id), statements: positions(enteredWith: state.id))
      },
      parallels: states.filter(\.isParallel).map { parallel in
        ResumptionView.Parallel(
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
    func assignments(_ node: EntryPlan.Node) -> [String] {
      let isPosition = machine[node.state].isPlace && node.state != Machine.root
      return (isPosition ? [position(node.state)] : []) + planner.plan(in: node).nodes.flatMap(assignments)
    }
    return assignments(EntryPlan.Node(state: state, targets: []))
  }

  /// Returns the assignment that puts the region of a state into it.
  private func position(_ state: ID<State>) -> String {
    "\(names.places.property(of: state)) = .\(names.places.placeCase(state))"
  }

  // MARK: - Timers

  /// Returns a `switch` that arms the timers of the active states of a region, or nothing if it has none.
  private func makeArming(ofRegion index: Int) -> [String] {
    let region = layout.regions[index]
    let positions = region.places.filter { machine[$0].isPlace }
    var cases: [(positions: [ID<State>], timed: [ID<State>])] = []
    var previous: [ID<State>] = []
    for position in positions {
      let timed = layout.path(from: position, upTo: machine[region.root].parent).reversed().filter {
        !machine[$0].timers.isEmpty
      }
      if !timed.isEmpty, timed == previous {
        cases[cases.count - 1].positions.append(position)
      } else if !timed.isEmpty {
        cases.append(([position], timed))
      }
      previous = timed
    }
    guard !cases.isEmpty else { return [] }
    let isExhaustive = !layout.hasRegions && cases.reduce(0) { $0 + $1.positions.count } == positions.count
    return ["switch \(names.places.properties[index]) {"]
      + cases.flatMap { positions, timed in
        ["case \(casePattern(positions.map(names.places.placeCase))):"] + timed.flatMap(arming).map { "  \($0)" }
      } + (isExhaustive ? [] : ["default: break"]) + ["}"]
  }

  /// Returns the assignments that arm the timers of a state.
  private func arming(_ state: ID<State>) -> [String] {
    zip(layout.slots(of: state), machine[state].timers).map { slot, timer in
      switch timer.length {
      case .constant(let milliseconds):
        return "\(context.timer(slot)) = \(text.text(.duration(milliseconds: milliseconds)))"
      case .field(let field):
        let name = machine[field].name
        return "\(context.timer(slot)) = Self.armed(context.\(SwiftText.identifier(name)), \"\(name)\")"
      }
    }
  }
}
