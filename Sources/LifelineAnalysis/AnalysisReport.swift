import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The results of the static checks and of the exploration of a machine.
package struct AnalysisReport: Sendable {
  /// The diagnostics of the static checks and of the exploration, in source order.
  package var diagnostics: [Diagnostic]
  /// A sentence about the limits of the exploration; `nil` if it's complete.
  package var remark: String?
  /// The exploration, if the caller asked for it.
  package var exploration: Exploration?
}

/// Checks a machine statically, explores it, and checks what the exploration reaches.
/// - Parameters:
///   - limit: The number of configurations after which the exploration ends.
///   - known: The diagnostics that reading the spec has reported.
///   - keepsExploration: Whether the report contains the exploration.
package func analyze(
  _ machine: Machine, limit: Int = Exploration.standardLimit, besides known: [Diagnostic] = [],
  keepingExploration keepsExploration: Bool = false
) -> AnalysisReport {
  let diagnostics = checkStatically(machine)
  let exploration = explore(MachineIndex.build(for: machine), limit: limit)
  let reached = checkReachability(in: exploration, besides: known + diagnostics)
  return AnalysisReport(
    diagnostics: (diagnostics + reached).inSourceOrder(), remark: exploration.remark,
    exploration: keepsExploration ? exploration : nil)
}
