import LifelineInterpreter
import LifelineModel

/// Microsteps (rule 3 of the language reference).
extension Engine {
  /// Takes one transition.
  mutating func microstep(_ transition: Int, _ arguments: Arguments) throws(Stop) {
    let base = stack.count
    stack.append(transition)
    try microstep(from: base, arguments)
  }

  /// Takes the transitions on the stack behind a position, if there are any, and removes them: exits states, runs actions
  /// and enters states.
  mutating func microstep(from base: Int, _ arguments: Arguments) throws(Stop) {
    let end = stack.count
    if end == base { return }
    microstepCount += 1
    if microstepCount > RunLimits.microsteps {
      throw stop(.endlessMacrostep, at: program.transitions[stack[base]].site)
    }
    for position in base..<end { taken.append(Int(program.transitions[stack[position]].id)) }
    let noted = stretches.count
    if notesStretches {
      for position in base..<end { beginStretch(2 * Int(program.transitions[stack[position]].id)) }
    }
    try exitStates(from: base, to: end, arguments)
    for position in base..<end { try execute(program.transitions[stack[position]].actions, arguments) }
    try enterStates(from: base, to: end, arguments)
    if notesStretches {
      for position in 0..<end - base { endStretch(at: noted + 3 * position) }
    }
    stack.shrink(to: base)
  }

  /// Notes that the calls of a transition or of a timer begin.
  mutating func beginStretch(_ cause: Int) {
    stretches.append(cause)
    stretches.append(calls.count)
    stretches.append(calls.count)
  }

  /// Notes that the calls end whose beginning was noted at a position.
  mutating func endStretch(at position: Int) { stretches[position + 2] = calls.count }

  /// Exits the active descendants of the domains of transitions, innermost states first, after recording histories.
  private mutating func exitStates(from base: Int, to end: Int, _ arguments: Arguments) throws(Stop) {
    // Nothing is entered yet, so this set holds the states to exit, in the order of the spec.
    entrySet.states.removeAll()
    for position in base..<end {
      let domain = program.transitions[stack[position]].domain
      if domain < 0 { continue }
      let after = Int(program.states[Int(domain)].end)
      var state = active.first(from: Int(domain) + 1, below: after)
      while state >= 0 {
        entrySet.states.insert(state)
        state = active.first(from: state + 1, below: after)
      }
    }
    let first = stack.count
    pushEntrySetStates()
    for position in first..<stack.count {
      let state = program.states[stack[position]]
      for list in state.histories.range { record(Int(program.indexLists[list]), in: stack[position]) }
    }
    for position in (first..<stack.count).reversed() {
      let state = stack[position]
      try execute(program.states[state].exit, arguments)
      active.remove(state)
      disarmTimers(of: state)
    }
    stack.shrink(to: first)
  }

  private mutating func pushEntrySetStates() {
    var state = entrySet.states.first(from: 0, below: program.states.count)
    while state >= 0 {
      stack.append(state)
      state = entrySet.states.first(from: state + 1, below: program.states.count)
    }
  }

  /// Lets a history remember the active states in its parent, which is exited.
  private mutating func record(_ pseudoState: Int, in parent: Int) {
    let isDeep = program.states[pseudoState].kind == .deepHistory
    let end = Int(program.states[parent].end)
    var remembered: [Int] = []
    var state = active.first(from: parent + 1, below: end)
    while state >= 0 {
      visitCount += 1
      let entry = program.states[state]
      if isDeep ? entry.isAtomic : Int(entry.parent) == parent { remembered.append(state) }
      state = active.first(from: state + 1, below: end)
    }
    history[Int(program.historyPositions[pseudoState])] = wordLists.intern(remembered) + 1
  }

  /// Enters the states that transitions enter.
  private mutating func enterStates(from base: Int, to end: Int, _ arguments: Arguments) throws(Stop) {
    entrySet.removeAll()
    for position in base..<end {
      let transition = program.transitions[stack[position]]
      if transition.domain >= 0 { addStatesToEnter(transition.targets, inside: Int(transition.domain)) }
    }
    noteRestoredHistories()
    try enterStatesOfEntrySet(arguments)
  }

  /// Enters the states of the entry set, outermost states first.
  private mutating func enterStatesOfEntrySet(_ arguments: Arguments) throws(Stop) {
    let first = stack.count
    pushEntrySetStates()
    let last = stack.count
    // Actions may let parts enter states, which needs the set.
    for position in first..<last {
      let state = stack[position]
      stack.append(entrySet.defaultEntries.contains(state) ? 1 : 0)
      stack.append(entrySet.defaultContent(of: state))
    }
    for position in first..<last {
      let state = stack[position]
      let entry = program.states[state]
      active.insert(state)
      if current == 0, entry.isAtomic { entered.append(state) }
      try execute(entry.entry, arguments)
      if notesEntries {
        entries.append(state)
        entries.append(calls.count)
      }
      // The entry actions may have set the field with the length of a timer.
      try armTimers(of: entry)
      let marks = last + 2 * (position - first)
      if stack[marks] == 1 { try execute(entry.initialActions, arguments) }
      if stack[marks + 1] >= 0 { try execute(program.states[stack[marks + 1]].initialActions, arguments) }
      if entry.kind == .final { completeAncestors(of: entry) }
    }
    stack.shrink(to: first)
    if finished.contains(current) { exitInterpreter() }
  }

