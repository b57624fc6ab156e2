import LifelineModel
import LifelineSource

extension Machine {
  /// Every mutant of the machine, in document order.
  package var mutants: [Mutant] {
    var making = MutantMaking(machine: self)
    for field in fields.indices { making.changeDefaultDuration(of: ID(field)) }
    for state in states { making.change(state) }
    return making.mutants
  }
}

/// Makes the mutants of a machine. A state is changed on its own; so every mutant differs in one thing.
private struct MutantMaking {
  let machine: Machine
  private(set) var mutants: [Mutant] = []
  private let timedFields: Set<Int>

  init(machine: Machine) {
    self.machine = machine
    timedFields = Set(
      machine.states.flatMap(\.timers).compactMap { timer in
        if case .field(let field) = timer.length { field.index } else { nil }
      })
  }

  mutating func change(_ state: State) {
    let site = Mutant.Site.state(state.isHistory ? state.parent ?? state.id : state.id)
    changeActions(state.entry, at: ActionListAddress(owner: .entry(state.id)), site)
    changeActions(state.exit, at: ActionListAddress(owner: .exit(state.id)), site)
    swapEntryAndExit(of: state)
    changeEntrance(of: state, site)
    for (index, timer) in state.timers.enumerated() { changeDuration(of: timer, index, in: state) }
    for (address, place) in state.transitionAddresses {
      change(place, at: address)
      changeActions(
        place.transition.actions, at: ActionListAddress(owner: .transition(address)),
        .transition(place.transition.id))
    }
  }

  // MARK: Actions

  private mutating func changeActions(_ actions: [Action], at address: ActionListAddress, _ site: Mutant.Site) {
    func add(_ change: String, _ range: SourceRange, _ edit: ActionEdit) {
      mutants.append(Mutant(change: change, range: range, edit: .actions(address, edit), site: site))
    }
    for (place, action) in actions.enumerated() {
      switch action {
      case .call(let call):
        let name = machine.callbacks[call.callback.index].name
        add("'\(name)' is not called here", call.range, .drop(place))
        add("'\(name)' is called twice here", call.range, .duplicate(place))
        if place + 1 < actions.count, case .call(let next) = actions[place + 1], !next.isSame(as: call) {
          let nextName = machine.callbacks[next.callback.index].name
          add("'\(nextName)' is called before '\(name)' here", call.range, .swap(place))
        }
      case .raise(let event, let range):
        add("'\(machine.events[event.index].name)' is not raised here", range, .drop(place))
      case .set:
        break
      case .choose(let condition, let yes, let no, _):
        add("this 'if' does the opposite", condition.range, .negateChoice(place))
        add("this 'if' always does the first of the two", condition.range, .dropChoice(place))
        changeActions(yes, at: address.branch(place, isThen: true), site)
        changeActions(no, at: address.branch(place, isThen: false), site)
      }
    }
  }

  private mutating func swapEntryAndExit(of state: State) {
    guard !state.entry.isSame(as: state.exit) else { return }
    mutants.append(
      Mutant(
        change: "entry and exit of '\(state.path)' change places", range: state.range,
        edit: .swappedEntryAndExit(state.id), site: .state(state.id)))
  }

  // MARK: Transitions

  private mutating func change(_ place: TriggeredTransition, at address: TransitionAddress) {
    let transition = place.transition
    let name = place.name(in: machine)
    if let condition = transition.condition {
      let site = Mutant.Site.condition(.transition(transition.id))
      mutants.append(
        Mutant(
          change: "the guard of \(name) says the opposite", range: condition.range,
          edit: .negatedGuard(address), site: site))
      mutants.append(
        Mutant(
          change: "\(name) has no guard", range: condition.range, edit: .droppedGuard(address), site: site))
    }
    for targets in otherTargets(transition) {
      mutants.append(
        Mutant(
          change: "\(name) leads to \(names(targets)) instead of \(names(transition.targets))",
          range: transition.range, edit: .targets(address, targets), site: .transition(transition.id)))
    }
  }

  /// Where a transition might lead instead: of each target to its neighbour, and as a whole to its own source.
  private func otherTargets(_ transition: Transition) -> [[ID<State>]] {
    var result = neighbours(of: transition.targets, inside: Machine.root)
    let stay = [transition.source]
    if !transition.targets.isEmpty, transition.source != Machine.root, transition.targets != stay,
      !result.contains(stay)
    {
      result.append(stay)
    }
    return result
  }

