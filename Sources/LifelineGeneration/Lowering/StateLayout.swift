import LifelineModel

/// The regions and timer slots in which generated code stores the active states and the timers.
///
/// A machine without regions stores its active atomic state, from which everything else follows. A machine with regions
/// stores a position for each of them, and one for the states outside of all regions.
struct StateLayout {
  /// A part of a machine that is in one of several states at any time, or in none: a region, or the states outside of
  /// all regions.
  struct Region {
    /// The state that is the region: a child of a parallel state, or the root.
    let root: ID<State>
    /// The positions of the region, in document order: its atomic states, and its parallel states, whose children are
    /// regions of their own. While a region is entered or exited, it can also be in a compound state; these states are
    /// positions only if a condition can observe that (see `tracksSteps`).
    fileprivate(set) var places: [ID<State>] = []
  }

  private let machine: Machine
  /// The regions in document order. A parallel root is in none of them.
  let regions: [Region]
  /// The index of each state's region; `nil` for a parallel root and for history pseudo-states.
  let regionIndices: [Int?]
  /// The positions of its region that are inside each state, as a range of indices of the region's positions.
  let placeRanges: [Range<Int>]
  /// Whether compound states are among the positions of regions.
  let tracksSteps: Bool
  /// Whether there are parallel states.
  let hasRegions: Bool
  /// The first of the timer slots that each state's own timers use.
  private let firstSlots: [Int]
  /// The states that have a timer in each timer slot, in document order.
  private(set) var statesBySlot: [[ID<State>]] = []
  /// The number of slots that the timers of each state and of its descendants use.
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
    // The first free slot for the next region of each state.
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
  var leaves: [ID<State>] { whole?.places ?? [] }

  /// Returns the indices of the regions inside `state`, at any depth.
  func regions(inside state: ID<State>) -> Range<Int> {
    let first = firstRegion(from: state.index + 1)
    return first..<firstRegion(from: max(state.index + 1, machine[state].subtreeEnd))
  }

  /// Returns the index of the first region whose state is the one at `index` or a later one.
  private func firstRegion(from index: Int) -> Int {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].root.index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the positions inside `state` that its region can have between two microsteps: no compound states.
  func restingPlaces(of state: ID<State>) -> [ID<State>] {
    guard let region = regionIndices[state.index] else { return [] }
    let places = regions[region].places[placeRanges[state.index]]
    return tracksSteps ? places.filter { machine[$0].isPlace } : Array(places)
  }

  // MARK: - Timers

  /// The greatest number of timers that can be armed at the same time.
  var slotCount: Int { slotCounts[Machine.root.index] }

  /// Returns the slots that a state's own timers use. States that can be active together use different slots, and the
  /// order of the slots is the document order of their timers.
  func slots(of state: ID<State>) -> Range<Int> {
    let first = firstSlots[state.index]
    return first..<first + machine[state].timers.count
  }

  /// Returns the slots that the timers of the descendants of `state` use.
  func slots(inside state: ID<State>) -> Range<Int> {
    slots(of: state).upperBound..<firstSlots[state.index] + slotCounts[state.index]
  }

  // MARK: - The tree

  /// Returns the states from `state` outward up to, but not including, `end`, or to the root if there's no `end`.
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
  /// Whether a region can be in the state between two microsteps: the state is atomic or parallel.
  var isPlace: Bool { isAtomic || isParallel }
}
