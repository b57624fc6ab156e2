import LifelineAnalysis
import LifelineGeneration
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A spec after its checks.
struct VerifiedSpec: Sendable {
  var findings: SpecFindings
  /// The results of checking the machine; `nil` if the spec has errors, so that there is none.
  var machine: VerifiedMachine?

  var compiled: CompiledSpec { findings.spec }
}

/// A machine with the results of its checks. Those that weren't asked for are `nil`.
struct VerifiedMachine: Sendable {
  /// The machine with the facts that generation needs, and the errors that prevent generation.
  var prepared: PreparedMachine
  var report: CheckReport
  /// The result of exploring the machine, and of the static checks if they were asked for.
  var analysis: AnalysisReport
  var coverage: Coverage?
  var mutation: MutationReport?
}

/// The diagnostics about a spec, including those that are suppressed.
struct SpecFindings: Sendable {
  var spec: CompiledSpec
  var diagnostics: [Diagnostic]
  /// The codes of the warnings that were looked for, or `nil` if the spec couldn't be read.
  var checkedCodes: Set<String>?
}

/// Runs the scenarios of a spec, unless that was done already, and makes the other checks.
func verify(_ spec: CompiledSpec, _ original: Verification) -> VerifiedSpec {
  var options = original
  guard let machine = spec.machine else {
    return VerifiedSpec(findings: SpecFindings(spec: spec, diagnostics: spec.reading.diagnostics))
  }
  let report =
    spec.report
    ?? checkScenarios(of: machine, recording: options.recordsCoverage, whileWanted: options.isWanted)
  // The scenarios have to hold before mutants are judged by them.
  let mutates = options.mutates && !report.diagnostics.containsErrors
  if mutates { options.need = max(options.need, .any) }
  var verified = VerifiedMachine(
    prepared: .prepare(machine), report: report, analysis: options.analyze(machine, of: spec))
  if options.recordsCoverage, let recording = report.recording {
    verified.coverage = measureCoverage(of: machine, by: recording)
  }
  if mutates, let exploration = verified.analysis.exploration {
    verified.mutation = judgeMutants(of: machine, exploration)
  }
  if !original.keepsExploration, original.need == .nothing { verified.analysis.exploration = nil }
  let findings = SpecFindings(
    spec: spec,
    diagnostics: spec.reading.diagnostics + verified.prepared.errors + report.diagnostics
      + verified.analysis.diagnostics + (verified.mutation?.diagnostics ?? []),
    checkedCodes: verified.checkedCodes(options.extent))
  return VerifiedSpec(findings: findings, machine: verified)
}

/// Judges the mutants of a machine whose scenarios hold.
private func judgeMutants(of machine: Machine, _ exploration: Exploration) -> MutationReport {
  let judge = MutantJudge.prepare(exploration)
  let undetected = parallelMap(judge.batches, judge.undetected).flatMap(\.self)
  let comparison = judge.prepareComparison(of: undetected)
  let compared = parallelMap(comparison.batches, comparison.verdicts).flatMap(\.self)
  return reportVerdicts(judge.verdicts(knowing: compared), on: machine)
}

/// Returns everything that there is to report about a workspace and its specs.
func collectDiagnostics(
  of specs: [SpecFindings], in compiled: CompiledWorkspace, isStrict: Bool
) -> RunDiagnostics {
  let workspace = compiled.workspace
  var collector = RunDiagnostics(isStrict: isStrict)
  collector.add(workspace.diagnostics)
  // Warnings about these specs are reported when they are checked themselves.
  for reading in compiled.usedReadings { collector.addErrors(of: reading) }
  var suppressions = SuppressionPass()
  for spec in specs {
    if let configuration = spec.spec.spec.configuration {
      collector.add(suppressions.diagnostics(of: configuration), in: configuration.source)
    }
    collector.add(suppressions.diagnostics(of: spec), in: spec.spec.reading.source)
  }
  suppressions.addUnusedSuppressions(searched: workspace.searchedFolders, to: &collector)
  for (configuration, diagnostics) in subjectsOfUnknownMachines(in: compiled) {
    collector.add(diagnostics, in: configuration.source)
  }
  for (_, templates) in workspace.templates.sorted(by: { $0.key < $1.key }) { collector.add(templates.diagnostics) }
  return collector
}