  private mutating func changeEntrance(of state: State, _ site: Mutant.Site) {
    let entrance: State.Entrance
    let outermost: ID<State>
    let name: String
    switch state.kind {
    case .compound(let initial):
      (entrance, outermost) = (initial, state.id)
      name = state.parent == nil ? "the machine begins" : "'\(state.path)' begins"
    case .history(_, let initial):
      (entrance, outermost) = (initial, state.parent ?? Machine.root)
      name = "the history '\(state.path)' begins"
    case .atomic, .final, .parallel: return
    }
    changeActions(entrance.actions, at: ActionListAddress(owner: .entrance(state.id)), site)
    guard let range = entrance.range else { return }
    for targets in neighbours(of: entrance.targets, inside: outermost) {
      mutants.append(
        Mutant(
          change: "\(name) in \(names(targets)) instead of \(names(entrance.targets))", range: range,
          edit: .entrance(state.id, targets), site: site))
    }
  }

  /// `targets` with each in turn replaced by a neighbour, as far as what comes out can be active together.
  private func neighbours(of targets: [ID<State>], inside outermost: ID<State>) -> [[ID<State>]] {
    targets.indices.compactMap { place in
      guard let neighbour = neighbour(of: targets[place], inside: outermost) else { return nil }
      var others = targets
      others[place] = neighbour
      let areTogether = targets.indices.allSatisfy { other in
        other == place
          || (targets[other] != neighbour && machine.canBeActiveTogether(targets[other], neighbour))
      }
      return areTogether ? others : nil
    }
  }

  /// The next state beside `target`, or beside the nearest state around it that has one; for a history its
  /// parent, which forgets. Regions are no neighbours: a target in one of them enters the others too.
  private func neighbour(of target: ID<State>, inside outermost: ID<State>) -> ID<State>? {
    var state = target
    while let parent = machine.states[state.index].parent, state != outermost {
      if machine.states[state.index].isHistory { return parent == Machine.root ? nil : parent }
      if case .compound = machine.states[parent.index].kind {
        let children = machine.properChildren(of: parent)
        if children.count > 1, let place = children.firstIndex(of: state) {
          return children[(place + 1) % children.count]
        }
      }
      state = parent
    }
    return nil
  }

  private func names(_ states: [ID<State>]) -> String {
    states.map { "'\(machine.states[$0.index].path)'" }.joined(separator: ", ")
  }

  // MARK: Durations

  private mutating func changeDuration(of timer: Timer, _ index: Int, in state: State) {
    guard case .constant(let length) = timer.length else { return }
    for other in otherLengths(length) {
      mutants.append(
        Mutant(
          change: "the timer of '\(state.path)' takes \(text(other)) instead of \(text(length))",
          range: timer.range, edit: .timer(state.id, index: index, milliseconds: other), site: .state(state.id)))
    }
  }

  mutating func changeDefaultDuration(of id: ID<Field>) {
    let field = machine.fields[id.index]
    guard timedFields.contains(id.index), case .duration(let length) = field.defaultValue else { return }
    for other in otherLengths(length) {
      mutants.append(
        Mutant(
          change: "'\(field.name)' is \(text(other)) by default instead of \(text(length))",
          range: field.range, edit: .defaultDuration(id, milliseconds: other), site: .anything))
    }
  }

  /// Half and twice as long, as far as there are such.
  private func otherLengths(_ length: Int) -> [Int] {
    let double = length.multipliedReportingOverflow(by: 2)
    return (length / 2 > 0 ? [length / 2] : []) + (double.overflow ? [] : [double.partialValue])
  }

  private func text(_ milliseconds: Int) -> String { "\(Value.duration(milliseconds: milliseconds))" }
}

extension Call {
  /// Whether it makes the same callback with the same arguments.
  fileprivate func isSame(as other: Call) -> Bool {
    callback == other.callback && arguments == other.arguments
  }
}

extension [Action] {
  /// Whether both lists make the same calls and do nothing else.
  fileprivate func isSame(as other: [Action]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { left, right in
        if case .call(let left) = left, case .call(let right) = right { left.isSame(as: right) } else { false }
      }
  }
}
