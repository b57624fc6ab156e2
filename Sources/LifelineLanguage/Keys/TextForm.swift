/// The form of a text.
package enum TextForm: Sendable {
  /// The declaration of a name.
  case name(NameRole)
  /// The name of something that may be part of something else, such as `music.didPlay`.
  case path(NameRole)
  /// The name of an event that a state handles, or `*`.
  case handledEvent
  /// Identifiers separated by dots.
  case identifierPath
  /// A text that isn't blank.
  case visible
  /// A text without spaces.
  case identification
  case channel
  /// A length of time.
  case duration
  /// A length of time, or the name of a field.
  case timer
  /// Two numbers, or two lengths of time, with `...` between them.
  case range
  /// The name of a scenario.
  case title
  /// The code of a diagnostic.
  case code
  /// A text of one character or more.
  case notEmpty

  /// A regular expression for the text (ECMA-262, without what other dialects don't have).
  package var pattern: String {
    let identifier = "([A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+)"
    return switch self {
    case .name(.machine), .name(.type): "^[A-Z][A-Za-z0-9_]*$"
    case .name: "^\(identifier)$"
    case .path, .identifierPath: "^\(identifier)(\\.\(identifier))*$"
    case .handledEvent: "^(\\*|\(identifier))$"
    case .visible: "\\S"
    case .identification: "^\\S+$"
    case .channel: "^[A-Za-z0-9_-]+$"
    case .duration: "^0*[1-9][0-9]*(ms|s|min|h)$"
    case .timer: "^(0*[1-9][0-9]*(ms|s|min|h)|\(identifier))$"
    case .range:
      "^(-?[0-9]+\\.\\.\\.-?[0-9]+|[0-9]+(ms|s|min|h)\\.\\.\\.[0-9]+(ms|s|min|h))$"
    case .title: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"
    case .code: "^L[0-9][0-9][0-9]$"
    case .notEmpty: "^[\\s\\S]"
    }
  }

  /// The words that have the form and can't be such a text.
  package var exceptions: [String] {
    switch self {
    case .name(let role): expressionWords + role.reservedWords
    case .path(let role): role.reservedWords
    case .handledEvent: expressionWords + NameRole.event.reservedWords
    case .identifierPath, .visible, .identification, .channel, .duration, .timer, .range, .title, .code,
      .notEmpty:
      []
    }
  }

  /// Whether a number or a Boolean may have the form, because the reader takes it as a text.
  package var allowsOtherScalars: Bool {
    switch self {
    case .visible, .identification, .channel, .title, .notEmpty: true
    case .name, .path, .handledEvent, .identifierPath, .duration, .timer, .range, .code: false
    }
  }
}
