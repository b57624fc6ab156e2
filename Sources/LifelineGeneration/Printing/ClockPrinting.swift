import LifelineModel
import LifelineSource

/// The members that let time pass.
extension ProgramPrinter {
  /// Writes the functions that let time pass.
  func print(_ clock: Clock, to writer: inout CodeWriter) {
    let timers = (0..<clock.slotCount).map { names.timer(TimerSlot(index: $0)) }
    let deadlines = timers + clock.parts.map { "\(context[$0].property).timeUntilNextTimer" }
    writer.line("/// The time until the next timer elapses; `nil` if no timer is armed.")
    writer.block("\(access)var timeUntilNextTimer: Swift.Duration?") { writer in
      if let deadline = deadlines.first, deadlines.count == 1 {
        return writer.line(deadline)
      }
      writer.line("var next: Swift.Duration?")
      for deadline in deadlines { writer.line("if let time = \(deadline) { next = Swift.min(next ?? time, time) }") }
      writer.line("return next")
    }
    printAdvance(to: &writer)
    printPassing(clock, timers, to: &writer)
    writer.line()
    printElapsing(clock, to: &writer)
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
            Reaction(cause: timer.cause, isHandled: timer.isHandled, callbacks: callbacks, before: before, after: self))
          before = self
          callbacks = []
        }
        return reactions
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
        return elapseDueTimer(calling: call)
      }

      """)
  }

  private var elapsingHead: String {
    let parameters = "within limit: inout Swift.Duration, _ count: inout Swift.Int, _ call: (Callback) -> Swift.Void"
    return "fileprivate mutating func elapseNextTimer(\(parameters)) -> \(elapsed)?"
  }

  /// The type of what a timer did: its reaction's cause, and whether the machine took a transition.
  private var elapsed: String { "(cause: Reaction.Cause, isHandled: Swift.Bool)" }

  /// Writes the function that lets time pass without a timer, which a machine around this one calls, too.
  private func printPassing(_ clock: Clock, _ timers: [String], to writer: inout CodeWriter) {
    writer.lines(
      """
      /// Lets time pass that ends no later than the next deadline. No timer elapses: `elapseDueTimer` follows.
      ///
      /// Hosts call `advance`. A machine of which this one is a part calls this.
      """)
    writer.block("\(access)mutating func pass(_ duration: Swift.Duration)") { writer in
      for timer in timers { writer.line("if let time = \(timer) { \(timer) = time - duration }") }
      for part in clock.parts { writer.line("\(context[part].property).pass(duration)") }
    }
  }

  /// Writes the function that lets a timer elapse, which a machine around this one calls, too.
  private func printElapsing(_ clock: Clock, to writer: inout CodeWriter) {
    let note = clock.parts.isEmpty ? "" : " Those of parts come first."
    writer.lines(
      """
      /// Lets the first timer elapse whose deadline has come; returns `nil` if there is none.\(note)
      ///
      /// Hosts call `advance`. A machine of which this one is a part calls this.
      """)
    let head = "mutating func elapseDueTimer(calling call: (Callback) -> Swift.Void) -> \(elapsed)?"
    writer.block("\(access)\(head)") { writer in
      for part in clock.parts { printElapsing(context[part], follows: clock.follows, to: &writer) }
      guard clock.slotCount > 0 else { return writer.line("return nil") }
      writer.line("guard let state = stateOfDueTimer() else { return nil }")
      writer.line("return (.timer(of: state), takeElapsedTimer(call))")
    }
  }

  private func printElapsing(_ part: PartContext, follows: Bool, to writer: inout CodeWriter) {
    let closure = part.context.hasCallbacks ? "{ call(.\(part.property)($0)) }" : "{ _ in }"
    writer.block("if let timer = \(part.property).elapseDueTimer(calling: \(closure))") { writer in
      if follows { writer.line("if timer.isHandled { followPart(call) }") }
      writer.line("return (.\(part.property)(timer.cause), timer.isHandled)")
    }
  }
}
