import LifelineAnalysis
import LifelineModel
import LifelineSource

/// The result of holding logs against a machine.
package struct TraceResult: Sendable {
  package var machine: Machine
  /// The options by which the logs were read.
  var options: TraceOptions
  var findings: LogFindings
  /// The receivers that are parts of the machine, and those that are not.
  var receivers: PartReceivers
  /// Whether any call had a key that tells sessions apart.
  var hasKeys: Bool
  /// The kinds of things of which the pattern for lines of text has found none.
  var kindsWithoutMatch: [LineKind] = []
  package var sessions: [SessionResult]
  /// The keys of sessions that weren't to be judged.
  package var ignoredKeys: [String]
  /// The number of calls of the sessions.
  package var callCount: Int
  /// The number of events of the sessions.
  package var eventCount = 0
  /// The number of states that the sessions show.
  package var stateCount = 0
  /// Whether the reading ended at a violation.
  var isCut: Bool
  /// Whether logs from anywhere were compared with all logs from the start.
  var isStartKnown: Bool
  /// The number of all violations; a session may have several.
  package var violationCount: Int
  /// The violations that are reported.
  var reported: [TraceViolation]
  /// The calls that break promises of answers and are reported.
  var answerViolations: [AnswerViolation] = []
  /// The number of all of them.
  var answerViolationCount = 0
  /// The promises of a time that some questions weren't held to, because lines have no time that can be compared.
  var untimedPromises: [Int]
  /// The promises that would take too much work.
  var unjudgedPromises: [Int] = []
  /// The reasons why a behavior that wasn't explored may explain what the logs show.
  package var untried: [String]
  /// The callbacks and events that the logs show.
  var seen: IDSet<LogItem>
  /// The calls of a session as a story, if that was asked for.
  package var story: TraceStory?
  /// The session that is drawn, if that was asked for and there is one.
  package var drawn: DrawnSession?
  /// The states, transitions and orders that the logs show, if that was asked for.
  var shown: TraceEvidence?

  /// The paths of the logs.
  package var files: [String] { findings.files }

  /// The callbacks whose calls must all be in a log.
  var owed: IDSet<Callback> { options.owed }

  /// The number of lines and files that couldn't be read.
  package var unreadableCount: Int { findings.counts.reduce(0) { $0 + $1.faults } }

  /// Returns the number of sessions with a verdict.
  package func count(_ verdict: TraceVerdict) -> Int { sessions.count { $0.verdict == verdict } }

  /// The logs with the numbers of their calls, and of the lines and faults that kept them from being read.
  package var logs: [(path: String, calls: Int, unreadable: Int)] {
    zip(files, findings.counts).map { ($0, $1.calls, $1.faults) }
  }

  /// All numbers.
  package var figures: TraceSummary {
    TraceSummary(
      sessions: Dictionary(uniqueKeysWithValues: TraceVerdict.allCases.map { ($0, count($0)) }), calls: callCount,
      events: eventCount, states: stateCount, others: findings.otherCount, unreadable: unreadableCount)
  }

  /// A line with all numbers.
  package var summary: String { figures.line + longText + misplacedText + unobservedText + unobservedStateText }

  private var unobservedStateText: String {
    guard let place = findings.firstUnobservedState else { return "" }
    let verb = findings.unobservedStateCount == 1 ? "shows" : "show"
    return
      " (\(grouped(findings.unobservedStateCount)) of them \(verb) a state, and states aren't observed, the first in "
      + "\(VisibleText.escaped(files[place.file])):\(place.line); `--observing-states` observes them)"
  }

  private var longText: String {
    guard let place = findings.firstLongLine else { return "" }
    let count = findings.longLineCount
    return " (\(grouped(count)) of them \(count == 1 ? "is" : "are") longer than 1 MiB and not read, the first in "
      + "\(VisibleText.escaped(files[place.file])):\(place.line))"
  }

  private var misplacedText: String {
    guard let first = findings.misplacedCalls.first else { return "" }
    let verbs = findings.misplacedCalls.count == 1 ? ("contains", "doesn't") : ("contain", "don't")
    return " (\(grouped(findings.misplacedCalls.count)) of them \(verbs.0) a callback and \(verbs.1) begin with it, "
      + "the first in \(VisibleText.escaped(files[first.place.file])):\(first.place.line))"
  }

  private var unobservedText: String {
    guard let (name, place) = findings.firstUnobservedEvent else { return "" }
    let verb = findings.unobservedEventCount == 1 ? "shows" : "show"
    return " (\(grouped(findings.unobservedEventCount)) of them \(verb) an event that isn't observed, the first in "
      + "\(VisibleText.escaped(files[place.file])):\(place.line); `--observing-events \(name)` observes it)"
  }
}

/// The numbers of verdicts, calls and lines.
package struct TraceSummary: Sendable {
  package var sessions: [TraceVerdict: Int] = [:]
  package var calls = 0
  package var events = 0
  package var states = 0
  /// The number of lines that are no calls; `nil` if nobody counted them.
  package var others: Int?
  package var unreadable = 0

  package init(
    sessions: [TraceVerdict: Int] = [:], calls: Int = 0, events: Int = 0, states: Int = 0, others: Int? = nil,
    unreadable: Int = 0
  ) {
    self.sessions = sessions
    self.calls = calls
    self.events = events
    self.states = states
    self.others = others
    self.unreadable = unreadable
  }

  /// All numbers on a line.
  package var line: String {
    func number(_ verdict: TraceVerdict) -> Int { sessions[verdict, default: 0] }
    let (conforming, violating) = (number(.conforms), number(.violation))
    return "sessions: \(grouped(conforming)) conform\(conforming == 1 ? "s" : ""), "
      + "\(grouped(violating)) violate\(violating == 1 ? "s" : ""), "
      + "\(grouped(number(.unfinished))) unfinished, \(grouped(number(.inconclusive))) inconclusive; "
      + counted(calls, "call") + (events > 0 ? ", " + counted(events, "event") : "")
      + (states > 0 ? ", " + counted(states, "state") : "")
      + (others.map { ", " + counted($0, "other line") } ?? "")
      + (unreadable > 0 ? ", " + counted(unreadable, "unreadable line") : "")
  }
}

/// The last calls and events of a session that a behavior of the machine explains.
package struct DrawnSession: Sendable {
  /// The index of the session among the results.
  var session: Int
  var calls: [TraceViolation.Call]
  /// Their shortest story.
  var story: LogStory?
  /// The call behind them that doesn't fit.
  var misfit: TraceViolation.Call?
}

/// A session as a story.
package struct TraceStory: Sendable {
  package var story: LogStory
  /// The arguments that the log shows of its calls and events.
  package var arguments: [StoryArguments.Argument]
  /// The places of the lines that the story explains.
  package var places: [LogPlace]
  /// The number of calls that the story explains.
  package var callCount: Int
  /// The callbacks and events that these lines may stand for.
  var shown: IDSet<LogItem>
  /// The first call that doesn't fit.
  package var misfit: (name: String, place: LogPlace)?
  /// The step that may explain the session although it wasn't explored; `nil` if there is none.
  var unexplored: UnexploredStep?
  /// Whether there are more calls than a scenario may have.
  package var isCut: Bool

  /// Returns the parameter of an argument.
  func parameter(of argument: StoryArguments.Argument, in machine: Machine) -> Parameter {
    story.parameters(ofCall: argument.call, inStep: argument.step, of: machine)[argument.parameter]
  }
}
