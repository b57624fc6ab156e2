import LifelineModel

/// A set of states of one machine, which lists them in document order.
package struct StateSet: Hashable, Sendable, Sequence {
  /// A bit per state of the machine, so that a wide configuration changes as fast as a narrow one. The number of
  /// words depends on the machine alone: equal sets are equal bit by bit.
  private var words: [UInt64]

  /// Creates the empty set of a machine with `count` states.
  package init(stateCount count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// Hashes the states that are there: few of a large machine's are active.
  package func hash(into hasher: inout Hasher) {
    for (place, word) in words.enumerated() where word != 0 {
      hasher.combine(place)
      hasher.combine(word)
    }
  }

  /// Whether `state` is in the set.
  package func contains(_ state: ID<State>) -> Bool {
    let word = state.index >> 6
    return word < words.count && words[word] & Self.bit(state) != 0
  }

  /// Whether there is no state in the set.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The states in document order.
  package func makeIterator() -> Iterator { Iterator(words) }

  /// Goes through a set.
  package struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var place = 0
    /// What is left of the word at `place`.
    private var rest: UInt64

    fileprivate init(_ words: [UInt64]) {
      self.words = words
      rest = words.first ?? 0
    }

    /// The next state.
    package mutating func next() -> ID<State>? {
      while rest == 0 {
        place += 1
        guard place < words.count else { return nil }
        rest = words[place]
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return ID(place << 6 + bit)
    }
  }

  /// The first state of the set whose index is in `range`: a state's descendants are such a range.
  package func first(in range: Range<Int>) -> ID<State>? {
    guard !range.isEmpty, range.lowerBound >> 6 < words.count else { return nil }
    var place = range.lowerBound >> 6
    var rest = words[place] & (~0 << UInt64(range.lowerBound & 63))
    while rest == 0 {
      place += 1
      guard place < words.count, place << 6 < range.upperBound else { return nil }
      rest = words[place]
    }
    let index = place << 6 + rest.trailingZeroBitCount
    return index < range.upperBound ? ID(index) : nil
  }

  /// The states of the set whose indices are in `range`, in document order.
  package func states(in range: Range<Int>) -> [ID<State>] {
    var result: [ID<State>] = []
    var next = first(in: range)
    while let state = next {
      result.append(state)
      next = first(in: state.index + 1..<Swift.max(range.upperBound, state.index + 1))
    }
    return result
  }

  /// Adds `state`; says whether it was missing.
  @discardableResult
  package mutating func insert(_ state: ID<State>) -> Bool {
    let word = state.index >> 6
    guard word < words.count, words[word] & Self.bit(state) == 0 else { return false }
    words[word] |= Self.bit(state)
    return true
  }

  /// Takes `state` out if it is there.
  package mutating func remove(_ state: ID<State>) {
    let word = state.index >> 6
    if word < words.count { words[word] &= ~Self.bit(state) }
  }

  /// Adds the states of `other`, a set of the same machine's.
  package mutating func formUnion(_ other: StateSet) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  /// Takes out the states of `other`, a set of the same machine's.
  package mutating func subtract(_ other: StateSet) {
    for place in words.indices { words[place] &= ~other.words[place] }
  }

  private static func bit(_ state: ID<State>) -> UInt64 { 1 << UInt64(state.index & 63) }
}
