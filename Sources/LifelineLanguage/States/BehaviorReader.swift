import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the transitions and actions of the states.
struct BehaviorReader: StateUsing {
  /// The states with their behavior.
  struct Behavior {
    var states: [State]
    var events: EventTable
    var transitionCount: Int
    /// The declared parts that transitions and actions use.
    var uses: NameUses
  }

  let diagnostics: DiagnosticCollector
  let uses = NameUses()
  let declarations: Declarations
  let tree: StateTree
  var events: EventTable
  var transitionCount = 0
  private var states: [State]

  private init(diagnostics: DiagnosticCollector, declarations: Declarations, tree: StateTree) {
    self.diagnostics = diagnostics
    self.declarations = declarations
    self.tree = tree
    events = EventTable(declarations)
    states = Array(tree.states.prefix(tree.ownCount))
  }

  /// Returns the states of `tree` with their transitions and actions.
  static func read(
    _ tree: StateTree, _ declarations: Declarations, _ diagnostics: DiagnosticCollector
  ) -> Behavior {
    var reader = BehaviorReader(diagnostics: diagnostics, declarations: declarations, tree: tree)
    return reader.readBehavior()
  }

  private mutating func readBehavior() -> Behavior {
    for index in states.indices { readTransitions(of: ID(index)) }
    // The scopes of these actions depend on all transitions.
    let flow = computeParameterFlow(states: states, events: events.events)
    for index in states.indices { readActions(of: ID(index), flow: flow) }
    checkInternalEvents()
    return Behavior(states: states, events: events, transitionCount: transitionCount, uses: uses)
  }

  private mutating func readTransitions(of id: ID<State>) {
    let mapping = tree.mappings[id.index]
    if let on = mapping["on"] { readHandlers(on.value, of: id) }
    if let always = mapping["always"] {
      let scope = ExpressionScope(id, without: "`always` handles no event")
      states[id.index].always = transitions(always.value, of: id, scope: scope)
    }
    if let after = mapping["after"] { states[id.index].timers = timers(after.value, of: id) }
    if let done = mapping["done"] {
      let scope = ExpressionScope(id, without: "`done` handles no event")
      states[id.index].done = transitions(done.value, of: id, scope: scope)
    }
    if let deferred = mapping["defer"] { states[id.index].deferred = deferrals(deferred.value) }
    readEntrance(of: id)
  }

  private mutating func readHandlers(_ node: YAMLNode, of state: ID<State>) {
    let list = entries(
      node, expected: "a mapping from events to transitions", orListOf: .transition,
      namedBy: ["event", "name", "on", "trigger"], advice: "write each event as a key: `open: {to: opened}`")
    guard let entries = list else { return }
    for entry in readingStrayTransitionKeys(in: entries, isEvent: { declarations.eventNames[$0] != nil }) {
      if entry.key == "*" {
        var scope = ExpressionScope(state, without: "`\"*\"` does not say which event it handles")
        scope.otherEvents = Set(entries.lazy.filter { Self.isAlwaysTaken($0.value) }.map(\.key))
        states[state.index].onAny = transitions(entry.value, of: state, scope: scope)
      } else if entry.key == "else", events.names["else"] == nil {
        diagnostics.skip(entry)
        diagnostics.report(
          .unknownName,
          "`else` is no event; give the event a list of transitions, of which the last has no `if`: "
            + "`[{if: …, to: …}, {to: …}]`", at: entry.keyRange)
      } else if let event = event(entry.key, at: entry.keyRange) {
        events.recordTaking(event, at: entry.keyRange)
        let scope = ExpressionScope(state, handling: events[event])
        let transitions = transitions(entry.value, of: state, scope: scope)
        states[state.index].on.append(EventTransitions(event: event, transitions: transitions))
      } else {
        diagnostics.skip(entry.value)
      }
    }
  }

  /// Returns whether one of the transitions has no `if`.
  private static func isAlwaysTaken(_ transitions: YAMLNode) -> Bool {
    switch transitions.content {
    case .scalar: true
    case .mapping(let entries): !entries.contains { $0.key == "if" }
    case .sequence(let items): items.contains(where: isAlwaysTaken)
    }
  }

