import LifelineSource

/// A machine inside another machine.
///
/// The containing machine lists all parts: first its own, then those of each of its parts, at any depth. Everything
/// that a part consists of has a second identifier among the states, fields, callbacks, events and transitions of the
/// containing machine. ``place`` translates.
package struct Part: Sendable {
  /// A value that the containing machine gives a field of a part.
  package struct FieldDefault: Sendable {
    /// The source of the value.
    package enum Value: Sendable {
      /// A default that replaces that of the part's own file.
      case constant(LifelineModel.Value)
      /// The value of a field of the machine that contains the part. The part's field has no value of its own.
      case bound(ID<Field>)
    }

    /// The field, as the part's ``Part/machine`` numbers it.
    package var field: ID<Field>
    /// The value. A bound field is numbered by the machine in whose file the part is declared.
    package var value: Value
    /// The range of the value in the spec.
    package var range: SourceRange

    /// Creates a value for `field`.
    package init(field: ID<Field>, value: Value, range: SourceRange) {
      self.field = field
      self.value = value
      self.range = range
    }
  }

  /// The name: `root`, or `root.inner` for a part of a part.
  package var name: String
  /// The part that contains this one; `nil` if the machine itself does.
  package var container: ID<Part>?
  /// The machine, standing alone.
  package var machine: Machine
  /// The values that its container gives its fields.
  package var defaults: [FieldDefault]
  /// The documentation of the part.
  package var documentation: Documentation
  /// The range of the name in the file that declares the part.
  package var range: SourceRange
  /// The range of the used file's path in the file that declares the part.
  package var useRange: SourceRange
  /// The place of the part's contents in the containing machine.
  package var place: PartPlace

  /// Creates a part of the machine itself.
  package init(
    name: String, container: ID<Part>? = nil, machine: Machine, defaults: [FieldDefault] = [],
    documentation: Documentation = Documentation(), range: SourceRange, useRange: SourceRange, place: PartPlace
  ) {
    self.name = name
    self.container = container
    self.machine = machine
    self.defaults = defaults
    self.documentation = documentation
    self.range = range
    self.useRange = useRange
    self.place = place
  }

  /// The path of the part's spec, for messages.
  package var path: String { machine.path }

  /// The root state in the containing machine.
  package var root: ID<State> { ID(place.states) }
}

/// An event that an action sends to a part.
package struct SentEvent: Sendable {
  /// The event.
  package var event: ID<Event>
  /// One argument for each parameter of the event, evaluated when the event is sent.
  package var arguments: [Expression]
  /// Whether the part may leave the event untaken.
  package var isOptional: Bool
  /// The range of the event's name in the spec.
  package var range: SourceRange

  /// Creates an event to send.
  package init(event: ID<Event>, arguments: [Expression] = [], isOptional: Bool = false, range: SourceRange) {
    self.event = event
    self.arguments = arguments
    self.isOptional = isOptional
    self.range = range
  }
}
