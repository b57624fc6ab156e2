import LifelineModel

/// The facts about a machine that its generated code depends on.
struct MachineContext: Sendable {
  /// The machine with its parts.
  let whole: Machine
  /// The machine without its parts.
  let machine: Machine
  /// All parts, as the machine lists them.
  let parts: [PartContext]
  let names: MachineNames
  let layout: StateLayout
  let memories: HistoryMemories
  let completion: Completion
  let internalEvents: InternalEvents
  let bounds: MachineBounds
  /// The form of the machine's code.
  let shape: Shape
  /// The events that some state defers, in document order.
  let deferred: [ID<Event>]
  /// The events that the host can send.
  let hostEvents: [ID<Event>]
  /// Whether starting calls nothing.
  let startsWithoutCalls: Bool
  /// The states that the machine, or the part that has them, only passes, as the machine with its parts numbers them.
  let passed: IDSet<State>

  /// Returns the facts about a machine.
  static func analyze(_ machine: Machine) -> MachineContext {
    var known: [String: MachineContext] = [:]
    return analyze(machine, &known)
  }

  /// - Parameter known: The facts about machines of parts, by the paths of their specs.
  private static func analyze(_ whole: Machine, _ known: inout [String: MachineContext]) -> MachineContext {
    var parts: [PartContext] = []
    for (index, part) in whole.parts.enumerated() {
      let context = known[part.path] ?? analyze(part.machine, &known)
      known[part.path] = context
      parts.append(PartContext(id: ID(index), part: part, context: context))
    }
    let machine = whole.withoutParts
    let layout = StateLayout.compute(for: machine)
    let internalEvents = InternalEvents.collect(from: machine)
    let names = MachineNames.assign(to: machine, layout: layout, internalEvents: internalEvents, parts: parts)
    let bounds = MachineBounds.estimate(for: machine, layout: layout, internalEvents: internalEvents)
    let completion = Completion(machine: machine)
    let hasPendingParts = parts.prefix(whole.declared.parts.count).contains(where: \.context.canBePending)
    let deferred = IDSet(machine.states.flatMap(\.deferred).map(\.event))
    let needs = Shape.Needs(
      hasRegions: layout.hasRegions,
      isFlat: layout.leaves.count == machine.states.count { layout.isNamed($0) },
      canFinish: machine[Machine.root].isParallel
        ? completion.finals(of: Machine.root) != nil : hasPendingParts && !machine.finals.isEmpty,
      hasTimers: layout.timerSlots.count > 0, defers: !deferred.isEmpty, hasPendingParts: hasPendingParts,
      hasEventless: machine.states.contains { !$0.always.isEmpty && !layout.passed.contains($0.id) },
      hasInternalEvents: !internalEvents.all.isEmpty, canExceedMicrostepLimit: bounds.canExceedMicrostepLimit,
      hasPassedStates: !layout.passed.isEmpty)
    return MachineContext(
      whole: whole, machine: machine, parts: parts, names: names, layout: layout,
      memories: HistoryMemories.plan(for: machine, layout: layout, names: names), completion: completion,
      internalEvents: internalEvents, bounds: bounds, shape: Shape.decide(needs), deferred: Array(deferred),
      hostEvents: machine.events.indices.map { ID($0) }.filter { !machine[$0].isInternal },
      startsWithoutCalls: CallFreeStart.holds(for: machine, layout: layout, parts: parts),
      passed: passedStates(of: layout, parts))
  }

  private static func passedStates(of layout: StateLayout, _ parts: [PartContext]) -> IDSet<State> {
    parts.reduce(into: layout.passed) { passed, part in
      for state in part.context.layout.passed { passed.insert(ID(state.index + part.part.place.states)) }
    }
  }

  /// Whether the machine or one of its parts has fields.
  var hasContext: Bool { !machine.fields.isEmpty || isComposed }
  /// Whether the machine or one of its parts makes calls.
  var hasCallbacks: Bool { !machine.callbacks.isEmpty || ownParts.contains(where: \.context.hasCallbacks) }
  /// Whether the machine or one of its parts has timers.
  var hasTimers: Bool { shape.hasTimers || !timedParts.isEmpty }
  /// The parts with timers.
  var timedParts: [PartContext] { ownParts.filter(\.context.hasTimers) }
  /// Whether timers or deferred events of the machine or of its parts may be pending.
  var canBePending: Bool { shape.hasTimers || shape.defers || !pendingParts.isEmpty }
  /// The parts of which timers or deferred events may be pending.
  var pendingParts: [PartContext] { ownParts.filter(\.context.canBePending) }
  /// The statements that count a microstep, if microsteps are counted.
  var countingMicrostep: [Statement] { shape.countsMicrosteps ? ["macrostep.count()"] : [] }
  /// The final states of a machine that isn't parallel itself, of which any ends it.
  var finals: [ID<State>] { machine.finals }
  /// Whether a value of the type `Swift.Duration` is used somewhere.
  var usesDurations: Bool {
    hasTimers || ownParts.contains(where: \.context.usesDurations) || machine.fields.contains { $0.type == .duration }
      || machine.events.contains { $0.parameters.contains { $0.type == .duration } }
      || machine.callbacks.contains { $0.parameters.contains { $0.type == .duration } }
  }

  /// The position in which the states outside of all regions start, in a machine that isn't parallel itself.
  var initialPosition: ID<State> {
    let planner = EntryPlanner(machine: machine, isFresh: true)
    var plan = planner.plan(in: Machine.root, to: [])
    var position = Machine.root
    while let node = plan.nodes.first {
      position = node.state
      if machine[position].isPosition { break }
      plan = planner.plan(in: node)
    }
    return position
  }

  /// The atomic state in which a machine without regions starts.
  var initialLeaf: ID<State> {
    EntryPlanner(machine: machine, isFresh: true).leaf(in: Machine.root)
  }

  /// Returns a field's type as code outside of the machine writes it.
  func type(of field: Field) -> String {
    ExpressionText(of: self, insideMachine: false).type(field.type)
  }
}

extension Machine {
  /// The final states of a machine that isn't parallel itself, of which any ends it.
  fileprivate var finals: [ID<State>] {
    self[Machine.root].isParallel ? [] : properChildren(of: Machine.root).filter { self[$0].isFinal }
  }
}

extension Field {
  /// Whether a host can't write the field after the start.
  var isProtected: Bool { isFixed || isPrivate }
}
