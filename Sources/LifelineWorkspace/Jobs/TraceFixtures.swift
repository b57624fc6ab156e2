import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineSource
import LifelineTraces

/// The results of holding the logs of `traces` against their specs.
struct FixtureReport: Sendable {
  /// A log that was held against its spec.
  struct Log: Sendable {
    var path: String
    var spec: String
    /// Whether it behaves as said.
    var isAsSaid: Bool
    /// Whether it is said to violate its spec.
    var violates: Bool
  }

  var diagnostics: [Diagnostic] = []
  /// The logs.
  var logs: [Log] = []
  /// A line for people; `nil` if there are no logs.
  static func summary(of reports: [FixtureReport]) -> String? {
    let logs = reports.flatMap(\.logs)
    let (count, holding) = (logs.count, logs.count(where: \.isAsSaid))
    let violating = logs.count { $0.isAsSaid && $0.violates }
    guard count > 0 else { return nil }
    let known =
      violating == 0
      ? ""
      : ", \(violating) of them because \(violating == 1 ? "it violates its spec" : "they violate their specs") as said"
    let verdict =
      holding == count
      ? "\(counted(count, "log")) \(count == 1 ? "is" : "are") as said"
      : "\(holding) of \(counted(count, "log")) are as said"
    return "traces: \(verdict)\(known)"
  }

  /// The member of a result that has logs; none if there are none.
  static func members(about reports: [FixtureReport]) -> [(name: String, value: JSON)] {
    let logs = reports.flatMap(\.logs).map { log -> JSON in
      [
        "path": .string(log.path), "spec": .string(log.spec), "isAsSaid": .bool(log.isAsSaid),
        "violates": .bool(log.violates),
      ]
    }
    return logs.isEmpty ? [] : [("logs", .array(logs))]
  }
}

/// Returns whether a spec's configuration names logs for it.
func hasLogs(_ spec: CompiledSpec) -> Bool {
  spec.spec.configuration.map { !fixtures(of: spec, in: $0).isEmpty } ?? false
}

/// Returns the logs that a configuration names for a spec.
private func fixtures(of spec: CompiledSpec, in configuration: FolderConfiguration) -> [TraceFixture] {
  guard !configuration.values.traces.isEmpty, let identity = FileSystem.identity(of: spec.spec.file.path) else {
    return []
  }
  let folder = Path.folder(of: configuration.path)
  return configuration.values.traces.filter { FileSystem.identity(of: Path.join(folder, $0.spec)) == identity }
}

/// Holds the logs that a spec's configuration names for it against the spec.
func checkTraces(of spec: VerifiedSpec, observing observeProgress: ProgressObserver?) -> FixtureReport {
  var report = FixtureReport()
  guard let configuration = spec.compiled.spec.configuration, let verified = spec.machine else { return report }
  let machine = verified.prepared.machine
  let folder = Path.folder(of: configuration.path)
  let fixtures = fixtures(of: spec.compiled, in: configuration)
  guard !fixtures.isEmpty else { return report }
  let whole = verified.analysis.exploration
  let proved = verified.analysis.proof?.promises.filter { $0.verdict == .proved } ?? []
  var explorations = TraceExplorations(
    limit: whole?.limit, observeProgress: observeProgress, whole: whole, kept: Set(proved.map(\.name)))
  // Most logs give values that an exploration of all values includes, so that is made first.
  _ = explorations.exploration(of: machine, given: [])
  for fixture in fixtures {
    let found = check(fixture, machine, &explorations, configuration)
    report.logs.append(
      FixtureReport.Log(
        path: Path.join(folder, fixture.log), spec: spec.compiled.spec.file.path, isAsSaid: found.isEmpty,
        violates: fixture.violation != nil))
    report.diagnostics += found
  }
  return report
}

