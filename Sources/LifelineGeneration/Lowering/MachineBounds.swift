import LifelineModel

/// Bounds of the work between two calls of the host that follow from a machine's text.
struct MachineBounds {
  /// The greatest length of the internal queue; `nil` if the text doesn't bound it.
  let queueLength: Int?
  /// Whether more microsteps than the language allows may follow each other.
  let canExceedMicrostepLimit: Bool

  /// The greatest number that is counted.
  private static let ceiling = 1 << 20

  /// Returns the bounds of a machine.
  static func estimate(
    for machine: Machine, layout: StateLayout, internalEvents: InternalEvents
  ) -> MachineBounds {
    let queueLength = queueLength(machine, layout, internalEvents)
    guard let queueLength, let chain = longestAlwaysChain(machine, layout) else {
      return MachineBounds(queueLength: queueLength, canExceedMicrostepLimit: true)
    }
    let deferred = IDSet(machine.states.flatMap(\.deferred).map(\.event)).count
    var microsteps = 1
    for factor in [1 + deferred, 1 + queueLength, 1 + chain] {
      microsteps = min(ceiling, microsteps * min(ceiling, factor))
    }
    return MachineBounds(queueLength: queueLength, canExceedMicrostepLimit: microsteps > RunLimits.microsteps)
  }

  // MARK: - The internal queue

  /// Returns the number of events that one microstep, and everything that follows from it, can put into the queue.
  ///
  /// There is no bound if an event can lead to itself again. Raises of eventless transitions and of exit actions are
  /// rare and count as unbounded, too.
  private static func queueLength(
    _ machine: Machine, _ layout: StateLayout, _ internalEvents: InternalEvents
  ) -> Int? {
    guard !internalEvents.all.isEmpty else { return 0 }
    var raises = Raises(machine, internalEvents)
    // The nodes of the graph are the internal events, then the transitions for any event. One transition of each region
    // is taken at most.
    let any = internalEvents.all.count
    let shared = layout.regions.count
    var steps = [Alternatives](repeating: Alternatives(), count: any + 1)
    var others = Alternatives()
    for state in machine.states {
      if !raises.inside(state.exit).isEmpty { return nil }
      for transition in state.always where !raises.of(transition).isEmpty { return nil }
      let region = layout.regionIndices[state.id.index] ?? shared
      for handler in state.on {
        let node = raises.index[.event(handler.event)]
        for transition in handler.transitions {
          let raised = raises.of(transition)
          if let node { steps[node].add(raised, of: region) } else { others.add(raised, of: region) }
        }
      }
      for transition in state.onAny { steps[any].add(raises.of(transition), of: region) }
      if let node = raises.index[.done(state.id)] {
        for transition in state.done { steps[node].add(raises.of(transition), of: region) }
      }
      for timer in state.timers {
        for transition in timer.transitions { others.add(raises.of(transition), of: region) }
      }
    }
    others.add(raises.entering(EntryPlan.Node(state: Machine.root, targets: [])), of: layout.hasRegions ? shared : 0)
    if layout.hasRegions { others.add([any], of: shared + 1) }
    for (node, trigger) in internalEvents.all.enumerated() {
      if case .event = trigger { steps[node].add([any], of: layout.hasRegions ? shared : 0) }
    }
    guard let order = topologicalOrder(steps.map(\.all)) else { return nil }
    var weights = [Int](repeating: 0, count: steps.count)
    func weight(_ raised: [Int]) -> Int {
      raised.reduce(0) { min(ceiling, $0 + weights[$1] + ($1 == any ? 0 : 1)) }
    }
    for node in order.reversed() { weights[node] = min(ceiling, steps[node].greatest(weight)) }
    return max(weights.max() ?? 0, min(ceiling, others.greatest(weight)))
  }

  // MARK: - Transitions without an event

  /// Returns the greatest number of eventless microsteps in a row; `nil` if they can form a cycle.
  private static func longestAlwaysChain(_ machine: Machine, _ layout: StateLayout) -> Int? {
    guard machine.states.contains(where: { !$0.always.isEmpty }) else { return 0 }
    // With regions and histories, a transition leads to more than one state.
    guard !layout.hasRegions, !machine.states.contains(where: \.isHistory) else { return nil }
    let planner = EntryPlanner(machine: machine)
    // The edges lead from a state to its parent, whose transitions apply to it as well, and to the targets.
    var next = machine.states.map { state in state.parent.map { [$0.index] } ?? [] }
    for state in machine.states {
      for transition in state.always {
        guard let target = transition.targets.first else { return nil }
        next[state.id.index].append(planner.leaf(in: target).index)
      }
    }
    guard let order = topologicalOrder(next) else { return nil }
    var lengths = [Int](repeating: 0, count: next.count)
    for node in order.reversed() {
      let parent = machine.states[node].parent?.index
      for (position, target) in next[node].enumerated() {
        let isStep = !(position == 0 && target == parent)
        lengths[node] = max(lengths[node], lengths[target] + (isStep ? 1 : 0))
      }
    }
    return lengths.max() ?? 0
  }
}

