import LifelineModel
import LifelineSource

extension Machine {
  /// Makes the mutants of the machine, in document order.
  package func makeMutants() -> [Mutant] {
    var collector = MutantCollector(machine: self)
    for field in declared.fields.indices { collector.changeDefaultDuration(of: ID(field)) }
    for state in declared.states { collector.change(state) }
    return collector.mutants
  }
}

/// Collects the mutants of a machine, each of which differs from it in one thing.
private struct MutantCollector {
  let machine: Machine
  private(set) var mutants: [Mutant] = []
  private let timedFields: Set<ID<Field>>
  private let answers: PromisedAnswers

  init(machine: Machine) {
    self.machine = machine
    timedFields = machine.timedFields
    answers = .collect(from: machine)
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
    var found: [Mutant] = []
    func add(_ change: String, _ range: SourceRange, _ edit: ActionEdit) {
      found.append(Mutant(change: change, range: range, edit: .actions(address, edit), site: site))
    }
    defer { mutants += found }
    for (index, action) in actions.enumerated() {
      if index + 1 < actions.count, action.concernsPart || actions[index + 1].concernsPart,
        action.isMade, actions[index + 1].isMade
      {
        add("this action and the next one are swapped", action.range, .swap(index))
      }
      switch action {
      case .call(let call):
        let name = machine.callbacks[call.callback.index].name
        add("`\(name)` is not called here", call.range, .drop(index))
        add("`\(name)` is called twice here", call.range, .duplicate(index))
        if index + 1 < actions.count, case .call(let next) = actions[index + 1], !next.isSame(as: call) {
          let nextName = machine.callbacks[next.callback.index].name
          add("`\(nextName)` is called before `\(name)` here", call.range, .swap(index))
        }
        for (other, later) in answers.laterCalls(than: index, in: actions) {
          add("`\(name)` is called after `\(machine[later].name)` here", call.range, .move(index, behind: other))
        }
        changeArguments(of: call, index, add)
      case .open(let open, let range):
        switch open.form {
        case .anyOrder:
          for (item, calls) in open.items.enumerated() {
            guard let first = calls.first else { continue }
            let names = calls.map { "`\(machine[$0.callback].name)`" }.joined(separator: ", ")
            add(
              "\(names) \(calls.count == 1 ? "is" : "are") not called here", first.range,
              .dropItem(action: index, item: item))
          }
        case .oneOf where !open.items.contains(where: \.isEmpty):
          add("none of these is called here", range, .drop(index))
        // The machine may call nothing here.
        case .oneOf, .optional: break
        }
      case .raise(let event, let range):
        add("`\(machine.events[event.index].name)` is not raised here", range, .drop(index))
      case .send(let part, let events, _):
        for (position, sent) in events.enumerated() {
          changeSent(sent, to: part, ActionEdit.SentPosition(action: index, event: position), add)
          if position + 1 < events.count, events[position + 1].event != sent.event {
            add(
              "`\(name(events[position + 1]))` is sent before `\(name(sent))` here", sent.range,
              .swapSent(.init(action: index, event: position)))
          }
        }
        if let first = events.first { changeReceiver(of: events, from: part, index, at: first.range, add) }
      case .restart(let part, let range):
        add("`\(machine[part].name)` is not restarted here", range, .drop(index))
      case .set(let assignments, _):
        for (position, assignment) in assignments.enumerated() {
          let place = ActionEdit.AssignmentPosition(action: index, assignment: position)
          change(assignment, place, reading: event(at: address), add)
        }
      case .choose(let condition, let yes, let no, _):
        add("this `if` is negated", condition.range, .negateChoice(index))
        add("this `if` always runs its `do`", condition.range, .dropChoice(index))
        for change in condition.conditionEdits() {
          add("this `if` has \(text(of: change))", change.part.range, .changeCondition(index, change.edit))
        }
        // The mutants of the branches come next, in document order.
        mutants += found
        found = []
        changeActions(yes, at: address.branch(index, isThen: true), site)
        changeActions(no, at: address.branch(index, isThen: false), site)
      }
    }
  }

  private typealias Addition = (_ change: String, _ range: SourceRange, _ edit: ActionEdit) -> Void

