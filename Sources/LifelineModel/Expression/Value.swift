/// What values a field, a parameter or an expression takes.
package enum ValueType: Hashable, Sendable {
  /// `true` or `false`.
  case bool
  /// A whole number of 64 bits.
  case int
  /// A length of time; the language counts it in milliseconds.
  case duration
  /// A number with a fraction: parameters only.
  case double
  /// A text: parameters only.
  case string
  /// One of the cases of the context field `field`, which are the field's own type.
  case cases(field: String, names: [String])
  /// A Swift type that the language knows nothing of, as the spec spells it: parameters only.
  case opaque(String)
}

/// A value that the language can write down.
package enum Value: Hashable, Sendable {
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A length of time in milliseconds.
  case duration(milliseconds: Int)
  /// A number with a fraction.
  case double(Double)
  /// A text.
  case string(String)
  /// A case of a field's own type.
  case named(String)
  /// A value of an opaque type: the name under which test code supplies it.
  case opaque(String)
}

extension Value: CustomStringConvertible {
  /// The value as a spec writes it.
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .duration(let milliseconds): durationText(milliseconds)
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .named(let name), .opaque(let name): name
    }
  }
}

/// A length of time in the largest unit that says it in a whole number.
private func durationText(_ milliseconds: Int) -> String {
  let units = [(3_600_000, "h"), (60_000, "min"), (1_000, "s")]
  for (length, unit) in units where milliseconds != 0 && milliseconds % length == 0 {
    return "\(milliseconds / length)\(unit)"
  }
  return "\(milliseconds)ms"
}

extension Value {
  /// The number, or the milliseconds, that it is; `nil` of what is neither.
  package var number: Int? {
    switch self {
    case .int(let number), .duration(let number): number
    case .bool, .double, .string, .named, .opaque: nil
    }
  }
}
