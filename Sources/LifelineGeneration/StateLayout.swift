import LifelineModel

/// Where the states of a machine without regions and history are in generated code.
///
/// Such a machine is always in exactly one state without children; everything else follows from that one.
struct StateLayout {
  private let machine: Machine
  /// The states without children, in document order: the cases of `State`.
  let leaves: [ID<State>]
  /// By state: the place of its first leaf among `leaves`, and the place behind its last.
  let leafRanges: [Range<Int>]
  /// By state: the first of the timer slots that its own timers use.
  private let firstSlots: [Int]
  /// By timer slot: the states that have a timer in it, in document order.
  private(set) var statesBySlot: [[ID<State>]] = []
  /// By state: the number of slots that it, the states around it and the states in it use.
  private let slotCounts: [Int]

  init(_ machine: Machine) {
    self.machine = machine
    var leaves: [ID<State>] = []
    var starts: [Int] = []
    var firstSlots: [Int] = []
    for state in machine.states {
      starts.append(leaves.count)
      if state.isAtomic { leaves.append(state.id) }
      let around = state.parent.map { firstSlots[$0.index] + machine[$0].timers.count } ?? 0
      firstSlots.append(around)
    }
    starts.append(leaves.count)
    var slotCounts = machine.states.map { firstSlots[$0.id.index] + $0.timers.count }
    for state in machine.states.reversed() {
      guard let parent = state.parent else { continue }
      slotCounts[parent.index] = max(slotCounts[parent.index], slotCounts[state.id.index])
    }
    self.leaves = leaves
    self.firstSlots = firstSlots
    self.slotCounts = slotCounts
    leafRanges = machine.states.map { starts[$0.id.index]..<starts[$0.subtreeEnd] }
    statesBySlot = [[ID<State>]](repeating: [], count: slotCount)
    for state in machine.states {
      for slot in slots(of: state.id) { statesBySlot[slot].append(state.id) }
    }
  }

  /// The most timers that can be armed at one time.
  var slotCount: Int { slotCounts[Machine.root.index] }

  /// The slots that a state's own timers use. States that can be active together use different ones, and
  /// in the order of the slots the timers are in document order.
  func slots(of state: ID<State>) -> Range<Int> {
    let first = firstSlots[state.index]
    return first..<first + machine[state].timers.count
  }

  /// The slots that timers of the states in `state` use.
  func slots(inside state: ID<State>) -> Range<Int> {
    slots(of: state).upperBound..<slotCounts[state.index]
  }

  /// The states from `state` outward up to, and without, `end`; without `end`, to the root.
  func path(from state: ID<State>, upTo end: ID<State>?) -> [ID<State>] {
    var result: [ID<State>] = []
    var next: ID<State>? = state
    while let state = next, state != end {
      result.append(state)
      next = machine[state].parent
    }
    return result
  }

  /// The states that are entered, in order, on the way from inside `domain` to `target` and on to the leaf
  /// where one ends up, each with whether its `initial` is used.
  ///
  /// Without a domain the root itself is entered: the machine starts.
  func entries(to target: ID<State>, inside domain: ID<State>?) -> [(state: ID<State>, usesInitial: Bool)] {
    var result: [(state: ID<State>, usesInitial: Bool)] = []
    var domain = domain
    var next: ID<State>? = target
    while let target = next {
      next = nil
      for state in path(from: target, upTo: domain).reversed() { result.append((state, false)) }
      if case .compound(let initial) = machine[target].kind {
        if !result.isEmpty { result[result.count - 1].usesInitial = true }
        domain = target
        next = initial.targets.first
      }
    }
    return result
  }

  /// The leaf where one ends up on the way to `target`.
  func leaf(of target: ID<State>) -> ID<State> {
    var state = target
    while case .compound(let initial) = machine[state].kind, let next = initial.targets.first { state = next }
    return state
  }

  /// The place of a state without children among the leaves.
  func leafIndex(_ leaf: ID<State>) -> Int { leafRanges[leaf.index].lowerBound }
}
