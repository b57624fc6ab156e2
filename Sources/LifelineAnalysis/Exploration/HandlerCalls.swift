import LifelineModel

/// The calls that a machine makes when an event comes while a state is active that handles it, unless states inside of it always
/// handle the event in its place.
package struct HandlerCalls: Sendable {
  /// The state.
  package var state: ID<State>
  /// The event.
  package var event: ID<Event>
  /// Different sequences of calls, those of nearer configurations first.
  package var sequences: [[ID<Callback>]] = []
  /// Whether there are more of them.
  package var isCut = false
}

extension Exploration {
  /// The number of edges up to which calls are collected.
  private static let edgesOfHandlers = 500_000

  /// Returns the calls of each handler of an event, in the order of states and events: at most `count` sequences of each. Nothing
  /// is returned for an exploration that isn't complete, since other configurations may make other calls.
  package func handlerCalls(keeping count: Int) -> [HandlerCalls] {
    guard isComplete, edges.count <= Self.edgesOfHandlers else { return [] }
    var handlers: [HandlerCalls] = []
    var places: [ID<Event>: [Int]] = [:]
    for state in machine.states {
      for handled in state.on {
        places[handled.event, default: []].append(handlers.count)
        handlers.append(HandlerCalls(state: state.id, event: handled.event))
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
