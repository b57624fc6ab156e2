import LifelineSource

/// A value that a spec can write, or a floating-point number that is none (NaN), which a host can send.
package enum Value: Sendable {
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
  /// A case of a field's own type, or of a declared type.
  case named(String)
  /// A value of an opaque type: the name under which test code supplies it.
  case opaque(String)

  /// The value of a type such as `UUID?` that is none. No test code supplies it.
  package static let absent = Value.opaque("nil")

  /// A floating-point number that is none.
  package static let nan = Value.double(.nan)

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

extension Value: Hashable {
  /// Returns whether two values are the same. NaN is the same as NaN, so that two situations that have it are equal; for the
  /// comparisons of the language, see ``Expression/Comparison/holds(_:_:)-(Value,Value)``.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)), (.duration(let left), .duration(let right)): left == right
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    case (.string(let left), .string(let right)), (.named(let left), .named(let right)),
      (.opaque(let left), .opaque(let right)):
      left == right
    default: false
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
    case .double(let number): Self.decimalText(number)
    case .string(let text): Self.quoted(text)
    case .named(let name), .opaque(let name): name
    }
  }

  /// Returns a text in double quotes, with escapes for the characters that can't stand in them, and for those that nobody sees.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where VisibleText.isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        let (letter, count) = digits.count <= 4 ? ("u", 4) : ("U", 8)
        result += "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a number in decimal digits, without an exponent, which expressions don't have.
  private static func decimalText(_ number: Double) -> String {
    let parts = "\(number)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(number)" }
    let sign = number < 0 ? "-" : ""
    let digits = parts[0].filter(\.isNumber).map(String.init).joined()
    let point = 1 + exponent
    if point <= 0 { return "\(sign)0." + String(repeating: "0", count: -point) + digits }
    let whole = digits + String(repeating: "0", count: max(0, point + 1 - digits.count))
    return "\(sign)\(whole.prefix(point)).\(whole.dropFirst(point))"
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
