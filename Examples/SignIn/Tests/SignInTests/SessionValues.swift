@testable import SignIn

/// The tokens that the scenarios name. The language doesn't know the type, so the generated tests read them from here.
enum SessionValues {
  static let first = Token(text: "first")
  static let second = Token(text: "second")
  static let old = Token(text: "old")
}
