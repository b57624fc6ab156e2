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
  /// A call that was read not long ago.
  struct RecentCall {
    var place: LogPlace
    var symbol: Int
    /// The name of the callback, as the log has it.
    var name: [UInt8] = []
    /// The line, which may be cut.
    var line: [UInt8] = []
  }

  /// The number of calls that are kept.
  static let recentLimit = 16
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
  private var recent: [RecentCall] = []
  private var oldest = 0

  init(name: String, receiver: String?, isIgnored: Bool, state: Observer.State) {
    self.name = name
    self.receiver = receiver
    self.isIgnored = isIgnored
    self.state = state
    before = state
  }

  /// The calls that are kept, the oldest first.
  var recentCalls: [RecentCall] { Array(recent[oldest...] + recent[..<oldest]) }

  /// The last call.
  var last: RecentCall? { recent.isEmpty ? nil : recent[oldest == 0 ? recent.count - 1 : oldest - 1] }

  /// The symbol of the call that the next one displaces; `nil` if there is room.
  var displaced: Int? { recent.count < Self.recentLimit ? nil : recent[oldest].symbol }

  /// Keeps a call instead of the oldest one.
  mutating func keep(_ symbol: Int, at place: LogPlace, name: ArraySlice<UInt8>, line: ArraySlice<UInt8>) {
    if recent.count < Self.recentLimit {
      recent.append(RecentCall(place: place, symbol: symbol, name: Array(name), line: Array(line)))
      return
    }
    // The memory of the displaced call is used again.
    recent[oldest].place = place
    recent[oldest].symbol = symbol
    recent[oldest].name.removeAll(keepingCapacity: true)
    recent[oldest].name += name
    recent[oldest].line.removeAll(keepingCapacity: true)
    recent[oldest].line += line
    oldest = oldest + 1 == Self.recentLimit ? 0 : oldest + 1
  }

  /// Forgets the calls that are kept, and goes on in another state.
  mutating func begin(in state: Observer.State) {
    recent = []
    oldest = 0
    before = state
    self.state = state
  }
}
