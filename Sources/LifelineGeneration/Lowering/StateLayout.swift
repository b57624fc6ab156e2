import LifelineModel

/// Where the states of a machine are in generated code.
///
/// A machine without regions is always in exactly one state without children; everything else follows from that
/// one. With regions there is such a state in each of them, and outside of them one more.
struct StateLayout {
  /// A part of a machine that is in one of some states at any time, or in none: a region, or what is outside of
  /// all regions.
  struct Region {
    /// The state that is the region: a child of a parallel state, or the root.
    let root: ID<State>
    /// Where the region can be, in document order: states without children, and parallel states, whose children
    /// are regions of their own. While it is being entered or exited it can also be in a state with children;
    /// these are among the places only where that can be seen.
    fileprivate(set) var places: [ID<State>] = []
  }

  private let machine: Machine
  /// The regions in document order. A root with regions of its own stands in none of them.
  let regions: [Region]
  /// By state: the region in which it stands; `nil` for a root with regions and for history pseudo-states.
  let regionIndices: [Int?]
  /// By state: the places of its region that are in it, as a range of the region's places.
  let placeRanges: [Range<Int>]
  /// Whether states with children are among the places of regions.
  let tracksSteps: Bool
  /// Whether there are parallel states.
  let hasRegions: Bool
  /// By state: the first of the timer slots that its own timers use.
  private let firstSlots: [Int]
  /// By timer slot: the states that have a timer in it, in document order.
  private(set) var statesBySlot: [[ID<State>]] = []
  /// By state: the number of slots that its timers and those of the states in it use.
  private let slotCounts: [Int]

  init(_ machine: Machine) {
    self.machine = machine
    hasRegions = machine.states.contains(where: \.isParallel)
    tracksSteps = hasRegions && StepTracking.isNeeded(for: machine)
    var regions: [Region] = []
    var indices: [Int?] = []
    var ranges: [Range<Int>] = []
    for state in machine.states {
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
      let first = regions[index].places.count
      if state.isPlace || (tracksSteps && parent != nil) { regions[index].places.append(state.id) }
      ranges.append(first..<regions[index].places.count)
    }
    for state in machine.states.reversed() {
      guard let parent = state.parent, let index = indices[state.id.index], indices[parent.index] == index
      else { continue }
      let end = max(ranges[parent.index].upperBound, ranges[state.id.index].upperBound)
      ranges[parent.index] = ranges[parent.index].lowerBound..<end
    }
    self.regions = regions
    regionIndices = indices
    placeRanges = ranges

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
    // By state: the slot for the next of its regions.
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

  /// The states without children of a machine without regions, in document order: the cases of `State`.
  var leaves: [ID<State>] { whole?.places ?? [] }

  /// The regions that `state` opens or that stand in it at any depth.
  func regions(inside state: ID<State>) -> Range<Int> {
    let first = firstRegion(from: state.index + 1)
    return first..<firstRegion(from: max(state.index + 1, machine[state].subtreeEnd))
  }

  /// The first region whose state is the one at `index` or comes behind it.
  private func firstRegion(from index: Int) -> Int {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].root.index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where the region of `state` can rest while `state` is active: no state with children but parallel ones.
  func restingPlaces(of state: ID<State>) -> [ID<State>] {
    guard let region = regionIndices[state.index] else { return [] }
    let places = regions[region].places[placeRanges[state.index]]
    return tracksSteps ? places.filter { machine[$0].isPlace } : Array(places)
  }

  // MARK: - Timers

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
    slots(of: state).upperBound..<firstSlots[state.index] + slotCounts[state.index]
  }

  // MARK: - The tree

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
}

extension State {
  /// Whether a region can be in it as long as it likes: nothing stands in it, or regions of their own do.
  var isPlace: Bool { isAtomic || isParallel }
}
