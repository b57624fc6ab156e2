extension Array {
  /// Makes room for more elements at the end.
  ///
  /// From a quarter of a gibibyte on, an array grows by a quarter. It would otherwise grow to its double, and both copies are in
  /// memory for a moment.
  package mutating func makeRoom(for addedCount: Int) {
    guard count + addedCount > capacity, capacity * MemoryLayout<Element>.stride >= 1 << 28 else { return }
    reserveCapacity(Swift.max(count + addedCount, capacity + capacity / 4))
  }
}
