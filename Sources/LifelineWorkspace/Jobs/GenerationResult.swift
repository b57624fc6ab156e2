import LifelineReporting
import LifelineSource

/// The effect of a generation on the disk.
package enum OutputMode: Sendable {
  /// Files are written.
  case write
  /// Nothing is written; the results say what would be.
  case preview
  /// Nothing is written; files that aren't up to date are errors.
  case compare
}

/// The results of a generation.
package struct GenerationResult: Sendable {
  package var diagnostics: RunDiagnostics
  /// The paths of the files that were written.
  package var written: [String] = []
  /// The paths of the files that already had the same content.
  package var unchanged: [String] = []
  /// The lines that tell the user about the results.
  package var lines: [String] = []
  /// The changes that a generation would make.
  package var differences: [UnifiedDifference] = []
}

extension GenerationJob {
  /// Writes the files of a plan, or tells what the plan would do.
  func carryOut(_ plan: OutputPlan, _ diagnostics: RunDiagnostics) -> GenerationResult {
    var result = GenerationResult(diagnostics: diagnostics)
    result.diagnostics.add(plan.diagnostics)
    guard !result.diagnostics.containsErrors else { return result }
    switch mode {
    case .write: write(plan, &result)
    case .preview: preview(plan, &result)
    case .compare: compare(plan, &result)
    }
    return result
  }

  private func write(_ plan: OutputPlan, _ result: inout GenerationResult) {
    let written = OutputWriter.apply(plan)
    result.diagnostics.add(written.diagnostics)
    result.written = written.written
    result.unchanged = written.unchanged
    result.lines = written.written.map { "wrote \($0)" } + written.unchanged.map { "unchanged \($0)" }
    guard prunes, written.diagnostics.isEmpty else { return }
    let pruned = OutputWriter.prune(plan)
    result.diagnostics.add(pruned.diagnostics)
    result.lines += pruned.removed.map { "removed \($0)" }
  }

  private func preview(_ plan: OutputPlan, _ result: inout GenerationResult) {
    result.lines = plan.outdated.map { "would write \($0)" } + plan.unchanged.map { "unchanged \($0)" }
    if prunes { result.lines += plan.leftOver.map { "would remove \($0)" } }
  }

  private func compare(_ plan: OutputPlan, _ result: inout GenerationResult) {
    let outdated = plan.outdatedFiles()
    result.diagnostics.add(outdated)
    do throws(FileError) { result.differences = try plan.differences() } catch { result.diagnostics.add(error) }
    guard outdated.isEmpty, !result.diagnostics.containsErrors else { return }
    let count = plan.targets.count
    result.lines = [count == 1 ? "1 generated file is up to date" : "\(count) generated files are up to date"]
  }
}