/// The internal events that alternative transitions raise, by the transitions' regions.
private struct Alternatives {
  private(set) var all: [Int] = []
  private var byRegion: [Int: [[Int]]] = [:]

  mutating func add(_ raised: [Int], of region: Int) {
    guard !raised.isEmpty else { return }
    all += raised
    byRegion[region, default: []].append(raised)
  }

  /// Returns the greatest weight of the events that one microstep raises.
  func greatest(_ weight: ([Int]) -> Int) -> Int {
    byRegion.values.reduce(0) { $0 + ($1.map(weight).max() ?? 0) }
  }
}

/// Finds the internal events that microsteps raise, as indices.
private struct Raises {
  let machine: Machine
  let planner: EntryPlanner
  /// The indices of the internal events.
  let index: [InternalEvent: Int]
  /// The events raised by entering a state, or a history, by default.
  private var byDefault = IDMap<State, [Int]>()

  init(_ machine: Machine, _ internalEvents: InternalEvents) {
    self.machine = machine
    planner = EntryPlanner(machine: machine)
    index = Dictionary(uniqueKeysWithValues: zip(internalEvents.all, internalEvents.all.indices))
  }

  func inside(_ actions: [Action]) -> [Int] {
    var result: [Int] = []
    actions.forEachRaise { if let position = index[.event($0)] { result.append(position) } }
    return result
  }

  /// Returns the events that a transition raises, without those of exit actions.
  mutating func of(_ transition: Transition) -> [Int] {
    var result = inside(transition.actions)
    if let domain = machine.domain(of: transition) {
      result += entering(planner.plan(in: domain, to: transition.targets), in: domain)
    }
    return result
  }

  mutating func entering(_ node: EntryPlan.Node) -> [Int] {
    if node.entersDefaults, let known = byDefault[node.state] { return known }
    let state = machine[node.state]
    var result = inside(state.entry)
    if node.entersDefaults, case .compound(let initial) = state.kind { result += inside(initial.actions) }
    if state.isFinal { result += completing(state) }
    result += entering(planner.plan(in: node), in: state.id)
    if node.entersDefaults { byDefault[node.state] = result }
    return result
  }

  private mutating func entering(_ plan: EntryPlan, in parent: ID<State>) -> [Int] {
    switch plan {
    case .states(let nodes, let actions):
      var result = inside(actions)
      for node in nodes { result += entering(node) }
      return result
    case .history(let history, _):
      if let known = byDefault[history] { return known }
      // The history may remember any of the states inside, each of which is entered once.
      var result: [Int] = []
      if case .history(_, let entrance) = machine[history].kind { result += inside(entrance.actions) }
      for index in parent.index + 1..<machine[parent].subtreeEnd {
        let state = machine.states[index]
        result += inside(state.entry)
        if case .compound(let initial) = state.kind { result += inside(initial.actions) }
        if state.isFinal { result += completing(state) }
      }
      byDefault[history] = result
      return result
    }
  }

  /// Returns the completions that follow when the final state `state` is entered.
  private func completing(_ state: State) -> [Int] {
    var result: [Int] = []
    var next = state.parent
    while let parent = next {
      if let position = index[.done(parent)] { result.append(position) }
      next = machine[parent].parent
      if let next, !machine[next].isParallel { break }
    }
    return result
  }
}

/// Returns the nodes of a graph in an order in which every edge leads forward; `nil` if the graph has a cycle.
private func topologicalOrder(_ edges: [[Int]]) -> [Int]? {
  var incoming = [Int](repeating: 0, count: edges.count)
  for target in edges.joined() { incoming[target] += 1 }
  var order = edges.indices.filter { incoming[$0] == 0 }
  var position = 0
  while position < order.count {
    for target in edges[order[position]] {
      incoming[target] -= 1
      if incoming[target] == 0 { order.append(target) }
    }
    position += 1
  }
  return order.count == edges.count ? order : nil
}
