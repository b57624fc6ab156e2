import LifelineSource

/// An enumeration that the spec declares for fields and parameters.
package struct DeclaredType: Sendable {
  /// The name.
  package var name: String
  /// The cases; at least one.
  package var cases: [String]
  /// The ranges of the cases in the spec, by their names.
  package var caseRanges: [String: SourceRange]
  /// The documentation of the type.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a type.
  package init(
    name: String, cases: [String], caseRanges: [String: SourceRange], documentation: Documentation, range: SourceRange
  ) {
    self.name = name
    self.cases = cases
    self.caseRanges = caseRanges
    self.documentation = documentation
    self.range = range
  }
}
