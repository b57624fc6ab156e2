import LifelineModel

/// The transitions that can be taken together with others, in the order in which they were found.
struct SharedTransitions {
  struct Item {
    var transition: Transition
    /// The event that it names, if it names one.
    var event: ID<Event>?
    /// Whether another transition can exit one of the states that it exits.
    var hasConflicts: Bool
  }

  private(set) var all: [Item] = []
  private var indices = IDMap<Transition, Int>()

  /// Adds a transition, if it is new.
  mutating func insert(_ item: Item) {
    if let index = indices[item.transition.id] {
      all[index].hasConflicts = all[index].hasConflicts || item.hasConflicts
    } else {
      indices[item.transition.id] = all.count
      all.append(item)
    }
  }
}

/// The statements that select transitions, and the functions that perform selected transitions.
extension MicrostepLowering {
  /// Returns the statements that select the first enabled transition of a list.
  ///
  /// - Parameter isContested: Whether regions inside their source have transitions for the same trigger.
  mutating func selections(
    _ list: [Transition], for trigger: TransitionConflicts.Trigger, isContested: Bool
  ) -> [Statement] {
    var event: ID<Event>?
    if case .event(let id) = trigger { event = id }
    var result: [Statement] = []
    for transition in list {
      let activity = Activity(of: machine[transition.source])
      let condition = actions.condition(transition.condition, activity: activity)
      if case .known(false) = condition { continue }
      parts.shared.insert(
        SharedTransitions.Item(
          transition: transition, event: event, hasConflicts: isContested || leavesRegion(transition)))
      let selection: [Statement] = [
        .evaluate(SwiftExpression.selected.insert(.transition(transition.id))), .return(.ignored),
      ]
      guard case .unknown(let expression) = condition else { return result + selection }
      result.append(.if(expression, then: selection, else: []))
    }
    return result
  }

  /// Returns whether a transition exits states outside of its source's region.
  private func leavesRegion(_ transition: Transition) -> Bool {
    guard let domain = machine.domain(of: transition) else { return false }
    return machine[domain].isParallel
      || layout.path(from: transition.source, upTo: domain).contains { machine[$0].isParallel }
  }

  /// Returns the functions that perform selected ones of `items`, and the types for these; `nil` if there are none.
  mutating func lowerSelection(of items: [SharedTransitions.Item]) -> Selection? {
    guard !items.isEmpty else { return nil }
    var cases: [Phase: [Case]] = [:]
    for item in items {
      let transition = item.transition
      let domain = machine.domain(of: transition)
      let exits: [Statement] =
        domain.map { self.exits(from: transition.source, upTo: $0, isShared: true) } ?? []
      let own = actions.statements(transition.actions, activity: machine.activity(during: transition))
      let entries: [Statement] =
        domain.map { domain in
          let plan = EntryPlanner(machine: machine).plan(in: domain, to: transition.targets)
          return self.entries(plan, in: domain, entersParent: false)
        } ?? []
      let phases: [(Phase, [Statement])] = [(.exits, exits), (.actions, own), (.entries, entries)]
      for (phase, statements) in phases where !statements.isEmpty {
        var body = statements
        if let event = item.event, !statements.parameters.isEmpty {
          let pattern = EventPattern(event: event, parameters: statements.parameters)
          body.insert(.guard(.matching(pattern, .event), else: [.return(nil)]), at: 0)
        }
        cases[phase, default: []].append(Case(.transition(transition.id), body: body))
      }
    }
    let transitions = items.map { item in
      SharedTransition(
        transition: item.transition.id, source: item.transition.source,
        domain: machine.domain(of: item.transition))
    }
    return Selection(
      transitions: transitions, functions: performing(items, by: cases), types: types(of: items, transitions))
  }

  /// The transitions that can be taken together, the functions that perform selected ones, and the types for these.
  struct Selection {
    var transitions: [SharedTransition]
    var functions: [Function]
    var types: [Declaration]
  }

  /// Returns the function that performs the selected ones of `items`, and a function for each phase that has cases.
  private func performing(_ items: [SharedTransitions.Item], by cases: [Phase: [Case]]) -> [Function] {
    let readsEvent = cases.values.joined().contains { if case .guard = $0.body.first { true } else { false } }
    let parameters = context.shape.parameters(readsEvent ? .optionalEvent : nil)
    let arguments = context.shape.arguments(readsEvent ? .event : nil)
    let phases = Phase.allCases.compactMap { phase in cases[phase].map { (phase, $0) } }
    let mayConflict = !phases.isEmpty && items.contains(where: \.hasConflicts)
    let selected = SwiftExpression.selected
    let conflicts: [Statement] = mayConflict ? [.constant("selected", selected.withoutConflicts())] : []
    let indices = SwiftExpression.range(0, selected.count)
    let performing = phases.map { phase, _ in
      let call = FunctionCall(name: .performPhase(phase), arguments: [selected["index"]] + arguments)
      return Statement.for("index", in: phase == .exits ? indices.reversed() : indices, [.run(call)])
    }
    let perform = Function(
      name: .perform, parameters: [.selection] + parameters,
      body: conflicts + performing)
    return [perform]
      + phases.map { phase, cases in
        Function(
          name: .performPhase(phase), parameters: [.transition] + parameters,
          body: [.switch("transition", cases, default: cases.count < items.count ? .nothing : .none)])
      }
  }

  /// Returns the types of transitions that can be taken together, and of those selected for one microstep.
  private func types(of items: [SharedTransitions.Item], _ transitions: [SharedTransition]) -> [Declaration] {
    let haveConflicts = items.contains(where: \.hasConflicts)
    let capacity = min(machine.states.count { $0.isAtomic }, layout.regions.count)
    let canRepeat = items.contains { !layout.regions(inside: $0.transition.source).isEmpty }
    return [
      context.declareTransitions(transitions, haveConflicts: haveConflicts),
      context.declareSelected(
        .fitting(max(2, capacity)), of: transitions, canRepeat: canRepeat, haveConflicts: haveConflicts),
    ]
  }
}
