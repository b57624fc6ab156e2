import LifelineModel

/// Rule 7.
extension Interpreter {
  /// Arms the timers of `state`, which was just entered.
  package mutating func armTimers(of state: ID<State>) throws(Fault) {
    for (index, timer) in chart.machine.states[state.index].timers.enumerated() {
      let length: Int
      switch timer.length {
      case .constant(let milliseconds): length = milliseconds
      case .field(let field):
        if isObserved { reaction.observation.look(at: field) }
        if case .duration(let milliseconds) = snapshot.fields[field.index] {
          length = milliseconds
        } else {
          length = 0
        }
      }
      guard length > 0 else {
        throw Fault(
          kind: .timerLength(milliseconds: length), machine: chart.machine.name, range: timer.range)
      }
      let armed = Snapshot.ArmedTimer(state: state, index: index, remaining: length)
      let place = snapshot.timers.firstIndex { armed.fires(before: $0) } ?? snapshot.timers.count
      snapshot.timers.insert(armed, at: place)
    }
  }

  /// Disarms the timers of `state`, which was just exited.
  package mutating func disarmTimers(of state: ID<State>) {
    guard !chart.machine.states[state.index].timers.isEmpty else { return }
    snapshot.timers.removeAll { $0.state == state }
  }

  /// Lets `milliseconds` pass, and fires one at a time what comes to its deadline.
  package mutating func fireTimers(within milliseconds: Int) throws(Fault) {
    var left = milliseconds
    var fired = 0
    while let timer = snapshot.timers.first, timer.remaining <= left {
      let rule = chart.machine.states[timer.state.index].timers[timer.index]
      fired += 1
      guard fired <= Fault.firingLimit else {
        throw Fault(kind: .endlessWait, machine: chart.machine.name, range: rule.range)
      }
      snapshot.timers.removeFirst()
      left -= timer.remaining
      pass(timer.remaining)
      microsteps = 0
      if isObserved {
        reaction.observation.firedTimers.append(
          Observation.FiredTimer(state: timer.state, index: timer.index))
      }
      guard let transition = try firstEnabled(rule.transitions, arguments: .none) else { continue }
      reaction.outcome = .handled
      try takeMicrostep([transition], arguments: .none)
      try completeMacrostep()
      try deliverKeptEvents()
    }
    pass(left)
  }

  private mutating func pass(_ milliseconds: Int) {
    guard milliseconds > 0 else { return }
    for place in snapshot.timers.indices { snapshot.timers[place].remaining -= milliseconds }
  }
}

extension Snapshot.ArmedTimer {
  /// Whether this one fires before `other`: at an earlier deadline, or earlier in the document.
  fileprivate func fires(before other: Self) -> Bool {
    (remaining, state, index) < (other.remaining, other.state, other.index)
  }
}
