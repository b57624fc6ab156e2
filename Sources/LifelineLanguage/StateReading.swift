import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badInitial = DiagnosticKind(
    "L228", .error, "an initial state elsewhere",
    explanation: """
      `initial` names a child of the state beside whose `states` it stands, a deeper descendant, or a list \
      of descendants in different regions; a history's `default` names a descendant of the history's parent. \
      A state elsewhere could not be entered by entering this one.

          player:
            initial: off                     # stands outside
            states: {idle: {}, playing: {}}
          off: {}

      Name a state that stands inside, or make the transitions lead to the other state.
      """)
}

extension MachineBuilder {
  /// Reads everything that stands in the states besides their names, entry and exit.
  mutating func readTransitions() {
    for index in tree.drafts.indices {
      let id = ID<State>(index)
      let parts = tree[id].parts
      if let on = parts["on"] { readHandlers(on.value, of: id) }
      if let always = parts["always"] {
        let scope = scope(id, without: "`always` handles no event")
        tree[id].state.always = transitions(always.value, of: id, scope: scope)
      }
      if let after = parts["after"] { readTimers(after.value, of: id) }
      if let done = parts["done"] {
        let scope = scope(id, without: "`done` handles no event")
        tree[id].state.done = transitions(done.value, of: id, scope: scope)
      }
      if let deferred = parts["defer"] { readDeferrals(deferred.value, of: id) }
      readEntrance(of: id)
    }
  }

  /// Reads entry and exit actions and those of `initial` and `default`, whose scope depends on all transitions.
  mutating func readEntryAndExitActions() {
    let flow = ParameterFlow(states: tree.drafts.map(\.state), events: events)
    for index in tree.drafts.indices {
      let id = ID<State>(index)
      let parts = tree[id].parts
      if let entry = parts["entry"] {
        let scope = scope(id, reachedFrom: flow.entries[index], by: "entered")
        tree[id].state.entry = actions(entry.value, scope: scope)
      }
      if let exit = parts["exit"] {
        let scope = scope(id, reachedFrom: flow.exits[index], by: "exited")
        tree[id].state.exit = actions(exit.value, scope: scope)
      }
      guard let entrance = parts["initial"] ?? parts["default"], case .mapping(let entries) = entrance.value.content,
        let node = Parts(entries)["do"]?.value
      else { continue }
      let scope = scope(id, reachedFrom: flow.entrances[index], by: "entered")
      let actions = actions(node, scope: scope)
      switch tree[id].state.kind {
      case .compound(var initial):
        initial.actions = actions
        tree[id].state.kind = .compound(initial: initial)
      case .history(let depth, var entrance):
        entrance.actions = actions
        tree[id].state.kind = .history(depth, default: entrance)
      case .atomic, .final, .parallel:
        continue
      }
    }
  }

  /// The scope of actions that run in the microsteps of `origins`: what all of them have.
  private func scope(_ state: ID<State>, reachedFrom origins: ParameterFlow.Origins, by verb: String) -> ExpressionScope
  {
    var scope = scope(state, without: "no event leads here")
    guard let first = origins.keys.min() else { return scope }
    let notes: [Findings.Note] = origins.sorted { $0.key < $1.key }.compactMap { origin, range in
      guard let range else { return nil }
      let event = origin == ParameterFlow.noEvent ? "no event's parameters" : "the event `\(events[origin].name)`"
      return ("the state is \(verb) here with \(event)", range)
    }
    scope.unavailability = ("not every event by which the state is \(verb) has it", Array(notes.prefix(4)))
    if first == ParameterFlow.noEvent {
      if origins[first] == .some(nil) { scope.unavailability.reason += "; the start has no event" }
      return scope
    }
    var common: [String: ValueType] = [:]
    for parameter in events[first].parameters { common[parameter.name] = parameter.type }
    for origin in origins.keys {
      common = common.filter { name, type in events[origin].parameters.contains { $0.name == name && $0.type == type } }
    }
    scope.parameters = common
    return scope
  }

  private mutating func readHandlers(_ node: YAMLNode, of state: ID<State>) {
    let expected = "a mapping from events to transitions"
    guard let entries = findings.entries(node, expected: expected) else { return }
    // Collected apart: appending to the tree's own list would copy it for every event.
    var on: [EventTransitions] = []
    for entry in entries {
      if entry.key == "*" {
        var scope = scope(state, without: "`\"*\"` does not say which event it handles")
        scope.maybeParameters = MaybeParameters(
          declarations: parameters,
          otherEvents: Set(entries.lazy.filter { Self.isAlwaysTaken($0.value) }.map(\.key)))
        tree[state].state.onAny = transitions(entry.value, of: state, scope: scope)
        continue
      }
      guard let event = internalEvent(entry.key, at: entry.keyRange, noting: { $0.taken = $0.taken ?? entry.keyRange })
      else { continue }
      // Taken out first: the builder would be copied to be asked for it in the call.
      let handled = events[event.index]
      let scope = scope(state, handling: handled)
      let transitions = transitions(entry.value, of: state, scope: scope)
      on.append(EventTransitions(event: event, transitions: transitions))
    }
    tree[state].state.on = on
  }

  /// Whether one of the transitions has no `if`.
  private static func isAlwaysTaken(_ transitions: YAMLNode) -> Bool {
    switch transitions.content {
    case .scalar: true
    case .mapping(let entries): !entries.contains { $0.key == "if" }
    case .sequence(let items): items.contains(where: isAlwaysTaken)
    }
  }

