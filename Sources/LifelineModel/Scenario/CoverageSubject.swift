/// A kind of part of a machine that scenarios can cover.
package enum CoverageSubject: String, CaseIterable, Sendable {
  /// States that become active.
  case states
  /// Transitions that are taken.
  case transitions
  /// Both outcomes of guards.
  case guards
  /// Callbacks that are called where a scenario observes them.
  case callbacks
  /// Answers to questions, and calls between two others, where a scenario observes them.
  case promises
  /// Claims of sources that a scenario, a field or a callback cites.
  case claims
}
