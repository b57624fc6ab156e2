/// The checks of the documents: at most one of each runs, and behind it, at most the newest one waits.
struct CheckSchedule {
  private var running: Set<String> = []
  private var waiting: [String: CheckOrder] = [:]

  /// Adds a check, which replaces one that waits.
  /// - Returns: The check, if it can start now.
  mutating func add(_ order: CheckOrder) -> CheckOrder? {
    if running.insert(order.uri).inserted { return order }
    waiting[order.uri] = order
    return nil
  }

  /// Removes the check of a document that waits.
  mutating func abandon(_ uri: String) { waiting[uri] = nil }

  /// Takes note that the check of a document has ended.
  /// - Returns: The check that can start now.
  mutating func end(_ uri: String) -> CheckOrder? {
    if let next = waiting.removeValue(forKey: uri) { return next }
    running.remove(uri)
    return nil
  }
}
