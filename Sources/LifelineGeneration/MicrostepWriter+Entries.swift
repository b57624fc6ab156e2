import LifelineModel

/// What is run when states are entered, outermost first.
extension MicrostepWriter {
  /// What is run when the machine starts.
  mutating func start(parameters: inout Parameters) -> [Statement] {
    // No history remembers anything yet.
    var writer = self
    writer.planner.isFresh = true
    let result = writer.entries(EntryPlan.Node(state: Machine.root, targets: []), parameters: &parameters)
    writer.planner.isFresh = false
    self = writer
    return result
  }

  /// What is run when `plan` is entered in `parent`. In a machine without regions the state is stored only where a
  /// history decides on it (`storing`): elsewhere it is known, and stored before.
  mutating func entries(
    _ plan: EntryPlan, in parent: ID<State>, entersParent: Bool, storing: Bool = false, parameters: inout Parameters
  ) -> [Statement] {
    switch plan {
    case .states(let nodes, let first):
      var result: [Statement] = []
      if entersParent {
        result += actions.statements(first, activity: .exactly(parent), parameters: &parameters)
      }
      for node in nodes { result += entries(node, storing: storing, parameters: &parameters) }
      return result
    case .history(let history, let standard):
      return resumption(history, standard: standard, entersParent: entersParent, parameters: &parameters)
    }
  }

  /// What is run when `node` is entered.
  mutating func entries(
    _ node: EntryPlan.Node, storing: Bool = false, parameters: inout Parameters
  ) -> [Statement] {
    let id = node.state
    let own = entry(of: id, usesInitial: node.isTarget, storing: storing, parameters: &parameters)
    guard node.isTarget, machine[id].isParallel, !contents[id].entriesReadParameters else {
      let plan = planner.plan(in: node)
      return own + entries(plan, in: id, entersParent: true, storing: storing, parameters: &parameters)
    }
    let name = "enterRegionsOf\(context.names.functionSuffixes[id.index])"
    return own
      + function(name, ifLong: "Enters the regions of \(title(id)) at their beginnings.") { writer, none in
        // It is called from other places than the start too.
        let isFresh = writer.planner.isFresh
        writer.planner.isFresh = false
        defer { writer.planner.isFresh = isFresh }
        let plan = writer.planner.plan(in: node)
        return writer.entries(plan, in: id, entersParent: true, storing: storing, parameters: &none)
      }
  }

  /// What is run when a state is entered, without the states in it.
  mutating func entry(
    of id: ID<State>, usesInitial: Bool, storing: Bool, parameters: inout Parameters
  ) -> [Statement] {
    let state = machine[id]
    let here = Activity.exactly(id)
    var result: [Statement] = []
    if (storing && state.isPlace) || (layout.hasRegions && isPlace(state)) {
      result.append(.store(variable: places.property(of: id), value: ".\(places.placeCase(id))"))
    }
    result += list(state.entry, verb: "enter", doc: "Entry actions of", state, here, &parameters)
    result += arming(id)
    if usesInitial, case .compound(let initial) = state.kind {
      result += list(initial.actions, verb: "begin", doc: "Initial actions of", state, here, &parameters)
    }
    if state.isFinal, let parent = state.parent { result += completion(of: parent) }
    return result
  }

  /// Whether its region can be seen to be in the state.
  private func isPlace(_ state: State) -> Bool {
    state.parent != nil && (state.isPlace || layout.tracksSteps)
  }

  /// The statements that arm the timers of a state.
  func arming(_ state: ID<State>) -> [Statement] {
    zip(layout.slots(of: state), machine[state].timers).map { slot, timer in
      let text = ExpressionText(of: context)
      switch timer.length {
      case .constant(let milliseconds):
        return .arm(timer: context.timer(slot), length: text.text(.duration(milliseconds: milliseconds)))
      case .field(let field):
        let name = SwiftText.identifier(machine[field].name)
        return .armChecked(timer: context.timer(slot), length: "context.\(name)", field: machine[field].name)
      }
    }
  }

  /// What is put into the queue when the child of `state`, or all its regions, have reached a final state: a parallel
  /// state around it may be complete with it.
  private mutating func completion(of state: ID<State>) -> [Statement] {
    var result: [Statement] = []
    if let name = context.triggers.names[.done(state)] { result.append(.raise(name)) }
    guard let parent = machine[state].parent, parent != Machine.root, machine[parent].isParallel,
      context.completion.condition(of: parent) != nil
    else { return result }
    let next = completion(of: parent)
    guard !next.isEmpty else { return result }
    completions.insert(parent)
    return result
      + [.choice(condition: context.completion.name(of: parent), then: next, otherwise: [])]
  }
}
