import LifelineSource

/// A context field, which guards read and the host can change.
package struct Field: Sendable {
  /// The name.
  package var name: String
  /// The type.
  package var type: ValueType
  /// The ranges of the cases in the spec by their names, if the field has cases of its own.
  package var caseRanges: [String: SourceRange]
  /// The value unless the host, a scenario or the machine sets another one.
  package var defaultValue: Value
  /// Whether the field keeps the value with which the machine starts.
  package var isFixed: Bool
  /// Whether only actions set the field.
  package var isPrivate: Bool
  /// The documentation of the field.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a field.
  package init(
    name: String, type: ValueType, caseRanges: [String: SourceRange] = [:], defaultValue: Value,
    isFixed: Bool = false, isPrivate: Bool = false, documentation: Documentation, range: SourceRange
  ) {
    self.name = name
    self.type = type
    self.caseRanges = caseRanges
    self.defaultValue = defaultValue
    self.isFixed = isFixed
    self.isPrivate = isPrivate
    self.documentation = documentation
    self.range = range
  }
}

/// A parameter of an event or a callback.
package struct Parameter: Sendable {
  /// The name.
  package var name: String
  /// The type.
  package var type: ValueType
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a parameter.
  package init(name: String, type: ValueType, range: SourceRange) {
    self.name = name
    self.type = type
    self.range = range
  }
}
