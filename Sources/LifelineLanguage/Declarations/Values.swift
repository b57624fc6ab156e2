import LifelineModel
import LifelineSource
import LifelineYAML

/// A number with a unit of time, such as `250ms`.
enum DurationLiteral {
  /// The reason that a text is no length of time.
  enum Refusal: Error {
    case notADuration, zero, tooLong
  }

  private static let units = ["ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000]

  /// Returns the number of milliseconds.
  static func milliseconds(_ text: String) throws(Refusal) -> Int {
    let digits = text.prefix { $0.utf8.allSatisfy(isDigit) }
    guard !digits.isEmpty, let unit = units[String(text.dropFirst(digits.count))] else { throw .notADuration }
    guard let count = Int(digits) else { throw .tooLong }
    if count == 0 { throw .zero }
    let (milliseconds, overflows) = count.multipliedReportingOverflow(by: unit)
    if overflows { throw .tooLong }
    return milliseconds
  }

  /// Returns whether a text is a length of time.
  static func isDuration(_ text: String) -> Bool { (try? milliseconds(text)) != nil }

  /// The words that are probably meant as units, with their milliseconds.
  private static let otherUnits = [
    "msec": 1, "millisecond": 1, "sec": 1_000, "second": 1_000, "m": 60_000, "minute": 60_000, "hr": 3_600_000,
    "hour": 3_600_000, "d": 86_400_000, "day": 86_400_000,
  ]

  /// Returns the lengths of time that a number without a unit may mean, with seconds first.
  static func withUnits(_ text: String) -> [String] {
    guard text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return [] }
    return ["s", "ms", "min", "h"].compactMap { isDuration(text + $0) ? text + $0 : probablyMeant(by: text + $0) }
  }

  /// Returns the length of time that a text such as `5 minutes` or `0.5s` probably means, in the greatest unit of which
  /// it is a whole number.
  static func probablyMeant(by text: String) -> String? {
    let number = text.prefix { $0 == "." || $0.utf8.allSatisfy(isDigit) }
    let word = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    let singular = word.hasSuffix("s") && word.count > 2 ? String(word.dropLast()) : word
    guard let unit = units[word] ?? otherUnits[word] ?? units[singular] ?? otherUnits[singular],
      let count = Double(number), count * Double(unit) >= 1, count * Double(unit) < 1e15
    else { return nil }
    let milliseconds = Int((count * Double(unit)).rounded())
    let greatest = units.filter { milliseconds % $0.value == 0 }.max { $0.value < $1.value }
    return greatest.map { "\(milliseconds / $0.value)\($0.key)" }
  }
}

extension ValueType {
  /// The name of the type in Swift, or of the field whose cases are meant.
  var name: String {
    if case .cases(let field, _) = self { field } else { text }
  }

  /// A value of the type, with its article.
  var article: String {
    if case .cases(let field, _) = self { return "a case of `\(field)`" }
    return (["A", "E", "I", "O"].contains(name.prefix(1).uppercased()) ? "an" : "a") + " `\(name)`"
  }

  /// The end of a sentence that says which type something has.
  var possession: String { if case .cases = self { "has `cases`" } else { "has the type `\(name)`" } }

  /// Whether a context field can be declared with the type.
  var canBeFieldType: Bool {
    switch self {
    case .bool, .int, .duration, .double, .string, .declared: true
    case .cases, .opaque: false
    }
  }

  /// A description of the values of the type, for messages.
  package var valueText: String {
    switch self {
    case .bool: "`true` or `false`"
    case .int: "a whole number such as `12`"
    case .duration: "a length of time such as `250ms`, `5s`, `2min` or `1h`"
    case .double: "a number such as `1.5`"
    case .string: "a text such as `\"text\"`"
    case .cases(_, let names), .declared(_, let names):
      "one of " + names.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    case .opaque(let type) where !isOptional: "a name under which test code supplies a value of type `\(type)`"
    case .opaque: "`nil`, or a name under which test code supplies a value of type `\(wrapped.name)`"
    }
  }
}

extension NodeReading {
  /// Returns the number of milliseconds that `text` writes, or `nil` with a diagnostic.
  /// - Parameter alternative: The end of the message about a text that is no length of time.
  func duration(_ text: String, at range: SourceRange, alternative: String = "") -> Int? {
    do {
      return try DurationLiteral.milliseconds(text)
    } catch {
      let choices = error == .notADuration ? DurationLiteral.withUnits(text) : []
      if let first = choices.first {
        let list = choices.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
        let place = SourceLocation(path: diagnostics.path, range: range)
        return refuse(
          "`\(text)` is a length of time without a unit; write `\(first)`, or \(list)", at: range,
          choices: choices.map { .init(replace: place, with: $0) })
      }
      let message =
        switch error {
        case .notADuration: "`\(text)` is not \(ValueType.duration.valueText)\(alternative)"
        case .zero: "a length of time must be above zero; `1ms` is the shortest"
        case .tooLong: "`\(text)` is longer than 2^63 milliseconds"
        }
      diagnostics.report(
        .badValue, message, at: range,
        suggestion: error == .notADuration ? DurationLiteral.probablyMeant(by: text) : nil)
      return nil
    }
  }

  private func refuse(_ message: String, at range: SourceRange, choices: [Diagnostic.FixIt]) -> Int? {
    diagnostics.report(.badValue, message, at: range, choices: choices)
    return nil
  }
}

