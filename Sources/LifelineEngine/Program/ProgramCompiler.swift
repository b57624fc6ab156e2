import LifelineInterpreter
import LifelineModel
import LifelineSource

extension Program {
  /// Translates a machine into tables.
  package static func compile(_ machine: Machine) -> Program {
    var compiler = ProgramCompiler(machine)
    compiler.compile()
    return Program(machine, compiler)
  }
}

/// The tables of a program while they are made.
struct ProgramCompiler {
  let machine: Machine
  var states: [StateEntry] = []
  var transitions: [TransitionEntry] = []
  var actions: [ActionEntry] = []
  var callLists: [Span] = []
  var assignments: [AssignmentEntry] = []
  var sentEvents: [SentEventEntry] = []
  var nodes: [ExpressionNode] = []
  var expressions: [ExpressionEntry] = []
  var indexLists: [Int32] = []
  var timers: [TimerEntry] = []
  var components: [ComponentEntry] = []
  var handlers: [Handler] = []
  var parameters: [Span] = []
  var defaults: [Int] = []
  var historyPositions: [Int32] = []
  var histories: [ID<State>] = []
  var guards: [Guard] = []
  var parameterNames: [String] = []
  var sites: [SourceRange] = []
  var valueTable = ValueTable()
  private var guardIndices: [Guard: Int32] = [:]
  private var nameIndices: [String: Int32] = [:]
  /// The part whose contents are translated.
  private var part: ID<Part>?

  init(_ machine: Machine) { self.machine = machine }

  mutating func compile() {
    let components = machine.components()
    let ranks = machine.timerRanks(of: components)
    addComponents(components)
    defaults = machine.fields.map { valueTable.word(for: $0.defaultValue) }
    for event in machine.events { parameters.append(list(event.parameters.map { nameIndex($0.name) })) }
    for state in machine.states {
      historyPositions.append(state.isHistory ? Int32(histories.count) : -1)
      if state.isHistory { histories.append(state.id) }
    }
    let owners = machine.owners(of: components)
    for state in machine.states {
      let index = owners[state.id.index]
      part = components[index].part
      add(state, component: index, timerRank: ranks.isEmpty ? 0 : ranks[state.id.index])
    }
    rankTimers()
  }

  // MARK: States

  private mutating func addComponents(_ all: [Component]) {
    for component in all {
      components.append(
        ComponentEntry(
          root: Int32(component.root.index),
          atomicStates: BitSet(count: machine.states.count, component.atomicStates.lazy.map(\.index)),
          events: Span(component.events), states: Span(component.states), allEvents: Span(component.allEvents),
          privateFields: list(component.privateFields.map { Int32($0.index) }),
          inner: all.indices.filter { component.states.contains(all[$0].root.index) }.map { Int32($0) },
          container: Int32(component.container ?? -1), parts: list(component.parts.map { Int32($0) })))
    }
  }

  /// Adds a state. States have to be added in their order.
  private mutating func add(_ state: State, component: Int, timerRank: Int) {
    let parent = state.parent.map { states[$0.index] }
    var entry = StateEntry(
      kind: kind(of: state), parent: Int32(state.parent?.index ?? -1),
      end: Int32(max(state.id.index + 1, state.subtreeEnd)), component: Int32(component),
      depth: (parent?.depth ?? 0) + 1, childCount: Int32(state.children.count))
    entry.children = list(state.children.filter { !machine[$0].isHistory }.map { Int32($0.index) })
    entry.histories = list(state.children.filter { machine[$0].isHistory }.map { Int32($0.index) })
    switch state.kind {
    case .compound(let entrance), .history(_, let entrance):
      entry.initialTargets = list(entrance.targets.map { Int32($0.index) })
      entry.initialActions = add(entrance.actions)
    case .atomic, .final, .parallel: break
    }
    entry.entry = add(state.entry)
    entry.exit = add(state.exit)
    entry.handlers = addHandlers(of: state)
    entry.onAny = add(state.onAny)
    entry.always = add(state.always)
    entry.done = add(state.done)
    entry.timers = addTimers(of: state, rank: timerRank)
    entry.handlingState = entry.handlesEvents ? Int32(state.id.index) : parent?.handlingState ?? -1
    entry.eventlessState = entry.always.isEmpty ? parent?.eventlessState ?? -1 : Int32(state.id.index)
    states.append(entry)
  }

