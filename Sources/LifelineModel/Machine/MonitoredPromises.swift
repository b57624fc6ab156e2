extension Machine {
  /// The callbacks whose calls a monitor must get, whatever an app chooses.
  private var surelyMonitored: IDSet<Callback> {
    var result = observedCallbacks
    result.subtract(monitorChoices.omissibleCallbacks)
    result.subtract(monitorChoices.ignored)
    return result
  }

  /// The promises that a monitor follows besides its table: those of calls between others, and of answers. It must get what opens
  /// or asks, and each answer; it isn't told when a part is made new.
  package var monitoredPromises: [Promise] {
    let monitored = surelyMonitored
    var restarted: Set<ID<Part>> = []
    forEachAction { if case .restart(let part, _) = $0 { restarted.insert(part) } }
    func canRestart(_ part: ID<Part>?) -> Bool {
      var next = part
      while let part = next {
        if restarted.contains(part) { return true }
        next = self[part].container
      }
      return false
    }
    return promises.filter { promise in
      if canRestart(promise.declaredIn) { return false }
      switch promise.form {
      case .needs, .onlyAfter: return false
      // A call that is missing in what the monitor gets hasn't opened anything.
      case .between(let opening, _):
        return monitored.contains(opening.callback)
          && !(promise.callback.map(monitorChoices.ignored.contains) ?? false)
      case .answeredBy(let answer):
        guard answer.callbacks.allSatisfy({ monitored.contains($0.callback) }) else { return false }
        switch promise.subject {
        case .call(let callback): return monitored.contains(callback)
        case .event(let event): return observedEvents.contains(event)
        case .entry: return false
        }
      }
    }
  }
}
