import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineScenarios

extension Analyses {
  /// Whether it has to be recorded what scenarios touch.
  var isRecordingNeeded: Bool { recordsScenarios || mutates }
}

/// Tries mutants of the machines whose scenarios hold, on all cores; gives the reports by the place of the spec.
func mutationReports(
  on specs: [(machine: Machine?, report: CheckReport?, exploration: Exploration?)]
) -> [Int: MutationReport] {
  let trials = concurrentMap(Array(specs.enumerated())) { place, spec -> (place: Int, trial: MutationTrial)? in
    guard let machine = spec.machine, let report = spec.report, !report.diagnostics.containsErrors,
      let recording = report.recording
    else { return nil }
    return (place, MutationTrial(of: machine, by: recording))
  }.compactMap(\.self)
  let isNoticed = mapEach(trials.map(\.trial.mutants)) { trials[$0].trial.isNoticed($1) }
  let survivors = zip(trials, isNoticed).map { trial, isNoticed in
    zip(trial.trial.mutants, isNoticed).filter { !$0.1 }.map(\.0)
  }
  let comparisons = concurrentMap(Array(zip(trials, survivors))) { trial, survivors in
    survivors.isEmpty
      ? nil : MutantComparison(specs[trial.place].exploration ?? Exploration(of: MachineIndex(trial.trial.machine)))
  }
  let results = mapEach(survivors) { comparisons[$0]?.result(for: $1) ?? .undecided }
  var reports: [Int: MutationReport] = [:]
  for index in trials.indices {
    let trial = trials[index].trial
    reports[trials[index].place] = MutationReport(
      on: trial.machine, noticed: trial.mutants.count - survivors[index].count,
      others: Array(zip(survivors[index], results[index])))
  }
  return reports
}

/// What `transform` makes of the elements of each list, with the list's place, computed on all cores.
private func mapEach<Element: Sendable, Output: Sendable>(
  _ lists: [[Element]], _ transform: @escaping @Sendable (Int, Element) -> Output
) -> [[Output]] {
  // Enough in one go that handing them out costs nothing beside, and few enough that no core is left alone.
  let size = 16
  let jobs = lists.indices.flatMap { list in
    stride(from: 0, to: lists[list].count, by: size).map { (list: list, first: $0) }
  }
  let outputs = concurrentMap(jobs) { job in
    lists[job.list][job.first...].prefix(size).map { transform(job.list, $0) }
  }
  var result = lists.map { _ in [Output]() }
  for (job, outputs) in zip(jobs, outputs) { result[job.list] += outputs }
  return result
}
