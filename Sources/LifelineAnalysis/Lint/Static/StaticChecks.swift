import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the diagnostics of probable mistakes that are visible in the machine without running it, in source order.
///
/// Each of them applies to every run.
package func checkStatically(_ machine: Machine) -> [Diagnostic] {
  let diagnostics =
    constantConditions(in: machine) + overlappingGuards(in: machine) + shadowedTransitions(in: machine)
    + preemptedTimers(in: machine) + redundantTransitionParts(in: machine) + unusedParameters(in: machine)
    + unusedCases(in: machine) + duplicateScenarios(in: machine) + uncalledAnswers(in: machine)
    + settledCalls(in: machine) + uncomparedArguments(in: machine)
  // An anchor is checked once for every alias; its diagnostics are reported once.
  var seen: Set<Diagnostic.Identity> = []
  return diagnostics.filter { seen.insert($0.identity).inserted }.inSourceOrder()
}

extension Diagnostic {
  fileprivate struct Identity: Hashable {
    var kind: DiagnosticKind
    var location: SourceLocation
  }

  fileprivate var identity: Identity { Identity(kind: kind, location: location) }
}

extension Machine {
  /// Creates a diagnostic at a range of the spec.
  /// - Parameters:
  ///   - details: Lines that are shown below the excerpt.
  ///   - notes: Other ranges of the spec that matter, with messages.
  ///   - part: The part in whose spec the range is; `nil` for the machine's own.
  ///   - located: Notes about other files.
  ///   - exhibit: A run that shows the mistake.
  func diagnostic(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, details: [String] = [],
    notes: [(message: String, range: SourceRange)] = [], in part: ID<Part>? = nil,
    located: [Diagnostic.Note] = [], showing exhibit: CounterexampleExhibit? = nil
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      kind, message, at: SourceLocation(path: self.path(of: part), range: range), details: details,
      notes: notes.map { Diagnostic.Note($0.message, at: SourceLocation(path: path, range: $0.range)) } + located)
    diagnostic.lifeLine = exhibit?.picture
    diagnostic.counterexample = exhibit?.steps
    return diagnostic
  }

  /// Returns the place of a call, in the file of the part that makes it.
  func location(of call: Reaction.MadeCall) -> SourceLocation {
    SourceLocation(path: self.path(of: part(of: call.callback)), range: call.range)
  }

  /// The name of a state in messages.
  func title(_ state: ID<State>) -> String {
    let path = states[state.index].path
    return path.isEmpty ? "the machine" : "`\(path)`"
  }
}
