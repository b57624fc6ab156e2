import LifelineAnalysis
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

/// The checks of a machine besides running its scenarios.
package struct Verification: Sendable {
  /// The extent of the static checks and of the exploration.
  package enum Extent: Sendable {
    /// Everything that can be found, for `lifeline check`.
    case completely
    /// The errors that an exploration finds in a short time, for `lifeline generate`.
    case forErrors

    /// The limit of configurations unless the user gives another.
    package var standardLimit: Int {
      switch self {
      case .completely: Exploration.standardLimit
      case .forErrors: 10_000
      }
    }
  }

  /// The extent of the static checks and of the exploration.
  package var extent: Extent
  /// Whether an exploration for errors also reports what it left unproved. A complete one always does.
  package var reportsUnexploredParts = false
  /// Whether the results contain the exploration.
  package var keepsExploration = false
  /// Whether to record what the scenarios cover.
  package var recordsCoverage = false
  /// Whether to try mutants of the machine.
  package var mutates = false
  /// The greatest number of configurations to explore: none if it is zero, and `nil` for the configuration's.
  package var explorationLimit: Int?
  /// A function that is called now and then while a machine is explored.
  package var observeProgress: ProgressObserver?
  /// Returns whether somebody still wants the results, which are incomplete otherwise.
  package var isWanted: @Sendable () -> Bool = { true }

  /// Creates checks of an extent; by default, without anything else.
  package init(
    _ extent: Extent, reportsUnexploredParts: Bool = false, recordsCoverage: Bool = false, mutates: Bool = false,
    explorationLimit: Int? = nil, observeProgress: ProgressObserver? = nil
  ) {
    self.extent = extent
    self.reportsUnexploredParts = reportsUnexploredParts
    self.recordsCoverage = recordsCoverage
    self.mutates = mutates
    self.explorationLimit = explorationLimit
    self.observeProgress = observeProgress
  }

  /// Returns the greatest number of configurations to explore of the machines of a folder.
  func explorationLimit(with settings: Configuration) -> Int {
    explorationLimit ?? settings.explorationLimit ?? extent.standardLimit
  }
}

/// A function that receives the name of a machine and the number of its configurations that were explored so far.
package typealias ProgressObserver = @Sendable (_ machine: String, _ configurations: Int) -> Void

/// A spec with the results of its checks, which are `nil` if the spec has errors or a check wasn't asked for.
struct VerifiedSpec: Sendable {
  var compiled: CompiledSpec
  /// The machine with the facts that generation needs, and the errors that prevent generation.
  var prepared: PreparedMachine?
  var report: CheckReport?
  /// The diagnostics of an exploration for errors.
  var reachableErrors: [Diagnostic] = []
  var analysis: AnalysisReport?
  /// The verdicts on the machine, if it was explored.
  var proof: Proof?
  var mutation: MutationReport?
  var coverage: Coverage?
  /// The exploration, if it was asked for.
  var exploration: Exploration?
  /// The table of the monitor, if one is to be generated.
  var monitor: MonitorTable?
  /// The error that prevents a monitor.
  var monitorError: Diagnostic?
  /// The diagnostics of parts whose generated code the machine can't use, or whose changes nobody sees.
  var partDiagnostics: [Diagnostic] = []
  /// The derived tests, if tests are generated and the configuration asks for derived ones.
  var derived: DerivedTests?

  var machine: Machine? { compiled.machine }

  /// All diagnostics in the spec, including suppressed ones.
  var diagnostics: [Diagnostic] {
    compiled.reading.diagnostics + (prepared?.errors ?? []) + (report?.diagnostics ?? [])
      + reachableErrors + (analysis?.diagnostics ?? []) + (mutation?.diagnostics ?? []) + missingDerivedTests
      + partDiagnostics + (monitorError.map { [$0] } ?? [])
  }

  private var missingDerivedTests: [Diagnostic] {
    (derived?.gaps ?? []).map { gap in
      Diagnostic(.notDerived, gap.message, at: SourceLocation(path: compiled.spec.file.path, range: gap.range))
    }
  }
}

/// Runs the scenarios of a spec, unless that was done already, and makes the other checks.
func verify(_ spec: CompiledSpec, _ options: Verification) -> VerifiedSpec {
  var verified = VerifiedSpec(compiled: spec)
  guard let machine = spec.machine else { return verified }
  verified.prepared = PreparedMachine.prepare(machine)
  let report =
    spec.report
    ?? checkScenarios(
      of: machine, recording: options.recordsCoverage || options.mutates, whileWanted: options.isWanted)
  verified.report = report
  let limit = options.explorationLimit(with: spec.spec.settings)
  let observe = options.observeProgress.map { observe in { (count: Int) in observe(machine.name, count) } }
  switch options.extent {
  case .completely:
    verified.analysis = analyze(
      machine, limit: limit, besides: spec.reading.diagnostics,
      keepingExploration: options.mutates || options.keepsExploration, observing: observe,
      whileWanted: options.isWanted)
    verified.proof = verified.analysis?.proof
    verified.exploration = verified.analysis?.exploration
    verified.analysis?.exploration = nil
  case .forErrors:
    let errors = findReachableErrors(
      in: machine, limit: limit, reportingUnexploredParts: options.reportsUnexploredParts,
      keepingExploration: options.keepsExploration, observing: observe)
    verified.proof = errors.proof
    verified.reachableErrors = errors.diagnostics
    verified.exploration = errors.exploration
  }
  guard let recording = report.recording else { return verified }
  if options.recordsCoverage { verified.coverage = measureCoverage(of: machine, by: recording) }
  if options.mutates, !report.diagnostics.containsErrors {
    verified.mutation = judgeMutants(of: machine, recording, verified.exploration)
    if !options.keepsExploration { verified.exploration = nil }
  }
  return verified
}

/// Judges the mutants of a machine whose scenarios hold.
private func judgeMutants(
  of machine: Machine, _ recording: ScenarioRecording, _ exploration: Exploration?
) -> MutationReport {
  let judge = MutantJudge.prepare(exploration ?? explore(MachineIndex.build(for: machine)), recording: recording)
  return reportVerdicts(parallelMap(judge.batches, judge.verdicts).flatMap(\.self), on: machine)
}

/// Returns everything that there is to report about a workspace and its specs.
func collectDiagnostics(
  of specs: [VerifiedSpec], in workspace: Workspace, isStrict: Bool
) -> RunDiagnostics {
  var collector = RunDiagnostics(isStrict: isStrict)
  collector.add(workspace.diagnostics)
  // Warnings about these specs are reported when they are checked themselves.
  for reading in workspace.usedReadings {
    collector.add(reading.diagnostics.filter { $0.severity == .error }, in: reading.source)
  }
  var suppressions = SuppressionPass()
  for spec in specs {
    if let configuration = spec.compiled.spec.configuration {
      collector.add(suppressions.diagnostics(of: configuration), in: configuration.source)
    }
    collector.add(suppressions.diagnostics(of: spec), in: spec.compiled.reading.source)
  }
  suppressions.addUnusedSuppressions(searched: workspace.searchedFolders, to: &collector)
  for (_, templates) in workspace.templates.sorted(by: { $0.key < $1.key }) { collector.add(templates.diagnostics) }
  return collector
}
