import LifelineModel

/// The calls that a machine makes for something that a state handles.
///
/// For an event, these are the calls when it comes while the state is active, unless states inside of it always handle the event in its
/// place. For a timer, they are the calls when it elapses. Both end when the machine is at rest again. For an `always` or a `done`, they are
/// those of the microstep in which a transition of it is taken.
package struct HandlerCalls: Sendable {
  /// The state.
  package var state: ID<State>
  /// The key under which the transitions stand.
  package var trigger: TriggeredTransition.Trigger
  /// Different sequences of calls, those of nearer configurations first.
  package var sequences: [[ID<Callback>]] = []
  /// Whether there are more of them.
  package var isCut = false
}

extension Exploration {
  /// The number of edges up to which calls are collected.
  private static let edgesOfHandlers = 500_000

  /// Returns the calls of each handler: at most `count` sequences of each. Nothing is returned for an exploration that isn't complete, since
  /// other configurations may make other calls.
  package func handlerCalls(keeping count: Int) -> [HandlerCalls] {
    guard isComplete, edges.count <= Self.edgesOfHandlers else { return [] }
    return eventCalls(keeping: count) + callsInReactions(keeping: count)
  }

  /// Returns the calls of each handler of an event, in the order of states and events.
  private func eventCalls(keeping count: Int) -> [HandlerCalls] {
    var handlers: [HandlerCalls] = []
    var places: [ID<Event>: [Int]] = [:]
    for state in machine.states {
      for handled in state.on {
        places[handled.event, default: []].append(handlers.count)
        handlers.append(HandlerCalls(state: state.id, trigger: .event(handled.event)))
      }
    }
    var traces = Array(repeating: Set<Int>(), count: handlers.count)
    for edge in edges where edge.target != nil {
      guard case .send(let event, _) = edge.stimulus.kind, let candidates = places[event] else { continue }
      let configuration = nodes[edge.source].configuration
      for place in candidates where configuration.contains(handlers[place].state) {
        guard candidates.count == 1 || !machine.hides(handlers[place].state, on: event, in: configuration) else {
          continue
        }
        guard !traces[place].contains(edge.trace) else { continue }
        if traces[place].count == count {
          handlers[place].isCut = true
        } else {
          traces[place].insert(edge.trace)
          handlers[place].sequences.append(self.traces[edge.trace])
        }
      }
    }
    return handlers.filter { !$0.sequences.isEmpty }
  }

  /// Returns the calls of timers and of what a state does by itself, in the order of states. An edge doesn't say which of its calls they
  /// are, so the reactions run again.
  private func callsInReactions(keeping count: Int) -> [HandlerCalls] {
    // With timers in any order, there are reactions that the machine doesn't have.
    guard !environment.timers.elapseInAnyOrder else { return [] }
    var handlers: [HandlerCalls] = []
    var timers: [ElapsedTimer: Int] = [:]
    var transitions: [ID<Transition>: Int] = [:]
    for state in machine.states {
      for index in state.timers.indices {
        timers[ElapsedTimer(state: state.id, index: index)] = handlers.count
        handlers.append(HandlerCalls(state: state.id, trigger: .timer(index: index)))
      }
      let automatic: [(trigger: TriggeredTransition.Trigger, own: [Transition])] = [
        (.always, state.always), (.done, state.done),
      ]
      for (trigger, own) in automatic where !own.isEmpty {
        for transition in own { transitions[transition.id] = handlers.count }
        handlers.append(HandlerCalls(state: state.id, trigger: trigger))
      }
    }
    if handlers.isEmpty { return [] }
    var run = EngineRun(of: self, in: 0, notingStretches: true)
    for edge in edges where edge.target != nil {
      guard edge.stimulus.kind == .elapse || !transitions.isEmpty else { continue }
      run.go(to: edge.source)
      run.apply(edge.stimulus)
      run.forEachStretch { cause, calls in
        let place =
          switch cause {
          case .timer(let timer): timers[timer]
          case .transition(let transition): transitions[transition]
          }
        if let place { handlers[place].add(calls, keeping: count) }
      }
    }
    return handlers.filter { !$0.sequences.isEmpty }
  }
}

extension HandlerCalls {
  /// Adds a sequence of calls, if it's a new one.
  fileprivate mutating func add(_ calls: [ID<Callback>], keeping count: Int) {
    if isCut || sequences.contains(calls) { return }
    if sequences.count == count {
      isCut = true
    } else {
      sequences.append(calls)
    }
  }
}

extension Machine {
  /// Returns whether a state never gets an event in a configuration: on each way up to it from an atomic state, another one handles the
  /// event whatever holds.
  fileprivate func hides(_ state: ID<State>, on event: ID<Event>, in configuration: IDSet<State>) -> Bool {
    states[state.index..<self[state].subtreeEnd].allSatisfy { atomic in
      guard atomic.isAtomic, configuration.contains(atomic.id) else { return true }
      var inner = atomic.id
      while inner != state {
        let transitions = self[inner].on.first { $0.event == event }?.transitions ?? []
        if transitions.contains(where: { $0.condition == nil }) { return true }
        guard let parent = self[inner].parent else { return false }
        inner = parent
      }
      return false
    }
  }
}