/// Returns errors about the `traces` of configurations whose logs are held against no spec.
/// - Parameter searched: The folders in which all specs are known.
func tracesThatNobodyChecks(for specs: [VerifiedSpec], searched: Set<FileIdentity>) -> [Diagnostic] {
  var configurations: [FileIdentity: FolderConfiguration?] = [:]
  for spec in specs {
    guard let identity = FileSystem.identity(of: spec.compiled.spec.file.path) else { continue }
    configurations[identity] = .some(spec.compiled.spec.configuration)
  }
  var known: Set<PathKey> = []
  return specs.compactMap(\.compiled.spec.configuration).filter { known.insert(PathKey($0.path)).inserted }
    .flatMap { configuration in
      configuration.values.traces.compactMap { fixture in
        reasonNotChecked(fixture, configuration, configurations, searched).map { reason in
          Diagnostic(
            .badTrace, reason,
            at: SourceLocation(path: configuration.path, range: fixture.keyRanges["spec"] ?? fixture.range))
        }
      }
    }
}

/// Returns why the log of a fixture is held against no spec; `nil` if it is, or if this run doesn't check the spec.
private func reasonNotChecked(
  _ fixture: TraceFixture, _ configuration: FolderConfiguration,
  _ configurations: [FileIdentity: FolderConfiguration?], _ searched: Set<FileIdentity>
) -> String? {
  let path = Path.join(Path.folder(of: configuration.path), fixture.spec)
  guard let identity = FileSystem.identity(of: path) else {
    return "there is no spec `\(fixture.spec)` in the folder of this file"
  }
  if let found = configurations[identity] {
    if let found, PathKey(found.path) == PathKey(configuration.path) { return nil }
    let place = found.map { "belongs to `\($0.path)`; list the log there" } ?? "doesn't belong to this folder"
    return "`\(fixture.spec)` \(place)"
  }
  let folder = FileSystem.identity(of: Path.folder(of: path))
  return folder.map(searched.contains) == true ? "`\(fixture.spec)` is no spec" : nil
}

/// Returns what is wrong with a log, or with what its configuration says about it.
private func check(
  _ fixture: TraceFixture, _ machine: Machine, _ explorations: inout TraceExplorations,
  _ configuration: FolderConfiguration
) -> [Diagnostic] {
  func location(_ key: String) -> SourceLocation {
    SourceLocation(path: configuration.path, range: fixture.keyRanges[key] ?? fixture.range)
  }
  var prepared: TraceJob.PreparedTrace
  do throws(TraceSettingError) {
    var job = TraceJob(fixture.settings)
    job.findsOnlyViolations = true
    prepared = try job.prepare(machine, in: &explorations)
  } catch {
    return [Diagnostic(.badTrace, error.message, at: location(error.setting))]
  }
  readLines(of: Path.join(Path.folder(of: configuration.path), fixture.log), into: &prepared.judge)
  let result = prepared.judge.finish()
  let isViolated = result.count(.violation) > 0
  let isUnjudged = result.sessions.contains { $0.unexplored != nil }
  if fixture.violation != nil, !isViolated, !isUnjudged, result.callCount > 0, result.unreadableCount == 0 {
    return [
      Diagnostic(
        .unexpectedVerdict, "`\(fixture.log)` violates nothing, although `violates` says so; delete `violates`",
        at: location("violates"))
    ]
  }
  return result.diagnose().filter { diagnostic in
    switch diagnostic.kind {
    case .noCalls: true
    case .violation, .brokenAnswer: fixture.violation == nil
    case .unjudgedLog: !isViolated
    default: diagnostic.severity == .error
    }
  }.map { diagnostic in
    var diagnostic = diagnostic
    if diagnostic.kind != .unjudgedLog { diagnostic.severity = .error }
    if let unexplored = prepared.unexploredPart { diagnostic.notes.append(.init(unexplored.message, at: nil)) }
    let source = fixture.source.map { ", with its source \($0)" } ?? ""
    diagnostic.notes.append(.init("the log is listed here\(source)", at: location("log")))
    return diagnostic
  }
}
