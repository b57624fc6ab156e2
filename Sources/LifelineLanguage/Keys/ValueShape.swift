/// The form of a value, as far as it's known without the rest of the file.
package indirect enum ValueShape: Sendable {
  /// A scalar that isn't empty. The reader takes numbers and Booleans as texts, too.
  case text
  /// A text of a form.
  case form(TextForm)
  /// One of these words.
  case word([String])
  /// `true` or `false`.
  case flag
  /// A whole number in the range.
  case number(ClosedRange<Int>)
  /// No value, as in `stopped:`.
  case nothing
  /// A mapping with a fixed set of keys.
  case mapping(MappingKind)
  /// A mapping from names.
  case entries(Entries)
  /// A mapping with one name of the form, and with any of the keys.
  case entry(TextForm, ValueShape, beside: [MappingKind.Key] = [])
  /// A list. A single item can't stand for it.
  case array(ValueShape, minimum: Int = 0, maximum: Int? = nil)
  /// A value of one of these forms.
  case anyOf([ValueShape])
  /// A value that doesn't meet the condition, if it's a mapping.
  case except(MappingKind.Condition, ValueShape)
  /// A value of a form that has a name, because it's used more than once or contains itself.
  case named(ShapeName)

  /// Returns a list of items, or an item alone.
  static func list(_ item: ValueShape, minimum: Int = 0) -> ValueShape {
    .anyOf([item, .array(item, minimum: minimum)])
  }

  /// A mapping from names to values.
  package struct Entries: Sendable {
    /// The form of the names; `nil` for any text.
    package var names: TextForm?
    /// The form of the values.
    package var values: ValueShape
    /// Keys that aren't names.
    package var keys: [MappingKind.Key] = []
    /// The form of the values of names with dots in them, if it differs.
    package var valuesOfPaths: ValueShape?
    /// The least number of entries.
    package var minimum = 0
    /// The greatest number of entries.
    package var maximum: Int?
    /// A condition that not all values meet.
    package var other: MappingKind.Condition?
  }
}

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

/// The names of forms that are used more than once, or contain themselves.
package enum ShapeName: String, CaseIterable, Sendable {
  case citations, suppressions
  case type, source, field, part, callback, callbackOfPart, event, parameters, arguments
  case state, states, regions, stateReferences, initial, transition, transitions, action, actions, sentEvent
  case scenario, step, calls, call, givenState, expectedState
  case trace

  /// The form that has the name.
  package var shape: ValueShape {
    switch self {
    case .citations: .list(.form(.visible))
    case .suppressions: .entries(.init(names: .code, values: .text))
    case .type: .anyOf([.cases, .mapping(.type)])
    case .source: .anyOf([.nothing, .mapping(.source)])
    case .field: .anyOf([.text, .mapping(.field)])
    case .part: .anyOf([.text, .mapping(.part)])
    case .callback: .anyOf([.nothing, .mapping(.callback)])
    case .callbackOfPart: .mapping(.callbackOfPart)
    case .event: .anyOf([.nothing, .mapping(.event)])
    case .parameters: .entries(.init(names: .name(.parameter), values: .text))
    case .arguments: .entries(.init(values: .text))
    case .state: .anyOf([.nothing, .mapping(.state)])
    case .states: .entries(.init(names: .name(.state), values: .named(.state), other: .has("history")))
    case .regions:
      .entries(
        .init(
          names: .name(.state), values: .except(.isTrue("final"), .named(.state)), other: .has("history")))
    case .stateReferences: .list(.text, minimum: 1)
    case .initial: .anyOf([.named(.stateReferences), .mapping(.entrance("initial"))])
    case .transition: .anyOf([.text, .mapping(.transition)])
    case .transitions: .list(.named(.transition), minimum: 1)
    case .action:
      .anyOf(
        [.text] + MappingKind.action.keys.map { .mapping(.action(with: $0)) }
          + [.entry(.path(.callback), .anyOf([.named(.arguments), .list(.named(.sentEvent), minimum: 1)]))])
    case .actions: .list(.named(.action))
    case .sentEvent: .anyOf([.text, .mapping(.optionalEvent), .entry(.name(.event), .named(.arguments))])
    case .scenario: .mapping(.scenario)
    case .step: .anyOf([.text] + MappingKind.stepShapes)
    case .calls: MappingKind.callsShape
    case .call: .anyOf([.text, .entry(.path(.callback), .named(.arguments))])
    case .givenState:
      .anyOf([.named(.stateReferences), .entries(.init(values: .text, keys: [.state(.named(.stateReferences))]))])
    case .expectedState:
      .anyOf([.list(.text), .entries(.init(values: .text, keys: [.state(.list(.text))], minimum: 1))])
    case .trace: .mapping(.trace)
    }
  }
}
