/// The frameworks that generated tests can use.
package enum TestFramework: String, CaseIterable, Sendable {
  case xctest
  case swiftTesting = "swift-testing"
}

/// A type of the user's that tests compare with the scenarios, in place of the generated machine.
package struct TestSubject: Hashable, Sendable {
  /// The name of the type.
  package var type: String
  /// Whether the tests wait for calls that come later or from other threads.
  package var isAsync: Bool

  package init(type: String, isAsync: Bool = false) {
    self.type = type
    self.isAsync = isAsync
  }
}
