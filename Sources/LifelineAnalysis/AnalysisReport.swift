import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The results of the static checks and of the exploration of a machine.
package struct AnalysisReport: Sendable {
  /// The diagnostics of the static checks and of the exploration, in source order.
  package var diagnostics: [Diagnostic]
  /// Whether the exploration shows what can't be reached.
  package var isComplete: Bool
  /// The verdicts on the machine; `nil` if the machine wasn't explored.
  package var proof: Proof?
  /// The exploration, if the caller asked for it.
  package var exploration: Exploration?
}

/// Checks a machine statically, explores it, and checks what the exploration reaches.
/// - Parameters:
///   - limit: The number of configurations after which the exploration ends; none of them are explored if it is zero.
///   - known: The diagnostics that reading the spec has reported.
///   - keepsExploration: Whether the report contains the exploration.
///   - forms: The forms in which diagnostics show the runs that they are about, besides their lines.
///   - observe: A function that is called now and then with the number of configurations so far.
///   - isWanted: Returns whether somebody still wants the report. If not, the exploration ends, and everything that follows from it.
package func analyze(
  _ machine: Machine, limit: Int = Exploration.standardLimit, besides known: [Diagnostic] = [],
  keepingExploration keepsExploration: Bool = false, showingCounterexamples forms: CounterexampleForms = [],
  observing observe: ((Int) -> Void)? = nil, whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
) -> AnalysisReport {
  let diagnostics = checkStatically(machine)
  guard limit > 0, isWanted() else { return AnalysisReport(diagnostics: diagnostics, isComplete: false) }
  let exploration = explore(
    MachineIndex.build(for: machine), limit: limit, observing: observe, whileWanted: isWanted)
  guard isWanted() else { return AnalysisReport(diagnostics: diagnostics, isComplete: false) }
  let evidence = Evidence.collect(from: exploration, showing: forms, whileWanted: isWanted)
  guard isWanted() else { return AnalysisReport(diagnostics: diagnostics, isComplete: false) }
  let proof = evidence.proof
  let reached = checkReachability(in: evidence, besides: known + diagnostics, whileWanted: isWanted)
  let unexplored = (exploration.unexploredPart.map { [$0] } ?? []) + proof.reasons
  return AnalysisReport(
    diagnostics: (diagnostics + reached + unexplored).inSourceOrder(),
    isComplete: exploration.isComplete && !reached.contains { $0.kind == .unexploredPart }, proof: proof,
    exploration: keepsExploration ? exploration : nil)
}

/// Explores a machine, and reports only the errors that this shows, such as a call that is made too early.
/// - Parameters:
///   - limit: The number of configurations after which the exploration ends; none of them are explored if it is zero.
///   - reportsUnexploredParts: Whether to report each thing that was left unproved. Otherwise one warning says that there are
///     some.
///   - keepsExploration: Whether the report contains the exploration.
///   - forms: The forms in which diagnostics show the runs that they are about, besides their lines.
///   - observe: A function that is called now and then with the number of configurations so far.
package func findReachableErrors(
  in machine: Machine, limit: Int, reportingUnexploredParts reportsUnexploredParts: Bool = false,
  keepingExploration keepsExploration: Bool = false, showingCounterexamples forms: CounterexampleForms = [],
  observing observe: ((Int) -> Void)? = nil
) -> AnalysisReport {
  guard limit > 0 else { return AnalysisReport(diagnostics: [], isComplete: false) }
  let exploration = explore(MachineIndex.build(for: machine), limit: limit, observing: observe)
  let evidence = Evidence.collect(from: exploration, showing: forms)
  let proof = evidence.proof
  let found =
    evidence.certain.diagnostics + (exploration.unexploredPart.map { [$0] } ?? []) + proof.reasons
  var diagnostics = found.filter {
    $0.severity == .error || (reportsUnexploredParts && $0.kind == .unexploredPart)
  }
  if !reportsUnexploredParts, let open = proof.openSentence {
    diagnostics.append(machine.diagnostic(.unexploredPart, open, at: machine.nameRange))
  }
  return AnalysisReport(
    diagnostics: diagnostics.inSourceOrder(), isComplete: exploration.isComplete, proof: proof,
    exploration: keepsExploration ? exploration : nil)
}
