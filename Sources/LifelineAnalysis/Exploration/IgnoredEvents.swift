import LifelineEngine
import LifelineModel

/// The events that the machine ignores in each explored node, at least with some arguments and facts.
///
/// An exploration has no edges for them, but a log may show that the host has sent one.
struct IgnoredEvents: Sendable {
  private let width: Int
  /// For each node one bit for each event.
  private var words: [UInt] = []

  /// The number of words that the table takes.
  var wordCount: Int { words.count }

  init(eventCount: Int) { width = (eventCount + UInt.bitWidth - 1) / UInt.bitWidth }

  /// Adds the next node.
  /// - Parameters:
  ///   - isRunning: Whether the machine has started. Before, it takes no events.
  ///   - tried: The events that the machine may not ignore.
  mutating func addNode(isRunning: Bool, except tried: [Int]) {
    let start = words.count
    words.makeRoom(for: width)
    words += repeatElement(isRunning ? .max : 0, count: width)
    for event in tried { words[start + event / UInt.bitWidth] &= ~(1 << UInt(event % UInt.bitWidth)) }
  }

  /// Takes note that an event is ignored in a node that was added.
  mutating func note(_ event: Int, in node: Int) {
    words[node * width + event / UInt.bitWidth] |= 1 << UInt(event % UInt.bitWidth)
  }

  /// Returns whether an event may be ignored in a node; no event is in one that wasn't explored.
  func contains(_ event: ID<Event>, in node: Int) -> Bool {
    let index = node * width + event.index / UInt.bitWidth
    return index < words.count && words[index] & 1 << UInt(event.index % UInt.bitWidth) != 0
  }
}
