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
  /// The least and the greatest number that the field may have, or that number of milliseconds; `nil` if the spec gives
  /// no range.
  package var bounds: ClosedRange<Int>?
  /// The documentation of the field.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a field.
  package init(
    name: String, type: ValueType, caseRanges: [String: SourceRange] = [:], defaultValue: Value,
    isFixed: Bool = false, isPrivate: Bool = false, bounds: ClosedRange<Int>? = nil, documentation: Documentation,
    range: SourceRange
  ) {
    self.name = name
    self.type = type
    self.caseRanges = caseRanges
    self.defaultValue = defaultValue
    self.isFixed = isFixed
    self.isPrivate = isPrivate
    self.bounds = bounds
    self.documentation = documentation
    self.range = range
  }

  /// Whether the machine only carries the values, which are of a type that the language doesn't know: no decision depends
  /// on the field.
  package var isCarried: Bool { type.isOptional }

  /// The bounds as a spec writes them, such as `0...10`; `nil` if the spec gives no range.
  package var boundsText: String? { bounds.map { "\(text($0.lowerBound))...\(text($0.upperBound))" } }

  /// The values within the bounds in words, such as ``from `0` to `10` ``; `nil` if the spec gives no range.
  package var boundsInWords: String? {
    bounds.map { "from `\(text($0.lowerBound))` to `\(text($0.upperBound))`" }
  }

  /// Returns whether the field may have `value`, which is of its type.
  package func allows(_ value: Value) -> Bool {
    guard let bounds, let number = value.number else { return true }
    return bounds.contains(number)
  }

  /// Returns a bound as a spec writes it.
  private func text(_ bound: Int) -> String {
    type == .duration && bound == 0 ? "0s" : Value(bound, as: type).description
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
