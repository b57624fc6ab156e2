import LifelineAnalysis
import LifelineModel
import LifelineSource

/// A call or an event that no behavior of the machine explains, together with those before it.
package struct TraceViolation: Sendable {
  /// A call, for messages.
  package struct Call: Sendable {
    package var place: LogPlace
    /// The name as the log has it.
    package var name: String
    /// The line, which may be cut.
    package var text: String
    /// The callbacks that the line may stand for, or the event.
    package var items: [ID<LogItem>]
    /// The arguments that the line shows.
    package var arguments: [String: LoggedValue]
  }

  /// The call before `calls`, if no behavior makes it. It is quoted, and explains nothing.
  package var misfit: Call?
  /// The last calls before the one that doesn't fit, and that one.
  package var calls: [Call]
  /// The range of the name in the line.
  package var range: SourceRange
  /// The callbacks that the line may stand for, or the event.
  package var items: [ID<LogItem>]
  /// The class or object that the calls are made on; `nil` if the log doesn't say.
  package var receiver: String?
  /// The callbacks and events that could have come, or the states in which the machine could have been.
  package var expected: [ID<LogItem>]
  /// The shortest story of the calls before, and of the step of the last call if only its arguments are wrong.
  package var story: LogStory?
  /// The same story with the arguments of events as the log shows them.
  package var loggedStory: LogStory?
  /// The fewest edits after which the call fits.
  package var repair: [LogEdit]?
  /// The arguments that are wrong, if the call could have come with others; none of its own if those before it are.
  package var wrongArguments: [WrongArgument]?
  /// Whether the line is a call with which a log could begin.
  package var isBeginning: Bool
  /// The fixed fields of which only some values explain the calls before.
  package var fixedValues: [(field: ID<Field>, values: [Value])]

  /// The call that doesn't fit.
  package var call: Call { calls[calls.count - 1] }
}

/// The verdict on a session.
package enum TraceVerdict: String, CaseIterable, Sendable {
  /// No behavior of the machine explains the calls.
  case violation
  /// The log ends in the middle of a step.
  case unfinished
  /// The log doesn't show where the machine is.
  case inconclusive
  /// The machine may behave like this.
  case conforms
}

/// The judgement of a session.
package struct SessionResult: Sendable {
  /// The key.
  package var key: String
  package var verdict: TraceVerdict
  package var callCount: Int
  /// The number of events that were observed.
  package var eventCount = 0
  /// The number of states that were observed.
  package var stateCount = 0
  /// The last call or event.
  package var last: LogPlace
  /// The line of the last call, which may be cut.
  package var lastLine: String
  /// The first violation; `nil` if there is none, or if it is neither reported nor asked for.
  package var violation: TraceViolation?
  /// The first violation, if that is the promise of an answer.
  package var brokenAnswer: AnswerViolation?
  /// The callbacks and events that could come next, or could have come instead of the violation.
  package var expected: [ID<LogItem>] = []
  /// The calls that were still owed when the log ended.
  package var itemsLeft: [ID<LogItem>] = []
  /// The questions that had no answer when the log ended.
  package var questions: [LoggedQuestion] = []
  /// The step that may explain the session although it wasn't explored; `nil` if none leaves the verdict open.
  package var unexplored: UnexploredStep?
  /// Whether the session was judged only up to a line that this would explain.
  var isUnjudged = false
  /// The fixed fields of which only some values explain the session.
  package var fixedValues: [(field: ID<Field>, values: [Value])] = []
}

extension SessionResult {
  /// Leaves open what something may change that wasn't explored.
  /// - Parameter isUnjudged: Whether the session wasn't judged up to its end.
  mutating func leaveOpen(_ step: UnexploredStep, isUnjudged: Bool) {
    fixedValues = []
    let isDecided = itemsLeft.isEmpty || !questions.isEmpty
    itemsLeft = []
    if isDecided, !isUnjudged { return }
    verdict = .inconclusive
    unexplored = step
    self.isUnjudged = isUnjudged
    expected = []
    questions = []
  }
}