  /// Starts the parts of the component that runs, and enters its initial configuration.
  mutating func enterInitialStates() throws(Stop) {
    for position in program.components[current].parts.range {
      try run(Int(program.indexLists[position])) { (engine) throws(Stop) in try engine.enterInitialStates() }
    }
    entrySet.removeAll()
    // There is nothing to remember yet.
    addDescendantsToEnter(Int(program.components[current].root), remembering: false)
    try enterStatesOfEntrySet(.none)
    try completeMacrostep()
  }

  // MARK: Events

  /// Lets the component that runs handle one of its events, to its rest.
  mutating func handle(_ event: Int, _ arguments: Arguments) throws(Stop) -> Treatment {
    guard program.components[current].events.range.contains(event), !finished.contains(current) else { return .ignored }
    let base = stack.count
    switch try selectTransitions(event, arguments, isFromHost: true) {
    case .transitions:
      if current == 0 { treatment = .handled }
      try microstep(from: base, arguments)
      try completeMacrostep()
      try recallDeferredEvents()
      return .handled
    case .deferred:
      deferEvent(event)
      return .deferred
    case .none:
      return .ignored
    }
  }

  /// Keeps an event behind those of the same component.
  private mutating func deferEvent(_ event: Int) {
    if deferred.contains(event) { return }
    let after = program.components[current].events.range.upperBound
    var position = 0
    while position < deferred.count, deferred[position] < after { position += 1 }
    deferred.insert(event, at: position)
  }

  /// Takes microsteps until no transition is enabled: eventless transitions first, then those for the internal events
  /// in order (rule 4).
  mutating func completeMacrostep() throws(Stop) {
    while !finished.contains(current) {
      let base = stack.count
      try selectEventlessTransitions()
      if stack.count > base {
        try microstep(from: base, .none)
        continue
      }
      guard queueStart < queue.count else { return }
      let entry = QueueEntry(word: queue[queueStart])
      queueStart += 1
      switch entry {
      case .raised(let event):
        if case .transitions = try selectTransitions(event, .none, isFromHost: false) {
          try microstep(from: base, .none)
        }
      case .completed(let state):
        guard active.contains(state) else { continue }
        let transition = try firstEnabled(program.states[state].done, .none)
        if transition >= 0 { try microstep(transition, .none) }
      }
    }
  }

  /// Sends the deferred events that are no longer deferred, each as a macrostep of its own (rule 5).
  mutating func recallDeferredEvents() throws(Stop) {
    let events = program.components[current].events.range
    var position = firstPosition(of: events)
    while position < deferred.count, events.contains(deferred[position]) {
      let base = stack.count
      switch try selectTransitions(deferred[position], .none, isFromHost: true) {
      case .deferred:
        position += 1
      case .none:
        deferred.remove(at: position)
      case .transitions:
        deferred.remove(at: position)
        try microstep(from: base, .none)
        try completeMacrostep()
        // The macrostep may have ended the deferral of earlier events.
        position = firstPosition(of: events)
      }
    }
  }

  private mutating func firstPosition(of events: Range<Int>) -> Int {
    var position = 0
    while position < deferred.count, deferred[position] < events.lowerBound { position += 1 }
    return position
  }

  // MARK: Completion

  /// Returns whether the active child of a compound state is final, or all regions of a parallel state are in final
  /// states.
  private mutating func isInFinalState(_ state: Int) -> Bool {
    let entry = program.states[state]
    switch entry.kind {
    case .final: return active.contains(state)
    case .compound:
      for position in entry.children.range {
        let child = Int(program.indexLists[position])
        if program.states[child].kind == .final, active.contains(child) { return true }
      }
      return false
    case .parallel:
      for position in entry.children.range {
        if !isInFinalState(Int(program.indexLists[position])) { return false }
      }
      return true
    case .atomic, .shallowHistory, .deepHistory: return false
    }
  }

  /// Queues the completion of the parent of a final state, which was just entered, and of the parallel states around it
  /// whose regions are all in final states. Finishes the component if that completes its root.
  private mutating func completeAncestors(of state: StateEntry) {
    var completed = state.parent
    while completed >= 0 {
      let ancestor = program.states[Int(completed)]
      if ancestor.kind == .parallel {
        visitCount += Int(ancestor.childCount)
        guard isInFinalState(Int(completed)) else { return }
      }
      if ancestor.parent < 0 {
        finished.insert(Int(ancestor.component))
      } else {
        queue.append(QueueEntry.completed(state: Int(completed)).word)
      }
      completed = ancestor.parent
      if completed >= 0, program.states[Int(completed)].kind != .parallel { return }
    }
  }

  /// Ends the component that runs: raised and deferred events and armed timers are dropped, also those of its parts
  /// (rule 9).
  private mutating func exitInterpreter() {
    finished.insert(current)
    dropTimersAndEvents(of: program.components[current])
    queueStart = queue.count
  }
}
