/// An edge as indices; below zero if there is no target or no outcome for parts.
struct FlatEdge: Sendable {
  var source: Int32
  var stimulus: Int32
  var target: Int32
  var trace: Int32
  var partTrace: Int32
}

/// Edges in the order in which they were added.
///
/// They take most of the memory of an exploration, so they are kept in pieces: an array that grows is copied, and both copies are in
/// memory for a moment.
struct EdgeTable: RandomAccessCollection, Sendable {
  private static let pieceBits = 16

  /// The pieces that are full.
  private var pieces: [[FlatEdge]] = []
  private var last: [FlatEdge] = []

  var startIndex: Int { 0 }
  var endIndex: Int { pieces.count << Self.pieceBits + last.count }
  // Without optimization, the count of a collection takes long.
  var count: Int { endIndex }

  subscript(index: Int) -> FlatEdge {
    let (piece, position) = (index >> Self.pieceBits, index & (1 << Self.pieceBits - 1))
    return piece < pieces.count ? pieces[piece][position] : last[position]
  }

  mutating func append(_ edge: FlatEdge) {
    if last.count == 1 << Self.pieceBits {
      pieces.append(last)
      last = []
      last.reserveCapacity(1 << Self.pieceBits)
    }
    last.append(edge)
  }
}
