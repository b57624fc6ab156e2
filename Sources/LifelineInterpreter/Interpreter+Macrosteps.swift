import LifelineModel

/// Rules 4, 5 and 9: what runs on until the host has control again.
extension Interpreter {
  /// Takes microsteps until nothing is enabled: `always` first, then the internal queue in order.
  package mutating func completeMacrostep() throws(Fault) {
    while !snapshot.isFinished {
      let eventless = try selectEventless()
      if !eventless.isEmpty {
        try takeMicrostep(eventless, arguments: .none)
        continue
      }
      guard queueStart < queue.count else { break }
      let next = queue[queueStart]
      queueStart += 1
      switch next {
      case .raised(let event):
        if case .transitions(let transitions) = try select(event, arguments: .none, fromHost: false) {
          try takeMicrostep(transitions, arguments: .none)
        }
      case .done(let state):
        guard isActive(state) else { continue }
        let list = chart.machine.states[state.index].done
        if let transition = try firstEnabled(list, arguments: .none) {
          try takeMicrostep([transition], arguments: .none)
        }
      }
    }
    queue.removeAll(keepingCapacity: true)
    queueStart = 0
  }

  /// After a macrostep: delivers the kept events that are deferred no longer, each as a macrostep of its own.
  package mutating func deliverKeptEvents() throws(Fault) {
    var place = 0
    while place < snapshot.kept.count {
      switch try select(snapshot.kept[place], arguments: .none, fromHost: true) {
      case .deferred:
        place += 1
      case .nothing:
        snapshot.kept.remove(at: place)
      case .transitions(let transitions):
        snapshot.kept.remove(at: place)
        try takeMicrostep(transitions, arguments: .none)
        try completeMacrostep()
        // The macrostep may have ended the deferral of events that arrived before.
        place = 0
      }
    }
  }

  /// Notes that `state`, a final state, was entered: offers `done` to its parent and, as far as all regions
  /// have come to their end, to the parallel states around it; ends the machine when that reaches the root.
  package mutating func reachFinal(_ state: ID<State>) {
    var completed = chart.machine.states[state.index].parent
    while let ancestor = completed {
      if chart.isParallel(ancestor), !isComplete(ancestor) { return }
      if ancestor == Machine.root { snapshot.isFinished = true } else { queue.append(.done(ancestor)) }
      completed = chart.machine.states[ancestor.index].parent
      if let parent = completed, !chart.isParallel(parent) { return }
    }
  }

  /// `isInFinalState`: whether the active child of `state`, or all its regions, have reached a final state.
  package func isComplete(_ state: ID<State>) -> Bool {
    let children = chart.machine.states[state.index].children
    switch chart.machine.states[state.index].kind {
    case .final:
      return true
    case .atomic, .history:
      return false
    case .compound:
      let child = snapshot.configuration.first(in: chart.descendants(of: state))
      return child.map { chart.machine.states[$0.index].isFinal } ?? false
    case .parallel:
      // Regions that end together are entered in order, so the last is the one to wait for.
      return children.reversed().allSatisfy { child in
        chart.machine.states[child.index].isHistory || (isActive(child) && isComplete(child))
      }
    }
  }

  /// Ends the machine: what was raised, deferred or armed is dropped.
  package mutating func finish() {
    snapshot.isFinished = true
    snapshot.kept = []
    snapshot.timers = []
    queue.removeAll(keepingCapacity: true)
    queueStart = 0
  }

  /// Whether of every active compound state exactly one child is active, and of every parallel one each.
  package func isConfiguration(_ states: IDSet<State>) -> Bool {
    states.allSatisfy { state in
      let descendants = chart.descendants(of: state)
      switch chart.machine.states[state.index].kind {
      case .atomic, .final:
        return true
      case .compound:
        guard let child = states.first(in: descendants) else { return false }
        let rest = chart.descendants(of: child).upperBound..<descendants.upperBound
        return chart.machine.states[child.index].parent == state && states.first(in: rest) == nil
      case .parallel:
        return chart.machine.properChildren(of: state).allSatisfy(states.contains)
      case .history:
        return false
      }
    }
  }
}
