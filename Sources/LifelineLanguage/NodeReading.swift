import LifelineSource
import LifelineYAML

/// A pass that reads nodes of a document and reports those that don't have the expected shape.
protocol NodeReading {
  var diagnostics: DiagnosticCollector { get }
}

extension NodeReading {
  /// Reports that `node` isn't `expected`, which is a noun with its article.
  func reportShape(of node: YAMLNode, expected: String, hint: String = "") {
    diagnostics.skip(node)
    if node.isEmpty {
      diagnostics.report(.emptyValue, "expected \(expected), but the value is missing", at: node.usageRange)
    } else {
      diagnostics.report(.wrongShape, "expected \(expected), but this is \(node.shape)\(hint)", at: node.usageRange)
    }
  }

  /// Reports a key that mappings of `kind` don't have.
  /// - Parameter isRead: Whether its value is read nevertheless.
  func reportUnknownKey(_ entry: YAMLEntry, in kind: MappingKind, isRead: Bool = false) {
    if !isRead { diagnostics.skip(entry) }
    let place =
      isLikeState(entry.value, kind)
      ? "; if it is a state, write it below `states`"
      : kind.promisesAnswersOnly && MappingKind.promises.contains { $0.name == entry.key }
        ? "; only callbacks can have it"
        : entry.value.isEmpty && entry.key.contains(" ")
          ? "; if it belongs to the text before it, put the text in quotes, since a comma between braces ends a text"
          : ""
    diagnostics.report(
      .unknownKey, "\(kind.name) has no key `\(entry.key)`", at: entry.keyRange,
      suggestion: kind.nearestKey(to: entry.key),
      advice: place + "; its keys are " + kind.keys.map { "`\($0)`" }.joined(separator: ", "))
  }

  /// Returns whether a value below a state or a region, whose mapping is of `kind`, looks like that of a state.
  private func isLikeState(_ value: YAMLNode, _ kind: MappingKind) -> Bool {
    guard kind["states"] != nil, kind["entry"] != nil, case .mapping(let entries) = value.content else { return false }
    return !entries.isEmpty && entries.allSatisfy { kind[$0.key] != nil }
  }

  /// Returns the entries of a mapping from names, or `nil` with a diagnostic.
  func entries(_ node: YAMLNode, expected: String) -> [YAMLEntry]? {
    guard case .mapping(let entries) = node.content else {
      reportShape(of: node, expected: expected)
      return nil
    }
    return entries
  }

  /// Returns a mapping of `kind`, or `nil` with a diagnostic if `node` isn't a mapping. Unknown and missing keys are
  /// reported, and those that break a rule of the kind. A misspelt key is read as the one that is meant.
  /// - Parameters:
  ///   - expected: The noun for what is expected, if it isn't only such a mapping.
  ///   - name: The name of what the mapping describes, for messages.
  ///   - range: The place of diagnostics about keys that are missing.
  ///   - excused: A key that may be missing, because another diagnostic says what is wrong.
  func readMapping(
    _ node: YAMLNode, _ kind: MappingKind, expected: String? = nil, named name: String? = nil,
    at range: SourceRange? = nil, excusing excused: String? = nil
  ) -> Mapping? {
    guard let written = entries(node, expected: expected ?? "a mapping: \(kind.name)") else { return nil }
    let entries = correctingKeys(of: written, kind)
    for entry in entries where kind[entry.key] == nil { reportUnknownKey(entry, in: kind) }
    let mapping = Mapping(entries, kind)
    reportViolations(of: kind.rules, in: mapping, at: range ?? node.usageRange)
    for key in kind.entries where mapping[key.name] == nil && key.name != excused {
      guard let absence = key.absence, key.substitute.flatMap({ mapping[$0] }) == nil else { continue }
      let subject = name.map { "the\(kind.name.drop { $0 != " " }) `\($0)`" } ?? kind.name
      diagnostics.report(kind.absenceKind, "\(subject) \(absence)", at: range ?? node.usageRange)
    }
    return mapping
  }

  /// Returns a mapping of `kind` with the value of one of its keys. The value may also stand alone.
  func readMapping(
    _ node: YAMLNode, _ kind: MappingKind, orValueOf key: String, named name: String? = nil, at range: SourceRange,
    excusing excused: String? = nil
  ) -> (mapping: Mapping, value: YAMLNode?) {
    guard case .mapping = node.content else { return (Mapping(), node) }
    let mapping = readMapping(node, kind, named: name, at: range, excusing: excused) ?? Mapping()
    return (mapping, mapping[key]?.value)
  }

