import LifelineInterpreter
import LifelineModel

/// Timers (rule 7 of the language reference).
extension Engine {
  /// Returns the milliseconds that are left of the running timer at a position.
  package func timeLeft(at position: Int) -> Int { timers[2 * position + 1] }

  /// Arms the timers of a state, which was just entered.
  mutating func armTimers(of state: StateEntry) throws(Stop) {
    visitCount += 1 + state.timers.count
    if state.timers.isEmpty { return }
    for index in state.timers.range {
      let timer = program.timers[index]
      var length = timer.milliseconds
      if timer.field >= 0 {
        visitCount += 1
        noteField(timer.field)
        length = fields[Int(timer.field)]
      }
      guard length > 0 else { throw stop(.timerLength(milliseconds: length), at: timer.site) }
      timers.append(index)
      timers.append(length)
    }
    if state.timers.count > Self.insertedTimerLimit { sortTimers() } else { insertTimers() }
  }

  /// The number of timers of a state up to which they are inserted among the others one by one.
  private static let insertedTimerLimit = 8

  /// Puts the running timers into the order in which they elapse.
  private mutating func sortTimers() {
    let pairs = (0..<timers.count / 2).map { (timer: timers[2 * $0], left: timers[2 * $0 + 1]) }.sorted {
      ($0.left, program.timers[$0.timer].rank) < ($1.left, program.timers[$1.timer].rank)
    }
    for (position, pair) in pairs.enumerated() { (timers[2 * position], timers[2 * position + 1]) = pair }
  }

  /// Puts the running timers into the order in which they elapse. Most of them are in it already.
  private mutating func insertTimers() {
    for end in 1..<max(1, timers.count / 2) {
      let (timer, length) = (timers[2 * end], timers[2 * end + 1])
      let rank = program.timers[timer].rank
      var position = end
      while position > 0 {
        let (other, left) = (timers[2 * position - 2], timers[2 * position - 1])
        if left < length || (left == length && program.timers[other].rank <= rank) { break }
        timers[2 * position] = other
        timers[2 * position + 1] = left
        position -= 1
      }
      timers[2 * position] = timer
      timers[2 * position + 1] = length
    }
  }

  /// Disarms the timers of a state, which was just exited.
  mutating func disarmTimers(of state: Int) {
    visitCount += 1 + timers.count / 2
    if timers.isEmpty { return }
    disarm { Int($0.state) == state }
  }

  /// Removes running timers.
  mutating func disarm(where isDisarmed: (TimerEntry) -> Bool) {
    var kept = 0
    for position in 0..<timers.count / 2 where !isDisarmed(program.timers[timers[2 * position]]) {
      timers[2 * kept] = timers[2 * position]
      timers[2 * kept + 1] = timers[2 * position + 1]
      kept += 1
    }
    timers.shrink(to: 2 * kept)
  }

  /// Lets time pass, and takes the transitions of the timers that elapse, one after the other.
  mutating func advance(by milliseconds: Int) throws(Stop) {
    var left = milliseconds
    var elapsedCount = 0
    while timers.count > 0, timers[1] <= left {
      let (index, remaining) = (timers[0], timers[1])
      let timer = program.timers[index]
      elapsedCount += 1
      if elapsedCount > RunLimits.elapsedTimers { throw stop(.endlessWait, at: timer.site) }
      timers.removeFirst(2)
      left -= remaining
      pass(remaining)
      microstepCount = 0
      elapsed.append(index)
      let noted = stretches.count
      if notesStretches { beginStretch(2 * index + 1) }
      try elapse(timer, of: Int(program.states[Int(timer.state)].component))
      if notesStretches { endStretch(at: noted) }
    }
    pass(left)
  }

  /// Takes a transition of a timer, and lets the component that has it come to its rest, and then the components around
  /// it.
  private mutating func elapse(_ timer: TimerEntry, of component: Int) throws(Stop) {
    try run(component) { (engine) throws(Stop) in
      let transition = try engine.firstEnabled(timer.transitions, .none)
      guard transition >= 0 else { return }
      engine.treatment = .handled
      try engine.microstep(transition, .none)
      var next = component
      while next >= 0 {
        try engine.run(next) { (engine) throws(Stop) in
          try engine.completeMacrostep()
          try engine.recallDeferredEvents()
        }
        next = Int(engine.program.components[next].container)
      }
    }
  }

  private mutating func pass(_ milliseconds: Int) {
    visitCount += timers.count / 2
    for position in 0..<timers.count / 2 { timers[2 * position + 1] -= milliseconds }
  }
}
