import LifelineModel
import LifelineSource

/// Which events' microsteps run the entry and exit actions of each state.
///
/// An action of a transition belongs to one event, but one of a state runs wherever the state is entered or
/// exited. What is found may be more than can happen, never less.
struct ParameterFlow {
  /// The index of each event in question with the place of a transition for it, which is `nil` for the start.
  typealias Origins = [Int: SourceRange?]

  /// An event, and the place of a transition for it.
  private struct Origin {
    var event: Int
    var range: SourceRange?

    /// Adds the origin to others; says whether it was missing.
    @discardableResult
    func add(to origins: inout Origins) -> Bool {
      if origins[event] != nil { return false }
      origins[event] = .some(range)
      return true
    }
  }

  /// Stands in `Origins` for every microstep without an event's parameters.
  static let noEvent = -1

  /// By state: the microsteps that run its entry actions.
  private(set) var entries: [Origins]
  /// By state: the microsteps that run its exit actions.
  private(set) var exits: [Origins]
  /// By state: the microsteps that run the actions of its `initial` or `default`.
  private(set) var entrances: [Origins]

  private let machine: Machine
  /// By state: the microsteps that may enter or exit any of its descendants.
  private var entriesBelow: [Origins]
  private var exitsBelow: [Origins]
  /// The event and transition in question.
  private var origin = Origin(event: noEvent)

  /// Follows all transitions of `states`. Where no event has parameters, there is nothing to tell apart.
  init(states: [State], events: [Event]) {
    let none = [Origins](repeating: [:], count: states.count)
    (entries, exits, entrances, entriesBelow, exitsBelow) = (none, none, none, none, none)
    machine = Machine(path: "", name: "", nameRange: .start, states: states)
    guard events.contains(where: { !$0.parameters.isEmpty }) else {
      let start: Origins = [Self.noEvent: nil]
      entries = none.map { _ in start }
      (exits, entrances) = (entries, entries)
      return
    }
    enterByDefault(Machine.root)
    for state in states {
      for handler in state.on {
        let event = events[handler.event.index].parameters.isEmpty ? Self.noEvent : handler.event.index
        follow(handler.transitions, event: event)
      }
      let others = state.onAny + state.always + state.done + state.timers.flatMap(\.transitions)
      follow(others, event: Self.noEvent)
    }
    spread()
  }

  private mutating func follow(_ transitions: [Transition], event: Int) {
    for transition in transitions {
      guard let domain = machine.domain(of: transition) else { continue }
      origin = Origin(event: event, range: transition.range)
      exit(transition.source, below: domain)
      enter(transition.targets, below: domain)
    }
  }

  /// Marks what may be active below `domain` together with `source`.
  private mutating func exit(_ source: ID<State>, below domain: ID<State>) {
    origin.add(to: &exitsBelow[source.index])
    var state = source
    while state != domain, let parent = machine[state].parent {
      origin.add(to: &exits[state.index])
      if case .parallel = machine[parent].kind {
        for sibling in machine[parent].children where sibling != state {
          origin.add(to: &exits[sibling.index])
          origin.add(to: &exitsBelow[sibling.index])
        }
      }
      state = parent
    }
  }

  /// Marks what is entered on the way from `domain` to the targets, and beyond them.
  private mutating func enter(_ targets: [ID<State>], below domain: ID<State>) {
    var onTheWay = IDSet<State>()
    var parallel: [ID<State>] = []
    for target in targets {
      var state = target
      while state != domain, onTheWay.insert(state), let parent = machine[state].parent {
        if state != target { origin.add(to: &entries[state.index]) }
        if case .parallel = machine[parent].kind { parallel.append(parent) }
        state = parent
      }
    }
    for target in targets { enterByDefault(target) }
    for state in parallel {
      for region in machine.properChildren(of: state) where !onTheWay.contains(region) { enterByDefault(region) }
    }
  }

  /// Marks `state` and what is entered in it if no target says more. The depth of states bounds the recursion.
  private mutating func enterByDefault(_ state: ID<State>) {
    switch machine[state].kind {
    case .atomic, .final:
      origin.add(to: &entries[state.index])
    case .compound(let initial):
      origin.add(to: &entries[state.index])
      if origin.add(to: &entrances[state.index]) { enter(initial.targets, below: state) }
    case .parallel:
      origin.add(to: &entries[state.index])
      for region in machine.properChildren(of: state) { enterByDefault(region) }
    case .history(_, let entrance):
      guard origin.add(to: &entrances[state.index]), let parent = machine[state].parent else { return }
      origin.add(to: &entriesBelow[parent.index])
      enter(entrance.targets, below: parent)
    }
  }

  /// Gives every state what is marked for all descendants of a state around it.
  private mutating func spread() {
    for state in machine.states.dropFirst() {
      guard let parent = state.parent?.index else { continue }
      let index = state.id.index
      exitsBelow[index].merge(exitsBelow[parent]) { own, _ in own }
      entriesBelow[index].merge(entriesBelow[parent]) { own, _ in own }
      exits[index].merge(exitsBelow[parent]) { own, _ in own }
      entries[index].merge(entriesBelow[parent]) { own, _ in own }
      entrances[index].merge(entriesBelow[parent]) { own, _ in own }
    }
  }
}
