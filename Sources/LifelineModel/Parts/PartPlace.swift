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

  package func callAsFunction(_ id: ID<State>) -> ID<State> { ID(states + id.index) }
  package func callAsFunction(_ id: ID<Field>) -> ID<Field> { fields[id.index] }
  package func callAsFunction(_ id: ID<Callback>) -> ID<Callback> { ID(callbacks + id.index) }
  package func callAsFunction(_ id: ID<Event>) -> ID<Event> { ID(events + id.index) }
  package func callAsFunction(_ id: ID<Transition>) -> ID<Transition> { ID(transitions + id.index) }
  package func callAsFunction(_ id: ID<Part>) -> ID<Part> { ID(parts + id.index) }

  /// Returns the name that something in the part has in the containing machine.
  package func callAsFunction(_ inner: String) -> String { inner.isEmpty ? name : "\(name).\(inner)" }

  /// Returns the type that a type of the part is in the containing machine: enumerations belong to the part's machine.
  package func callAsFunction(_ type: ValueType) -> ValueType {
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
  package func callAsFunction(_ expression: Expression) -> Expression {
    let kind: Expression.Kind =
      switch expression.kind {
      case .literal, .parameter: expression.kind
      case .field(let field): .field(self(field))
      case .isActive(let state): .isActive(self(state))
      case .not(let operand): .not(self(operand))
      case .and(let operands): .and(operands.map { self($0) })
      case .or(let operands): .or(operands.map { self($0) })
      case .comparison(let comparison, let left, let right): .comparison(comparison, self(left), self(right))
      case .arithmetic(let operation, let left, let right): .arithmetic(operation, self(left), self(right))
      case .negation(let operand): .negation(self(operand))
      }
    return Expression(kind, type: self(expression.type), range: expression.range)
  }

  package func callAsFunction(_ actions: [Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .call(let call):
        .call(Call(callback: self(call.callback), arguments: call.arguments.map { self($0) }, range: call.range))
      case .set(let assignments, let range):
        .set(assignments.map { Assignment(field: self($0.field), value: self($0.value)) }, range: range)
      case .raise(let event, let range):
        .raise(self(event), range: range)
      case .choose(let condition, let then, let otherwise, let range):
        .choose(self(condition), then: self(then), else: self(otherwise), range: range)
      case .send(let part, let events, let range):
        .send(
          self(part),
          events.map { sent in
            SentEvent(
              event: self(sent.event), arguments: sent.arguments.map { self($0) }, isOptional: sent.isOptional,
              range: sent.range)
          }, range: range)
      case .restart(let part, let range):
        .restart(self(part), range: range)
      }
    }
  }

  package func callAsFunction(_ transitions: [Transition]) -> [Transition] {
    transitions.map { transition in
      Transition(
        id: self(transition.id), source: self(transition.source), targets: transition.targets.map { self($0) },
        condition: transition.condition.map { self($0) }, actions: self(transition.actions),
        reenter: transition.reenter, documentation: self(transition.documentation), range: transition.range)
    }
  }

  /// Returns a state with its name and its place in the tree, but without transitions and actions.
  package func outline(of state: State) -> State {
    var result = State(
      id: self(state.id), name: state.name, path: self(state.path), kind: kind(state.kind),
      parent: state.parent.map { self($0) }, children: state.children.map { self($0) },
      subtreeEnd: states + state.subtreeEnd, depth: state.depth, range: state.range)
    result.documentation = self(state.documentation)
    return result
  }

  private func kind(_ kind: State.Kind) -> State.Kind {
    switch kind {
    case .atomic, .final, .parallel: kind
    case .compound(let initial): .compound(initial: self(initial))
    case .history(let history, let entrance): .history(history, default: self(entrance))
    }
  }

  package func callAsFunction(_ state: State) -> State {
    var result = outline(of: state)
    result.entry = self(state.entry)
    result.exit = self(state.exit)
    result.on = state.on.map { EventTransitions(event: self($0.event), transitions: self($0.transitions)) }
    result.onAny = self(state.onAny)
    result.always = self(state.always)
    result.timers = state.timers.map { timer in
      Timer(length: length(timer.length), transitions: self(timer.transitions), range: timer.range)
    }
    result.done = self(state.done)
    result.deferred = state.deferred.map { Deferral(event: self($0.event), range: $0.range) }
    return result
  }

  private func length(_ length: Timer.Length) -> Timer.Length {
    switch length {
    case .constant: length
    case .field(let field): .field(self(field))
    }
  }

  private func callAsFunction(_ entrance: State.Entrance) -> State.Entrance {
    State.Entrance(
      targets: entrance.targets.map { self($0) }, actions: self(entrance.actions), range: entrance.range)
  }

  package func callAsFunction(_ event: Event) -> Event {
    var result = event
    result.name = self(event.name)
    result.parameters = event.parameters.map { self($0) }
    result.documentation = self(event.documentation)
    return result
  }

  package func callAsFunction(_ callback: Callback) -> Callback {
    var result = callback
    result.name = self(callback.name)
    result.channel = self(callback.channel)
    result.parameters = callback.parameters.map { self($0) }
    result.needs = callback.needs.map { self($0) }
    result.onlyAfter = callback.onlyAfter.map { self($0) }
    result.crossNeeds = callback.crossNeeds.map { cross in
      Callback.CrossNeed(
        kind: cross.kind, callbacks: cross.callbacks.map { self($0) },
        declaredIn: cross.declaredIn.map { self($0) } ?? part, range: cross.range)
    }
    result.documentation = self(callback.documentation)
    return result
  }

  private func callAsFunction(_ need: Callback.Need) -> Callback.Need {
    Callback.Need(callback: self(need.callback), range: need.range)
  }

  private func callAsFunction(_ parameter: Parameter) -> Parameter {
    Parameter(name: parameter.name, type: self(parameter.type), range: parameter.range)
  }

  /// Returns a field under the name that it has in the containing machine.
  package func callAsFunction(_ field: Field) -> Field {
    var result = field
    result.name = self(field.name)
    result.type = self(field.type)
    result.documentation = self(field.documentation)
    return result
  }

  /// Returns a part of the part.
  package func callAsFunction(_ inner: Part) -> Part {
    var result = inner
    result.name = self(inner.name)
    result.container = inner.container.map { self($0) } ?? part
    result.documentation = self(inner.documentation)
    result.place.name = result.name
    result.place.states += states
    result.place.fields = inner.place.fields.map { self($0) }
    result.place.callbacks += callbacks
    result.place.events += events
    result.place.transitions += transitions
    result.place.parts += parts
    result.place.part = self(inner.place.part)
    return result
  }

  /// Returns documentation without its citations: the sources of a file are its own.
  private func callAsFunction(_ documentation: Documentation) -> Documentation {
    Documentation(text: documentation.text)
  }
}
