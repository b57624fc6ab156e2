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

/// The calls that have one key, as far as they were read. What is kept doesn't grow with their number.
struct TraceSession {
  /// The number of characters that are kept of a line.
  static let lineLimit = 200

  /// The key as users know it.
  let name: String
  /// The class or object that the calls are made on, for messages; `nil` if the log doesn't say.
  let receiver: String?
  /// Whether the session isn't to be judged.
  let isIgnored: Bool
  var state: Observer.State
  /// The state before the calls that are kept.
  var before: Observer.State
  var callCount = 0
  var violationCount = 0
  /// The index of the first violation, if there is one.
  var firstViolation: Int?
  var time: LogTime?
  var hasReportedTime = false
  var recent = RecentCalls()

  init(name: String, receiver: String?, isIgnored: Bool, state: Observer.State) {
    self.name = name
    self.receiver = receiver
    self.isIgnored = isIgnored
    self.state = state
    before = state
  }

  /// Forgets the calls that are kept, and goes on in another state.
  mutating func begin(in state: Observer.State) {
    recent = RecentCalls()
    before = state
    self.state = state
  }
}
