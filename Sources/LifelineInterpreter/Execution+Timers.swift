import LifelineModel

/// Timers (rule 7 of the language reference).
extension Execution {
  /// Arms the timers of `state`, which was just entered.
  mutating func armTimers(of state: ID<State>) throws(Fault) {
    let timers = states[state.index].timers
    observer.willVisit(1 + timers.count)
    if timers.isEmpty { return }
    for (position, timer) in timers.enumerated() {
      let length = length(of: timer)
      guard length > 0 else { throw fault(.timerLength(milliseconds: length), at: timer.range) }
      snapshot.timers.append(Snapshot.ArmedTimer(state: state, index: position, remaining: length))
    }
    snapshot.timers.sort { $0.elapses(before: $1) }
  }

  private mutating func length(of timer: Timer) -> Int {
    switch timer.length {
    case .constant(let milliseconds):
      return milliseconds
    case .field(let field):
      observer.willReadLength(of: timer, from: field)
      return snapshot.fields[field.index].number ?? 0
    }
  }

  /// Disarms the timers of `state`, which was just exited.
  mutating func disarmTimers(of state: ID<State>) {
    observer.willVisit(1 + snapshot.timers.count)
    snapshot.timers.removeAll { $0.state == state }
  }

  /// Lets `milliseconds` pass, and takes the transitions of the timers that elapse, one after the other.
  mutating func advance(byMilliseconds milliseconds: Int) throws(Fault) {
    var left = milliseconds
    var elapsedCount = 0
    while let armed = snapshot.timers.first, armed.remaining <= left {
      let timer = states[armed.state.index].timers[armed.index]
      elapsedCount += 1
      if elapsedCount > RunLimits.elapsedTimers { throw fault(.endlessWait, at: timer.range) }
      snapshot.timers.removeFirst()
      left -= armed.remaining
      pass(armed.remaining)
      microstepCount = 0
      observer.didElapse(armed)
      guard let transition = try firstEnabled(timer.transitions, arguments: .none) else { continue }
      reaction.treatment = .handled
      try microstep([transition], arguments: .none)
      try completeMacrostep()
      try recallDeferredEvents()
    }
    pass(left)
  }

  private mutating func pass(_ milliseconds: Int) {
    observer.willVisit(snapshot.timers.count)
    for position in snapshot.timers.indices { snapshot.timers[position].remaining -= milliseconds }
  }
}

extension Snapshot.ArmedTimer {
  /// Returns whether this timer elapses before `other`: it has an earlier deadline, or the same deadline and an
  /// earlier position in the spec.
  fileprivate func elapses(before other: Self) -> Bool {
    (remaining, state, index) < (other.remaining, other.state, other.index)
  }
}
