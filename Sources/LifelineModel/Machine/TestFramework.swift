/// The frameworks that generated tests can use.
package enum TestFramework: String, CaseIterable, Sendable {
  case xctest
  case swiftTesting = "swift-testing"
}
