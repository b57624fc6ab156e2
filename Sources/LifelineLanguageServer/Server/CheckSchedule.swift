/// The checks of the documents, or their explorations: at most one of each document runs, and behind it, at most the newest
/// one waits.
struct CheckSchedule<Order> {
  private var running: Set<String> = []
  private var waiting: [String: Order] = [:]

  /// Adds an order for a document, which replaces one that waits.
  /// - Returns: The order, if it can start now.
  mutating func add(_ order: Order, of uri: String) -> Order? {
    if running.insert(uri).inserted { return order }
    waiting[uri] = order
    return nil
  }

  /// Removes the order for a document that waits.
  mutating func abandon(_ uri: String) { waiting[uri] = nil }

  /// Takes note that what runs for a document has ended.
  /// - Returns: The order that can start now.
  mutating func end(_ uri: String) -> Order? {
    if let next = waiting.removeValue(forKey: uri) { return next }
    running.remove(uri)
    return nil
  }
}