  // MARK: Timers and deferrals

  private mutating func timers(_ node: YAMLNode, of state: ID<State>) -> [Timer] {
    let entries = entries(node, expected: "a mapping from lengths of time to transitions") ?? []
    let scope = ExpressionScope(state, without: "a timer handles no event")
    var timers: [Timer] = []
    for entry in entries {
      let length = timerLength(entry)
      let transitions = transitions(entry.value, of: state, scope: scope)
      if let length { timers.append(Timer(length: length, transitions: transitions, range: entry.keyRange)) }
    }
    return timers
  }

  private func timerLength(_ entry: YAMLEntry) -> Timer.Length? {
    guard isIdentifier(entry.key) else {
      let isComputed = entry.key.contains { "+*/(".contains($0) } || entry.key.contains(" - ")
      let alternative =
        ", nor the name of a context field of type `Duration`"
        + (isComputed ? "; to compute a length, `set` such a field before the state is entered" : "")
      return duration(entry.key, at: entry.keyRange, alternative: alternative)
        .map { .constant(milliseconds: $0) }
    }
    let hint = "; write a length of time such as `500ms`, or the name of a context field of type `Duration`"
    guard let field = field(entry.key, at: entry.keyRange, hint: hint) else { return nil }
    let declaration = declarations[field]
    if declaration.type == .duration { return .field(field) }
    diagnostics.report(
      .expressionType,
      "a timer's length is a `Duration`, but the context field `\(entry.key)` \(declaration.type.possession)",
      at: entry.keyRange, notes: [("the field is declared here", declaration.range)])
    return nil
  }

  private func deferrals(_ node: YAMLNode) -> [Deferral] {
    var seen = IDMap<Event, SourceRange>()
    return items(node, expected: "a list of events").compactMap { item in
      guard let name = text(item, expected: "an event's name") else { return nil }
      guard let event = declarations.eventNames[name] else {
        if events.names[name] != nil {
          diagnostics.report(
            .badEvent, "`\(name)` is an internal event, and only an event that the host sends can be deferred",
            at: item.usageRange)
        } else {
          reportUnknown(name, "event", at: item.usageRange, among: declarations.events.map(\.name))
        }
        return nil
      }
      uses.events.insert(event)
      recordUse(of: .event, name, at: item.usageRange)
      if let first = seen[event] {
        diagnostics.report(
          .duplicateName, "`\(name)` is deferred twice", at: item.usageRange, notes: [("it is deferred here", first)])
        return nil
      }
      seen[event] = item.usageRange
      if let parameter = events[event].parameters.first {
        diagnostics.report(
          .badEvent, "`\(name)` has parameters, and only an event without parameters can be deferred",
          at: item.usageRange,
          notes: [("the parameter `\(parameter.name)` is declared here", parameter.range)])
        return nil
      }
      return Deferral(event: event, range: item.usageRange)
    }
  }

  // MARK: Entrances

  /// Reads the targets of `initial` of a compound state or `default` of a history.
  private mutating func readEntrance(of id: ID<State>) {
    let mapping = tree.mappings[id.index]
    switch tree[id].kind {
    case .compound:
      if let initial = mapping["initial"],
        let entrance = entrance(initial, within: id, allowingHistory: true)
      {
        states[id.index].kind = .compound(initial: entrance)
      }
    case .history(let depth, _):
      if let entry = mapping["default"], let parent = tree[id].parent,
        let entrance = entrance(entry, within: parent, allowingHistory: false)
      {
        states[id.index].kind = .history(depth, default: entrance)
      }
    case .atomic, .final, .parallel:
      return
    }
  }

