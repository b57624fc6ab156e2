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
    let index = index
    snapshot.timers.sort { left, right in
      (left.remaining, index.timerRank(of: left.state), left.state, left.index)
        < (right.remaining, index.timerRank(of: right.state), right.state, right.index)
    }
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
      try elapse(timer, of: index.component(of: armed.state))
    }
    pass(left)
  }

  /// Takes a transition of a timer, and lets the component that has it come to its rest, and then the components around
  /// it.
  private mutating func elapse(_ timer: Timer, of component: Int) throws(Fault) {
    try run(component) { (execution) throws(Fault) in
      guard let transition = try execution.firstEnabled(timer.transitions, arguments: .none) else { return }
      execution.reaction.treatment = .handled
      try execution.microstep([transition], arguments: .none)
      var next: Int? = component
      while let component = next {
        try execution.run(component) { (execution) throws(Fault) in
          try execution.completeMacrostep()
          try execution.recallDeferredEvents()
        }
        next = execution.index.components[component].container
      }
    }
  }

  private mutating func pass(_ milliseconds: Int) {
    observer.willVisit(snapshot.timers.count)
    for position in snapshot.timers.indices { snapshot.timers[position].remaining -= milliseconds }
  }
}
