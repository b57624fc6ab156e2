import LifelineSource

/// A context field with a value.
package struct FieldValue: Hashable, Sendable {
  package var field: ID<Field>
  package var value: Value

  package init(field: ID<Field>, value: Value) {
    self.field = field
    self.value = value
  }
}

/// A context field with a value, as an entry of a scenario.
package struct FieldEntry: Sendable {
  package var field: ID<Field>
  package var value: Value
  /// The range in the spec.
  package var range: SourceRange

  package init(field: ID<Field>, value: Value, range: SourceRange) {
    self.field = field
    self.value = value
    self.range = range
  }
}
