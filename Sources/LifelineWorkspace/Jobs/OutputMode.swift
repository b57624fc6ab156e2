import LifelineSource

/// The effect of a command on the disk.
package enum OutputMode: Sendable {
  /// Files are written.
  case write
  /// Nothing is written; the results say what would be.
  case preview
  /// Nothing is written; files that aren't up to date are errors.
  case compare
}

/// The effect of a command on the disk, and the words for it.
struct Delivery {
  /// The effect on the disk.
  var mode: OutputMode
  /// Whether to remove generated files that are left over.
  var prunes: Bool
  /// The command that writes the files.
  var command: String
  /// The word for a file.
  var noun: String

  /// Writes the files of a plan, or tells what the plan would do.
  func carryOut(_ plan: OutputPlan, _ diagnostics: RunDiagnostics) -> JobResult {
    var result = JobResult(diagnostics: diagnostics)
    result.diagnostics.add(plan.diagnostics)
    guard !result.diagnostics.containsErrors else { return result }
    switch mode {
    case .write: write(plan, &result)
    case .preview: preview(plan, &result)
    case .compare: compare(plan, &result)
    }
    return result
  }

  private func write(_ plan: OutputPlan, _ result: inout JobResult) {
    let written = OutputWriter.apply(plan)
    result.add(written)
    guard prunes, written.diagnostics.isEmpty else { return }
    let pruned = OutputWriter.prune(plan)
    result.diagnostics.add(pruned.diagnostics)
    result.files += pruned.outcomes
    result.lines += pruned.removed.map { "removed \($0)" }
  }

  private func preview(_ plan: OutputPlan, _ result: inout JobResult) {
    result.lines = plan.outdated.map { "would write \($0)" } + plan.unchanged.map { "unchanged \($0)" }
    if prunes { result.lines += plan.leftOver.map { "would remove \($0)" } }
    result.files = outcomes(of: plan, removing: prunes)
  }

  /// Returns what would happen to the files of a plan.
  private func outcomes(of plan: OutputPlan, removing removes: Bool) -> [FileOutcome] {
    FileOutcome.list(plan.outdated, .wouldBeWritten) + FileOutcome.list(plan.unchanged, .unchanged)
      + FileOutcome.list(removes ? plan.leftOver : [], .wouldBeRemoved)
  }

  private func compare(_ plan: OutputPlan, _ result: inout JobResult) {
    let outdated = plan.outdatedFiles(by: command)
    result.diagnostics.add(outdated)
    result.files = outcomes(of: plan, removing: true)
    do throws(FileError) { result.differences = try plan.differences() } catch { result.diagnostics.add(error) }
    guard outdated.isEmpty, !result.diagnostics.containsErrors else { return }
    let count = plan.targets.count
    result.lines = ["\(counted(count, noun)) \(count == 1 ? "is" : "are") up to date"]
  }
}

extension GenerationJob {
  /// Writes the files of a plan, or tells what the plan would do.
  func carryOut(_ plan: OutputPlan, _ diagnostics: RunDiagnostics) -> JobResult {
    Delivery(mode: mode, prunes: prunes, command: "lifeline generate", noun: "generated file")
      .carryOut(plan, diagnostics)
  }
}
