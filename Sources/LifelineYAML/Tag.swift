import LifelineSource

/// A tag before a node.
struct Tag {
  /// The sorts of nodes that the core schema has tags for.
  enum Core: String {
    case str, int, float, bool, null, seq, map
  }

  /// What it stands for, if it is one of the core schema.
  var core: Core?
  /// How it is written.
  var text: String
  var range: SourceRange

  init(name: String?, text: String, range: SourceRange) {
    let prefix = "tag:yaml.org,2002:"
    core = name.flatMap { $0.hasPrefix(prefix) ? Core(rawValue: String($0.dropFirst(prefix.count))) : nil }
    self.text = text
    self.range = range
  }

  /// Why a tag that is not the core schema's is refused, where an expression stands or something else.
  static func refusal(_ text: String, isExpression: Bool) -> String {
    if isExpression, negation(text) != nil {
      return "YAML takes `!` at the beginning of a value for a tag; an expression says `not`, "
        + "and a text is put in quotes"
    }
    return "the tag `\(text)` is none of the core schema's; delete it, or put the text in quotes"
  }

  /// What an expression says instead, if a tag is rather an expression's `!`.
  static func negation(_ text: String) -> String? {
    word(text).map { $0.isEmpty ? "not" : "not " + $0 }
  }

  /// What follows the `!`, if its author may not have known that it begins a tag.
  static func word(_ text: String) -> Substring? {
    let rest = text.dropFirst()
    guard text.first == "!", rest.first != "!", rest.first != "<" else { return nil }
    return rest
  }
}

extension Tag.Core {
  /// Whether a scalar's text is of that sort.
  func fits(_ text: String) -> Bool {
    switch self {
    case .str: true
    case .int: isInteger(text)
    case .float: isFloat(text)
    case .bool: ["true", "True", "TRUE", "false", "False", "FALSE"].contains(text)
    case .null: ["", "~", "null", "Null", "NULL"].contains(text)
    case .seq, .map: false
    }
  }
}

extension YAMLScalar {
  /// Whether the core schema takes it for a number: a decimal, hexadecimal or octal one, `.inf` or `.nan`.
  package var isNumber: Bool { style == .plain && (Tag.Core.int.fits(text) || Tag.Core.float.fits(text)) }
}

private func isInteger(_ text: String) -> Bool {
  let rest = text.dropFirst(2)
  if text.hasPrefix("0x") { return !rest.isEmpty && rest.allSatisfy(\.isHexDigit) }
  if text.hasPrefix("0o") { return !rest.isEmpty && rest.allSatisfy("01234567".contains) }
  let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
  return !digits.isEmpty && digits.utf8.allSatisfy(isDigit)
}

private func isFloat(_ text: String) -> Bool {
  let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
  if [".inf", ".Inf", ".INF"].contains(unsigned) { return true }
  if [".nan", ".NaN", ".NAN"].contains(text) { return true }
  let parts = unsigned.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
  guard let mantissa = parts.first else { return false }
  if parts.count == 2 {
    let exponent = parts[1].first == "-" || parts[1].first == "+" ? parts[1].dropFirst() : parts[1]
    guard !exponent.isEmpty, exponent.utf8.allSatisfy(isDigit) else { return false }
  }
  let digits = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  return digits.contains { !$0.isEmpty } && digits.allSatisfy { $0.utf8.allSatisfy(isDigit) }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
