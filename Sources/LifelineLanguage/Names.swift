import LifelineSource
import LifelineYAML

/// A kind of part that has a name.
package enum NameRole: Sendable {
  case machine, type, state, event, callback, parameter, field, enumCase, part

  /// The role in words, for messages.
  var word: String {
    switch self {
    case .machine: "machine"
    case .type: "type"
    case .state: "state"
    case .event: "event"
    case .callback: "callback"
    case .parameter: "parameter"
    case .field: "context field"
    case .enumCase: "case"
    case .part: "part"
    }
  }

  /// The place where such names stand beside words that have another meaning.
  fileprivate var place: String {
    switch self {
    case .event: "in the steps of scenarios"
    case .callback: "in expectations and lists of actions"
    case .part: "in expectations, actions and expressions"
    case .field: "in conditions"
    case .type: "beside the types of Swift"
    case .machine, .state, .parameter, .enumCase: "in specs"
    }
  }

  /// The words that have another meaning where such names stand.
  var reservedWords: [String] {
    switch self {
    case .event: MappingKind.step.keys + MappingKind.stepAddition.keys + ["optional", "restart"]
    case .callback: MappingKind.expectation.keys + MappingKind.action.keys.filter { $0 != "if" } + ["do", "else"]
    case .part:
      MappingKind.expectation.keys + MappingKind.action.keys.filter { $0 != "if" }
        + ["do", "else", "expect", "state", "min", "max"]
    case .field: ["state"]
    case .type: builtInTypes.keys.sorted()
    case .machine, .state, .parameter, .enumCase: []
    }
  }
}

/// The words of expressions, which cannot be names.
let expressionWords = ["true", "false", "not", "and", "or", "in"]

/// Returns whether `text` is a Swift identifier of ASCII letters, digits and `_`.
func isIdentifier(_ text: some StringProtocol) -> Bool {
  guard let first = text.utf8.first, text != "_" else { return false }
  return isIdentifierStart(first) && text.utf8.allSatisfy(isIdentifierByte)
}

func isIdentifierStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "_") }

/// Returns whether `text` consists of identifiers separated by dots.
func isIdentifierPath(_ text: String) -> Bool {
  text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
}

extension NodeReading {
  /// Returns whether a part of `role` can have `name`. If not, reports why.
  func checkName(_ name: String, at range: SourceRange, as role: NameRole) -> Bool {
    let isAccepted = isName(name, at: range, as: role)
    if !isAccepted { diagnostics.noteRefusal(of: name, as: role) }
    return isAccepted
  }

  private func isName(_ name: String, at range: SourceRange, as role: NameRole) -> Bool {
    if !isIdentifier(name) {
      diagnostics.report(
        .badName,
        "`\(name)` cannot be \(role == .event ? "an" : "a") \(role.word)'s name; a name consists of ASCII "
          + "letters, digits and `_`, does not begin with a digit, and is not just `_`",
        at: range)
      return false
    }
    if expressionWords.contains(name) {
      diagnostics.report(
        .badName, "`\(name)` is a word of expressions and cannot be a name; choose another name", at: range)
      return false
    }
    if role.reservedWords.contains(name) {
      diagnostics.report(
        .badName,
        "`\(name)` has another meaning where names of \(role.word)s are used, \(role.place); choose another name",
        at: range)
      return false
    }
    if role == .machine || role == .type, let first = name.utf8.first, !isCapital(first) {
      let capital = name.prefix(1).uppercased() + name.dropFirst()
      diagnostics.report(
        .badName,
        "\(role == .machine ? "a machine's name becomes the name of a type" : "a type's name becomes one in Swift") and must "
          + "begin with a capital", at: range,
        suggestion: isIdentifier(capital) && capital != name ? capital : nil)
      return false
    }
    return true
  }

  /// Reports a name that isn't declared.
  /// - Parameters:
  ///   - role: The kind of part that the name should belong to, without an article.
  ///   - candidates: The declared names, which are evaluated only if the diagnostic is shown.
  ///   - hint: The end of the message.
  ///   - isDeclarable: Whether the spec may declare the name; by default, if there is nothing more to say about it.
  func reportUnknown(
    _ name: String, _ role: String, at range: SourceRange, among candidates: @autoclosure () -> [String],
    hint: String = "", isDeclarable: Bool? = nil
  ) {
    if diagnostics.isRefused(name, as: role) { return }
    let declared =
      (isDeclarable ?? hint.isEmpty) && isIdentifier(name) ? Diagnostic.UndeclaredName.Role(rawValue: role) : nil
    diagnostics.report(
      .unknownName, "there is no \(role) `\(name)`\(hint)", at: range,
      suggestion: nearestName(to: name, among: candidates()),
      undeclared: declared.map { .init($0, name) })
  }
}
