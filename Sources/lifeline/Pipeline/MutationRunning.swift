import LifelineExecution
import LifelineLanguage

extension Analyses {
  /// Whether it has to be recorded what scenarios touch.
  var isRecordingNeeded: Bool { recordsScenarios || mutates }
}

/// Tries mutants of the machines whose scenarios hold, on all cores; gives the reports by the place of the spec.
func mutationReports(on specs: [(reading: SpecReading, report: CheckReport?)]) -> [Int: MutationReport] {
  let trials = concurrentMap(Array(specs.enumerated())) { place, spec -> (Int, MutationTrial)? in
    guard let machine = spec.reading.machine, let report = spec.report, !report.diagnostics.containsErrors,
      let recording = report.recording
    else { return nil }
    return (place, MutationTrial(of: machine, by: recording))
  }.compactMap(\.self)
  let jobs = trials.indices.flatMap { trial in
    stride(from: 0, to: trials[trial].1.mutants.count, by: mutantsPerJob).map { (trial: trial, first: $0) }
  }
  let verdicts = concurrentMap(jobs) { job in
    let trial = trials[job.trial].1
    return trial.mutants[job.first...].prefix(mutantsPerJob).map(trial.verdict)
  }
  var verdictsByTrial = trials.map { _ in [MutationTrial.Verdict]() }
  for (job, verdicts) in zip(jobs, verdicts) { verdictsByTrial[job.trial] += verdicts }
  return Dictionary(
    uniqueKeysWithValues: zip(trials, verdictsByTrial).map { trial, verdicts in
      (trial.0, MutationReport(on: trial.1, verdicts: verdicts))
    })
}

/// How many mutants are tried in one go: enough that handing them out costs nothing beside.
private let mutantsPerJob = 32
