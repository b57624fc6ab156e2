import LifelineSource

/// An event that the machine handles.
package struct Event: Sendable {
  /// The name.
  package var name: String
  /// The parameters.
  package var parameters: [Parameter]
  /// Whether only the machine itself raises the event: neither hosts nor scenarios can send it.
  package var isInternal: Bool
  /// The documentation of the event.
  package var documentation: Documentation
  /// The range of the name in the spec; for an internal event, of its first `raise`.
  package var range: SourceRange

  /// Creates an event.
  package init(
    name: String, parameters: [Parameter] = [], isInternal: Bool = false,
    documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.parameters = parameters
    self.isInternal = isInternal
    self.documentation = documentation
    self.range = range
  }
}
