import LifelineModel
import LifelineSource

extension Machine {
  /// Makes the mutants of the machine, in document order.
  package func makeMutants() -> [Mutant] {
    var collector = MutantCollector(machine: self)
    for field in fields.indices { collector.changeDefaultDuration(of: ID(field)) }
    for state in states { collector.change(state) }
    return collector.mutants
  }
}

/// Collects the mutants of a machine, each of which differs from it in one thing.
private struct MutantCollector {
  let machine: Machine
  private(set) var mutants: [Mutant] = []
  private let timedFields: Set<ID<Field>>

  init(machine: Machine) {
    self.machine = machine
    timedFields = machine.timedFields
  }

  mutating func change(_ state: State) {
    let site = Mutant.Site.state(state.isHistory ? state.parent ?? state.id : state.id)
    changeActions(state.entry, at: ActionListAddress(owner: .entry(state.id)), site)
    changeActions(state.exit, at: ActionListAddress(owner: .exit(state.id)), site)
    swapEntryAndExit(of: state)
    changeEntrance(of: state, site)
    for (index, timer) in state.timers.enumerated() { changeDuration(of: timer, index, in: state) }
    for (address, triggered) in state.listTransitionAddresses() {
      let transition = triggered.transition
      change(transition, named: triggered.name(in: machine), at: address)
      changeActions(
        transition.actions, at: ActionListAddress(owner: .transition(address)), .transition(transition.id))
    }
  }

  // MARK: Actions

  private mutating func changeActions(_ actions: [Action], at address: ActionListAddress, _ site: Mutant.Site) {
    func add(_ change: String, _ range: SourceRange, _ edit: ActionEdit) {
      mutants.append(Mutant(change: change, range: range, edit: .actions(address, edit), site: site))
    }
    for (index, action) in actions.enumerated() {
      switch action {
      case .call(let call):
        let name = machine.callbacks[call.callback.index].name
        add("`\(name)` is not called here", call.range, .drop(index))
        add("`\(name)` is called twice here", call.range, .duplicate(index))
        if index + 1 < actions.count, case .call(let next) = actions[index + 1], !next.isSame(as: call) {
          let nextName = machine.callbacks[next.callback.index].name
          add("`\(nextName)` is called before `\(name)` here", call.range, .swap(index))
        }
      case .raise(let event, let range):
        add("`\(machine.events[event.index].name)` is not raised here", range, .drop(index))
      case .set, .send, .restart:
        break
      case .choose(let condition, let yes, let no, _):
        add("this `if` is negated", condition.range, .negateChoice(index))
        add("this `if` always runs its `do`", condition.range, .dropChoice(index))
        changeActions(yes, at: address.branch(index, isThen: true), site)
        changeActions(no, at: address.branch(index, isThen: false), site)
      }
    }
  }

  private mutating func swapEntryAndExit(of state: State) {
    guard !state.entry.isSame(as: state.exit) else { return }
    mutants.append(
      Mutant(
        change: "the entry and exit actions of `\(state.path)` are swapped", range: state.range,
        edit: .swappedEntryAndExit(state.id), site: .state(state.id)))
  }

  // MARK: Transitions

