/// The type of a field, a parameter or an expression.
package enum ValueType: Hashable, Sendable {
  /// `true` or `false`.
  case bool
  /// An integer of 64 bits.
  case int
  /// A length of time in milliseconds.
  case duration
  /// A floating-point number of 64 bits.
  case double
  /// A text.
  case string
  /// One of the cases of the context field `field`, which is the field's own type.
  case cases(field: String, names: [String])
  /// One of the cases of a type that the spec declares.
  case declared(String, cases: [String])
  /// A Swift type that the language doesn't know, as the spec spells it; with `?` behind it for a field that only carries
  /// such values.
  case opaque(String)

  /// Whether the values are numbers or lengths of time.
  package var isOrdered: Bool { isWhole || self == .double }

  /// Whether the values are whole numbers, or lengths of time.
  package var isWhole: Bool { self == .int || self == .duration }

  /// Whether `nil` is a value of the type.
  package var isOptional: Bool { if case .opaque(let spelling) = self { spelling.hasSuffix("?") } else { false } }

  /// The type of the values besides `nil`.
  package var wrapped: ValueType {
    if case .opaque(let spelling) = self, isOptional { .opaque(String(spelling.dropLast())) } else { self }
  }

  /// The cases of which each value is one, if the spec lists them.
  package var caseNames: [String]? {
    switch self {
    case .cases(_, let names), .declared(_, let names): names
    case .bool, .int, .duration, .double, .string, .opaque: nil
    }
  }
}

extension ValueType {
  /// The type as a spec writes it.
  package var text: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .duration: "Duration"
    case .double: "Double"
    case .string: "String"
    case .cases(_, let names): names.joined(separator: " | ")
    case .declared(let name, _): name
    case .opaque(let name): name
    }
  }
}

/// Returns the paths of identifiers in the spelling of a Swift type, such as `Array` and `Foundation.URL` in
/// `Array<Foundation.URL>`, each with whether it has generic arguments.
package func pathsInType(_ spelling: String) -> [(names: [String], isGeneric: Bool)] {
  func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
  return spelling.split { !isPart($0) }.map { path in
    (
      path.split(separator: ".").map(String.init),
      path.endIndex < spelling.endIndex && spelling[path.endIndex] == "<"
    )
  }
}
