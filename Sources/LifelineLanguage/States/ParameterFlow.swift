import LifelineModel
import LifelineSource

/// The events whose microsteps run the entry and exit actions of each state.
///
/// An action of a transition runs for one event, but an action of a state runs wherever the state is entered or exited.
/// The flow may contain events that can't occur, but lacks none.
struct ParameterFlow {
  /// The events, each with the range of one transition for it, which is `nil` for the start. The key `nil` stands for
  /// all microsteps without parameters.
  typealias Origins = [ID<Event>?: SourceRange?]

  /// The origins of the microsteps that run each state's entry actions.
  fileprivate(set) var entries: [Origins]
  /// The origins of the microsteps that run each state's exit actions.
  fileprivate(set) var exits: [Origins]
  /// The origins of the microsteps that run the actions of each state's `initial` or `default`.
  fileprivate(set) var entrances: [Origins]
}

/// Returns the flow of parameters through `states`.
func computeParameterFlow(states: [State], events: [Event]) -> ParameterFlow {
  guard events.contains(where: { !$0.parameters.isEmpty }) else {
    var start: ParameterFlow.Origins = [:]
    start.updateValue(nil, forKey: nil)
    let all = [ParameterFlow.Origins](repeating: start, count: states.count)
    return ParameterFlow(entries: all, exits: all, entrances: all)
  }
  let none = [ParameterFlow.Origins](repeating: [:], count: states.count)
  var analysis = ParameterFlowAnalysis(
    flow: ParameterFlow(entries: none, exits: none, entrances: none),
    states: states, entriesBelow: none, exitsBelow: none)
  analysis.enterByDefault(Machine.root)
  for state in states {
    for handler in state.on {
      analysis.follow(handler.transitions, event: events[handler.event.index].parameters.isEmpty ? nil : handler.event)
    }
    analysis.follow(state.onAny + state.always + state.done + state.timers.flatMap(\.transitions), event: nil)
  }
  analysis.spread()
  return analysis.flow
}

/// Follows transitions and records which states they can enter and exit.
private struct ParameterFlowAnalysis {
  /// An event and the range of a transition for it.
  struct Origin {
    var event: ID<Event>?
    var range: SourceRange?

    /// Adds the origin to `origins`.
    /// - Returns: Whether its event was missing.
    @discardableResult
    func add(to origins: inout ParameterFlow.Origins) -> Bool {
      if origins.keys.contains(event) { return false }
      origins.updateValue(range, forKey: event)
      return true
    }
  }

  fileprivate(set) var flow: ParameterFlow
  fileprivate let states: [State]
  /// The origins of the microsteps that can enter or exit any descendant of each state.
  fileprivate var entriesBelow: [ParameterFlow.Origins]
  fileprivate var exitsBelow: [ParameterFlow.Origins]
  /// The event and the transition that are followed.
  fileprivate var origin = Origin()

  mutating func follow(_ transitions: [Transition], event: ID<Event>?) {
    for transition in transitions {
      guard let domain = states.domain(of: transition) else { continue }
      origin = Origin(event: event, range: transition.range)
      exit(transition.source, below: domain)
      enter(transition.targets, below: domain)
    }
  }

  /// Records the states below `domain` that can be active together with `source`.
  private mutating func exit(_ source: ID<State>, below domain: ID<State>) {
    origin.add(to: &exitsBelow[source.index])
    var state = source
    while state != domain, let parent = states[state].parent {
      origin.add(to: &flow.exits[state.index])
      if states[parent].isParallel {
        for sibling in states[parent].children where sibling != state {
          origin.add(to: &flow.exits[sibling.index])
          origin.add(to: &exitsBelow[sibling.index])
        }
      }
      state = parent
    }
  }

  /// Records the states that are entered between `domain` and the targets, and by default.
  private mutating func enter(_ targets: [ID<State>], below domain: ID<State>) {
    var path = IDSet<State>()
    var parallel: [ID<State>] = []
    for target in targets {
      var state = target
      while state != domain, path.insert(state), let parent = states[state].parent {
        if state != target { origin.add(to: &flow.entries[state.index]) }
        if states[parent].isParallel { parallel.append(parent) }
        state = parent
      }
    }
    for target in targets { enterByDefault(target) }
    for state in parallel {
      for region in states.properChildren(of: state) where !path.contains(region) { enterByDefault(region) }
    }
  }

  /// Records `state` and the states that are entered in it by default. The depth of states is bounded, so this function
  /// recurses.
  mutating func enterByDefault(_ state: ID<State>) {
    switch states[state].kind {
    case .atomic, .final:
      origin.add(to: &flow.entries[state.index])
    case .compound(let initial):
      origin.add(to: &flow.entries[state.index])
      if origin.add(to: &flow.entrances[state.index]) { enter(initial.targets, below: state) }
    case .parallel:
      origin.add(to: &flow.entries[state.index])
      for region in states.properChildren(of: state) { enterByDefault(region) }
    case .history(_, let entrance):
      guard origin.add(to: &flow.entrances[state.index]), let parent = states[state].parent else { return }
      origin.add(to: &entriesBelow[parent.index])
      enter(entrance.targets, below: parent)
    }
  }

  /// Gives each state the origins that are recorded for all descendants of its ancestors.
  mutating func spread() {
    for state in states.dropFirst() {
      guard let parent = state.parent?.index else { continue }
      let index = state.id.index
      exitsBelow[index].merge(exitsBelow[parent]) { own, _ in own }
      entriesBelow[index].merge(entriesBelow[parent]) { own, _ in own }
      flow.exits[index].merge(exitsBelow[parent]) { own, _ in own }
      flow.entries[index].merge(entriesBelow[parent]) { own, _ in own }
      flow.entrances[index].merge(entriesBelow[parent]) { own, _ in own }
    }
  }
}
