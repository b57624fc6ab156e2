import LifelineModel

extension Declarations {
  /// Returns `machine`, whose fields and callbacks are complete, with the other contents of its parts.
  func machineWithParts(_ machine: Machine) -> Machine {
    guard !parts.isEmpty else { return machine }
    var result = machine
    for index in result.states.indices { result.states[index].editActions { $0 = completed($0) } }
    for part in parts {
      result.states += part.machine.states.map { part.place.translate($0) }
      result.events += part.machine.events.map { part.place.translate($0) }
      result.transitionCount += part.machine.transitionCount
      result.promises += part.machine.promises.map { part.place.translate($0) }
    }
    result.parts = parts + parts.flatMap { part in part.machine.parts.map { part.place.translate($0) } }
    return result
  }

  // While actions are read, the number of the machine's own events isn't known, so a sent event has the number that it
  // has in the part's own machine.

  private func completed(_ actions: [Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .call, .set, .raise, .restart, .open: return action
      case .choose(let condition, let then, let otherwise, let range):
        return .choose(condition, then: completed(then), else: completed(otherwise), range: range)
      case .send(let part, var events, let range):
        for index in events.indices { events[index].event = self[part].place.translate(events[index].event) }
        return .send(part, events, range: range)
      }
    }
  }
}