  private mutating func change(_ transition: Transition, named name: String, at address: TransitionAddress) {
    if let condition = transition.condition {
      let site = Mutant.Site.condition(.transition(transition.id))
      mutants.append(
        Mutant(
          change: "the guard of \(name) is negated", range: condition.range,
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

  /// Returns other targets for a transition: the neighbor of each target, and the source of the transition.
  private func otherTargets(_ transition: Transition) -> [[ID<State>]] {
    var result = neighbors(of: transition.targets, inside: Machine.root)
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
      name = state.parent == nil ? "the machine begins" : "`\(state.path)` begins"
    case .history(_, let initial):
      (entrance, outermost) = (initial, state.parent ?? Machine.root)
      name = "the history `\(state.path)` begins"
    case .atomic, .final, .parallel: return
    }
    changeActions(entrance.actions, at: ActionListAddress(owner: .entrance(state.id)), site)
    guard let range = entrance.range else { return }
    for targets in neighbors(of: entrance.targets, inside: outermost) {
      mutants.append(
        Mutant(
          change: "\(name) in \(names(targets)) instead of \(names(entrance.targets))", range: range,
          edit: .entrance(state.id, targets), site: site))
    }
  }

  /// Returns `targets` with one of them replaced by its neighbor, for each target, if they can be active together.
  private func neighbors(of targets: [ID<State>], inside outermost: ID<State>) -> [[ID<State>]] {
    targets.indices.compactMap { index in
      guard let neighbor = neighbor(of: targets[index], inside: outermost) else { return nil }
      var others = targets
      others[index] = neighbor
      let areTogether = targets.indices.allSatisfy { other in
        other == index
          || (targets[other] != neighbor && machine.canBeActiveTogether(targets[other], neighbor))
      }
      return areTogether ? others : nil
    }
  }

  /// Returns the next sibling of `target`, or of its nearest ancestor that has one; for a history its parent, which
  /// remembers nothing. Regions are no neighbors: a target in one of them enters the others too.
  private func neighbor(of target: ID<State>, inside outermost: ID<State>) -> ID<State>? {
    var state = target
    while let parent = machine.states[state.index].parent, state != outermost {
      if machine.states[state.index].isHistory { return parent == Machine.root ? nil : parent }
      if case .compound = machine.states[parent.index].kind {
        let siblings = machine.states[parent.index].children
        let (before, after) = (siblings.prefix { $0 != state }, siblings.drop { $0 != state }.dropFirst())
        func isProper(_ sibling: ID<State>) -> Bool { !machine.states[sibling.index].isHistory }
        if let next = after.first(where: isProper) ?? before.first(where: isProper) { return next }
      }
      state = parent
    }
    return nil
  }

  private func names(_ states: [ID<State>]) -> String {
    states.map { "`\(machine.states[$0.index].path)`" }.joined(separator: ", ")
  }

  // MARK: Durations

  private mutating func changeDuration(of timer: Timer, _ index: Int, in state: State) {
    guard case .constant(let length) = timer.length else { return }
    for other in otherLengths(length) {
      mutants.append(
        Mutant(
          change: "the timer of `\(state.path)` takes \(text(other)) instead of \(text(length))",
          range: timer.range, edit: .timer(state.id, index: index, milliseconds: other), site: .state(state.id)))
    }
  }

  mutating func changeDefaultDuration(of id: ID<Field>) {
    let field = machine.fields[id.index]
    guard timedFields.contains(id), case .duration(let length) = field.defaultValue else { return }
    for other in otherLengths(length) {
      mutants.append(
        Mutant(
          change: "`\(field.name)` is \(text(other)) by default instead of \(text(length))",
          range: field.range, edit: .defaultDuration(id, milliseconds: other), site: .anything))
    }
  }

  /// Returns half and twice a length, if they are positive and fit into 64 bits.
  private func otherLengths(_ length: Int) -> [Int] {
    let double = length.multipliedReportingOverflow(by: 2)
    return (length / 2 > 0 ? [length / 2] : []) + (double.overflow ? [] : [double.partialValue])
  }

  private func text(_ milliseconds: Int) -> String { "\(Value.duration(milliseconds: milliseconds))" }
}

extension Call {
  /// Returns whether both make the same callback with the same arguments.
  fileprivate func isSame(as other: Call) -> Bool {
    callback == other.callback
      && arguments.elementsEqual(other.arguments) { canonicalText(of: $0) == canonicalText(of: $1) }
  }
}

extension [Action] {
  /// Returns whether both lists make the same calls and do nothing else.
  fileprivate func isSame(as other: [Action]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { left, right in
        if case .call(let left) = left, case .call(let right) = right { left.isSame(as: right) } else { false }
      }
  }
}
