/// The isolations that generated classes and delegates can have.
package enum Isolation: String, CaseIterable, Sendable {
  case mainActor = "MainActor"
}
