import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let wrongShape = DiagnosticKind(
    "L201", .error, "a value of the wrong shape",
    explanation: """
      A mapping, a list or a text stands where the language has another of the three. The message says which \
      is expected there.

          states:
            - closed             # a list
            - ajar
          states:
            closed:              # a mapping from names to states
            ajar:

      Write it in the expected shape. Where a list is expected, one item may stand alone.
      """)
  static let unknownKey = DiagnosticKind(
    "L202", .error, "an unknown key",
    explanation: """
      The language has no such key at this place. A key that was let pass would be a wish that nothing \
      fulfils. The message names the nearest key that there is, or lists them.

          closed:
            enter: lock          # entry: lock
            do: lock             # belongs to a transition

      Correct the key, or move it to where it belongs.
      """)
  static let missingKey = DiagnosticKind(
    "L203", .error, "a missing key",
    explanation: """
      A key without which the part means nothing is missing.

          context:
            isPad: {doc: Whether it is a tablet.}      # default: false

      Add the key that the message names.
      """)
  static let emptyValue = DiagnosticKind(
    "L206", .error, "an empty value",
    explanation: """
      Nothing stands behind the key, or in the quotes of a citation. Only states, events, callbacks and \
      sources may be empty: such a one has nothing more to say than its name. Elsewhere it is not clear \
      whether nothing is meant, or something was forgotten.

          closed:
            entry:               # which actions?
            on: {open: ajar}
          ajar:                  # a state without anything

      Write the value, or leave the key out. An event that is taken without doing anything is `event: {}`.
      """)
  static let cutByComment = DiagnosticKind(
    "L208", .warning, "a text cut short by a comment",
    explanation: """
      In YAML ` #` begins a comment even in the middle of a text without quotes, so the rest of the line is \
      not part of it, and nobody sees it in the generated documentation.

          doc: Rule #4 of the house.         # only "Rule" is left
          doc: "Rule #4 of the house."

      Put the text in quotes, or move the comment to a line of its own.
      """)
}

extension YAMLNode {
  /// Whether nothing stands there: no text, or one of the core schema's words for null.
  var isEmpty: Bool {
    guard case .scalar(let scalar) = content, scalar.style == .plain, scalar.text.utf8.count <= 4 else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
  }

  /// What sort of node it is, for messages.
  var shape: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// The entries of a mapping with a closed set of keys, by key. They are few: looking through them is faster than
/// hashing them first.
struct Parts {
  private let entries: [YAMLEntry]

  init(_ entries: [YAMLEntry] = []) { self.entries = entries }

  subscript(key: String) -> YAMLEntry? {
    for index in entries.indices where entries[index].key == key { return entries[index] }
    return nil
  }

  /// The first of the keys that is there.
  func first(of keys: [String]) -> YAMLEntry? {
    keys.lazy.compactMap { self[$0] }.first
  }
}

extension Findings {
  /// Reports that `node` is not what is expected.
  mutating func reportShape(of node: YAMLNode, expected: String) {
    if node.isEmpty {
      report(.emptyValue, "nothing stands here; expected is \(expected)", at: node.place)
    } else {
      report(.wrongShape, "this is \(node.shape); expected is \(expected)", at: node.place)
    }
  }

  /// The entries of a mapping whose keys are names, or none, reported. An empty node is refused.
  mutating func entries(_ node: YAMLNode, expected: String) -> [YAMLEntry]? {
    guard case .mapping(let entries) = node.content else {
      reportShape(of: node, expected: expected)
      return nil
    }
    return entries
  }

  /// The parts of a mapping with a closed set of keys; the unknown ones are reported.
  /// - Parameter what: what the mapping is, with its article, for messages.
  mutating func parts(_ node: YAMLNode, keys: [String], what: String, expected: String? = nil) -> Parts? {
    guard case .mapping(let entries) = node.content else {
      reportShape(of: node, expected: expected ?? "a mapping: \(what)")
      return nil
    }
    for entry in entries where !keys.contains(entry.key) {
      reportUnknownKey(entry, keys: keys, what: what)
    }
    return Parts(entries)
  }

  /// Reports a key that `what` does not have.
  mutating func reportUnknownKey(_ entry: YAMLEntry, keys: [String], what: String) {
    let suggestion = nearestName(to: entry.key, among: keys)
    let list = keys.map { "`\($0)`" }.joined(separator: ", ")
    report(
      .unknownKey,
      "\(what) has no key `\(entry.key)`" + (suggestion == nil ? "; its keys are \(list)" : ""),
      at: entry.keyRange, suggestion: suggestion)
  }

  /// The items of a list, or the one item that stands alone.
  mutating func items(_ node: YAMLNode, expected: String) -> [YAMLNode] {
    if case .sequence(let items) = node.content { return items }
    if node.isEmpty {
      reportShape(of: node, expected: expected)
      return []
    }
    return [node]
  }

  /// The text of a scalar that is not empty.
  mutating func text(_ node: YAMLNode, expected: String) -> String? {
    guard case .scalar(let scalar) = node.content, !node.isEmpty else {
      reportShape(of: node, expected: expected)
      return nil
    }
    return scalar.text
  }

  /// A text for readers; one that a comment cuts short is warned about.
  mutating func prose(_ node: YAMLNode, expected: String = "a text") -> String? {
    guard let text = text(node, expected: expected) else { return nil }
    warnIfCutByComment(node)
    return text
  }

  /// Warns if a text without quotes ends at ` #`.
  mutating func warnIfCutByComment(_ node: YAMLNode) {
    // A comment's beginning is enough to know it by, and the width of a page to show it.
    guard case .scalar(let scalar) = node.content, scalar.style == .plain,
      let next = source.byte(at: node.range.end), next == UInt8(ascii: " ") || next == UInt8(ascii: "\t"),
      let rest = source.text(from: node.range.end, count: 200)?.unicodeScalars
    else { return }
    let comment = rest.drop { $0 == " " || $0 == "\t" }
    guard comment.first == "#", comment.startIndex != rest.startIndex else { return }
    let start = SourcePosition(
      line: node.range.end.line, column: node.range.end.column + rest.count - comment.count)
    let end = SourcePosition(line: start.line, column: start.column + comment.count)
    report(
      .cutByComment, "a comment begins here and is not part of the text before it; put the text in quotes",
      at: SourceRange(start, end))
  }

  /// `true` or `false`.
  mutating func flag(_ node: YAMLNode) -> Bool? {
    if case .scalar(let scalar) = node.content, scalar.style == .plain {
      if scalar.text == "true" { return true }
      if scalar.text == "false" { return false }
    }
    reportShape(of: node, expected: "`true` or `false`")
    return nil
  }
}
