import ArgumentParser
import LifelineSource
import LifelineTraces
import LifelineWorkspace

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Checks logs of an app against a spec.",
    discussion: """
      A log shows the calls that an app got, and perhaps events that were sent to the system. The command looks for a \
      run of the spec's machine that explains the log. If there is none, it shows the first call that doesn't fit, \
      which calls would have fitted, and the smallest change of the log after which the call fits.

      EXAMPLES
        lifeline trace Specs/Apple/ViewControllerLifecycle.yaml device.log
        log show --last 10m --style compact | lifeline trace Specs/Apple/AppLifecycle.yaml -
        lifeline trace Specs/Player.yaml player.log --without didLoad --from anywhere
        lifeline trace Specs/Player.yaml player.log --observing-events all
        lifeline trace Specs/Player.yaml events.ndjson --by user --verdicts > verdicts.ndjson
        lifeline trace --summary verdicts.ndjson
        lifeline trace Specs/Player.yaml player.log --only PlayerController --scenario
        lifeline trace Specs/Player.yaml player.log --picture player.svg
        lifeline trace Specs/Player.yaml player.log --format json
      """)

  enum Origin: String, CaseIterable, ExpressibleByArgument { case start, anywhere }

  @Option(
    help: ArgumentHelp(
      "What tells sessions apart: a member of objects, or a regular expression whose first group is the key of a line.",
      discussion: """
        By default, a session is a file, in text together with the receiver of -[Class method], and in NDJSON with the \
        member session, or else instance.
        """,
      valueName: "key"))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "A channel or callback whose calls are all in the log.",
      discussion: "It may be repeated. The default is the channels that the spec observes.", valueName: "name"))
  var observing: [String] = []

  @Option(
    help: ArgumentHelp(
      "An event that the log shows each time it is sent, or all.",
      discussion: "It may be repeated. The default is the events that the spec observes.", valueName: "event"))
  var observingEvents: [String] = []

  @Option(
    help: ArgumentHelp(
      "A regular expression whose first group is the name of the event in a line of text.",
      discussion: "By default, such a line has the word event and the name.", valueName: "pattern"))
  var eventPattern: String?

  @Flag(help: "The log shows states in which the machine is.")
  var observingStates = false

  @Option(
    help: ArgumentHelp(
      "A regular expression whose first group is the state in a line of text.",
      discussion: "By default, such a line has the word state and the name. The log then shows states.",
      valueName: "pattern"))
  var statePattern: String?

  @Option(
    help: ArgumentHelp(
      "A regular expression whose first group is the call in a line of text.",
      discussion: "By default, a call comes after the prefix with time, process and thread.",
      valueName: "pattern"))
  var callPattern: String?

  @Option(help: ArgumentHelp("A callback that the app doesn't log. It may be repeated.", valueName: "callback"))
  var without: [String] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The class or the object that belongs to a part of the machine. It may be repeated.", valueName: "part=name"))
  var receivers: [String] = []

  @Option(
    help: ArgumentHelp("The value of a fixed field, such as iOS=17. It may be repeated.", valueName: "field=value"))
  var given: [String] = []

  @Option(help: ArgumentHelp("Where the logs begin: at the start of the machine, or anywhere.", valueName: "place"))
  var from = Origin.start

  @Option(help: ArgumentHelp("Check only the session with this key.", valueName: "key"))
  var only: String?

  @Flag(help: "Print the calls of one session as a scenario.")
  var scenario = false

  @Option(
    help: ArgumentHelp(
      "Draw a session as a life line into this file.",
      discussion: """
        This is the session with the first violation. Without a violation, it is the first session that doesn't \
        conform, or else the first one. The picture is an SVG if the name of the file ends in .svg, and otherwise a \
        text. With -, the text goes to standard output, alone.
        """,
      valueName: "file"))
  var picture: String?

  @Flag(help: "List what the logs show and no scenario has, and what the scenarios have and no log shows.")
  var coverage = false

  @Flag(help: "Stop at the first violation.")
  var first = false

  @Flag(help: "Print a JSON object for each session.")
  var verdicts = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Add up the verdicts in files that --verdicts has written.", valueName: "file"))
  var summary: [String] = []

  @Option(help: ArgumentHelp("The form of the logs. By default, their first character decides.", valueName: "form"))
  var logFormat: LogFormat?

  @OptionGroup var output: OutputOptions

  @Argument(help: "The spec; - is standard input.")
  var spec: String?

  @Argument(help: ArgumentHelp("The logs; - is standard input.", valueName: "log"))
  var logs: [String] = []

  func validate() throws {
    try validatePaths([spec].compactMap(\.self) + logs + summary)
    guard summary.isEmpty else {
      if spec != nil { throw ValidationError("--summary reads verdicts, and needs no spec and no logs.") }
      if let option = optionsOfJudging.first {
        throw ValidationError("\(option) judges logs, but --summary only adds up verdicts. Leave one of them out.")
      }
      return
    }
    if spec == nil { throw ValidationError("Name a spec and the logs to check against it.") }
    if logs.isEmpty { throw ValidationError("Name the logs to check against the spec; - is standard input.") }
    if ([spec] + logs).count(where: { $0 == standardInputArgument }) > 1 {
      throw ValidationError("Standard input can only be read once.")
    }
    if scenario, verdicts { throw ValidationError("--scenario and --verdicts exclude each other.") }
    if scenario, coverage { throw ValidationError("--scenario and --coverage exclude each other.") }
    if verdicts, coverage {
      throw ValidationError("--verdicts and --coverage exclude each other: standard output is for verdicts only.")
    }
    if verdicts, output.format == .json {
      throw ValidationError("--verdicts and --format json exclude each other: both write to standard output.")
    }
    if verdicts || scenario, output.diagnostics != .terminal {
      throw ValidationError(
        "--\(verdicts ? "verdicts" : "scenario") and --diagnostics \(output.diagnostics.rawValue) exclude each other: both "
          + "write to standard output.")
    }
    for given in given where !given.contains("=") {
      throw ValidationError("--given \(VisibleText.escaped(given)) has no value. Write FIELD=VALUE, such as iOS=17.")
    }
    for receiver in receivers where !receiver.contains("=") {
      throw ValidationError(
        "--as \(VisibleText.escaped(receiver)) has no name. Write PART=NAME, such as detail=DetailViewController.")
    }
    if picture == "" { throw ValidationError("--picture is empty. Give the path of a file.") }
    try validatePicture(picture, "--picture")
    if picture == standardOutputArgument { try validatePictureOnStandardOutput() }
    if by == "" { throw ValidationError("--by is empty. Give a member of objects, or a regular expression.") }
  }

  /// Throws an error if standard output is for something else than the picture.
  private func validatePictureOnStandardOutput() throws {
    let options = [
      ("--scenario", scenario), ("--verdicts", verdicts), ("--coverage", coverage),
      ("--format json", output.format == .json),
      ("--diagnostics \(output.diagnostics.rawValue)", output.diagnostics != .terminal),
    ]
    guard let (name, _) = options.first(where: \.1) else { return }
    throw ValidationError("--picture - and \(name) exclude each other: both write to standard output.")
  }

  /// The names of the options that say how logs are judged, as far as they are there.
  private var optionsOfJudging: [String] {
    // Without the type, the compiler needs seconds for the list.
    let options: [(name: String, isThere: Bool)] = [
      ("--by", by != nil), ("--observing", !observing.isEmpty),
      ("--observing-events", !observingEvents.isEmpty), ("--event-pattern", eventPattern != nil),
      ("--observing-states", observingStates), ("--state-pattern", statePattern != nil),
      ("--call-pattern", callPattern != nil),
      ("--without", !without.isEmpty),
      ("--as", !receivers.isEmpty), ("--given", !given.isEmpty), ("--from", from != .start), ("--only", only != nil),
      ("--scenario", scenario), ("--picture", picture != nil), ("--coverage", coverage), ("--first", first),
      ("--verdicts", verdicts),
      ("--log-format", logFormat != nil),
    ]
    return options.filter(\.isThere).map(\.name)
  }

  func run() throws {
    var console = Console(options: output, of: "trace")
    if !summary.isEmpty {
      return try console.finish(with: addVerdicts(in: summary, isStrict: output.strict))
    }
    let progress = console.progress
    let result: JobResult
    do throws(TraceJobError) {
      result = try job(progress).run(spec: spec ?? "", logs: logs)
    } catch {
      progress?.clear()
      throw ValidationError(message(for: error))
    }
    progress?.clear()
    try console.finish(with: result)
  }

  private func job(_ progress: ProgressLine?) -> TraceJob {
    var job = TraceJob()
    job.settings.observing = observing
    job.settings.observingEvents = observingEvents
    job.settings.eventPattern = eventPattern
    job.settings.observesStates = observingStates
    job.settings.statePattern = statePattern
    job.settings.callPattern = callPattern
    job.settings.without = without
    job.settings.key = by
    job.settings.given = given.map(pair)
    job.settings.receivers = receivers.map(pair)
    job.settings.beginsAnywhere = from == .anywhere
    job.settings.only = only
    job.stopsAtFirst = first
    job.tellsScenario = scenario
    job.printsVerdicts = verdicts
    job.describesSessions = output.format == .json
    job.comparesCoverage = coverage
    job.picturePath = picture
    job.format = logFormat
    job.isStrict = output.strict
    job.observeProgress = progress?.observe
    return job
  }

  /// Returns the texts before and behind `=`.
  private func pair(_ text: String) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), String(parts[1]))
  }

  private func message(for error: TraceJobError) -> String {
    switch error {
    case .setting(let error):
      "--\(optionName(of: error.setting)): \(VisibleText.escaped(error.message))"
        + (error.message.hasSuffix("?") ? "" : ".")
    case .severalSpecs(let path): "\(VisibleText.escaped(path)) contains several specs. Name one of them."
    case .severalSessions(let keys):
      "The logs have several sessions. Choose one with --only: "
        + keys.prefix(10).map(shown).joined(separator: ", ") + (keys.count > 10 ? ", …" : ".")
    case .noSession(let key, let suggestion):
      "No session has the key '\(shown(key))'" + (suggestion.map { "; did you mean '\(shown($0))'?" } ?? ".")
    }
  }

  /// Returns the name of the option for a setting that `traces` spells in one word.
  private func optionName(of setting: String) -> String {
    setting.reduce(into: "") { name, character in
      name += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
  }

  private func shown(_ key: String) -> String { VisibleText.escaped(key.shortened(to: QuoteLimits.quote)) }
}

extension LogFormat: ExpressibleByArgument {}
