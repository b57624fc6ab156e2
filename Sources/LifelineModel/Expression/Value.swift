/// A value that a spec can write.
package enum Value: Hashable, Sendable {
  /// `true` or `false`.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A length of time.
  case duration(milliseconds: Int)
  /// A floating-point number.
  case double(Double)
  /// A string.
  case string(String)
  /// A case of a field's own type.
  case named(String)
  /// A value of an opaque type: the name under which test code supplies it.
  case opaque(String)

  /// Creates the value of an expression of `type`: a length of time if `type` is one, else an integer.
  package init(_ number: Int, as type: ValueType) {
    self = type == .duration ? .duration(milliseconds: number) : .int(number)
  }

  /// The integer or the number of milliseconds; `nil` for values of other types.
  package var number: Int? {
    switch self {
    case .int(let number), .duration(let number): number
    case .bool, .double, .string, .named, .opaque: nil
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as a spec writes it.
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .duration(let milliseconds): Self.durationText(milliseconds)
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .named(let name), .opaque(let name): name
    }
  }

  /// Returns a length of time in the largest unit of which it is a multiple.
  private static func durationText(_ milliseconds: Int) -> String {
    let units = [(3_600_000, "h"), (60_000, "min"), (1_000, "s")]
    for (length, unit) in units where milliseconds != 0 && milliseconds % length == 0 {
      return "\(milliseconds / length)\(unit)"
    }
    return "\(milliseconds)ms"
  }
}
