import LifelineReporting
import LifelineSource
import LifelineTraces

/// Adds up the verdicts that `lifeline trace --verdicts` has written into files.
/// - Parameter isStrict: Whether sessions that are unfinished or inconclusive count as failures.
package func addVerdicts(in paths: [String], isStrict: Bool) -> JobResult {
  var counter = VerdictCounter()
  for path in paths { readLines(of: path, into: &counter) }
  var diagnostics = RunDiagnostics(isStrict: isStrict)
  diagnostics.add(counter.diagnostics)
  let sum = counter.summary
  let failures = sum.sessions[.violation, default: 0] + sum.unreadable
  let doubts = sum.sessions[.unfinished, default: 0] + sum.sessions[.inconclusive, default: 0]
  return JobResult(
    diagnostics: diagnostics, lines: [sum.line], members: { [("totals", VerdictDocument.totals(sum))] },
    hasFailed: failures > 0 || (isStrict && doubts > 0))
}
