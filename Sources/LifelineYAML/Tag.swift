import LifelineSource

/// A tag before a node.
struct Tag {
  /// The types that have tags in the core schema.
  enum Core: String {
    case str, int, float, bool, null, seq, map
  }

  /// The type that the tag stands for, if it is one of the core schema.
  var core: Core?
  /// The tag as it is written.
  var text: String
  var range: SourceRange

  init(name: String?, text: String, range: SourceRange) {
    let prefix = "tag:yaml.org,2002:"
    core = name.flatMap { $0.hasPrefix(prefix) ? Core(rawValue: String($0.dropFirst(prefix.count))) : nil }
    self.text = text
    self.range = range
  }

  /// Returns the message about a tag that isn't one of the core schema.
  ///
  /// - Parameter negation: The word that negates an expression, if the tag is the beginning of one.
  static func message(about text: String, negation: String?) -> String {
    if let negation, word(of: text) != nil {
      return
        "`!` at the beginning of a value begins a YAML tag; write `\(negation)` in an expression, or put a text in "
        + "quotes"
    }
    return "the tag `\(text)` is not part of the core schema; delete it, or put the text in quotes"
  }

  /// Returns the beginning of an expression that was written with `!`, with the word for it instead.
  static func expression(for text: String, negation: String?) -> String? {
    guard let negation, let word = word(of: text) else { return nil }
    return word.isEmpty ? negation : negation + " " + word
  }

  /// Returns the text behind the `!` if its author may not have meant a tag.
  static func word(of text: String) -> String? {
    let rest = text.dropFirst()
    return text.first == "!" && rest.first != "!" && rest.first != "<" ? String(rest) : nil
  }
}

extension Tag.Core {
  /// Returns whether the text of a scalar is of this type.
  func fits(_ text: String) -> Bool {
    switch self {
    case .str: true
    case .int: text.wholeMatch(of: /[-+]?[0-9]+|0x[0-9A-Fa-f]+|0o[0-7]+/) != nil
    case .float:
      text.wholeMatch(
        of: /[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)/) != nil
    case .bool: ["true", "True", "TRUE", "false", "False", "FALSE"].contains(text)
    case .null: ["", "~", "null", "Null", "NULL"].contains(text)
    case .seq, .map: false
    }
  }
}

extension YAMLScalar {
  /// Whether the scalar is a number in the core schema: decimal, hexadecimal or octal, `.inf` or `.nan`.
  package var isNumber: Bool { style == .plain && (Tag.Core.int.fits(text) || Tag.Core.float.fits(text)) }
}