extension DeclarationUsing {
  /// Returns the value of `type` that `node` writes, or `nil` with a diagnostic.
  /// - Parameter machine: The machine of a part that declares the type by this name; `nil` for the machine that is read.
  func value(_ node: YAMLNode, type: ValueType, of machine: Machine? = nil) -> Value? {
    // The cases of a wrong type aren't known.
    if type.caseNames?.isEmpty == true { return nil }
    guard let text = text(node, expected: type.valueText), case .scalar(let scalar) = node.content else { return nil }
    let isPlain = scalar.style == .plain
    switch type {
    case .bool:
      if isPlain, let flag = Bool(text) { return .bool(flag) }
      if isPlain, refuseOtherBoolean(text, at: node.usageRange) { return nil }
    case .int:
      if isPlain, let number = wholeNumber(text) { return .int(number) }
      if scalar.isNumber {
        reportNumber(text, at: node.usageRange)
        return nil
      }
    case .duration:
      if isPlain { return duration(text, at: node.usageRange).map { .duration(milliseconds: $0) } }
    case .double:
      if isPlain, isDecimal(text), let number = Double(text), number.isFinite { return .double(number) }
    case .string:
      guard let kind = isPlain ? otherKind(of: scalar) : nil else { return .string(text) }
      diagnostics.report(
        .badValue, "`\(text)` looks like \(kind); in quotes it is a text: write `\"\(text)\"`", at: node.usageRange)
      return nil
    case .cases(_, let names), .declared(_, let names):
      if names.contains(text) {
        recordCase(text, of: type, declaredBy: machine, at: node.usageRange)
        return .named(text)
      }
      diagnostics.report(
        .badValue, "`\(text)` is not \(type.valueText)", at: node.usageRange,
        suggestion: nearestName(to: text, among: names))
      return nil
    case .opaque:
      if expressionWords.contains(text) {
        diagnostics.report(
          .badValue, "`\(text)` is a word of expressions and cannot be a name; choose another", at: node.usageRange)
        return nil
      }
      if isIdentifier(text), type.isOptional || text != Value.absent.description { return .opaque(text) }
    }
    let remark = isPlain ? "" : " (without quotes)"
    diagnostics.report(.badValue, "`\(text)` is not \(type.valueText)\(remark)", at: node.usageRange)
    return nil
  }

  /// Reports a number that isn't an `Int`, or isn't written as one.
  private func reportNumber(_ text: String, at range: SourceRange) {
    if isWholeNumber(text) {
      let message = "`\(text)` does not fit into 64 bits: a whole number lies between \(Int.min) and \(Int.max)"
      return diagnostics.report(.badValue, message, at: range)
    }
    let meant: Int? =
      switch text.prefix(2) {
      case "0x": Int(text.dropFirst(2), radix: 16)
      case "0o": Int(text.dropFirst(2), radix: 8)
      default: Int(text)
      }
    diagnostics.report(
      .badValue, "`\(text)` is not a whole number in decimal digits, such as `12`", at: range,
      suggestion: meant.map { String($0) })
  }
}

/// Returns the number that `text` writes in decimal digits.
func wholeNumber(_ text: String) -> Int? { isWholeNumber(text) ? Int(text) : nil }

/// Returns whether `text` consists of decimal digits, with or without a `-` before them.
private func isWholeNumber(_ text: String) -> Bool {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  return !digits.isEmpty && digits.utf8.allSatisfy(isDigit)
}

/// Returns whether `text` is a decimal number, with or without a fraction and an exponent.
func isDecimal(_ text: String) -> Bool {
  text.utf8.contains(where: isDigit) && text.utf8.allSatisfy { isDigit($0) || "+-.Ee".utf8.contains($0) }
}

/// Returns the kind of value that a plain text looks like, if it doesn't look like a text.
private func otherKind(of scalar: YAMLScalar) -> String? {
  if ["true", "false"].contains(scalar.text.lowercased()) { return "a Boolean" }
  if scalar.isNumber { return "a number" }
  do {
    _ = try DurationLiteral.milliseconds(scalar.text)
    return "a length of time"
  } catch {
    return error == .notADuration ? nil : "a length of time"
  }
}

/// Returns the value of `type` that a text on a command line writes; `nil` if it writes none.
package func readValue(_ text: String, as type: ValueType) -> Value? {
  switch type {
  case .bool: Bool(text).map { .bool($0) }
  case .int: wholeNumber(text).map { .int($0) }
  case .duration: (try? DurationLiteral.milliseconds(text)).map { .duration(milliseconds: $0) }
  case .double: isDecimal(text) ? Double(text).flatMap { $0.isFinite ? .double($0) : nil } : nil
  case .string: .string(text)
  case .cases(_, let names), .declared(_, let names): names.contains(text) ? .named(text) : nil
  case .opaque:
    isIdentifier(text) && (type.isOptional || text != Value.absent.description) ? .opaque(text) : nil
  }
}

/// Returns the value of `type` that a text which writes none was probably meant to be; `nil` if that isn't clear.
package func probableValue(_ text: String, as type: ValueType) -> String? {
  switch type {
  case .bool: nearestName(to: text, among: ["true", "false"])
  case .duration: DurationLiteral.probablyMeant(by: text)
  case .cases(_, let names), .declared(_, let names): nearestName(to: text, among: names)
  case .int, .double, .string, .opaque: nil
  }
}
