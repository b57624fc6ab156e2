import LifelineModel
import LifelineSource

/// Returns the diagnostics of actions that leave nothing open although they say so, or allow the same calls twice (L865).
func settledCalls(in machine: Machine) -> [Diagnostic] {
  var diagnostics: [Diagnostic] = []
  for site in machine.actionSites() {
    site.actions.forEachAction { action in
      guard case .open(let open, let range) = action, let message = settlement(of: open) else { return }
      diagnostics.append(machine.diagnostic(.settledCalls, message, at: range))
    }
  }
  return diagnostics
}

/// Returns what two alternatives have in common, and what to write instead; `nil` if each makes other calls.
private func settlement(of open: OpenCalls) -> String? {
  let count = Set(open.alternatives.map { calls in canonicalText(of: calls.map { .call($0) }) }).count
  return switch open.form {
  case .anyOrder where count == 1:
    "every order of these items makes the same calls, so `anyOrder` leaves nothing open; write the calls in a list, or "
      + "change an item"
  case .oneOf where count == 1:
    "all of these items make the same calls, so `oneOf` leaves nothing open; write one of them alone, or change an item"
  case .oneOf where count < open.alternatives.count:
    "two of these items make the same calls; delete one of them, or change it"
  case .anyOrder, .optional, .oneOf: nil
  }
}
