import LifelineModel

extension Declarations {
  /// Returns `machine`, whose fields and callbacks are complete, with the other contents of its parts.
  func machineWithParts(_ machine: Machine) -> Machine {
    guard !parts.isEmpty else { return machine }
    var result = machine
    for index in result.states.indices { complete(&result.states[index]) }
    for part in parts {
      result.states += part.machine.states.map { part.place.translate($0) }
      result.events += part.machine.events.map { part.place.translate($0) }
      result.transitionCount += part.machine.transitionCount
    }
    result.parts = parts + parts.flatMap { part in part.machine.parts.map { part.place.translate($0) } }
    return result
  }

  // While actions are read, the number of the machine's own events isn't known, so a sent event has the number that it
  // has in the part's own machine.

  private func complete(_ state: inout State) {
    state.entry = completed(state.entry)
    state.exit = completed(state.exit)
    switch state.kind {
    case .compound(var initial):
      initial.actions = completed(initial.actions)
      state.kind = .compound(initial: initial)
    case .history(let depth, var entrance):
      entrance.actions = completed(entrance.actions)
      state.kind = .history(depth, default: entrance)
    case .atomic, .final, .parallel: break
    }
    for index in state.on.indices { complete(&state.on[index].transitions) }
    complete(&state.onAny)
    complete(&state.always)
    for index in state.timers.indices { complete(&state.timers[index].transitions) }
    complete(&state.done)
  }

  private func complete(_ transitions: inout [Transition]) {
    for index in transitions.indices { transitions[index].actions = completed(transitions[index].actions) }
  }

  private func completed(_ actions: [Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .call, .set, .raise, .restart: return action
      case .choose(let condition, let then, let otherwise, let range):
        return .choose(condition, then: completed(then), else: completed(otherwise), range: range)
      case .send(let part, var events, let range):
        for index in events.indices { events[index].event = self[part].place.translate(events[index].event) }
        return .send(part, events, range: range)
      }
    }
  }
}
