import LifelineModel
import LifelineSource

/// The members that let time pass.
extension ProgramPrinter {
  /// Writes the functions that let time pass, and the type that says which timer has elapsed.
  func printClock(_ timers: [String], to writer: inout CodeWriter) {
    writer.line("/// The time until the next timer elapses; `nil` if no timer is armed.")
    writer.block("\(access)var timeUntilNextTimer: Swift.Duration?") { writer in
      if let timer = timers.first, timers.count == 1 { return writer.line(timer) }
      writer.line("var next: Swift.Duration?")
      for timer in timers { writer.line("if let time = \(timer) { next = Swift.min(next ?? time, time) }") }
      writer.line("return next")
    }
    printAdvance(to: &writer)
    writer.block("private mutating func pass(_ duration: Swift.Duration)") { writer in
      for timer in timers { writer.line("if let time = \(timer) { \(timer) = time - duration }") }
    }
  }

  private var elapsingHead: String {
    let parameters = "within limit: inout Swift.Duration, _ count: inout Swift.Int, _ call: (Callback) -> Swift.Void"
    return "fileprivate mutating func elapseNextTimer(\(parameters)) -> ElapsedTimer?"
  }

  private func printAdvance(to writer: inout CodeWriter) {
    writer.lines(
      """

      /// Lets time pass. Timers elapse at their deadlines, and `call` receives the machine's calls in order.
      ///
      /// Don't access the machine inside of `call`: it is being modified.
      \(access)mutating func advance(by duration: Swift.Duration, calling call: (Callback) -> Swift.Void) {
        var left = duration
        var count = 0
        while elapseNextTimer(within: &left, &count, call) != nil {}
      }

      /// Lets time pass and returns what happened: a reaction for each timer that elapsed.
      \(access)mutating func advance(by duration: Swift.Duration) -> [Reaction] {
        var left = duration
        var count = 0
        var reactions: [Reaction] = []
        var before = self
        var callbacks: [Callback] = []
        while let timer = elapseNextTimer(within: &left, &count, { callbacks.append($0) }) {
          reactions.append(
            Reaction(
              cause: .timer(of: timer.state), isHandled: timer.isHandled, callbacks: callbacks, before: before, after: self))
          before = self
          callbacks = []
        }
        return reactions
      }

      /// A timer that has elapsed.
      fileprivate struct ElapsedTimer {
        var state: AnyState
        /// Whether the machine took a transition.
        var isHandled: Swift.Bool
      }

      /// Lets the time pass up to the next deadline, at which a timer elapses; `nil` if no timer elapses within `limit`,
      /// which has then passed.
      ///
      /// - Parameters:
      ///   - limit: The time that may pass, from which the passed time is subtracted.
      ///   - count: The number of timers that have elapsed in the same wait.
      \(elapsingHead) {
        guard let next = timeUntilNextTimer, next <= limit else {
          if limit > Swift.Duration.zero { pass(limit) }
          limit = Swift.Duration.zero
          return nil
        }
        count += 1
        if count > \(grouped(RunLimits.elapsedTimers, by: "_")) {
          Swift.fatalError("\(machine.name): more than \(grouped(RunLimits.elapsedTimers)) timers elapse in one wait (rule 7); wait for less time")
        }
        limit -= next
        pass(next)
        guard let state = stateOfDueTimer() else { return nil }
        return ElapsedTimer(state: state, isHandled: takeElapsedTimer(call))
      }

      """)
  }
}
