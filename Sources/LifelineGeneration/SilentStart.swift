import LifelineModel

/// Finds out whether starting a machine calls nothing, whatever its context is.
struct SilentStart {
  private let machine: Machine
  private let layout: StateLayout
  private var leaves: Set<ID<State>> = []
  private var triggers: Set<Trigger> = []
  private var calls = false
  /// How many transitions may be looked at; a start that leads further than this is not worth the time.
  private var budget = 10_000

  private init(_ machine: Machine, _ layout: StateLayout) {
    self.machine = machine
    self.layout = layout
  }

  /// Whether no microstep that can belong to the start makes a call. Conditions count as true and as false, so
  /// a machine may start silently although this says that it does not, but not the other way round.
  static func holds(for machine: Machine, layout: StateLayout) -> Bool {
    var search = SilentStart(machine, layout)
    search.enter(Machine.root, inside: nil)
    while !search.calls, search.budget > 0 {
      let known = (search.leaves.count, search.triggers.count)
      for leaf in search.leaves.sorted() { search.follow(leaf) }
      if (search.leaves.count, search.triggers.count) == known { break }
    }
    return !search.calls && search.budget > 0
  }

  /// Takes every transition that may be enabled without a further event.
  private mutating func follow(_ leaf: ID<State>) {
    for id in layout.path(from: leaf, upTo: Machine.root) {
      let state = machine[id]
      budget -= 1 + state.on.count
      for transition in state.always { take(transition, from: leaf) }
      for handler in state.on where triggers.contains(.event(handler.event)) {
        for transition in handler.transitions { take(transition, from: leaf) }
      }
      if triggers.contains(where: { if case .event = $0 { true } else { false } }) {
        for transition in state.onAny { take(transition, from: leaf) }
      }
      if triggers.contains(.done(id)) {
        for transition in state.done { take(transition, from: leaf) }
      }
    }
  }

  private mutating func take(_ transition: Transition, from leaf: ID<State>) {
    budget -= 1
    guard !calls, budget > 0 else { return }
    look(at: transition.actions)
    guard let target = transition.targets.first, let domain = machine.domain(of: transition) else { return }
    for state in layout.path(from: leaf, upTo: domain) { look(at: machine[state].exit) }
    enter(target, inside: domain)
  }

  private mutating func enter(_ target: ID<State>, inside domain: ID<State>?) {
    for (id, usesInitial) in layout.entries(to: target, inside: domain) {
      let state = machine[id]
      look(at: state.entry)
      if usesInitial, case .compound(let initial) = state.kind { look(at: initial.actions) }
      if case .final = state.kind, let parent = state.parent { triggers.insert(.done(parent)) }
    }
    leaves.insert(layout.leaf(of: target))
  }

  private mutating func look(at actions: [Action]) {
    for action in actions {
      switch action {
      case .call: calls = true
      case .set: break
      case .raise(let event, _): triggers.insert(.event(event))
      case .choose(_, let then, let otherwise, _):
        look(at: then)
        look(at: otherwise)
      }
    }
  }
}
