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

  init(_ machine: Machine, layout: StateLayout, internalEvents: InternalEvents) {
    queueLength = Self.queueLength(machine, layout, internalEvents)
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
    _ machine: Machine, _ layout: StateLayout, _ internalEvents: InternalEvents
  ) -> Int? {
    guard !internalEvents.all.isEmpty else { return 0 }
    var raises = Raises(machine, internalEvents)
    // Nodes of the graph: the triggers, then what `"*"` does. Of each, the transitions that may be taken for it, by the
    // region they stand in: one of each region, at most.
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

  /// The most `always` microsteps that can follow one another, or `nil` if they could go in circles.
  private static func longestAlwaysChain(_ machine: Machine, _ layout: StateLayout) -> Int? {
    guard machine.states.contains(where: { !$0.always.isEmpty }) else { return 0 }
    // With regions and histories, one gets to more than one state.
    guard !layout.hasRegions, !machine.states.contains(where: \.isHistory) else { return nil }
    let planner = EntryPlanner(machine: machine)
    // From a state to the one around it, whose transitions apply to it as well, and to where one gets.
    var next = machine.states.map { state in state.parent.map { [$0.index] } ?? [] }
    for state in machine.states {
      for transition in state.always {
        guard let target = transition.targets.first else { return nil }
        next[state.id.index].append((planner.leaf(of: planner.plan(in: target, to: [])) ?? target).index)
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

/// What several transitions put into the internal queue, by the regions that they stand in.
private struct Alternatives {
  private(set) var all: [Int] = []
  private var byRegion: [Int: [[Int]]] = [:]

  mutating func add(_ raised: [Int], of region: Int) {
    guard !raised.isEmpty else { return }
    all += raised
    byRegion[region, default: []].append(raised)
  }

  /// The greatest weight of what one microstep may put there.
  func greatest(_ weight: ([Int]) -> Int) -> Int {
    byRegion.values.reduce(0) { $0 + ($1.map(weight).max() ?? 0) }
  }
}

/// What microsteps put into the internal queue, as indices of triggers.
private struct Raises {
  let machine: Machine
  let planner: EntryPlanner
  var index = [InternalEvent: Int]()
  /// By state, and by history: what is raised by entering it where no target says more.
  private var byDefault = IDMap<State, [Int]>()

  init(_ machine: Machine, _ internalEvents: InternalEvents) {
    self.machine = machine
    planner = EntryPlanner(machine: machine)
    for (place, trigger) in internalEvents.all.enumerated() { index[trigger] = place }
  }

  func inside(_ actions: [Action]) -> [Int] {
    var result: [Int] = []
    actions.forEachRaise { if let place = index[.event($0)] { result.append(place) } }
    return result
  }

  /// Without what exit actions raise.
  mutating func of(_ transition: Transition) -> [Int] {
    var result = inside(transition.actions)
    if let domain = machine.domain(of: transition) {
      result += entering(planner.plan(in: domain, to: transition.targets), in: domain)
    }
    return result
  }

  mutating func entering(_ node: EntryPlan.Node) -> [Int] {
    if node.isTarget, let known = byDefault[node.state] { return known }
    let state = machine[node.state]
    var result = inside(state.entry)
    if node.isTarget, case .compound(let initial) = state.kind { result += inside(initial.actions) }
    if state.isFinal { result += completing(state) }
    result += entering(planner.plan(in: node), in: state.id)
    if node.isTarget { byDefault[node.state] = result }
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
      // Any of what stands there, and each once.
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

  /// What is put there when `state`, a final one, is entered.
  private func completing(_ state: State) -> [Int] {
    var result: [Int] = []
    var next = state.parent
    while let parent = next {
      if let place = index[.done(parent)] { result.append(place) }
      next = machine[parent].parent
      if let next, !machine[next].isParallel { break }
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
