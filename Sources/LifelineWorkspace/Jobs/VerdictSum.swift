import LifelineReporting
import LifelineSource
import LifelineTraces

/// The sum of verdicts that were written into files.
package struct VerdictSum: Sendable {
  package var diagnostics: RunDiagnostics
  package var lines: [String]
  /// Whether a session violates the spec, or something couldn't be read.
  package var isFailing: Bool
}

/// Adds up the verdicts that `lifeline trace --verdicts` has written into files.
/// - Parameter isStrict: Whether sessions that are unfinished or inconclusive count as failures.
package func addVerdicts(in paths: [String], isStrict: Bool) -> VerdictSum {
  var counter = VerdictCounter()
  for path in paths { readLines(of: path, into: &counter) }
  var diagnostics = RunDiagnostics(isStrict: isStrict)
  diagnostics.add(counter.diagnostics)
  let sum = counter.summary
  let failures = sum.sessions[.violation, default: 0] + sum.unreadable
  let doubts = sum.sessions[.unfinished, default: 0] + sum.sessions[.inconclusive, default: 0]
  return VerdictSum(
    diagnostics: diagnostics, lines: [sum.line],
    isFailing: diagnostics.containsErrors || failures > 0 || (isStrict && doubts > 0))
}
