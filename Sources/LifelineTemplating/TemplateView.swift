/// A value that templates see as a closed set of keys.
///
/// A view prepares everything that needs care (names, literals, comments): a template writes its values as they are.
package protocol TemplateView: Sendable {
  /// The declaration of a view's keys: `ViewKeys<Self>`. A list of names belongs to a view whose values are looked up
  /// by its own `value(for:)`, so that their kinds aren't known and aren't checked.
  associatedtype Keys: ViewKeyList
  static var keys: Keys { get }

  /// Returns the value of a key, or `nil` if the view has no such key.
  func value(for key: String) -> TemplateValue?
}

extension TemplateView where Keys == ViewKeys<Self> {
  package func value(for key: String) -> TemplateValue? { Self.keys[key]?.value(self) }
}

/// The value of a key.
package enum TemplateValue: Sendable {
  /// Written as it is. A section is rendered once with the text as `{{.}}`, unless the text is empty.
  case text(String)
  /// A section is rendered if the flag is set.
  case flag(Bool)
  /// A section is rendered once with the view's keys, unless there is no view.
  indirect case view((any TemplateView)?)
  /// A section is rendered for each view.
  case list([any TemplateView])
  /// A section is rendered for each text, which is `{{.}}`.
  case texts([String])
}

/// The kind of a key's values.
package enum KeyKind: Sendable {
  case text
  case flag
  case view(any TemplateView.Type)
  case optionalView(any TemplateView.Type)
  case list(any TemplateView.Type)
  case texts
  /// The kind of a key that is declared by its name alone.
  case unknown
}

/// The keys of a view type, by name.
package protocol ViewKeyList: Sendable {
  /// The names and kinds of the keys, in the order of their declaration.
  var declarations: [KeyDeclaration] { get }
}

/// A key without the view type that it belongs to.
package struct KeyDeclaration: Sendable {
  package let name: String
  package let kind: KeyKind
  package let documentation: String
}

extension [String]: ViewKeyList {
  package var declarations: [KeyDeclaration] {
    map { KeyDeclaration(name: $0, kind: .unknown, documentation: "") }
  }
}
