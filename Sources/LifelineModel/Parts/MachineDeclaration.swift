/// A machine as its own file declares it, without the contents of its parts.
///
/// The contents of the file come first in the machine that runs, and have the same identifiers there. They mention contents of
/// parts, which only the ``whole`` machine has, so there is no declaration without it.
@dynamicMemberLookup
package struct MachineDeclaration: Sendable {
  /// The machine that runs.
  package let whole: Machine

  private var place: PartPlace? { whole.parts.first?.place }

  /// The states of the file.
  package var states: ArraySlice<State> { whole.states.prefix(place?.states ?? .max) }

  /// The context fields of the file.
  package var fields: ArraySlice<Field> { whole.fields.prefix(place?.firstField ?? .max) }

  /// The callbacks of the file.
  package var callbacks: ArraySlice<Callback> { whole.callbacks.prefix(place?.callbacks ?? .max) }

  /// The events of the file.
  package var events: ArraySlice<Event> { whole.events.prefix(place?.events ?? .max) }

  /// The number of transitions of the file.
  package var transitionCount: Int { place?.transitions ?? whole.transitionCount }

  /// The parts of the file. Parts of parts come after them.
  package var parts: ArraySlice<Part> { whole.parts.prefix(place?.parts ?? 0) }

  /// Returns what only a file declares, such as its name, its types and its sources.
  package subscript<Value>(dynamicMember member: KeyPath<Machine, Value>) -> Value { whole[keyPath: member] }
}

extension Machine {
  /// The machine as its own file declares it.
  package var declared: MachineDeclaration { MachineDeclaration(whole: self) }

  /// Returns whether the machine's own file declares a state, and not that of a part.
  package func declares(_ id: ID<State>) -> Bool { id.index < parts.first?.place.states ?? states.count }

  /// Returns whether the machine's own file declares a callback, and not that of a part.
  package func declares(_ id: ID<Callback>) -> Bool { id.index < parts.first?.place.callbacks ?? callbacks.count }

  /// Returns whether the machine's own file declares a transition, and not that of a part.
  package func declares(_ id: ID<Transition>) -> Bool { id.index < parts.first?.place.transitions ?? transitionCount }
}
