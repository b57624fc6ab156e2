import LifelineModel
import LifelineTemplating

/// How a machine with regions is put into some states, as templates see it.
struct ResumptionView: TemplateView {
  private var outermost: [String] = []
  private var initial: [Statement] = []
  private var stands: [BranchCase] = []
  private var parallels: [ParallelView] = []
  private var standsOutside = false
  private var assumptions: [BranchCase] = []

  static let keys = [
    "hasOutermostRegions", "outermostRegions", "hasInitial", "initial", "hasParallels", "parallels", "stands",
    "standsOutside", "assumptions",
  ]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "hasOutermostRegions": .flag(!outermost.isEmpty)
    case "outermostRegions": .text(casePattern(outermost))
    case "hasInitial": .flag(!initial.isEmpty)
    case "initial": .list(initial)
    case "hasParallels": .flag(!parallels.isEmpty)
    case "parallels": .list(parallels)
    case "stands": .list(stands)
    case "standsOutside": .flag(standsOutside)
    case "assumptions": .list(assumptions)
    default: nil
    }
  }

  init(_ context: MachineContext) {
    let machine = context.machine
    let names = context.names
    let planner = EntryPlanner(machine: machine, isFresh: true)
    /// Says where the regions are when `node` has been entered.
    func stores(_ node: EntryPlan.Node) -> [Statement] {
      var result: [Statement] = []
      if machine[node.state].isPlace, node.state != Machine.root {
        let property = names.places.property(of: node.state)
        result.append(.store(variable: property, value: ".\(names.places.placeCase(node.state))"))
      }
      for inner in planner.plan(in: node).nodes { result += stores(inner) }
      return result
    }
    if machine[Machine.root].isParallel {
      outermost = machine.properChildren(of: Machine.root).map(names.anyStateCase)
    } else {
      initial = stores(EntryPlan.Node(state: Machine.root, targets: []))
    }
    // By state: the parallel state around it that is nearest.
    var around: [ID<State>?] = []
    var members: [ID<State>: [String]] = [:]
    for state in machine.states {
      var parallel: ID<State>?
      if let parent = state.parent {
        parallel = machine[parent].isParallel ? parent : around[parent.index]
        if parallel == Machine.root { parallel = nil }
      }
      around.append(parallel)
      guard let name = names.anyStateCases[state.id.index] else { continue }
      if let parallel { members[parallel, default: []].append(name) } else { standsOutside = true }
      assumptions.append(
        BranchCase(pattern: ".\(name)", statements: stores(EntryPlan.Node(state: state.id, targets: []))))
    }
    for state in machine.states where state.isParallel && state.parent != nil {
      let name = names.anyStateCase(state.id)
      parallels.append(
        ParallelView(
          name: name, members: members[state.id] ?? [],
          regions: machine.properChildren(of: state.id).map(names.anyStateCase)))
      let property = names.places.property(of: state.id)
      stands.append(
        BranchCase(
          pattern: ".\(name)",
          statements: [.store(variable: property, value: ".\(names.places.placeCase(state.id))")]))
    }
  }
}

/// A parallel state, as templates see it.
struct ParallelView: TemplateView {
  var name: String
  /// The states in it that stand in no other parallel state in it.
  var members: [String]
  var regions: [String]

  static let keys = ["name", "members", "regions"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "members": .text(casePattern(members))
    case "regions": .text(casePattern(regions))
    default: nil
    }
  }
}
