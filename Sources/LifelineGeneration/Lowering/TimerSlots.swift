import LifelineModel

/// The slots of timers. States that can be active together use different slots, in document order.
struct TimerSlots {
  /// The slots of each state's own timers.
  private let ownRanges: [Range<Int>]
  /// The slots of the timers of each state's descendants.
  private let innerRanges: [Range<Int>]
  /// The states that have a timer in each slot, in document order.
  let states: [[ID<State>]]

  /// Returns the slots of a machine's timers.
  static func assign(to machine: Machine) -> TimerSlots {
    let counts = descendantCounts(in: machine)
    var own: [Range<Int>] = []
    // The first slot that each state's next child can use.
    var next: [Int] = []
    for state in machine.states {
      let first = state.parent.map { next[$0.index] } ?? 0
      let slots = first..<first + state.timers.count
      own.append(slots)
      next.append(slots.upperBound)
      if let parent = state.parent, machine[parent].isParallel {
        next[parent.index] = slots.upperBound + counts[state.id.index]
      }
    }
    let inner = zip(own, counts).map { $0.upperBound..<$0.upperBound + $1 }
    var states = [[ID<State>]](repeating: [], count: inner[Machine.root.index].upperBound)
    for state in machine.states {
      for slot in own[state.id.index] { states[slot].append(state.id) }
    }
    return TimerSlots(ownRanges: own, innerRanges: inner, states: states)
  }

  /// Returns the number of slots that the descendants of each state need.
  private static func descendantCounts(in machine: Machine) -> [Int] {
    var counts = [Int](repeating: 0, count: machine.states.count)
    for state in machine.states.reversed() {
      guard let parent = state.parent else { continue }
      let count = state.timers.count + counts[state.id.index]
      let others = counts[parent.index]
      counts[parent.index] = machine[parent].isParallel ? others + count : max(others, count)
    }
    return counts
  }

  /// The greatest number of timers that are armed at one time.
  var count: Int { states.count }

  /// Returns the slots of a state's own timers.
  func of(_ state: ID<State>) -> Range<Int> { ownRanges[state.index] }

  /// Returns the slots of the timers of a state's descendants.
  func inside(_ state: ID<State>) -> Range<Int> { innerRanges[state.index] }
}