  /// Adds the mutants of the arguments that are written in a call. The others are forwarded by their names.
  private func changeArguments(of call: Call, _ index: Int, _ add: Addition) {
    let callback = machine.callbacks[call.callback.index]
    for (position, argument) in call.arguments.enumerated() where argument.range != call.range {
      guard let edit = argument.argumentEdit() else { continue }
      add(
        "the argument `\(callback.parameters[position].name)` of `\(callback.name)` is \(text(of: argument, edit))",
        argument.range, .changeArgument(action: index, argument: position, edit))
    }
  }

  private func change(
    _ assignment: Assignment, _ position: ActionEdit.AssignmentPosition, reading event: ID<Event>?, _ add: Addition
  ) {
    let field = machine[assignment.field]
    add("`\(field.name)` is not set here", assignment.value.range, .dropAssignment(position))
    let edit = assignment.value.assignedValueEdit(within: field.bounds)
    for edit in [edit].compactMap(\.self) + machine.carriedValueEdits(of: assignment, reading: event) {
      add(
        "`\(field.name)` is set to \(text(of: assignment.value, edit)) here", assignment.value.range,
        .changeAssignment(position, edit))
    }
  }

  /// Returns the event whose transition runs the actions of a list.
  private func event(at address: ActionListAddress) -> ID<Event>? {
    guard case .transition(let transition) = address.owner, case .event(let index) = transition.list else { return nil }
    return machine.states[transition.state.index].on[index].event
  }

  /// Returns a change in words.
  private func text(of expression: Expression, _ edit: ExpressionEdit) -> String {
    "`\(machine.text(of: edit.apply(to: expression)))` instead of `\(machine.text(of: expression))`"
  }

  private func text(of change: ConditionEdit) -> String {
    "`\(machine.text(of: change.changedPart))` instead of `\(machine.text(of: change.part))`"
  }

  private func name(_ sent: SentEvent) -> String { machine[sent.event].name }

  /// Adds the mutants of an event that is sent to a part.
  private func changeSent(
    _ sent: SentEvent, to part: ID<Part>, _ position: ActionEdit.SentPosition, _ add: Addition
  ) {
    add("`\(name(sent))` is not sent here", sent.range, .dropSent(position))
    if !sent.isOptional { add("`\(name(sent))` is sent twice here", sent.range, .duplicateSent(position)) }
    let place = machine[part].place
    let events = machine[part].machine.declared.events.indices.map { ID<Event>(place.events + $0) }
    let after = events.drop { $0 != sent.event }.dropFirst() + events.prefix { $0 != sent.event }
    let parameters = machine[sent.event].parameters
    let other = after.first { event in
      !machine[event].isInternal
        && machine[event].parameters.elementsEqual(parameters) { $0.name == $1.name && $0.type == $1.type }
    }
    guard let other else { return }
    add("`\(machine[other].name)` is sent instead of `\(name(sent))` here", sent.range, .otherEvent(position, other))
  }

  /// Adds the mutant that sends events to the next part of the same machine.
  private func changeReceiver(
    of events: [SentEvent], from part: ID<Part>, _ index: Int, at range: SourceRange, _ add: Addition
  ) {
    let alike = machine.declared.parts.indices.filter { machine.parts[$0].path == machine[part].path }
    guard let other = alike.first(where: { $0 > part.index }) ?? alike.first, other != part.index else { return }
    let offset = machine.parts[other].place.events - machine[part].place.events
    add(
      "`\(machine.parts[other].name)` instead of `\(machine[part].name)` gets the events here", range,
      .otherPart(action: index, ID(other), eventOffset: offset))
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
      for change in condition.conditionEdits() {
        mutants.append(
          Mutant(
            change: "the guard of \(name) has \(text(of: change))", range: change.part.range,
            edit: .changedGuard(address, change.edit), site: site))
      }
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
    for other in otherLengths(length) + answers.lateLengths(of: timer, taking: length) {
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

extension Action {
  /// Whether the action sends events to a part, or restarts it.
  fileprivate var concernsPart: Bool {
    switch self {
    case .send, .restart: true
    case .call, .open, .set, .raise, .choose: false
    }
  }

  /// Whether others learn of the action when it runs.
  fileprivate var isMade: Bool {
    switch self {
    case .call, .open, .send, .restart: true
    case .set, .raise, .choose: false
    }
  }
}
