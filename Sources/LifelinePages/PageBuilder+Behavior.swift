import LifelineDrawing
import LifelineModel
import LifelineSource

extension PageBuilder {
  /// The states, with what moves them.
  var states: [Block] {
    var result: [Block] = [
      .heading(section("States")), .states(drawStates(of: machine).overview, outline: outline),
    ]
    if raises {
      result.append(
        .paragraph([.code("raise"), .text(" means that the machine sends itself an event, which it handles next.")]))
    }
    for state in machine.declared.states where !state.isHistory { result += description(of: state) }
    return result
  }

  /// Whether the machine sends events to itself.
  private var raises: Bool {
    var result = false
    machine.forEachOwnAction { if case .raise = $0 { result = true } }
    return result
  }

  /// The states, for machines of which no picture is drawn.
  private var outline: [[Inline]] {
    machine.declared.states.filter { $0.id != Machine.root && !$0.isHistory }.map { state in
      let summary = firstSentence(state.documentation.text).map { [.text(": ")] + prose($0) } ?? []
      return [reference(to: state.id)] + summary
    }
  }

  private func description(of state: State) -> [Block] {
    let isRoot = state.id == Machine.root
    let rows = rows(of: state)
    if isRoot, rows.isEmpty, state.entry.isEmpty, state.exit.isEmpty { return [] }
    var result: [Block] = [.heading(isRoot ? Heading(3, [.text("In every state")]) : heading(of: state))]
    result += paragraphs(state.documentation.text)
    var facts = place(of: state)
    if !state.entry.isEmpty { facts.append([.text("When it is entered: ")] + actions(state.entry)) }
    if !state.exit.isEmpty { facts.append([.text("When it is left: ")] + actions(state.exit)) }
    if !state.deferred.isEmpty {
      facts.append(
        [.text("Keeps for later: ")] + state.deferred.map { [reference(to: $0.event)] }.listed("and") + [.text(".")])
    }
    facts += promises(about: .entry(state.id))
    result += list(facts, citing: state.documentation)
    if !rows.isEmpty { result.append(.table(head: ["When", "If", "Then it does", "And goes to"], rows: rows)) }
    return result
  }

  private func place(of state: State) -> [[Inline]] {
    var result: [[Inline]] = []
    let above = machine.ancestors(of: state.id).filter { $0 != Machine.root }
    if !above.isEmpty {
      let names = above.map { [reference(to: $0)] }
      let handles = above.contains { !machine[$0].transitions.isEmpty }
      result.append(
        [.text("Part of ")] + names.listed("and") + [
          .text(handles ? ", whose tables count here, too, after the one below." : ".")
        ])
    }
    let inside = machine.properChildren(of: state.id)
    guard state.id != Machine.root, !inside.isEmpty else {
      if state.isFinal { result.append([.text("An end: nothing follows.")]) }
      return result
    }
    let names = inside.map { [reference(to: $0)] }
    switch state.kind {
    case .compound(let initial):
      let first = initial.targets.map { [reference(to: $0)] }.listed("and")
      result.append(
        [.text("One of ")] + names.listed("and") + [.text(" is active in it, at first ")] + first + [.text(".")])
    case .parallel:
      result.append([.text("All of ")] + names.listed("and") + [.text(" are active in it, beside each other.")])
    case .atomic, .final, .history: break
    }
    return result
  }

  private func rows(of state: State) -> [[[Inline]]] {
    var last: [Inline] = []
    return state.triggeredTransitions.map { triggered in
      let transition = triggered.transition
      let trigger = words(of: triggered.trigger, in: state)
      let isLater = trigger == last
      last = trigger
      let condition: [Inline] =
        switch (transition.condition, isLater) {
        case (let condition?, false): [.code(machine.text(of: condition))]
        case (let condition?, true): [.text("else "), .code(machine.text(of: condition))]
        case (nil, true): [.text("else")]
        case (nil, false): []
        }
      let targets = transition.targets.map(target).listed("and")
      return [
        trigger, condition, transition.actions.isEmpty ? [] : actions(transition.actions),
        targets.isEmpty ? [.text("stays")] : targets,
      ]
    }
  }

  private func target(_ id: ID<State>) -> [Inline] {
    guard case .history(let depth, _) = machine[id].kind, let parent = machine[id].parent else {
      return [reference(to: id)]
    }
    let extent = depth == .deep ? " was last, with all that lay in it" : " was last"
    return [.text("where "), reference(to: parent), .text(extent)]
  }

  private func words(of trigger: TriggeredTransition.Trigger, in state: State) -> [Inline] {
    switch trigger {
    case .event(let event): [reference(to: event)]
    case .anyEvent: [.text("any event")]
    case .always: [.text("at once")]
    case .timer(let index): [.text("after ")] + prose(state.timers[index].text(in: machine))
    case .done: [.text("what lies in it has ended")]
    }
  }

  /// Returns what actions do, in their order.
  private func actions(_ actions: [Action]) -> [Inline] {
    machine.texts(of: actions).map { [.code($0)] }.enumerated().flatMap { number, item in
      number == 0 ? item : [.text(", ")] + item
    }
  }

  /// The machines of which this one is made.
  var parts: [Block] {
    [
      .heading(section("Parts")),
      .paragraph([.text("The machine contains others, and sends them events. Their calls are calls of this machine.")]),
      .table(
        head: ["Part", "Machine", "What it is"],
        rows: machine.declared.parts.map { part in
          let name: [Inline] = [.code(part.machine.name)]
          let link = facts.pages[part.path].map { [Inline.page(name, name: $0)] } ?? name
          return [[.code(part.name)], link, prose(part.documentation.text ?? "")]
        }),
    ]
  }
}
