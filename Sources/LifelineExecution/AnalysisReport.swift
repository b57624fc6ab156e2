import LifelineDiagnostics
import LifelineModel

/// What looking at a machine and exploring it has shown, beside whether its scenarios hold.
public struct AnalysisReport: Sendable {
  /// What is wrong, or probably so, in source order.
  public var diagnostics: [Diagnostic]
  /// What the exploration leaves unsaid, for people; `nil` where it leaves nothing.
  public var remark: String?

  /// Looks at `machine`, and explores it up to `limit` configurations.
  /// - Parameter known: what has been found about it already.
  public init(of machine: Machine, limit: Int = Exploration.standardLimit, besides known: [Diagnostic] = []) {
    let seen = StaticChecks.findings(in: machine)
    let checks = ReachabilityChecks(Exploration(of: Chart(machine), limit: limit))
    diagnostics = (seen + checks.findings(besides: known + seen)).inSourceOrder()
    remark = checks.remark
  }
}
