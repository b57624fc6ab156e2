import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badName = DiagnosticKind(
    "L205", .error, "a name that cannot be used",
    explanation: """
      Names of states, events, callbacks, parameters, fields and cases become Swift identifiers: letters of \
      ASCII, digits and `_`, not beginning with a digit and not `_` alone; the machine's name begins with a \
      capital. Some words have a meaning in the language and cannot be names: `true false not and or in` \
      anywhere; `start wait set ignored with through then expect` as events; `anyOrder optional repeat oneOf \
      if` as callbacks; `state` as a field. The ids of sources and of their claims have no spaces.

          events: [start, press-home]        # a step, and a hyphen
          events: [begin, pressHome]

      Choose another name. A Swift keyword is allowed; generated code puts it into backticks.
      """)
  static let duplicateName = DiagnosticKind(
    "L207", .error, "a name given twice",
    explanation: """
      Two parts of one kind have the same name, so that nobody could say which is meant where it is used.

          callbacks: [willOpen, didOpen, willOpen]

      Rename one, or remove it.
      """)
  static let unknownName = DiagnosticKind(
    "L213", .error, "a name that nothing declares",
    explanation: """
      The name is used here but declared nowhere. If names came into being by being used, every slip of the \
      pen would be a new one.

          callbacks: [didOpen]
          states:
            closed: {on: {open: {to: ajar, do: didOpn}}}

      Correct the name, or declare it: callbacks in `callbacks`, events in `events`, fields in `context`, \
      sources in `sources`.
      """)
}

/// What a name is the name of.
enum NameRole {
  case machine, state, event, callback, parameter, field, enumCase

  /// The role in words.
  var word: String {
    switch self {
    case .machine: "machine"
    case .state: "state"
    case .event: "event"
    case .callback: "callback"
    case .parameter: "parameter"
    case .field: "context field"
    case .enumCase: "case"
    }
  }

  /// The words that have another meaning where such a name stands.
  var reservedWords: [String] {
    switch self {
    case .event: ["start", "wait", "set", "ignored", "with", "through", "then", "expect"]
    case .callback: ["anyOrder", "optional", "repeat", "oneOf", "if"]
    case .field: ["state"]
    case .machine, .state, .parameter, .enumCase: []
    }
  }
}

/// Words of expressions, which cannot be names anywhere.
let expressionWords = ["true", "false", "not", "and", "or", "in"]

/// Whether `text` is an identifier: a letter of ASCII or `_`, then those and digits; not `_` alone.
func isIdentifier(_ text: some StringProtocol) -> Bool {
  guard let first = text.utf8.first, text != "_" else { return false }
  return isIdentifierStart(first) && text.utf8.allSatisfy { isIdentifierStart($0) || isDigit($0) }
}

func isIdentifierStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == 0x5F }

func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Whether a character is white space. Nearly all are ASCII and need no look into Unicode's tables.
func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
  scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
}

/// Whether `text` is identifiers with dots between them.
func isIdentifierPath(_ text: String) -> Bool {
  text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
}

extension Findings {
  /// Whether `name` may be a name in that role; reported if not.
  mutating func checkName(_ name: String, at range: SourceRange, as role: NameRole) -> Bool {
    if !isIdentifier(name) {
      report(
        .badName,
        "`\(name)` cannot be \(role.word == "event" ? "an" : "a") \(role.word)'s name: a name is made of the letters a to z and A to Z, digits and `_`, "
          + "does not begin with a digit, and is not `_` alone",
        at: range)
      return false
    }
    if expressionWords.contains(name) {
      report(.badName, "`\(name)` is a word of expressions and cannot be a name", at: range)
      return false
    }
    if role.reservedWords.contains(name) {
      report(
        .badName, "`\(name)` has a meaning of its own where names of \(role.word)s may stand; choose another name",
        at: range)
      return false
    }
    if role == .machine, let first = name.utf8.first, !(0x41...0x5A).contains(first) {
      let capital = name.prefix(1).uppercased() + name.dropFirst()
      report(
        .badName, "a machine's name becomes a type's and begins with a capital", at: range,
        suggestion: isIdentifier(capital) && capital != name ? capital : nil)
      return false
    }
    return true
  }

  /// Reports a name that nothing declares.
  /// - Parameter what: what it should be the name of, without an article.
  mutating func reportUnknown(
    _ name: String, what: String, at range: SourceRange, among candidates: some Sequence<String>, hint: String = ""
  ) {
    let nearest = isFull(of: .unknownName) ? nil : nearestName(to: name, among: candidates)
    report(.unknownName, "there is no \(what) `\(name)`\(hint)", at: range, suggestion: nearest)
  }
}
