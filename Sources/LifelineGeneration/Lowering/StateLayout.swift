import LifelineModel

/// The positions that generated code stores for the states of a machine.
///
/// A machine without regions is in exactly one atomic state at any time; everything else follows from that state. With
/// regions, there is such a state in each active region, and one outside of all regions.
struct StateLayout {
  /// A part of a machine that is in one position at any time, or inactive: a region, or the states outside of all regions.
  struct Region {
    /// The state that is the region: a child of a parallel state, or the root.
    let root: ID<State>
    /// The positions of the region in document order: atomic states, and parallel states, whose children are regions of
    /// their own. Compound states are positions only if something can see that the region is in them while it is entered or
    /// exited.
    fileprivate(set) var positions: [ID<State>] = []
  }

  private let machine: Machine
  /// The regions in document order. A parallel root is in none of them.
  let regions: [Region]
  /// The index of each state's region; `nil` for a parallel root and for history pseudo-states.
  let regionIndices: [Int?]
  /// The number of regions whose states come before each state in document order, and of all regions at the end.
  private let regionCounts: [Int]
  /// The positions inside each state, as a range of the positions of its region.
  let positionRanges: [Range<Int>]
  /// Whether compound states are positions.
  let tracksSteps: Bool
  /// Whether there are parallel states.
  let hasRegions: Bool
  /// The first timer slot of each state's own timers.
  private let firstSlots: [Int]
  /// The states that have a timer in each slot, in document order.
  private(set) var statesBySlot: [[ID<State>]] = []
  /// The number of slots that the timers of each state and its descendants use.
  private let slotCounts: [Int]

  init(_ machine: Machine) {
    self.machine = machine
    hasRegions = machine.states.contains(where: \.isParallel)
    tracksSteps = hasRegions && StepTracking.isNeeded(for: machine)
    var regions: [Region] = []
    var indices: [Int?] = []
    var regionCounts: [Int] = []
    var ranges: [Range<Int>] = []
    for state in machine.states {
      regionCounts.append(regions.count)
      let parent = state.parent.map { machine[$0] }
      var index: Int?
      if !state.isHistory, !(parent == nil && state.isParallel) {
        if let parent, !parent.isParallel {
          index = indices[parent.id.index]
        } else {
          index = regions.count
          regions.append(Region(root: state.id))
        }
      }
      indices.append(index)
      guard let index else {
        ranges.append(0..<0)
        continue
      }
      let first = regions[index].positions.count
      if state.isPosition || (tracksSteps && parent != nil) { regions[index].positions.append(state.id) }
      ranges.append(first..<regions[index].positions.count)
    }
    for state in machine.states.reversed() {
      guard let parent = state.parent, let index = indices[state.id.index], indices[parent.index] == index
      else { continue }
      let end = max(ranges[parent.index].upperBound, ranges[state.id.index].upperBound)
      ranges[parent.index] = ranges[parent.index].lowerBound..<end
    }
    self.regions = regions
    self.regionCounts = regionCounts + [regions.count]
    regionIndices = indices
    positionRanges = ranges

    var counts = machine.states.map { $0.timers.count }
    var inside = [Int](repeating: 0, count: counts.count)
    for state in machine.states.reversed() {
      counts[state.id.index] += inside[state.id.index]
      guard let parent = state.parent else { continue }
      let count = counts[state.id.index]
      inside[parent.index] =
        machine[parent].isParallel ? inside[parent.index] + count : max(inside[parent.index], count)
    }
    var firsts: [Int] = []
    // The slot for each state's next region.
    var nexts: [Int] = []
    for state in machine.states {
      let first = state.parent.map { nexts[$0.index] } ?? 0
      if let parent = state.parent, machine[parent].isParallel { nexts[parent.index] += counts[state.id.index] }
      firsts.append(first)
      nexts.append(first + state.timers.count)
    }
    firstSlots = firsts
    slotCounts = counts
    statesBySlot = [[ID<State>]](repeating: [], count: slotCount)
    for state in machine.states {
      for slot in slots(of: state.id) { statesBySlot[slot].append(state.id) }
    }
  }

  // MARK: - Regions

  /// The region of a machine without regions.
  private var whole: Region? { hasRegions ? nil : regions.first }

  /// The atomic states of a machine without regions, in document order: the cases of `State`.
  var leaves: [ID<State>] { whole?.positions ?? [] }

  /// Returns the regions among the descendants of `state`.
  func regions(inside state: ID<State>) -> Range<Int> {
    let first = state.index + 1
    return regionCounts[first]..<regionCounts[max(first, machine[state].subtreeEnd)]
  }

  /// Returns the positions in which the region of `state` can stay while `state` is active: no compound states.
  func restingPositions(of state: ID<State>) -> [ID<State>] {
    guard let region = regionIndices[state.index] else { return [] }
    let positions = regions[region].positions[positionRanges[state.index]]
    return tracksSteps ? positions.filter { machine[$0].isPosition } : Array(positions)
  }

  // MARK: - Timers

  /// The greatest number of timers that are armed at one time.
  var slotCount: Int { slotCounts[Machine.root.index] }

  /// Returns the slots of a state's own timers. States that can be active together use different slots, in document order.
  func slots(of state: ID<State>) -> Range<Int> {
    let first = firstSlots[state.index]
    return first..<first + machine[state].timers.count
  }

  /// Returns the slots of the timers of a state's descendants.
  func slots(inside state: ID<State>) -> Range<Int> {
    slots(of: state).upperBound..<firstSlots[state.index] + slotCounts[state.index]
  }

  // MARK: - The tree

  /// Returns `state` and its ancestors up to `end`, which isn't included, or to the root if `end` is `nil`.
  func path(from state: ID<State>, upTo end: ID<State>?) -> [ID<State>] {
    var result: [ID<State>] = []
    var next: ID<State>? = state
    while let state = next, state != end {
      result.append(state)
      next = machine[state].parent
    }
    return result
  }
}

extension State {
  /// Whether a region can stay in the state: it is atomic or parallel.
  var isPosition: Bool { isAtomic || isParallel }
}
