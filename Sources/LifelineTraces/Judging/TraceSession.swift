import LifelineAnalysis
import LifelineModel
import LifelineSource

/// A place in a log.
package struct LogPlace: Hashable, Sendable {
  /// The index of the file.
  package var file: Int
  /// The number of the line, counted from 1.
  package var line: Int
}

/// The calls and events that have one key, as far as they were read. What is kept doesn't grow with their number.
struct TraceSession {
  /// The number of characters that are kept of a line.
  static let lineLimit = 200

  /// The key as users know it.
  let name: String
  /// The class or object that the calls are made on, for messages; `nil` if the log doesn't say.
  let receiver: String?
  /// Whether the session isn't to be judged.
  let isIgnored: Bool
  /// Whether the key is the address of an object, which another object may have later.
  let hasAddress: Bool
  /// Whether another object had the same address before.
  var isLaterLife = false
  var state: Observer.State
  /// The state before the calls that are kept.
  var before: Observer.State
  var callCount = 0
  var eventCount = 0
  var stateCount = 0
  var isViolated = false
  /// The step that may explain the session although it wasn't explored; `nil` if there is none.
  var unexplored: UnexploredStep?
  /// Whether a line came that only this would explain, so that the rest isn't judged.
  var isUnjudged = false
  /// The index of the first violation; `nil` if there is none, or if it wasn't kept.
  var firstViolation: Int?
  /// The index of the first violation, if that is the promise of an answer.
  var brokenAnswer: Int?
  var time: LogTime?
  var hasReportedTime = false
  var recent = RecentCalls()
  var answers = SessionAnswers()
  var runs = SessionRuns()
  var values = SessionValues.unseen
  /// The call before those that are kept, if no behavior makes it. It is quoted, and explains nothing.
  private var aside = RecentCalls()

  init(name: String, receiver: String?, isIgnored: Bool, hasAddress: Bool, state: Observer.State) {
    self.name = name
    self.receiver = receiver
    self.isIgnored = isIgnored
    self.hasAddress = hasAddress
    self.state = state
    before = state
  }

  /// The call before those that are kept, if no behavior makes it. It is quoted, and explains nothing.
  var misfit: RecentCalls.Call? { aside.last }

  /// Whether the session has shown arguments, so that its values are followed.
  var hasValues: Bool { if case .followed = values { true } else { false } }

  /// Whether there is a verdict on the session.
  var isJudged: Bool { !isIgnored && last != nil }

  /// The last call.
  var last: RecentCalls.Call? { recent.last ?? misfit }

  /// Forgets the calls that are kept, and goes on in another state.
  mutating func begin(in state: Observer.State) {
    recent = RecentCalls()
    aside = RecentCalls()
    answers.forget()
    runs.forget()
    values = .unseen
    before = state
    self.state = state
  }

  /// Keeps the call with which the session begins only to quote it.
  mutating func setAside() {
    aside = recent
    recent = RecentCalls()
  }
}
