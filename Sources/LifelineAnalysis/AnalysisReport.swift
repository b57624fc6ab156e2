import LifelineInterpreter
import LifelineModel
import LifelineSource

/// What looking at a machine and exploring it has shown, beside whether its scenarios hold.
package struct AnalysisReport: Sendable {
  /// What is wrong, or probably so, in source order.
  package var diagnostics: [Diagnostic]
  /// What the exploration leaves unsaid, for people; `nil` where it leaves nothing.
  package var remark: String?
  /// What was explored, if that was to be kept.
  package var exploration: Exploration?

  /// Looks at `machine`, and explores it up to `limit` configurations.
  /// - Parameters:
  ///   - known: what has been found about it already.
  ///   - keeps: whether the report has the exploration.
  package init(
    of machine: Machine, limit: Int = Exploration.standardLimit, besides known: [Diagnostic] = [],
    keepingExploration keeps: Bool = false
  ) {
    let seen = StaticChecks.findings(in: machine)
    let explored = Exploration(of: MachineIndex(machine), limit: limit)
    let checks = ReachabilityChecks(explored)
    diagnostics = (seen + checks.findings(besides: known + seen)).inSourceOrder()
    remark = checks.remark
    exploration = keeps ? explored : nil
  }
}
