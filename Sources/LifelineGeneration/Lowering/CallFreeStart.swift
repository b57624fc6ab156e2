import LifelineModel

/// Decides whether starting a machine calls nothing, whatever its context is.
struct CallFreeStart {
  private let machine: Machine
  private let layout: StateLayout
  private let parts: [PartContext]
  /// The atomic states that may be reached.
  private var leaves = IDSet<State>()
  /// The states that may be entered.
  private var entered = IDSet<State>()
  /// The events that may be in the internal queue.
  private var raised = IDSet<Event>()
  private var completed = IDSet<State>()
  private var calls = false
  /// The number of transitions that may still be examined. A start that leads further isn't worth the time.
  private var budget = 10_000

  private init(_ machine: Machine, _ layout: StateLayout, _ parts: [PartContext]) {
    self.machine = machine
    self.layout = layout
    self.parts = parts
  }

  /// Returns whether no microstep of the start makes a call. Conditions count as true and as false, so `false` is also
  /// returned for some machines that start without calls.
  static func holds(for machine: Machine, layout: StateLayout, parts: [PartContext]) -> Bool {
    guard parts.allSatisfy({ $0.part.container != nil || $0.context.startsWithoutCalls }) else { return false }
    var search = CallFreeStart(machine, layout, parts)
    search.enter(EntryPlan.Node(state: Machine.root, targets: []))
    while !search.calls, search.budget > 0 {
      let known = search.size
      for leaf in search.leaves { search.follow(leaf) }
      if search.size == known { break }
    }
    return !search.calls && search.budget > 0
  }

  /// The size of what was found, which only grows.
  private var size: Int { entered.count + raised.count + completed.count }

  /// Takes every transition that may be enabled without another event.
  private mutating func follow(_ leaf: ID<State>) {
    for id in layout.path(from: leaf, upTo: Machine.root) {
      let state = machine[id]
      budget -= 1 + state.on.count
      for transition in state.always { take(transition, from: leaf) }
      for handler in state.on where raised.contains(handler.event) {
        for transition in handler.transitions { take(transition, from: leaf) }
      }
      if !raised.isEmpty {
        for transition in state.onAny { take(transition, from: leaf) }
      }
      if completed.contains(id) {
        for transition in state.done { take(transition, from: leaf) }
      }
    }
  }

  private mutating func take(_ transition: Transition, from leaf: ID<State>) {
    budget -= 1
    guard !calls, budget > 0 else { return }
    look(at: transition.actions)
    guard let domain = machine.domain(of: transition) else { return }
    for state in layout.path(from: leaf, upTo: domain) { look(at: machine[state].exit) }
    if layout.hasRegions {
      budget -= entered.count
      for state in entered where machine.isDescendant(state, of: domain) { look(at: machine[state].exit) }
    }
    enter(EntryPlanner(machine: machine).plan(in: domain, to: transition.targets), in: domain)
  }

  private mutating func enter(_ plan: EntryPlan, in parent: ID<State>) {
    switch plan {
    case .states(let nodes, let actions):
      look(at: actions)
      for node in nodes { enter(node) }
    case .history(let history, let standard):
      guard case .history(_, let entrance) = machine[history].kind else { return }
      look(at: entrance.actions)
      for node in standard { enter(node) }
      // The remembered states have been entered before, but not everything that is entered in them by default.
      for child in machine.properChildren(of: parent) where entered.contains(child) {
        budget -= 1
        if budget > 0 { enter(EntryPlan.Node(state: child, targets: [])) }
      }
    }
  }

  private mutating func enter(_ node: EntryPlan.Node) {
    let state = machine[node.state]
    entered.insert(state.id)
    look(at: state.entry)
    if node.entersDefaults, case .compound(let initial) = state.kind { look(at: initial.actions) }
    if state.isFinal {
      // Parallel states around it may be complete, too.
      let around = layout.path(from: state.id, upTo: nil).dropFirst()
      for id in layout.hasRegions ? around : around.prefix(1) { completed.insert(id) }
    }
    if state.isAtomic { leaves.insert(state.id) }
    enter(EntryPlanner(machine: machine).plan(in: node), in: state.id)
  }

  private mutating func look(at actions: [Action]) {
    for action in actions {
      switch action {
      case .call: calls = true
      // Generated code makes the calls of the first alternative.
      case .open(let open, _): if !open.alternatives[0].isEmpty { calls = true }
      case .set: break
      case .send(let part, _, _): if parts[part.index].context.hasCallbacks { calls = true }
      case .restart(let part, _): if !parts[part.index].context.startsWithoutCalls { calls = true }
      case .raise(let event, _): raised.insert(event)
      case .choose(_, let then, let otherwise, _):
        look(at: then)
        look(at: otherwise)
      }
    }
  }
}
