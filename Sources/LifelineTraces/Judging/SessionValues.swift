import LifelineAnalysis
import LifelineModel

/// The values that the machine of a session may have computed.
enum SessionValues: Sendable {
  /// No call of the session has shown an argument yet, so nothing is followed.
  case unseen
  case followed(ArgumentObserver.Moments)
  /// To follow them takes too much work.
  case unknown
}

/// Follows the values of all sessions with arguments.
struct ValueJudge {
  private var observer: ArgumentObserver
  /// The work that may still be done. Each call adds a little, so a log without end has work without end.
  private var allowance = 50_000_000
  /// The work that a call adds.
  private static let workPerCall = 1_000
  /// The number of moments that a session may keep.
  private static let momentLimit = 10_000

  init(_ observer: Observer, given: [FieldValue]) { self.observer = ArgumentObserver(observer, given: given) }

  /// Follows a call or an event that fits by its name.
  /// - Parameter arguments: Those that the line shows.
  /// - Returns: The arguments that are wrong, if the call can't have them, or none if it can't come at all; `nil` if it
  ///   fits, or nobody knows.
  mutating func follow(
    _ symbol: Int, with arguments: [String: LoggedValue], in session: inout TraceSession, by names: Observer,
    isFromStart: Bool
  ) -> [WrongArgument]? {
    allowance = min(allowance + Self.workPerCall, 50_000_000)
    if case .unseen = session.values, !arguments.isEmpty {
      session.values = begin(session, names, isFromStart: isFromStart)
    }
    guard case .followed(let moments) = session.values else { return nil }
    switch advance(names.symbols[symbol], arguments, from: moments) {
    case .fits(let next):
      session.values = .followed(next)
      return nil
    case .violation(let wrong): return wrong
    case .unknown:
      session.values = .unknown
      return nil
    }
  }

  /// Begins anew with a call that doesn't fit, from anywhere.
  /// - Parameter state: The state from anywhere.
  mutating func restart(
    with symbol: Int, _ arguments: [String: LoggedValue], in session: inout TraceSession, from state: Observer.State,
    by names: Observer
  ) {
    session.values = .unknown
    guard allowance > 0, let moments = observer.moments(in: state, of: names) else { return }
    // Arguments that are possible nowhere show nothing.
    for arguments in [arguments, [:]] {
      guard case .fits(let next) = advance(names.symbols[symbol], arguments, from: moments) else { continue }
      session.values = .followed(next)
      return
    }
  }

  /// Returns the owed calls with which the step ends in which a session stands; `nil` if it may end there, or nobody knows.
  func itemsLeft(in session: TraceSession) -> [ID<LogItem>]? {
    guard case .followed(let moments) = session.values else { return nil }
    return observer.itemsLeft(in: moments)
  }

  /// Returns the values after the calls that are kept of a session.
  private mutating func begin(_ session: TraceSession, _ names: Observer, isFromStart: Bool) -> SessionValues {
    guard allowance > 0 else { return .unknown }
    let isWhole = isFromStart && !session.isViolated && session.before == names.start
    guard var moments = isWhole ? observer.beginnings() : observer.moments(in: session.before, of: names) else {
      return .unknown
    }
    for call in session.recent.all {
      guard case .fits(let next) = advance(names.symbols[call.symbol], [:], from: moments) else { return .unknown }
      moments = next
    }
    return .followed(moments)
  }

  private mutating func advance(
    _ items: [ID<LogItem>], _ arguments: [String: LoggedValue], from moments: ArgumentObserver.Moments
  ) -> ArgumentObserver.Outcome {
    let before = observer.work
    let outcome = observer.follow(items, with: arguments, from: moments)
    allowance -= observer.work - before
    if allowance < 0 { return .unknown }
    if case .fits(let next) = outcome, next.count > Self.momentLimit { return .unknown }
    return outcome
  }
}
