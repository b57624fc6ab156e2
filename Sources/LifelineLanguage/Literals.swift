import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badValue = DiagnosticKind(
    "L211", .error, "a value that does not fit",
    explanation: """
      The value is not one of the type expected here. Values are written `true` or `false`, `12`, `5s` (with \
      the units `ms`, `s`, `min` and `h`), as a case of a context field, and for parameters also `1.5` and \
      `"text"`. Nothing is converted, so that `1` is never taken for `true`.

          context: {isPad: false, patience: 5s}
          scenarios:
            a visit: {given: {isPad: yes, patience: 5}}       # isPad: true, patience: 5s

      Write a value of the type that the message names.
      """)
}

/// A number with its unit of time, such as `250ms`.
enum DurationLiteral {
  /// Why a text is no duration.
  enum Fault: Error {
    case notADuration, zero, tooLong
  }

  /// Whether `text` is written like a duration, be it zero or too long.
  static func isOne(_ text: String) -> Bool {
    do {
      _ = try milliseconds(text)
      return true
    } catch {
      return error != .notADuration
    }
  }

  static let units: KeyValuePairs = ["ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000]

  /// The milliseconds that `text` says.
  static func milliseconds(_ text: some StringProtocol) throws(Fault) -> Int {
    let digits = text.utf8.prefix(while: isDigit)
    let unit = text.utf8.dropFirst(digits.count)
    guard !digits.isEmpty, let length = units.first(where: { $0.key.utf8.elementsEqual(unit) })?.value else {
      throw .notADuration
    }
    guard let count = Int(String(decoding: digits, as: UTF8.self)) else { throw .tooLong }
    if count == 0 { throw .zero }
    let (milliseconds, overflows) = count.multipliedReportingOverflow(by: length)
    if overflows { throw .tooLong }
    return milliseconds
  }
}

extension ValueType {
  /// The type as messages call it.
  var text: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .duration: "Duration"
    case .double: "Double"
    case .string: "String"
    case .cases(let field, _): "case of `\(field)`"
    case .opaque(let name): name
    }
  }

  /// How a value of the type is written, for messages.
  var valueText: String {
    switch self {
    case .bool: "`true` or `false`"
    case .int: "a whole number such as `12`"
    case .duration: "a length of time such as `250ms`, `5s`, `2min` or `1h`"
    case .double: "a number such as `1.5`"
    case .string: "a text such as `\"text\"`"
    case .cases(_, let names): "one of " + names.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    case .opaque(let type): "a name under which test code supplies a value of the type \(type)"
    }
  }
}

extension Findings {
  /// The length of time that a scalar says, in milliseconds.
  mutating func duration(_ text: String, at range: SourceRange) -> Int? {
    do {
      return try DurationLiteral.milliseconds(text)
    } catch {
      switch error {
      case .notADuration: report(.badValue, "`\(text)` is not \(ValueType.duration.valueText)", at: range)
      case .zero: report(.badValue, "a length of time is above zero", at: range)
      case .tooLong: report(.badValue, "`\(text)` is longer than 2^63 milliseconds", at: range)
      }
      return nil
    }
  }

  /// The value of a type that `node` writes down; reported if it is none.
  mutating func value(_ node: YAMLNode, type: ValueType) -> Value? {
    guard let text = text(node, expected: type.valueText), case .scalar(let scalar) = node.content else { return nil }
    let isPlain = scalar.style == .plain
    switch type {
    case .bool:
      if isPlain, text == "true" || text == "false" { return .bool(text == "true") }
    case .int:
      if isPlain, let number = wholeNumber(text) { return .int(number) }
      if scalar.isNumber {
        reportNumber(text, at: node.place)
        return nil
      }
    case .duration:
      if isPlain { return duration(text, at: node.place).map { .duration(milliseconds: $0) } }
    case .double:
      if isPlain, isNumber(text), let number = Double(text), number.isFinite { return .double(number) }
    case .string:
      guard let kind = isPlain ? otherKind(of: scalar) : nil else { return .string(text) }
      report(
        .badValue, "`\(text)` looks like \(kind); in quotes it is a text: write `\"\(text)\"`", at: node.place)
      return nil
    case .cases(_, let names):
      if names.contains(text) { return .named(text) }
      report(
        .badValue, "`\(text)` is not \(type.valueText)", at: node.place,
        suggestion: nearestName(to: text, among: names))
      return nil
    case .opaque:
      if expressionWords.contains(text) {
        report(.badValue, "`\(text)` is a word of expressions and cannot be a name; choose another", at: node.place)
        return nil
      }
      if isIdentifier(text) { return .opaque(text) }
    }
    let remark = isPlain ? "" : " (without quotes)"
    report(.badValue, "`\(text)` is not \(type.valueText)\(remark)", at: node.place)
    return nil
  }

  /// The whole number that a text writes in decimal digits.
  func wholeNumber(_ text: String) -> Int? { isWholeNumber(text) ? Int(text) : nil }

  /// Whether a text is decimal digits, with or without a `-` before them.
  private func isWholeNumber(_ text: String) -> Bool {
    let digits = text.utf8.first == 0x2D ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.utf8.allSatisfy(isDigit)
  }

  /// Reports a number that is no `Int`, or is not written as one.
  private mutating func reportNumber(_ text: String, at range: SourceRange) {
    if isWholeNumber(text) {
      let message = "`\(text)` does not fit into 64 bits: a whole number lies between \(Int.min) and \(Int.max)"
      return report(.badValue, message, at: range)
    }
    let meant: Int? =
      switch text.prefix(2) {
      case "0x": Int(text.dropFirst(2), radix: 16)
      case "0o": Int(text.dropFirst(2), radix: 8)
      default: Int(text)
      }
    report(
      .badValue, "`\(text)` is not a whole number in decimal digits, such as `12`", at: range,
      suggestion: meant.map { String($0) })
  }

  /// Whether a text is a decimal number, with or without a fraction and an exponent.
  private func isNumber(_ text: String) -> Bool {
    text.utf8.contains(where: isDigit)
      && text.utf8.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
  }

  /// What a plain text looks like, if that is something else than a text.
  private func otherKind(of scalar: YAMLScalar) -> String? {
    if ["true", "false"].contains(scalar.text.lowercased()) { return "a Boolean" }
    if scalar.isNumber { return "a number" }
    return DurationLiteral.isOne(scalar.text) ? "a length of time" : nil
  }
}
