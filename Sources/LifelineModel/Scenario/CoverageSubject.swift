/// What scenarios can cover of a machine.
package enum CoverageSubject: String, CaseIterable, Sendable {
  /// States that are active at some time.
  case states
  /// Transitions that are taken.
  case transitions
  /// Both outcomes of guards.
  case guards
  /// Callbacks that are made where an expectation looks at them.
  case callbacks
  /// Claims of sources that a scenario, a field or a callback cites.
  case claims
}