  private func reportViolations(of rules: [MappingRule], in mapping: Mapping, at range: SourceRange) {
    var mapping = mapping
    for rule in rules {
      for violation in rule.violations(in: mapping) {
        let notes = zip([rule.note].compactMap(\.self), [violation.reason].compactMap(\.self))
        diagnostics.report(
          rule.kind, rule.message(violation.entry?.key ?? ""), at: violation.entry?.keyRange ?? range,
          notes: notes.map { ($0, $1.keyRange) })
        // One mistake is reported once.
        violation.refused.map { mapping.remove($0) }
      }
    }
  }

  /// Returns the items of a list, or the node itself as the only item. An empty node is reported.
  func items(_ node: YAMLNode, expected: String) -> [YAMLNode] {
    if case .sequence(let items) = node.content { return items }
    if !node.isEmpty { return [node] }
    reportShape(of: node, expected: expected)
    return []
  }

  /// Returns the text of a scalar that isn't empty, or `nil` with a diagnostic.
  func text(_ node: YAMLNode, expected: String) -> String? {
    guard case .scalar(let scalar) = node.content, !node.isEmpty else {
      reportShape(of: node, expected: expected)
      return nil
    }
    return scalar.text
  }

  /// Returns the text of a scalar that people read, or `nil` with a diagnostic. A text that a comment cuts short is
  /// reported.
  func prose(_ node: YAMLNode, expected: String = "a text") -> String? {
    guard let text = text(node, expected: expected) else { return nil }
    warnIfCutByComment(node)
    return text
  }

  private func warnIfCutByComment(_ node: YAMLNode) {
    // The beginning of a comment is enough to recognize and to show it.
    guard case .scalar(let scalar) = node.content, scalar.style == .plain,
      let rest = diagnostics.source.text(from: node.range.end, count: 200)?.unicodeScalars
    else { return }
    let comment = rest.drop { $0 == " " || $0 == "\t" }
    guard comment.first == "#", comment.startIndex != rest.startIndex else { return }
    let start = SourcePosition(
      line: node.range.end.line, column: node.range.end.column + rest.count - comment.count)
    let end = SourcePosition(line: start.line, column: start.column + comment.count)
    diagnostics.report(
      .cutByComment, "a comment begins here, which is not part of the text; put the text in quotes",
      at: SourceRange(start, end))
  }

  /// Returns the Boolean of a scalar, or `nil` with a diagnostic.
  func flag(_ node: YAMLNode) -> Bool? {
    if case .scalar(let scalar) = node.content, scalar.style == .plain {
      if let flag = Bool(scalar.text) { return flag }
      if refuseOtherBoolean(scalar.text, at: node.usageRange) { return nil }
    }
    reportShape(of: node, expected: "`true` or `false`")
    return nil
  }

  /// Reports a word that is a Boolean in other notations, such as YAML 1.1, in the place of one.
  /// - Returns: Whether it was reported.
  func refuseOtherBoolean(_ text: String, at range: SourceRange) -> Bool {
    guard let flag = booleanMeant(by: text) else { return false }
    diagnostics.report(
      .badValue, "`\(text)` is a text, and no Boolean; write `\(flag)`", at: range,
      correction: Correction(range: range, replacement: "\(flag)"))
    return true
  }

  /// Returns the word of `words` that a scalar holds, or `nil` with a diagnostic of `kind`.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, as _: Word.Type, _ kind: DiagnosticKind
  ) -> Word? {
    let words = Word.allCases.map(\.rawValue)
    let list = words.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " or `\(words.last ?? "")`"
    guard let text = text(node, expected: list) else { return nil }
    if let word = Word(rawValue: text) { return word }
    diagnostics.report(
      kind, "`\(text)` is not \(list)", at: node.usageRange, suggestion: nearestName(to: text, among: words))
    return nil
  }
}

/// Returns the Boolean that a word of another notation means; `nil` if it means none, or is one of the language.
func booleanMeant(by word: String) -> Bool? {
  switch word.lowercased() {
  case "yes", "on", "y": true
  case "no", "off", "n": false
  case "true" where word != "true": true
  case "false" where word != "false": false
  default: nil
  }
}

extension YAMLNode {
  /// Whether the node has no text, or one of the core schema's words for null.
  var isEmpty: Bool {
    guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
  }

  /// The shape of the node, for messages.
  fileprivate var shape: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension YAMLEntry {
  /// The range from the key to the end of the value.
  var extent: SourceRange { SourceRange(keyRange.start, max(keyRange.end, value.usageRange.end)) }
}