  /// Returns, for each event, the states that it concerns, together with those inside of them.
  func concernedStates() -> BitTable {
    var result = BitTable(rowCount: machine.events.count, count: states.count)
    for (index, state) in states.enumerated() {
      let events = state.onAny.isEmpty ? 0..<0 : components[Int(state.component)].events.range
      for event in events { result.insert(from: index, to: Int(state.end), inRow: event) }
      for position in state.handlers.range {
        result.insert(from: index, to: Int(state.end), inRow: Int(handlers[position].event))
      }
    }
    return result
  }

  private func kind(of state: State) -> StateEntry.Kind {
    switch state.kind {
    case .atomic: .atomic
    case .final: .final
    case .compound: .compound
    case .parallel: .parallel
    case .history(.shallow, _): .shallowHistory
    case .history(.deep, _): .deepHistory
    }
  }

  private mutating func addHandlers(of state: State) -> Span {
    var found: [Int: Handler] = [:]
    for list in state.on {
      found[list.event.index] = Handler(
        event: Int32(list.event.index), defers: false, transitions: add(list.transitions))
    }
    for deferral in state.deferred {
      let event = deferral.event.index
      found[event, default: Handler(event: Int32(event), defers: true, transitions: .empty)].defers = true
    }
    let start = handlers.count
    handlers += found.values.sorted { $0.event < $1.event }
    return Span(start..<handlers.count)
  }

  private mutating func addTimers(of state: State, rank: Int) -> Span {
    var added: [TimerEntry] = []
    for timer in state.timers {
      var entry = TimerEntry(
        state: Int32(state.id.index), field: -1, milliseconds: 0, transitions: add(timer.transitions),
        rank: Int32(rank), site: site(timer.range))
      switch timer.length {
      case .constant(let milliseconds): entry.milliseconds = milliseconds
      case .field(let field): entry.field = Int32(field.index)
      }
      added.append(entry)
    }
    let start = timers.count
    timers += added
    return Span(start..<timers.count)
  }

  /// Gives each timer its rank among all, by that of its component.
  private mutating func rankTimers() {
    let order = timers.indices.sorted { (timers[$0].rank, $0) < (timers[$1].rank, $1) }
    for (rank, timer) in order.enumerated() { timers[timer].rank = Int32(rank) }
  }

  private mutating func add(_ list: [Transition]) -> Span {
    let added = list.map { transition -> TransitionEntry in
      let condition = transition.condition.map { add($0) } ?? -1
      return TransitionEntry(
        id: Int32(transition.id.index), source: Int32(transition.source.index),
        domain: Int32(machine.domain(of: transition)?.index ?? -1),
        targets: self.list(transition.targets.map { Int32($0.index) }), condition: condition,
        guardIndex: condition < 0 ? -1 : guardIndex(.transition(transition.id)),
        actions: add(transition.actions), site: site(transition.range))
    }
    let start = transitions.count
    transitions += added
    return Span(start..<transitions.count)
  }

  // MARK: Actions

  private mutating func add(_ list: [Action]) -> Span {
    let added = list.map { entry(for: $0) }
    let start = actions.count
    actions += added
    return Span(start..<actions.count)
  }

