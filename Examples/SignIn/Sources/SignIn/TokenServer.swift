/// A token that the server gives to a user who has signed in.
struct Token: Hashable, Sendable {
  var text: String
}

/// A token, and the time for which it is valid.
struct Grant: Sendable {
  var token: Token
  var lifetime: Duration
}

/// The error of a server that answers, but gives no token.
struct Refusal: Error {}

/// The requests that signing in needs. Another error than a `Refusal` means that the server can't be reached.
protocol TokenServer: Sendable {
  /// Returns a token for the code that the browser brought.
  func exchange(code: String) async throws -> Grant
  /// Returns a new token for an old one.
  func refresh(_ token: Token) async throws -> Grant
}
