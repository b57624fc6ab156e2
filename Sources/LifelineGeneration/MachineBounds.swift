import LifelineModel

/// How far a machine can go before it gives control back to its host, as far as its text alone tells.
struct MachineBounds {
  /// The most triggers that are ever in the internal queue at a time; `nil` if the text does not bound it.
  private(set) var queueLength: Int?
  /// Whether more microsteps than the language allows may follow one another.
  private(set) var canExceedMicrostepLimit = true

  /// What the language allows between the host's calls.
  private static let microstepLimit = 1000
  /// Sums stop here.
  private static let ceiling = 1 << 20

  init(_ machine: Machine, layout: StateLayout, triggers: Triggers) {
    queueLength = Self.queueLength(machine, layout, triggers)
    guard let queueLength, let chain = Self.longestAlwaysChain(machine, layout) else { return }
    let deferred = Set(machine.states.flatMap(\.deferred).map(\.event)).count
    var microsteps = 1
    for factor in [1 + deferred, 1 + queueLength, 1 + chain] {
      microsteps = min(Self.ceiling, microsteps * min(Self.ceiling, factor))
    }
    canExceedMicrostepLimit = microsteps > Self.microstepLimit
  }

  // MARK: - The internal queue

  /// How much one microstep can put into the queue, and what follows from it, added up: the queue cannot be longer.
  ///
  /// There is no bound where a trigger can lead to itself again. Raises of `always` transitions and of exit
  /// actions are rare, and here they count as unbounded, too.
  private static func queueLength(
    _ machine: Machine, _ layout: StateLayout, _ triggers: Triggers
  ) -> Int? {
    guard !triggers.all.isEmpty else { return 0 }
    let raises = Raises(machine, layout, triggers)
    // Nodes of the graph: the triggers, then what `"*"` does.
    let any = triggers.all.count
    var steps = [[[Int]]](repeating: [], count: any + 1)
    var others: [[Int]] = []
    for state in machine.states {
      if !raises.inside(state.exit).isEmpty { return nil }
      for transition in state.always where !raises.of(transition).isEmpty { return nil }
      for handler in state.on {
        let node = raises.index[.event(handler.event)]
        for transition in handler.transitions {
          let raised = raises.of(transition)
          if let node { steps[node].append(raised) } else { others.append(raised) }
        }
      }
      for transition in state.onAny { steps[any].append(raises.of(transition)) }
      if let node = raises.index[.done(state.id)] {
        for transition in state.done { steps[node].append(raises.of(transition)) }
      }
      for timer in state.timers { others += timer.transitions.map { raises.of($0) } }
    }
    others.append(raises.entering(Machine.root, inside: nil))
    for (node, trigger) in triggers.all.enumerated() {
      if case .event = trigger { steps[node].append([any]) }
    }
    guard let order = topologicalOrder(steps.map { $0.flatMap { $0 } }) else { return nil }
    var weights = [Int](repeating: 0, count: steps.count)
    func weight(_ raised: [Int]) -> Int {
      raised.reduce(0) { min(ceiling, $0 + weights[$1] + ($1 == any ? 0 : 1)) }
    }
    for node in order.reversed() { weights[node] = steps[node].map(weight).max() ?? 0 }
    return max(weights.max() ?? 0, others.map(weight).max() ?? 0)
  }

  // MARK: - Transitions without an event

  /// The most `always` microsteps that can follow one another, or `nil` if they could go in circles.
  private static func longestAlwaysChain(_ machine: Machine, _ layout: StateLayout) -> Int? {
    guard machine.states.contains(where: { !$0.always.isEmpty }) else { return 0 }
    // From a state to the one around it, whose transitions apply to it as well, and to where one gets.
    var next = machine.states.map { state in state.parent.map { [$0.index] } ?? [] }
    for state in machine.states {
      for transition in state.always {
        guard let target = transition.targets.first else { return nil }
        next[state.id.index].append(layout.leaf(of: target).index)
      }
    }
    guard let order = topologicalOrder(next) else { return nil }
    var lengths = [Int](repeating: 0, count: next.count)
    for node in order.reversed() {
      let parent = machine.states[node].parent?.index
      for (place, target) in next[node].enumerated() {
        let isStep = !(place == 0 && target == parent)
        lengths[node] = max(lengths[node], lengths[target] + (isStep ? 1 : 0))
      }
    }
    return lengths.max() ?? 0
  }
}

/// What microsteps put into the internal queue, as indices of triggers.
private struct Raises {
  let machine: Machine
  let layout: StateLayout
  var index: [Trigger: Int] = [:]

  init(_ machine: Machine, _ layout: StateLayout, _ triggers: Triggers) {
    self.machine = machine
    self.layout = layout
    for (place, trigger) in triggers.all.enumerated() { index[trigger] = place }
  }

  func inside(_ actions: [Action]) -> [Int] {
    var result: [Int] = []
    for action in actions {
      action.forEachRaise { if let place = index[.event($0)] { result.append(place) } }
    }
    return result
  }

  /// Without what exit actions raise.
  func of(_ transition: Transition) -> [Int] {
    var result = inside(transition.actions)
    if let target = transition.targets.first, let domain = machine.domain(of: transition) {
      result += entering(target, inside: domain)
    }
    return result
  }

  func entering(_ target: ID<State>, inside domain: ID<State>?) -> [Int] {
    var result: [Int] = []
    for (id, usesInitial) in layout.entries(to: target, inside: domain) {
      let state = machine[id]
      result += inside(state.entry)
      if usesInitial, case .compound(let initial) = state.kind { result += inside(initial.actions) }
      if case .final = state.kind, let parent = state.parent, let place = index[.done(parent)] {
        result.append(place)
      }
    }
    return result
  }
}

/// The nodes of a graph in an order in which every edge leads forward, or `nil` if it has a cycle.
private func topologicalOrder(_ edges: [[Int]]) -> [Int]? {
  var incoming = [Int](repeating: 0, count: edges.count)
  for target in edges.joined() { incoming[target] += 1 }
  var order = edges.indices.filter { incoming[$0] == 0 }
  var place = 0
  while place < order.count {
    for target in edges[order[place]] {
      incoming[target] -= 1
      if incoming[target] == 0 { order.append(target) }
    }
    place += 1
  }
  return order.count == edges.count ? order : nil
}
