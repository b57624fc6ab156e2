import LifelineModel

/// The transitions that may be taken together with others.
struct SharedTransitions {
  struct Item {
    var name: String
    var transition: Transition
    /// The event that it names, if it names one.
    var event: ID<Event>?
    /// Whether it can meet one that exits a common state.
    var hasConflicts: Bool
  }

  /// In the order in which they were found.
  private(set) var all: [Item] = []
  private var indices = IDMap<Transition, Int>()
  private var taken: Set<String> = []
  /// By stem: how many names were made of it.
  private var counts: [String: Int] = [:]

  /// Notes a transition, and gives it a name made of `stem` and a number.
  mutating func name(
    of transition: Transition, stem: String, event: ID<Event>?, hasConflicts: Bool
  ) -> String {
    if let index = indices[transition.id] {
      all[index].hasConflicts = all[index].hasConflicts || hasConflicts
      return all[index].name
    }
    var name: String
    repeat {
      counts[stem, default: 0] += 1
      name = "\(stem)\(counts[stem, default: 0])"
    } while !taken.insert(name).inserted
    indices[transition.id] = all.count
    all.append(Item(name: name, transition: transition, event: event, hasConflicts: hasConflicts))
    return name
  }
}

/// How transitions are selected that may be taken together, and what each does in each phase of the microstep.
extension MicrostepWriter {
  /// The transitions of a list, only selected; `isDivided` where states in their source have some for the same cause.
  mutating func selections(
    _ list: [Transition], for cause: Concurrency.Cause, isDivided: Bool, selected: String,
    parameters: inout Parameters
  ) -> [TransitionView] {
    var event: ID<Event>?
    if case .event(let id) = cause { event = id }
    var result: [TransitionView] = []
    for transition in list {
      let source = machine[transition.source]
      let (known, text) = actions.condition(
        transition.condition, activity: Activity(of: source), parameters: &parameters)
      if known == false { continue }
      let stem = context.names.anyStateCase(source.id).filter { $0 != "`" }
      let name = shared.name(
        of: transition, stem: stem, event: event, hasConflicts: isDivided || leavesRegion(transition))
      result.append(
        TransitionView(
          comment: [], condition: text, exits: [], actions: [.select(name)], state: "", entries: [],
          taken: selected))
      if known == true { break }
    }
    return result
  }

  /// Whether a transition exits more than is in the region of its source.
  private func leavesRegion(_ transition: Transition) -> Bool {
    guard let domain = machine.domain(of: transition) else { return false }
    return machine[domain].isParallel
      || layout.path(from: transition.source, upTo: domain).contains { machine[$0].isParallel }
  }

  /// All that was selected somewhere; `nil` if nothing was.
  mutating func selection() -> SelectionView? {
    let items = shared.all
    guard !items.isEmpty else { return nil }
    var exits: [PhaseCaseView] = []
    var actions: [PhaseCaseView] = []
    var entries: [PhaseCaseView] = []
    for item in items {
      let transition = item.transition
      let domain = machine.domain(of: transition)
      exits += phase(of: item) { writer, parameters in
        guard let domain else { return [] }
        return writer.exits(from: transition.source, upTo: domain, isShared: true, parameters: &parameters)
      }
      actions += phase(of: item) { writer, parameters in
        let activity = domain.map { .exactly($0) } ?? Activity(of: writer.machine[transition.source])
        return writer.actions.statements(transition.actions, activity: activity, parameters: &parameters)
      }
      entries += phase(of: item) { writer, parameters in
        guard let domain else { return [] }
        let plan = writer.planner.plan(in: domain, to: transition.targets)
        return writer.entries(plan, in: domain, entersParent: false, parameters: &parameters)
      }
    }
    let phases = [
      PhaseView(
        name: "performExits", doc: "What is run when a transition exits states.", cases: exits,
        needsDefault: exits.count < items.count, isReversed: true),
      PhaseView(
        name: "performActions", doc: "What a transition does itself.", cases: actions,
        needsDefault: actions.count < items.count, isReversed: false),
      PhaseView(
        name: "performEntries", doc: "What is run when a transition enters states.", cases: entries,
        needsDefault: entries.count < items.count, isReversed: false),
    ].filter { !$0.cases.isEmpty }
    let readsEvent = phases.contains { $0.cases.contains { !$0.binding.isEmpty } }
    let width = machine.states.count { $0.isAtomic }
    return SelectionView(
      storage: StorageView(
        cases: items.map { StorageItemView(name: $0.name) }, capacity: min(width, layout.regions.count)),
      transitions: items.map(view), phases: phases, hasConflicts: items.contains(where: \.hasConflicts),
      canRepeat: items.contains { !layout.regions(inside: $0.transition.source).isEmpty }, readsEvent: readsEvent,
      parameters: context.parameters(readsEvent ? "_ event: Event?" : nil),
      arguments: context.arguments(readsEvent ? "event" : nil))
  }

  private mutating func phase(
    of item: SharedTransitions.Item, _ body: (inout MicrostepWriter, inout Parameters) -> [Statement]
  ) -> [PhaseCaseView] {
    let event = item.event.map { machine[$0] }
    var parameters = event.map { Parameters($0.parameters) } ?? Parameters()
    let statements = body(&self, &parameters)
    guard !statements.isEmpty else { return [] }
    var binding = ""
    if let event, !parameters.used.isEmpty {
      binding = ".\(SwiftText.identifier(event.name))\(parameters.bindings(of: event))?"
    }
    return [PhaseCaseView(transition: item.name, binding: binding, statements: statements)]
  }

  private func view(_ item: SharedTransitions.Item) -> SharedTransitionView {
    let transition = item.transition
    let source = machine[transition.source]
    let exits = machine.domain(of: transition).map { domain in
      (first: domain.index + 1, last: machine[domain].subtreeEnd - 1)
    }
    let cause = item.event.map { ", `\(machine[$0].name)`" } ?? ""
    return SharedTransitionView(
      doc: "Of `\(source.path)`\(cause).", name: item.name, exits: exits,
      source: (first: source.id.index, last: source.subtreeEnd - 1))
  }
}
