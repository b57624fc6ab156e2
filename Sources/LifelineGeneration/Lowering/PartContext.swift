import LifelineModel

/// A part of a machine, with the facts about the machine that it is.
struct PartContext: Sendable {
  let id: ID<Part>
  let part: Part
  let context: MachineContext

  /// The path of the properties that lead to the part: one, or more for a part of a part.
  var path: String { SwiftText.path(part.name) }

  /// The property that holds the part in the machine around it.
  var property: String { SwiftText.identifier(part.ownName) }

  /// The part's generated type.
  var type: String { context.names.type }

}

extension Part {
  /// The name of the part in the file that declares it.
  var ownName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension Machine {
  /// The machine alone: without what its parts contribute, though expressions and actions still mention that.
  var withoutParts: Machine {
    var own = self
    own.states = Array(declared.states)
    own.fields = Array(declared.fields)
    own.callbacks = Array(declared.callbacks)
    own.events = Array(declared.events)
    own.transitionCount = declared.transitionCount
    own.parts = []
    return own
  }
}

extension Machine {
  /// Returns the part that has a state, and the state as the part numbers it; `nil` if the machine itself has it.
  func partWithState(_ state: ID<State>) -> (ID<Part>, ID<State>)? {
    part(of: state).map { ($0, ID(state.index - self[$0].place.states)) }
  }

  /// Returns the part that has a field, and the field as the part numbers it; `nil` if the machine itself has it.
  func partWithField(_ field: ID<Field>) -> (ID<Part>, ID<Field>)? {
    for (index, part) in parts.enumerated() where field.index >= max(declared.fields.count, part.place.firstField) {
      let fields = part.place.fields.prefix(part.machine.declared.fields.count)
      if let own = fields.firstIndex(of: field) { return (ID(index), ID(own)) }
    }
    return nil
  }
}

extension MachineContext {
  /// The parts of the machine itself, without those of parts.
  var ownParts: ArraySlice<PartContext> { parts.prefix(whole.declared.parts.count) }

  /// Whether the machine or one of its parts has fields that hosts can't write, and that a machine around it may bind.
  var hasFixedFields: Bool {
    machine.fields.contains(where: \.isFixed) || ownParts.contains(where: \.context.hasFixedFields)
  }

  /// The parts of the machine itself that get facts from it, for themselves or for parts in them.
  var boundParts: [PartContext] {
    ownParts.filter { $0.part.place.fields.contains { $0.index < machine.fields.count } }
  }

  /// Whether the type of the context contains that of a part.
  var isComposed: Bool { ownParts.contains(where: \.context.hasContext) }

  subscript(id: ID<Part>) -> PartContext { parts[id.index] }

  /// Returns the part that has a state, and the state as the part numbers it; `nil` if the machine itself has it.
  func partWithState(_ state: ID<State>) -> (part: PartContext, state: ID<State>)? {
    whole.partWithState(state).map { (self[$0], $1) }
  }
}
