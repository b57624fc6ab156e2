import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the ranges of context fields.
extension DeclarationReader {
  /// Returns the bounds that a field's `range` writes, or `nil` with a diagnostic.
  func bounds(_ entry: YAMLEntry, of field: String, _ type: ValueType) -> ClosedRange<Int>? {
    guard type.isWhole else {
      diagnostics.report(
        .badRange, "`\(field)` \(type.possession), but only an `Int` or a `Duration` has a range; delete `range`",
        at: entry.keyRange)
      return nil
    }
    let node = entry.value
    let expected = "a range such as " + (type == .duration ? "`1s...5min` or `0s...1h`" : "`0...10` or `-5...5`")
    guard let text = text(node, expected: expected), case .scalar(let scalar) = node.content else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard scalar.style == .plain, parts.count == 4, parts[1].isEmpty, parts[2].isEmpty,
      let lower = bound(parts[0], type), let upper = bound(parts[3], type)
    else {
      if type == .duration, let choices = rangesOfTimes(meantBy: text) {
        let place = SourceLocation(path: diagnostics.path, range: node.usageRange)
        let list = choices.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
        diagnostics.report(
          .badRange, "`\(text)` is a range of lengths of time without units; write `\(choices[0])`, or \(list)",
          at: node.usageRange, choices: choices.map { .init(replace: place, with: $0) })
        return nil
      }
      diagnostics.report(
        .badRange, "`\(text)` is not \(expected)" + (scalar.style == .plain ? "" : " (without quotes)"),
        at: node.usageRange, suggestion: probableRange(in: text, type))
      return nil
    }
    if lower <= upper { return lower...upper }
    diagnostics.report(
      .badRange, "the range `\(text)` begins above its end", at: node.usageRange,
      suggestion: "\(parts[3])...\(parts[0])")
    return nil
  }

  /// Returns the number, or the milliseconds, of an end of a range. A countdown ends with zero, so a range may.
  private func bound(_ text: Substring, _ type: ValueType) -> Int? {
    guard type == .duration else { return wholeNumber(String(text)) }
    do {
      return try DurationLiteral.milliseconds(String(text))
    } catch {
      return error == .zero ? 0 : nil
    }
  }

  /// Returns whether a node is a range of lengths of time.
  func isRangeOfTimes(_ node: YAMLNode) -> Bool {
    guard case .scalar(let scalar) = node.content, scalar.style == .plain else { return false }
    let parts = scalar.text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[1].isEmpty && parts[2].isEmpty
      && [parts[0], parts[3]].allSatisfy { bound($0, .duration) != nil }
  }

  /// Returns the ranges that two numbers without units may mean, with seconds first; `nil` for another text.
  private func rangesOfTimes(meantBy text: String) -> [String]? {
    let ends = text.split(separator: "...").map { $0.filter { $0 != " " } }
    guard ends.count == 2, let lower = wholeNumber(ends[0]), let upper = wholeNumber(ends[1]), lower >= 0,
      lower <= upper
    else {
      return nil
    }
    return ["s", "ms", "min", "h"].map { "\(lower)\($0)...\(upper)\($0)" }
  }

  /// Returns the range that is probably meant by a text such as `0..10`, `0 ... 10` or `0 to 10`.
  private func probableRange(in text: String, _ type: ValueType) -> String? {
    var ends = text.split { $0 == "." || $0 == " " || $0 == "," }.filter { $0 != "to" && $0 != "-" }
    // An end without a unit has that of the other.
    if type == .duration, ends.count == 2,
      let unit = ends.lazy.map({ $0.drop(while: \.isNumber) }).first(where: { !$0.isEmpty })
    {
      ends = ends.map { $0.allSatisfy(\.isNumber) ? $0 + unit : $0 }
    }
    guard ends.count == 2, let lower = bound(ends[0], type), let upper = bound(ends[1], type), lower <= upper else {
      return nil
    }
    return "\(ends[0])...\(ends[1])"
  }

  /// Reports a default that lies outside of the field's range.
  func checkDefault(of field: Field, at range: SourceRange, _ entry: YAMLEntry?) {
    guard !field.allows(field.defaultValue), let words = field.boundsInWords else { return }
    diagnostics.report(
      .outOfRange,
      "the default `\(field.defaultValue)` lies outside of the range of `\(field.name)`; write a default \(words), or "
        + "another range", at: range, notes: entry.map { [("the range is given here", $0.value.usageRange)] } ?? [])
  }
}

extension DeclarationUsing {
  /// Returns the value of a field that `node` writes, or `nil` with a diagnostic.
  func value(_ node: YAMLNode, of id: ID<Field>) -> Value? {
    guard let value = value(node, type: declarations[id].type) else { return nil }
    return refuse(value, for: id, at: node.usageRange) ? nil : value
  }

  /// Reports a value outside of the range of a field.
  /// - Returns: Whether it lies outside.
  func refuse(_ value: Value, for id: ID<Field>, at range: SourceRange) -> Bool {
    let field = declarations[id]
    // The range of a part's field is one of its own file.
    let isOwn = id.index < declarations.ownFields.count
    let declaration = SourceLocation(path: diagnostics.path, range: field.range)
    return refuse(
      value, for: field, at: range, notes: isOwn ? [.init("it is declared here", at: declaration)] : [])
  }

  /// Reports a value outside of the range of a field.
  /// - Returns: Whether it lies outside.
  func refuse(_ value: Value, for field: Field, at range: SourceRange, notes: [Diagnostic.Note]) -> Bool {
    guard !field.allows(value), let text = field.boundsText, let words = field.boundsInWords else { return false }
    diagnostics.report(
      .outOfRange, "`\(value)` lies outside of `\(text)`, the range of `\(field.name)`; write a value \(words)",
      at: range, located: notes)
    return true
  }
}
