/// The place of a part's contents among those of the machine that contains it.
///
/// Identifiers of the part's machine become identifiers of the containing machine by adding an offset. Only fields need
/// a list, because a field that is bound to one of the machine has no copy.
package struct PartPlace: Sendable {
  /// The name of the part, which is the first part of the names of its contents.
  package var name: String
  /// The name of the part's machine, which qualifies the names of its types.
  package var machineName: String
  /// The index of the part's root among the states.
  package var states: Int
  /// The field for each field of the part's machine.
  package var fields: [ID<Field>]
  /// The number of fields before those of the part.
  package var firstField: Int
  /// The index of the part's first callback.
  package var callbacks: Int
  /// The index of the part's first event.
  package var events: Int
  /// The index of the part's first transition.
  package var transitions: Int
  /// The index of the first part inside the part.
  package var parts: Int
  /// The part itself.
  package var part: ID<Part>

  /// Creates a place at the beginning of everything.
  package init(name: String, of machine: Machine, part: ID<Part>) {
    self.name = name
    machineName = machine.name
    states = 0
    fields = []
    firstField = 0
    callbacks = 0
    events = 0
    transitions = 0
    parts = 0
    self.part = part
  }

  package func translate(_ id: ID<State>) -> ID<State> { ID(states + id.index) }
  package func translate(_ id: ID<Field>) -> ID<Field> { fields[id.index] }
  package func translate(_ id: ID<Callback>) -> ID<Callback> { ID(callbacks + id.index) }
  package func translate(_ id: ID<Event>) -> ID<Event> { ID(events + id.index) }
  package func translate(_ id: ID<Transition>) -> ID<Transition> { ID(transitions + id.index) }
  package func translate(_ id: ID<Part>) -> ID<Part> { ID(parts + id.index) }

  /// Returns the name that something in the part has in the containing machine.
  package func translate(_ inner: String) -> String { inner.isEmpty ? name : "\(name).\(inner)" }

  /// Returns the type that a type of the part is in the containing machine: enumerations belong to the part's machine.
  package func translate(_ type: ValueType) -> ValueType {
    func qualified(_ name: String) -> String { name.contains(".") ? name : "\(machineName).\(name)" }
    return switch type {
    case .cases(let field, let names): .cases(field: qualified(field), names: names)
    case .declared(let name, let cases): .declared(qualified(name), cases: cases)
    case .bool, .int, .duration, .double, .string, .opaque: type
    }
  }
}

// The contents of a part as the containing machine has them. The language bounds the depth of expressions and actions.
extension PartPlace {
  package func translate(_ expression: Expression) -> Expression {
    let kind: Expression.Kind =
      switch expression.kind {
      case .field(let field): .field(translate(field))
      case .isActive(let state): .isActive(translate(state))
      default: expression.kind.mapOperands(translate)
      }
    return Expression(kind, type: translate(expression.type), range: expression.range)
  }

