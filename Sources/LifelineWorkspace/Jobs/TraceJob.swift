import LifelineAnalysis
import LifelineDrawing
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource
import LifelineTraces

/// A judgement of logs, as `lifeline trace` makes it.
package struct TraceJob: Sendable {
  /// The way in which the logs are held against the spec.
  package var settings: TraceSettings
  /// Whether to stop at the first violation.
  package var stopsAtFirst = false
  /// Whether to print a session as a scenario.
  package var tellsScenario = false
  /// Whether to print a JSON object for each session.
  package var printsVerdicts = false
  /// Whether every session is described, for programs.
  package var describesSessions = false
  /// Whether to compare what the logs show with what the scenarios promise.
  package var comparesCoverage = false
  /// The file for a picture of a session; `nil` for none, and `-` for an answer. An ending that isn't that of an SVG means text.
  package var picturePath: String?
  /// Whether to look for violations only.
  var findsOnlyViolations = false
  /// The form of the logs; `nil` to look at their first characters.
  package var format: LogFormat?
  /// Whether warnings count as errors.
  package var isStrict = false
  /// A function that is called now and then while the machine is explored.
  package var observeProgress: ProgressObserver?

  /// Creates a job.
  package init(_ settings: TraceSettings = TraceSettings()) { self.settings = settings }
}

/// The mistakes in a command line that only show when the spec and the logs are read.
package enum TraceJobError: Error {
  case setting(TraceSettingError)
  /// The path leads to several specs.
  case severalSpecs(String)
  /// There are several sessions, of which one is needed.
  case severalSessions([String])
  /// No session has the key.
  case noSession(String, suggestion: String?)
}

extension TraceJob {
  /// Holds the logs at `paths` against the spec at `specPath`.
  /// - Throws: If a setting doesn't fit the spec, if the path leads to several specs, or if the session that is asked for isn't
  ///   there or is one of several.
  package func run(spec specPath: String, logs paths: [String]) throws(TraceJobError) -> JobResult {
    var diagnostics = RunDiagnostics(isStrict: isStrict)
    let compiled: CompiledSpec?
    do throws(SeveralSpecs) { compiled = try diagnostics.readOnlySpec(at: [specPath]) } catch {
      throw .severalSpecs(specPath)
    }
    if let configuration = compiled?.spec.configuration {
      diagnostics.add(configuration.diagnostics.filter { $0.severity == .error }, in: configuration.source)
    }
    guard let compiled, let machine = compiled.machine else {
      let path = compiled?.spec.file.path
      let specs = path.map { [["path": .string($0)] as JSON] } ?? []
      return JobResult(diagnostics: diagnostics, members: { [("specs", .array(specs))] })
    }
    let prepared: PreparedTrace
    do throws(TraceSettingError) {
      var explorations = TraceExplorations(
        limit: compiled.spec.settings.explorationLimit, observeProgress: observeProgress)
      prepared = try prepare(machine, in: &explorations)
    } catch {
      throw .setting(error)
    }
    if let unexplored = prepared.unexploredPart { diagnostics.add([unexplored], in: compiled.reading.source) }
    var judge = prepared.judge
    for path in paths where !judge.isDone { readLines(of: path, into: &judge) }
    let result = judge.finish()
    diagnostics.add(result.diagnose())
    var job = try report(result, diagnostics)
    if let picturePath { job.write(result.picture, to: picturePath, ofSpec: compiled.spec.file.path) }
    return job
  }

  private func report(_ result: TraceResult, _ diagnostics: RunDiagnostics) throws(TraceJobError) -> JobResult {
    var job = JobResult(diagnostics: diagnostics)
    // The session may be in lines that couldn't be read.
    if let only = settings.only, result.sessions.isEmpty, result.unreadableCount == 0 {
      throw .noSession(only, suggestion: nearestName(to: only, among: result.ignoredKeys))
    }
    if tellsScenario {
      // Of several objects at one address, the first is told.
      let keys = result.sessions.map(\.key)
      if keys.contains(where: { $0 != keys[0] }) { throw .severalSessions(keys) }
      job.answer = result.scenario
    } else if printsVerdicts {
      job.answer = VerdictDocument.lines(result)
    }
    job.members = { VerdictDocument.members(result) }
    job.lines =
      result.explanations + result.unjudgedLines + (comparesCoverage ? result.coverageLines : []) + [result.summary]
    return job
  }

  /// A judge of the logs of a machine.
  struct PreparedTrace {
    var judge: TraceJudge
    /// A warning about what the exploration left out.
    var unexploredPart: Diagnostic?
  }

  /// Explores a machine, and makes a judge of its logs.
  /// - Throws: If a setting doesn't fit the machine.
  func prepare(
    _ machine: Machine, in explorations: inout TraceExplorations
  ) throws(TraceSettingError) -> PreparedTrace {
    try settings.check()
    var options = TraceOptions(owed: try settings.owedCallbacks(of: machine))
    let given = try settings.givenValues(of: machine)
    options.key = settings.key
    options.eventPattern = settings.eventPattern
    options.callPattern = settings.callPattern
    options.statePattern = settings.statePattern
    options.showsStates = settings.observesStates || settings.statePattern != nil
    options.given = given
    options.beginsAnywhere = settings.beginsAnywhere
    options.findsInconclusive = !findsOnlyViolations
    options.only = settings.only
    options.stopsAtFirst = stopsAtFirst
    options.keepsCalls = tellsScenario
    options.drawsSession = picturePath != nil
    options.describesAll = printsVerdicts || describesSessions
    options.recordsCoverage = comparesCoverage
    options.format = format
    options.receivers = try settings.parts(of: machine)
    options.events = try settings.observedEvents(of: machine)
    let model = explorations.model(of: machine, for: options)
    guard model.automaton.canBegin else {
      let values = given.map { "`\(machine[$0.field].name): \($0.value)`" }.joined(separator: " and ")
      throw TraceSettingError(
        setting: "given", message: "\(machine.name) never begins with \(values) together; leave one of them out")
    }
    let judge = TraceJudge(model, options: options)
    let exploration = model.automaton.exploration
    return PreparedTrace(judge: judge, unexploredPart: exploration.isComplete ? nil : exploration.unexploredPart)
  }
}

extension JobResult {
  /// Writes the picture of a log.
  fileprivate mutating func write(_ picture: LifeLine?, to path: String, ofSpec spec: String) {
    guard let picture else {
      lines.append("no picture: the logs have no session")
      return
    }
    if path == standardOutputArgument {
      answer = picture.formatLines()
      return
    }
    let format = DiagramFormat.find(forFile: path) == .svg ? DiagramFormat.svg : .text
    add(OutputWriter.write([GeneratedFile.make(for: picture, as: format, path: path, spec: spec)]))
  }
}
