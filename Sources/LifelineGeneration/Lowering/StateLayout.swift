import LifelineModel

/// The positions that generated code stores for the states of a machine.
///
/// A machine without regions is in exactly one atomic state at any time; everything else follows from that state. With
/// regions, there is such a state in each active region, and one outside of all regions.
struct StateLayout {
  /// A part of a machine that is in one position at any time, or inactive: a region, or the states outside of all
  /// regions.
  struct Region {
    /// The state that is the region: a child of a parallel state, or the root.
    let root: ID<State>
    /// The positions of the region in document order: atomic states, and parallel states, whose children are regions of
    /// their own. Compound states are positions only if something can see that the region is in them while it is
    /// entered or exited.
    let positions: [ID<State>]
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
  /// The slots of timers.
  let timerSlots: TimerSlots
  /// The atomic states that the machine only passes. They are no positions.
  let passed: IDSet<State>

  /// Returns the layout of a machine.
  static func compute(for machine: Machine) -> StateLayout {
    let hasRegions = machine.states.contains(where: \.isParallel)
    let tracksSteps = hasRegions && StepTracking.isNeeded(for: machine)
    let (roots, indices) = findRegions(in: machine)
    let passed = PassedStates.find(in: machine)
    let (positions, ranges) = findPositions(
      in: machine, regionIndices: indices, tracksSteps: tracksSteps, without: passed)
    return StateLayout(
      machine: machine, regions: zip(roots, positions).map { Region(root: $0, positions: $1) },
      regionIndices: indices, regionCounts: countRegions(with: roots, in: machine), positionRanges: ranges,
      tracksSteps: tracksSteps, hasRegions: hasRegions, timerSlots: TimerSlots.assign(to: machine),
      passed: passed)
  }

  /// Returns the root of each region, and the index of each state's region.
  private static func findRegions(in machine: Machine) -> (roots: [ID<State>], indices: [Int?]) {
    var roots: [ID<State>] = []
    var indices: [Int?] = []
    for state in machine.states {
      let parent = state.parent.map { machine[$0] }
      if state.isHistory || (parent == nil && state.isParallel) {
        indices.append(nil)
      } else if let parent, !parent.isParallel {
        indices.append(indices[parent.id.index])
      } else {
        indices.append(roots.count)
        roots.append(state.id)
      }
    }
    return (roots, indices)
  }

  /// Returns the number of regions whose roots come before each state, and of all regions at the end.
  private static func countRegions(with roots: [ID<State>], in machine: Machine) -> [Int] {
    let roots = IDSet(roots)
    return machine.states.reduce(into: [0]) { counts, state in
      counts.append(counts[state.id.index] + (roots.contains(state.id) ? 1 : 0))
    }
  }

  /// Returns the positions of each region, and the range of those that are inside each state.
  private static func findPositions(
    in machine: Machine, regionIndices: [Int?], tracksSteps: Bool, without passed: IDSet<State>
  ) -> (positions: [[ID<State>]], ranges: [Range<Int>]) {
    let regionCount = (regionIndices.compactMap { $0 }.max() ?? -1) + 1
    var positions = [[ID<State>]](repeating: [], count: regionCount)
    var ranges: [Range<Int>] = []
    for state in machine.states {
      guard let region = regionIndices[state.id.index] else {
        ranges.append(0..<0)
        continue
      }
      let first = positions[region].count
      let isPosition = state.isPosition && !passed.contains(state.id)
      if isPosition || (tracksSteps && state.parent != nil) { positions[region].append(state.id) }
      ranges.append(first..<positions[region].count)
    }
    // A state's range includes the ranges of its descendants in the same region.
    for state in machine.states.reversed() {
      guard let parent = state.parent, let region = regionIndices[state.id.index], regionIndices[parent.index] == region
      else { continue }
      let end = max(ranges[parent.index].upperBound, ranges[state.id.index].upperBound)
      ranges[parent.index] = ranges[parent.index].lowerBound..<end
    }
    return (positions, ranges)
  }

  // MARK: - Regions

  /// The region of a machine without regions.
  private var whole: Region? { hasRegions ? nil : regions.first }

  /// The atomic states of a machine without regions, in document order: the cases of `State`.
  var leaves: [ID<State>] { whole?.positions ?? [] }

  /// Returns whether a state has a case in `AnyState`.
  func isNamed(_ state: State) -> Bool { state.parent != nil && !state.isHistory && !passed.contains(state.id) }

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

  /// Returns a switch over the position of a region. It needs no default if the region is always active and each of its
  /// positions has a case.
  func switchOverPosition(ofRegion index: Int, _ cases: [Case], default other: Default = .nothing) -> Statement {
    let region = regions[index]
    let isExhaustive =
      !tracksSteps && region.root == Machine.root
      && cases.reduce(0) { $0 + $1.patterns.count } == region.positions.count
    return .switch(.position(index), cases, default: isExhaustive ? .none : other)
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
