/// The form and the meaning of a value, as far as they're known without the rest of the file.
package indirect enum ValueShape: Sendable {
  /// A scalar that isn't empty. Without a form, the reader takes numbers and Booleans as texts, too.
  case text(TextMeaning, TextForm? = nil)
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
  /// A mapping of one of these kinds, each with a first key that tells it from the others. The kind in front lists these
  /// keys, for messages.
  case variants(MappingKind, [MappingKind])
  /// A mapping from names.
  case entries(Entries)
  /// A mapping with one name, and with any of the keys.
  case entry(Entries)
  /// A list. A single item can't stand for it.
  case array(ValueShape, minimum: Int = 0, maximum: Int? = nil)
  /// A value of one of these forms.
  case anyOf([ValueShape])
  /// A value that doesn't meet the condition, if it's a mapping.
  case except(MappingRule.Condition, ValueShape)
  /// A value of a form that has a name, because it's used more than once or contains itself.
  case named(ShapeName)

  /// Returns a list of items, or an item alone.
  static func list(_ item: ValueShape, minimum: Int = 0) -> ValueShape {
    .anyOf([item, .array(item, minimum: minimum)])
  }

  /// Returns a text that is one of the names that a spec declares.
  static func name(of group: NameGroup, _ form: TextForm? = nil) -> ValueShape { .text(.name(group), form) }

  /// A mapping from names to values.
  package struct Entries: Sendable {
    /// The form of the names; `nil` for any text.
    package var names: TextForm?
    /// The names that the keys are, if they are declared elsewhere.
    package var group: NameGroup?
    /// The form of the values.
    package var values: ValueShape
    /// Keys that aren't names.
    package var keys: [MappingKind.FixedKey] = []
    /// The form of the values of names with dots in them, if it differs.
    package var valuesOfPaths: ValueShape?
    /// The least number of entries.
    package var minimum = 0
    /// The greatest number of entries.
    package var maximum: Int?
    /// A condition that not all values meet.
    package var other: MappingRule.Condition?
  }
}

/// The meaning of a text.
package enum TextMeaning: Hashable, Sendable {
  /// A text for people, with any characters.
  case prose
  /// An expression.
  case expression
  /// A value of the field, or of the parameter, that the key in front of it names.
  case value
  /// One of the names that a spec declares.
  case name(NameGroup)
  /// Something else, of which no names are known.
  case other
}

/// A group of names that a spec declares, in one place, and uses, in others.
package enum NameGroup: Hashable, Sendable {
  case states, types, channels, scenarios, parts
  /// The sources, alone and with each of their claims.
  case citations
  /// The codes of warnings.
  case codes
  /// The events that the host sends, or the internal ones as well.
  case hostEvents, events
  /// The callbacks of the machine itself, those of its parts, or both.
  case callbacks, callbacksOfParts, allCallbacks
  /// The context fields, or those that hold a length of time.
  case fields, lengths
  /// The parameters of the event or the callback that an outer key names.
  case parameters
}
