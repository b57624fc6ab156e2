import LifelineInterpreter
import LifelineModel

/// The transitions that an event selects: those on the stack behind a position, or none.
enum Selection {
  case transitions
  /// No region takes the event, and an active state defers it.
  case deferred
  case none
}

/// The selection of transitions (rule 2 of the language reference) and of deferrals (rule 5).
extension Engine {
  /// Selects, for each active atomic state, the first enabled transition for an event of the state itself or of its
  /// nearest ancestor that has one, and puts them on the stack.
  mutating func selectTransitions(
    _ event: Int, _ arguments: Arguments, isFromHost: Bool
  ) throws(Stop) -> Selection {
    let base = stack.count
    var isDeferred = false
    let atomicStates = program.components[current].atomicStates
    var atomicState = active.first(from: 0, below: program.states.count, in: atomicStates)
    while atomicState >= 0 {
      if program.concerns(event, atomicState) {
        try selectTransition(event, arguments, for: atomicState, isFromHost: isFromHost, &isDeferred)
      } else {
        visitCount += Int(program.states[atomicState].depth)
      }
      atomicState = active.first(from: atomicState + 1, below: program.states.count, in: atomicStates)
    }
    if stack.count == base { return isDeferred ? .deferred : .none }
    removeConflictingTransitions(from: base)
    return .transitions
  }

  /// Selects the first enabled transition for an event of an atomic state or of its nearest ancestor that has one, unless
  /// a nearer one defers the event.
  private mutating func selectTransition(
    _ event: Int, _ arguments: Arguments, for atomicState: Int, isFromHost: Bool, _ isDeferred: inout Bool
  ) throws(Stop) {
    var depth = program.states[atomicState].depth + 1
    var next = program.states[atomicState].handlingState
    while next >= 0 {
      let state = program.states[Int(next)]
      countVisits(from: &depth, to: state.depth)
      let handler = handler(of: state, for: event)
      let named = try firstEnabled(handler?.transitions ?? .empty, arguments)
      if named >= 0 { return stack.append(named) }
      if isFromHost, handler?.defers == true {
        isDeferred = true
        return
      }
      let other = try firstEnabled(state.onAny, arguments)
      if other >= 0 { return stack.append(other) }
      next = state.parent < 0 ? -1 : program.states[Int(state.parent)].handlingState
    }
    countVisits(from: &depth, to: 1)
  }

  /// Selects, for each active atomic state, the first enabled eventless transition, and puts them on the stack.
  mutating func selectEventlessTransitions() throws(Stop) {
    let base = stack.count
    let atomicStates = program.components[current].atomicStates
    var atomicState = active.first(from: 0, below: program.states.count, in: atomicStates)
    while atomicState >= 0 {
      var depth = program.states[atomicState].depth + 1
      var next = program.states[atomicState].eventlessState
      while next >= 0 {
        let state = program.states[Int(next)]
        countVisits(from: &depth, to: state.depth)
        let transition = try firstEnabled(state.always, .none)
        if transition >= 0 {
          stack.append(transition)
          break
        }
        next = state.parent < 0 ? -1 : program.states[Int(state.parent)].eventlessState
      }
      if next < 0 { countVisits(from: &depth, to: 1) }
      atomicState = active.first(from: atomicState + 1, below: program.states.count, in: atomicStates)
    }
    removeConflictingTransitions(from: base)
  }

  /// Counts the states from one below a depth up to another depth, as if those that are skipped were visited.
  private mutating func countVisits(from depth: inout Int32, to other: Int32) {
    visitCount += Int(depth - other)
    depth = other
  }

  /// Returns what a state itself says about an event; `nil` if nothing.
  private mutating func handler(of state: StateEntry, for event: Int) -> Handler? {
    var (low, high) = (state.handlers.startIndex, state.handlers.range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if program.handlers[middle].event < event { low = middle + 1 } else { high = middle }
    }
    guard low < state.handlers.range.upperBound, program.handlers[low].event == event else { return nil }
    return program.handlers[low]
  }

  /// Returns the first of some transitions whose condition holds; a number below zero if there is none.
  ///
  /// Every step of a reaction begins here, so this is also where too much work interrupts it.
  mutating func firstEnabled(_ transitions: Span, _ arguments: Arguments) throws(Stop) -> Int {
    guard visitCount <= visitLimit else { throw interrupt() }
    for index in transitions.range {
      let transition = program.transitions[index]
      if transition.condition < 0 { return index }
      if try decide(transition.condition, guardIndex: transition.guardIndex, arguments) { return index }
    }
    return -1
  }

  /// Keeps each transition on the stack once, without those that are preempted: of two that exit a common state, the one
  /// whose source is a descendant of the other's source stays, else the earlier one.
  private mutating func removeConflictingTransitions(from base: Int) {
    let count = stack.count - base
    if count < 2 { return }
    selectionNumber += 1
    /// The number of transitions that stay so far. They are at the beginning.
    var kept = 0
    for position in base..<base + count {
      let first = program.transitions[stack[position]]
      guard transitionMarks[Int(first.id)] != selectionNumber else { continue }
      transitionMarks[Int(first.id)] = selectionNumber
      visitCount += 1 + kept
      var isPreempted = false
      for other in base..<base + kept {
        let second = program.transitions[stack[other]]
        if conflict(first, second), !isDescendant(first.source, of: second.source) { isPreempted = true }
      }
      if isPreempted { continue }
      let added = stack[position]
      var left = 0
      for other in 0..<kept {
        if conflict(first, program.transitions[stack[base + other]]) { continue }
        stack[base + left] = stack[base + other]
        left += 1
      }
      stack[base + left] = added
      kept = left + 1
    }
    stack.shrink(to: base + kept)
  }

  /// Returns whether two transitions exit a common state.
  private mutating func conflict(_ first: TransitionEntry, _ second: TransitionEntry) -> Bool {
    guard first.domain >= 0, second.domain >= 0 else { return false }
    let start = max(first.domain, second.domain) + 1
    let end = min(program.states[Int(first.domain)].end, program.states[Int(second.domain)].end)
    return active.first(from: Int(start), below: Int(end)) >= 0
  }

  private mutating func isDescendant(_ state: Int32, of ancestor: Int32) -> Bool {
    state > ancestor && state < program.states[Int(ancestor)].end
  }
}