  private func entrance(_ entry: YAMLEntry, within ancestor: ID<State>, allowingHistory: Bool) -> State.Entrance? {
    let (_, target) = readMapping(
      entry.value, .entrance(entry.key), orValueOf: "to", at: entry.value.usageRange)
    guard let target else { return nil }
    let targets = statesOfRegions(target, in: ancestor, allowingHistory: allowingHistory).filter { target in
      if tree.states.isDescendant(target.state, of: ancestor) { return true }
      let name = tree[ancestor].path
      diagnostics.report(
        .badInitial,
        "`\(tree[target.state].path)` is not a descendant of \(name.isEmpty ? "the machine" : "`\(name)`")",
        at: target.range)
      return false
    }
    return targets.isEmpty ? nil : State.Entrance(targets: targets.map(\.state), range: entry.value.usageRange)
  }

  // MARK: Entry and exit actions

  /// Reads the actions of `entry`, `exit`, and of `initial` or `default`.
  private mutating func readActions(of id: ID<State>, flow: ParameterFlow) {
    let mapping = tree.mappings[id.index]
    if let entry = mapping["entry"] {
      states[id.index].entry = actions(
        entry.value, scope: scope(id, reachedFrom: flow.entries[id.index], by: "entered"))
    }
    if let exit = mapping["exit"] {
      states[id.index].exit = actions(
        exit.value, scope: scope(id, reachedFrom: flow.exits[id.index], by: "exited"))
    }
    guard let entrance = mapping["initial"] ?? mapping["default"], case .mapping(let entries) = entrance.value.content,
      let node = Mapping(entries, .entrance(entrance.key))["do"]?.value
    else { return }
    let actions = actions(node, scope: scope(id, reachedFrom: flow.entrances[id.index], by: "entered"))
    states[id.index].editEntrance { $0.actions = actions }
  }

  /// Returns the scope of actions that run in microsteps from any of `origins`: the parameters that all events have.
  private func scope(_ state: ID<State>, reachedFrom origins: ParameterFlow.Origins, by verb: String) -> ExpressionScope
  {
    var scope = ExpressionScope(state, without: "no event leads here")
    if origins.isEmpty { return scope }
    let sorted = origins.sorted { ($0.key?.index ?? -1) < ($1.key?.index ?? -1) }
    let notes: [DiagnosticCollector.Note] = sorted.compactMap { event, range in
      guard let range else { return nil }
      let cause = event.map { "the event `\(events[$0].name)`" } ?? "no event's parameters"
      return ("the state is \(verb) here with \(cause)", range)
    }
    scope.unavailability = ("not every event by which the state is \(verb) has it", Array(notes.prefix(4)))
    if let range = origins[nil] {
      if range == nil { scope.unavailability.reason += "; the start has no event" }
      return scope
    }
    scope.suppliers = "every event by which the state is \(verb)"
    let parameters = sorted.map { event, _ in event.map { events[$0].parameters } ?? [] }
    scope.events = sorted.compactMap { event, _ in event.map { events[$0].name } }
    for parameter in parameters[0] {
      let isCommon = parameters.allSatisfy { $0.contains { $0.name == parameter.name && $0.type == parameter.type } }
      if isCommon { scope.parameters[parameter.name] = parameter.type }
    }
    return scope
  }

  // MARK: Events

  /// Returns the event with `name`, or `nil` with a diagnostic. An event that isn't declared becomes an internal one.
  mutating func event(_ name: String, at range: SourceRange) -> ID<Event>? {
    if let event = events.names[name] {
      uses.events.insert(event)
      recordUse(of: .event, name, at: range)
      return event
    }
    guard checkName(name, at: range, as: .event) else {
      diagnostics.skip(name)
      return nil
    }
    recordUse(of: .event, name, at: range)
    return events.add(name, at: range)
  }

  /// Reports internal events that no state takes or no action raises.
  private func checkInternalEvents() {
    for (event, use) in events.internalUses.sorted {
      let name = events[event].name
      if let taken = use.taken, use.raised == nil {
        reportUnknown(
          name, "event", at: taken, among: declarations.events.map(\.name),
          hint: " in `events`, and no action raises it", isDeclarable: true)
      } else if let raised = use.raised, use.taken == nil {
        diagnostics.report(
          .badEvent, "`\(name)` is raised, but no state takes it by its name", at: raised,
          suggestion: nearestName(to: name, among: events.events.map(\.name)),
          advice: "; give a state a transition for it, or delete the `raise`")
      }
    }
  }
}
