import LifelineModel

/// What waits in a machine's internal queue.
enum Trigger {
  /// A raised event.
  case event(ID<Event>)
  /// The completion of a state that has transitions for it.
  case done(ID<State>)
}

/// Values by triggers.
struct TriggerMap<Value> {
  private var events = IDMap<Event, Value>()
  private var dones = IDMap<State, Value>()

  subscript(trigger: Trigger) -> Value? {
    get {
      switch trigger {
      case .event(let event): events[event]
      case .done(let state): dones[state]
      }
    }
    set {
      switch trigger {
      case .event(let event): events[event] = newValue
      case .done(let state): dones[state] = newValue
      }
    }
  }
}

extension TriggerMap: Sendable where Value: Sendable {}

/// All that can be put into a machine's internal queue.
struct Triggers {
  /// The triggers, in the order of their first mention.
  private(set) var all: [Trigger] = []
  /// By trigger: its case in generated code.
  private(set) var names = TriggerMap<String>()

  init(_ machine: Machine, names machineNames: MachineNames) {
    var raised = IDSet<Event>()
    for state in machine.states {
      for action in state.allActions {
        action.forEachRaise { if raised.insert($0) { all.append(.event($0)) } }
      }
      if !state.done.isEmpty, state.parent != nil { all.append(.done(state.id)) }
    }
    var taken: Set<String> = []
    for case .event(let event) in all { taken.insert(machine[event].name) }
    for trigger in all {
      switch trigger {
      case .event(let event): names[trigger] = SwiftText.identifier(machine[event].name)
      case .done(let state):
        var name = "done\(machineNames.functionSuffixes[state.index])"
        while !taken.insert(name).inserted { name += "_" }
        names[trigger] = name
      }
    }
  }

  /// The raised events.
  var events: IDSet<Event> {
    var result = IDSet<Event>()
    for case .event(let event) in all { result.insert(event) }
    return result
  }

  /// The states whose completion is waited for.
  var dones: [ID<State>] {
    all.compactMap { trigger in
      guard case .done(let state) = trigger else { return nil }
      return state
    }
  }
}

extension State {
  /// Every action that stands in the state, its transitions included.
  var allActions: [Action] {
    let entrance: [Action] =
      switch kind {
      case .compound(let initial), .history(_, default: let initial): initial.actions
      case .atomic, .final, .parallel: []
      }
    return entry + exit + entrance + transitions.flatMap(\.actions)
  }
}

extension Action {
  /// Visits the raises in the action, in order.
  func forEachRaise(_ visit: (ID<Event>) -> Void) {
    switch self {
    case .raise(let event, _): visit(event)
    case .choose(_, let then, let otherwise, _):
      for action in then + otherwise { action.forEachRaise(visit) }
    case .call, .set: break
    }
  }
}
