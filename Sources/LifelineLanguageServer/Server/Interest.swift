/// The answers that the client still wants, which change while requests wait and checks run.
struct Interest: Sendable {
  private var cancelled: Set<String> = []
  private var wanted: [String: Int] = [:]

  /// The number of cancellations that are kept.
  static let cancellationLimit = 1_000

  /// Takes note that the client has cancelled a request, which may not have arrived yet.
  mutating func cancel(_ id: String) {
    // Some are of requests that were answered already, and would stay for ever.
    if cancelled.count == Self.cancellationLimit { cancelled = [] }
    cancelled.insert(id)
  }

  /// Returns whether a request was cancelled, and forgets it.
  mutating func takeCancellation(of id: String) -> Bool { cancelled.remove(id) != nil }

  /// Makes a check the only wanted one of its document.
  mutating func want(check number: Int, of uri: String) { wanted[uri] = number }

  /// Makes every check of a document an unwanted one.
  mutating func wantNoCheck(of uri: String) { wanted[uri] = nil }

  func wants(check number: Int, of uri: String) -> Bool { wanted[uri] == number }
}