  private mutating func readTimers(_ node: YAMLNode, of state: ID<State>) {
    guard let entries = findings.entries(node, expected: "a mapping from lengths of time to transitions") else {
      return
    }
    let scope = scope(state, without: "a timer handles no event")
    for entry in entries {
      let length = timerLength(entry)
      let transitions = transitions(entry.value, of: state, scope: scope)
      if let length {
        tree[state].state.timers.append(Timer(length: length, transitions: transitions, range: entry.keyRange))
      }
    }
  }

  private mutating func timerLength(_ entry: YAMLEntry) -> Timer.Length? {
    guard isIdentifier(entry.key) else {
      return findings.duration(entry.key, at: entry.keyRange).map { .constant(milliseconds: $0) }
    }
    guard let field = field(entry.key, at: entry.keyRange) else { return nil }
    let type = declarations.fields[field.index].type
    if type == .duration { return .field(field) }
    findings.report(
      .expressionType, "a timer's length is a Duration, and the context field `\(entry.key)` is \(type.article)",
      at: entry.keyRange, notes: [("the field is declared here", declarations.fields[field.index].range)])
    return nil
  }

  private mutating func readDeferrals(_ node: YAMLNode, of state: ID<State>) {
    var seen = IDMap<Event, SourceRange>()
    for item in findings.items(node, expected: "a list of events") {
      guard let name = findings.text(item, expected: "an event's name") else { continue }
      guard let index = declarations.eventNames[name] else {
        if eventNames[name] != nil {
          findings.report(
            .badEvent, "`\(name)` is an internal event, and only an event that the host sends can be deferred",
            at: item.place)
        } else {
          findings.reportUnknown(name, what: "event", at: item.place, among: declarations.eventNames.keys.sorted())
        }
        continue
      }
      let event = ID<Event>(index)
      usedEvents.insert(event)
      if let first = seen[event] {
        findings.report(
          .duplicateName, "`\(name)` is deferred twice", at: item.place, notes: [("it is deferred here", first)])
        continue
      }
      seen[event] = item.place
      if let parameter = events[index].parameters.first {
        findings.report(
          .badEvent, "`\(name)` has parameters, and only an event without can be kept", at: item.place,
          notes: [("the parameter `\(parameter.name)` is declared here", parameter.range)])
        continue
      }
      tree[state].state.deferred.append(Deferral(event: event, range: item.place))
    }
  }

  /// Reads where one comes in: `initial` of a compound state, `default` of a history; the actions come later.
  private mutating func readEntrance(of id: ID<State>) {
    switch tree[id].state.kind {
    case .compound:
      guard let initial = tree[id].parts["initial"],
        let entrance = entrance(initial.value, within: id, key: "initial", allowingHistory: true)
      else { return }
      tree[id].state.kind = .compound(initial: entrance)
    case .history(let depth, _):
      guard let entry = tree[id].parts["default"], let parent = tree[id].state.parent,
        let entrance = entrance(entry.value, within: parent, key: "default", allowingHistory: false)
      else { return }
      tree[id].state.kind = .history(depth, default: entrance)
    case .atomic, .final, .parallel:
      return
    }
  }

  private mutating func entrance(
    _ node: YAMLNode, within ancestor: ID<State>, key: String, allowingHistory: Bool
  ) -> State.Entrance? {
    guard let to = targetNode(node, key: key) else { return nil }
    let targets = tree.resolveList(to, in: ancestor, allowingHistory: allowingHistory, findings: &findings)
      .filter { target in
        if tree.isDescendant(target.state, of: ancestor) { return true }
        let name = tree[ancestor].state.path
        findings.report(
          .badInitial,
          "`\(tree[target.state].state.path)` does not stand in \(name.isEmpty ? "the machine" : "`\(name)`")",
          at: target.range)
        return false
      }
    return targets.isEmpty ? nil : State.Entrance(targets: targets.map(\.state), range: node.place)
  }

  /// The node of the states in a way in, which may be a mapping with `to` and `do`.
  private mutating func targetNode(_ node: YAMLNode, key: String) -> YAMLNode? {
    guard case .mapping = node.content else { return node }
    guard let parts = findings.parts(node, keys: ["to", "do"], what: "`\(key)`") else { return nil }
    if parts["to"] == nil {
      findings.report(.missingKey, "`\(key)` has no `to`: the state to enter", at: node.place)
    }
    return parts["to"]?.value
  }

  /// An internal event is taken by its name somewhere, and raised somewhere.
  mutating func checkInternalEvents() {
    for (event, uses) in internalUses.sorted {
      let name = events[event.index].name
      if let taken = uses.taken, uses.raised == nil {
        findings.reportUnknown(
          name, what: "event", at: taken, among: declarations.eventNames.keys.sorted(),
          hint: " in `events`, and no action raises it")
      } else if let raised = uses.raised, uses.taken == nil {
        let known = eventNames.keys.filter { $0 != name }.sorted()
        findings.report(
          .badEvent, "`\(name)` is raised, but no state takes it by its name", at: raised,
          suggestion: nearestName(to: name, among: known))
      }
      if let raised = uses.raised { events[event.index].range = raised }
    }
  }
}