  private mutating func entry(for action: Action) -> ActionEntry {
    switch action {
    case .call(let call):
      let faulting = call.arguments.filter(\.canFault).map { add($0) }
      return .call(Int32(call.callback.index), faulting: list(faulting))
    case .set(let list, _):
      let added = list.map { AssignmentEntry(field: Int32($0.field.index), value: add($0.value)) }
      assignments += added
      return .set(Span(assignments.count - added.count..<assignments.count))
    case .raise(let event, _):
      return .raise(Int32(event.index))
    case .open(let open, _):
      let added = open.alternatives.map { add($0.map { .call($0) }) }
      callLists += added
      return .open(Span(callLists.count - added.count..<callLists.count))
    case .choose(let condition, let then, let otherwise, _):
      return .choose(
        condition: add(condition), guardIndex: guardIndex(.choice(condition.range, in: part)), then: add(then),
        otherwise: add(otherwise))
    case .send(let part, let events, _):
      let added = events.map { sent in
        SentEventEntry(
          event: Int32(sent.event.index), arguments: list(sent.arguments.map { add($0) }),
          isOptional: sent.isOptional, site: site(sent.range))
      }
      sentEvents += added
      return .send(component: Int32(part.index + 1), Span(sentEvents.count - added.count..<sentEvents.count))
    case .restart(let part, _):
      return .restart(component: Int32(part.index + 1))
    }
  }

  // MARK: Expressions

  private mutating func add(_ expression: Expression) -> Int32 {
    var mentionCount = 0
    var fields: [Int32] = []
    var names: [Int32] = []
    for variable in expression.variables {
      switch variable {
      case .field(let field):
        mentionCount += 1
        if !fields.contains(Int32(field.index)) { fields.append(Int32(field.index)) }
      case .parameter(let name):
        let name = nameIndex(name)
        if !names.contains(name) { names.append(name) }
      }
    }
    let root = addNode(expression)
    expressions.append(
      ExpressionEntry(
        root: root, mentionCount: Int32(mentionCount), fields: list(fields), parameters: list(names),
        site: site(expression.range)))
    return Int32(expressions.count - 1)
  }

  private mutating func addNode(_ expression: Expression) -> Int32 {
    let node: ExpressionNode
    switch expression.kind {
    case .literal(let value): node = .literal(valueTable.word(for: value))
    case .field(let field): node = .field(Int32(field.index))
    case .parameter(let name): node = .parameter(name: nameIndex(name), missing: valueTable.word(for: .opaque(name)))
    case .isActive(let state): node = .isActive(Int32(state.index))
    case .not(let operand): node = .not(addNode(operand))
    case .and(let operands): node = .and(list(operands.map { addNode($0) }))
    case .or(let operands): node = .or(list(operands.map { addNode($0) }))
    case .comparison(let comparison, let left, let right):
      let operands = (addNode(left), addNode(right))
      node =
        switch left.type {
        case .int, .duration: .compareNumbers(comparison, operands.0, operands.1)
        case .double: .compareDoubles(comparison, operands.0, operands.1)
        case .bool, .string, .cases, .declared, .opaque: .compareOthers(comparison, operands.0, operands.1)
        }
    case .arithmetic(let operation, let left, let right):
      node = .arithmetic(operation, addNode(left), addNode(right), site: site(expression.range))
    case .negation(let operand):
      node = .negation(addNode(operand), site: site(expression.range))
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  // MARK: Lists and names

  private mutating func list(_ entries: [Int32]) -> Span {
    indexLists += entries
    return Span(indexLists.count - entries.count..<indexLists.count)
  }

  private mutating func site(_ range: SourceRange) -> Int32 {
    sites.append(range)
    return Int32(sites.count - 1)
  }

  private mutating func guardIndex(_ id: Guard) -> Int32 {
    if let known = guardIndices[id] { return known }
    guardIndices[id] = Int32(guards.count)
    guards.append(id)
    return Int32(guards.count - 1)
  }

  private mutating func nameIndex(_ name: String) -> Int32 {
    if let known = nameIndices[name] { return known }
    nameIndices[name] = Int32(parameterNames.count)
    parameterNames.append(name)
    return Int32(parameterNames.count - 1)
  }
}

extension Machine {
  /// Returns the index of the component that has each state.
  fileprivate func owners(of components: [Component]) -> [Int] {
    var owners = [Int](repeating: 0, count: states.count)
    // Components come before those in them.
    for (index, component) in components.enumerated() { for state in component.states { owners[state] = index } }
    return owners
  }
}