  package func translate(_ actions: [Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .call(let call): .call(translate(call))
      case .open(let open, let range): .open(open.map(translate), range: range)
      case .set(let assignments, let range):
        .set(assignments.map { Assignment(field: translate($0.field), value: translate($0.value)) }, range: range)
      case .raise(let event, let range):
        .raise(translate(event), range: range)
      case .choose(let condition, let then, let otherwise, let range):
        .choose(translate(condition), then: translate(then), else: translate(otherwise), range: range)
      case .send(let part, let events, let range):
        .send(
          translate(part),
          events.map { sent in
            SentEvent(
              event: translate(sent.event), arguments: sent.arguments.map { translate($0) },
              isOptional: sent.isOptional,
              range: sent.range)
          }, range: range)
      case .restart(let part, let range):
        .restart(translate(part), range: range)
      }
    }
  }

  private func translate(_ call: Call) -> Call {
    Call(callback: translate(call.callback), arguments: call.arguments.map { translate($0) }, range: call.range)
  }

  package func translate(_ transitions: [Transition]) -> [Transition] {
    transitions.map { transition in
      Transition(
        id: translate(transition.id), source: translate(transition.source),
        targets: transition.targets.map { translate($0) },
        condition: transition.condition.map { translate($0) }, actions: translate(transition.actions),
        reenter: transition.reenter, documentation: translate(transition.documentation), range: transition.range)
    }
  }

  /// Returns a state with its name and its place in the tree, but without transitions and actions.
  package func outline(of state: State) -> State {
    var result = State(
      id: translate(state.id), name: state.name, path: translate(state.path), kind: kind(state.kind),
      parent: state.parent.map { translate($0) }, children: state.children.map { translate($0) },
      subtreeEnd: states + state.subtreeEnd, depth: state.depth, range: state.range)
    result.documentation = translate(state.documentation)
    return result
  }

  private func kind(_ kind: State.Kind) -> State.Kind {
    switch kind {
    case .atomic, .final, .parallel: kind
    case .compound(let initial): .compound(initial: translate(initial))
    case .history(let history, let entrance): .history(history, default: translate(entrance))
    }
  }

  package func translate(_ state: State) -> State {
    var result = outline(of: state)
    result.entry = translate(state.entry)
    result.exit = translate(state.exit)
    result.on = state.on.map { EventTransitions(event: translate($0.event), transitions: translate($0.transitions)) }
    result.onAny = translate(state.onAny)
    result.always = translate(state.always)
    result.timers = state.timers.map { timer in
      Timer(length: length(timer.length), transitions: translate(timer.transitions), range: timer.range)
    }
    result.done = translate(state.done)
    result.deferred = state.deferred.map { Deferral(event: translate($0.event), range: $0.range) }
    return result
  }

  private func length(_ length: Timer.Length) -> Timer.Length {
    switch length {
    case .constant: length
    case .field(let field): .field(translate(field))
    }
  }

  private func translate(_ entrance: State.Entrance) -> State.Entrance {
    State.Entrance(
      targets: entrance.targets.map { translate($0) }, actions: translate(entrance.actions), range: entrance.range)
  }

  package func translate(_ event: Event) -> Event {
    var result = event
    result.name = translate(event.name)
    result.parameters = event.parameters.map { translate($0) }
    result.documentation = translate(event.documentation)
    return result
  }

  package func translate(_ callback: Callback) -> Callback {
    var result = callback
    result.name = translate(callback.name)
    result.channel = translate(callback.channel)
    result.parameters = callback.parameters.map { translate($0) }
    result.documentation = translate(callback.documentation)
    return result
  }

  /// Returns a promise of the part's file.
  package func translate(_ promise: Promise) -> Promise {
    var result = promise
    result.subject = translate(promise.subject)
    result.declaredIn = promise.declaredIn.map { translate($0) } ?? part
    switch promise.form {
    case .needs(let quantity, let list): result.form = .needs(quantity, list.map { translate($0) })
    case .onlyAfter(let quantity, let list): result.form = .onlyAfter(quantity, list.map { translate($0) })
    case .between(let opening, let closing):
      result.form = .between(opening: translate(opening), closing: translate(closing))
    case .answeredBy(var answer):
      answer.callbacks = answer.callbacks.map { translate($0) }
      answer.before = answer.before.map { translate($0) }
      result.form = .answeredBy(answer)
    }
    return result
  }

  private func translate(_ mention: Promise.Mention) -> Promise.Mention {
    Promise.Mention(callback: translate(mention.callback), range: mention.range)
  }

  private func translate(_ happening: Promise.Happening) -> Promise.Happening {
    switch happening {
    case .call(let callback): .call(translate(callback))
    case .event(let event): .event(translate(event))
    case .entry(let state): .entry(translate(state))
    }
  }

  private func translate(_ parameter: Parameter) -> Parameter {
    Parameter(name: parameter.name, type: translate(parameter.type), range: parameter.range)
  }

  /// Returns a field under the name that it has in the containing machine.
  package func translate(_ field: Field) -> Field {
    var result = field
    result.name = translate(field.name)
    result.type = translate(field.type)
    result.documentation = translate(field.documentation)
    return result
  }

  /// Returns a part of the part.
  package func translate(_ inner: Part) -> Part {
    var result = inner
    result.name = translate(inner.name)
    result.container = inner.container.map { translate($0) } ?? part
    result.documentation = translate(inner.documentation)
    result.place.name = result.name
    result.place.states += states
    result.place.fields = inner.place.fields.map { translate($0) }
    result.place.callbacks += callbacks
    result.place.events += events
    result.place.transitions += transitions
    result.place.parts += parts
    result.place.part = translate(inner.place.part)
    return result
  }

  /// Returns documentation without its citations: the sources of a file are its own.
  private func translate(_ documentation: Documentation) -> Documentation {
    Documentation(text: documentation.text)
  }
}
