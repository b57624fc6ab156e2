import LifelineModel
import LifelineSource

/// The declarations that let time pass.
extension MachineContext {
  /// The type of what a timer did: its reaction's cause, and whether the machine took a transition.
  var elapsedTimer: String { "(cause: Reaction.Cause, isHandled: Swift.Bool)" }

  /// Returns the declarations that let time pass.
  func declareClock() -> [Declaration] {
    let timers = (0..<layout.timerSlots.count).map { names.timer(TimerSlot(index: $0)) }
    return [declareNextDeadline(timers)] + declareAdvance() + [declareElapsing(), declarePassing(timers)]
  }

  private func declareNextDeadline(_ timers: [String]) -> Declaration {
    let deadlines = timers + timedParts.map { "\($0.property).timeUntilNextTimer" }
    let search = deadlines.map {
      Statement.joined(.when("let time = \($0)", "next = Swift.min(next ?? time, time)"))
    }
    return Declaration(
      "The time until the next timer elapses; `nil` if no timer is armed.", isPublic: true,
      head: "var timeUntilNextTimer: Swift.Duration?",
      body: deadlines.count == 1
        ? ["\(deadlines[0])"] : [.variable("next: Swift.Duration?", nil)] + search + [.return("next")])
  }

  private func declareAdvance() -> [Declaration] {
    let beginning: [Statement] = [.variable("left", "duration"), .variable("count", 0)]
    let reaction = SwiftExpression("Reaction")(
      cause: "timer.cause", isHandled: "timer.isHandled", callbacks: "callbacks", before: "before", after: "self")
    let reacting: [Statement] = [
      .broken(.evaluate(SwiftExpression("reactions.append")(reaction))), "before = self", "callbacks = []",
    ]
    return [
      Declaration(
        "Lets time pass: timers elapse at their deadlines. The machine is being modified inside of `call`, so don't access it.",
        isPublic: true,
        head: "mutating func advance(by duration: Swift.Duration, calling call: (Callback) -> Swift.Void)",
        body: beginning + [.joined(.while("elapseNextTimer(within: &left, &count, call) != nil", []))]),
      Declaration(
        "Lets time pass and returns what happened: a reaction for each timer that elapsed.", isPublic: true,
        head: "mutating func advance(by duration: Swift.Duration) -> [Reaction]",
        body: beginning + [
          .variable("reactions: [Reaction]", "[]"), .variable("before", "self"),
          .variable("callbacks: [Callback]", "[]"),
          .while("let timer = elapseNextTimer(within: &left, &count, { callbacks.append($0) })", reacting),
          .return("reactions"),
        ]),
    ]
  }

  private func declareElapsing() -> Declaration {
    let limit = RunLimits.elapsedTimers
    let message = "more than \(grouped(limit)) timers elapse in one wait (rule 7); wait for less time"
    let parameters = "within limit: inout Swift.Duration, _ count: inout Swift.Int, _ call: (Callback) -> Swift.Void"
    return Declaration(
      "Lets the time pass up to the next deadline, at which a timer elapses and is counted; `nil` if none elapses within",
      "`limit`. The passed time is subtracted from that.",
      head: "fileprivate mutating func elapseNextTimer(\(parameters)) -> \(elapsedTimer)?",
      body: [
        .guard(
          "let next = timeUntilNextTimer, next <= limit",
          else: [
            .when("limit > Swift.Duration.zero", "pass(limit)"), "limit = Swift.Duration.zero", .return("nil"),
          ]), "count += 1", .broken(.when("count > \(grouped(limit, by: "_"))", trap(message))), "limit -= next",
        "pass(next)", .return("elapseDueTimer(calling: call)"),
      ])
  }

  /// Returns the function that lets time pass without a timer, which a machine around this one calls, too.
  private func declarePassing(_ timers: [String]) -> Declaration {
    Declaration(
      "Lets time pass that ends no later than the next deadline. No timer elapses: `elapseDueTimer` follows.",
      "Hosts call `advance`. A machine of which this one is a part calls this.", isPublic: true,
      head: "mutating func pass(_ duration: Swift.Duration)",
      body: timers.map { .joined(.when("let time = \($0)", "\($0) = time - duration")) }
        + timedParts.map { "\($0.property).pass(duration)" })
  }
}
