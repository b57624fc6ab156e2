import LifelineModel

/// A set of states in document order.
public struct StateSet: Hashable, Sendable {
  /// The states, in document order.
  public private(set) var states: [ID<State>] = []

  /// Creates the empty set.
  public init() {}

  /// Whether `state` is in the set.
  public func contains(_ state: ID<State>) -> Bool {
    let place = firstPlace(atOrAfter: state.index)
    return place < states.count && states[place] == state
  }

  /// The states of the set whose indices are in `range`: a state's descendants are such a range.
  func states(in range: Range<Int>) -> ArraySlice<ID<State>> {
    states[firstPlace(atOrAfter: range.lowerBound)..<firstPlace(atOrAfter: range.upperBound)]
  }

  /// Adds `state`; says whether it was missing.
  @discardableResult
  mutating func insert(_ state: ID<State>) -> Bool {
    let place = firstPlace(atOrAfter: state.index)
    if place < states.count, states[place] == state { return false }
    states.insert(state, at: place)
    return true
  }

  /// Takes `state` out if it is there.
  mutating func remove(_ state: ID<State>) {
    let place = firstPlace(atOrAfter: state.index)
    if place < states.count, states[place] == state { states.remove(at: place) }
  }

  private func firstPlace(atOrAfter index: Int) -> Int {
    if let last = states.last, last.index < index { return states.count }
    var low = 0
    var high = states.count
    while low < high {
      let middle = (low + high) / 2
      if states[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
