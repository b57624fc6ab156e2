import LifelineSource

/// A question in a log that has to be answered.
package struct LoggedQuestion: Hashable, Sendable {
  /// The index of the promise among those of the machine.
  package var promise: Int
  /// The line that asks.
  package var place: LogPlace
  /// Whether that line itself is the question. Otherwise it is the last one by which the question was asked.
  var isShown = true
}

/// A line of a log that breaks the promise of an answer.
package struct AnswerViolation: Sendable {
  /// A way to break it.
  package enum Kind: Sendable {
    /// Something comes before the answer that the promise puts behind it.
    case overtaken
    /// The same, before a line and after the one in front of it.
    case unseen
    /// The time is over.
    case late(milliseconds: Int)
  }

  /// A broken question.
  struct Breach {
    var question: LoggedQuestion
    var kind: Kind
    /// The line that broke the promise in the last run that explains the log; `nil` if that is the line that shows it.
    var earlierPlace: LogPlace?
    /// Whether each run was followed that explains the log, and not the calls alone.
    var isOfRuns = false
  }

  var breach: Breach
  /// The place of the line.
  package var place: LogPlace
  var range: SourceRange
  /// The name in the line, its kind, and its text.
  package var name: String
  package var line: LineKind
  var text: String

  package var question: LoggedQuestion { breach.question }
}
