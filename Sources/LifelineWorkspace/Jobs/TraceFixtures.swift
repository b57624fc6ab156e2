import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineSource
import LifelineTraces

/// The results of holding the logs of `traces` against their specs.
struct FixtureReport: Sendable {
  var diagnostics: [Diagnostic] = []
  /// The number of logs that behave as said.
  var holding = 0
  /// The number of those that violate their specs, as said.
  var violating = 0
  var count = 0

  /// A line for people; `nil` if there are no logs.
  static func summary(of reports: [FixtureReport]) -> String? {
    let (count, holding) = (reports.reduce(0) { $0 + $1.count }, reports.reduce(0) { $0 + $1.holding })
    let violating = reports.reduce(0) { $0 + $1.violating }
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
}

/// Holds the logs that a spec's configuration names for it against the spec.
func checkTraces(of spec: VerifiedSpec) -> FixtureReport {
  var report = FixtureReport()
  guard let configuration = spec.compiled.spec.configuration, let machine = spec.machine,
    let identity = try? FileSystem.status(of: spec.compiled.spec.file.path).identity
  else { return report }
  let folder = Path.folder(of: configuration.path)
  let fixtures = configuration.values.traces.filter { fixture in
    (try? FileSystem.status(of: Path.join(folder, fixture.spec)))?.identity == identity
  }
  guard !fixtures.isEmpty else { return report }
  let exploration =
    spec.exploration ?? exploreForTraces(machine, limit: spec.compiled.spec.settings.explorationLimit)
  for fixture in fixtures {
    report.count += 1
    let found = check(fixture, machine, exploration, configuration)
    if found.isEmpty {
      report.holding += 1
      if fixture.violation != nil { report.violating += 1 }
    }
    report.diagnostics += found
  }
  return report
}

/// Returns errors about the specs in the `traces` of configurations that don't exist.
func missingSpecsOfTraces(for specs: [VerifiedSpec]) -> [Diagnostic] {
  var known: Set<PathKey> = []
  return specs.compactMap(\.compiled.spec.configuration).filter { known.insert(PathKey($0.path)).inserted }
    .flatMap { configuration in
      configuration.values.traces.compactMap { fixture in
        guard !FileSystem.exists(Path.join(Path.folder(of: configuration.path), fixture.spec)) else { return nil }
        return Diagnostic(
          .badTrace, "there is no spec `\(fixture.spec)` in the folder of this file",
          at: SourceLocation(path: configuration.path, range: fixture.keyRanges["spec"] ?? fixture.range))
      }
    }
}

/// Returns what is wrong with a log, or with what its configuration says about it.
private func check(
  _ fixture: TraceFixture, _ machine: Machine, _ exploration: Exploration, _ configuration: FolderConfiguration
) -> [Diagnostic] {
  func location(_ key: String) -> SourceLocation {
    SourceLocation(path: configuration.path, range: fixture.keyRanges[key] ?? fixture.range)
  }
  var settings = TraceSettings()
  settings.observing = fixture.observing
  settings.without = fixture.without
  settings.key = fixture.key
  settings.given = fixture.given
  settings.receivers = fixture.receivers
  settings.beginsAnywhere = fixture.beginsAnywhere
  var judge: TraceJudge
  do throws(TraceSettingError) {
    var job = TraceJob(settings)
    job.findsOnlyViolations = true
    judge = try job.prepare(machine, explorationLimit: nil, exploration: exploration).judge
  } catch {
    return [Diagnostic(.badTrace, error.message, at: location(error.setting))]
  }
  readLines(of: Path.join(Path.folder(of: configuration.path), fixture.log), into: &judge)
  let result = judge.finish()
  let isViolated = result.count(.violation) > 0
  if fixture.violation != nil, !isViolated, result.callCount > 0, result.unreadableCount == 0 {
    return [
      Diagnostic(
        .unexpectedVerdict, "`\(fixture.log)` violates nothing, although `violates` says so; delete `violates`",
        at: location("violates"))
    ]
  }
  return result.diagnose().filter { diagnostic in
    switch diagnostic.kind {
    case .noCalls: true
    case .violation: fixture.violation == nil
    default: diagnostic.severity == .error
    }
  }.map { diagnostic in
    var diagnostic = diagnostic
    diagnostic.severity = .error
    diagnostic.notes.append(.init("the log is listed here", at: location("log")))
    return diagnostic
  }
}
