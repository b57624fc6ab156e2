extension Machine {
  package subscript(id: ID<Part>) -> Part { parts[id.index] }

  /// Returns the innermost part that has `state`; `nil` if the machine itself has it.
  package func part(of state: ID<State>) -> ID<Part>? {
    part { $0.states..<$0.states + $1.declared.states.count ~= state.index }
  }

  /// Returns the innermost part that makes `callback`; `nil` if the machine itself does.
  package func part(of callback: ID<Callback>) -> ID<Part>? {
    part { $0.callbacks..<$0.callbacks + $1.declared.callbacks.count ~= callback.index }
  }

  /// Returns the innermost part that has `event`; `nil` if the machine itself has it.
  package func part(of event: ID<Event>) -> ID<Part>? {
    part { $0.events..<$0.events + $1.declared.events.count ~= event.index }
  }

  /// Returns the innermost part that has `transition`; `nil` if the machine itself has it.
  package func part(of transition: ID<Transition>) -> ID<Part>? {
    part { $0.transitions..<$0.transitions + $1.declared.transitionCount ~= transition.index }
  }

  private func part(where contains: (PartPlace, Machine) -> Bool) -> ID<Part>? {
    parts.firstIndex { contains($0.place, $0.machine) }.map { ID($0) }
  }

  /// Returns the path of the spec of `part`, or of the machine itself, for messages.
  package func path(of part: ID<Part>?) -> String { part.map { self[$0].path } ?? path }

  /// Returns the parts that `part`, or the machine itself, contains directly, in document order.
  package func parts(in container: ID<Part>?) -> [ID<Part>] {
    parts.indices.lazy.filter { parts[$0].container == container }.map { ID($0) }
  }

  /// The fields by name. A bound field of a part has two names.
  package var fieldNames: [String: ID<Field>] {
    var names: [String: ID<Field>] = [:]
    for (index, field) in fields.enumerated() { names[field.name] = ID(index) }
    for part in parts {
      for (index, field) in part.machine.fields.enumerated() {
        names[part.place.translate(field.name)] = part.place.fields[index]
      }
    }
    return names
  }

  /// The number of things that the machine consists of, its parts included.
  package var size: Int {
    var actions = 0
    forEachAction { _ in actions += 1 }
    return states.count + transitionCount + fields.count + callbacks.count + events.count + parts.count + actions
  }
}
