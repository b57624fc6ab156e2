import LifelineModel
import LifelineSource

/// Finds what is probably a mistake in a machine by looking at it, without running it: each finding is certain for
/// every run.
package enum StaticChecks {
  /// What there is to find in `machine`, in source order.
  package static func findings(in machine: Machine) -> [Diagnostic] {
    var findings = ConstantConditions(machine).find()
    findings += TransitionOrder(machine).find()
    findings += HiddenHandlers(machine).find()
    findings += OutrunTimers(machine).find()
    findings += IdleTransitions(machine).find()
    findings += UnusedParts(machine).find()
    findings += equalScenarios(of: machine)
    // What stands at an anchor is found once for every alias.
    var seen: Set<Place> = []
    return findings.filter { seen.insert(Place(code: $0.kind.code, location: $0.location)).inserted }
      .inSourceOrder()
  }

  private struct Place: Hashable {
    var code: String
    var location: SourceLocation
  }
}

extension Machine {
  /// A finding at a place of the spec, with lines that show more and second places.
  func finding(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, details: [String] = [],
    notes: [(message: String, range: SourceRange)] = []
  ) -> Diagnostic {
    Diagnostic(
      kind, message, at: SourceLocation(path: path, range: range), details: details,
      notes: notes.map { Diagnostic.Note($0.message, at: SourceLocation(path: path, range: $0.range)) })
  }
}

extension State {
  /// How messages call it.
  var title: String { path.isEmpty ? "the machine" : "`\(path)`" }
}
