/// A value that templates see as a closed set of keys.
///
/// A view prepares everything that needs care (names, literals, comments): a template writes its values as they are.
package protocol TemplateView: Sendable {
  /// The keys of the view, each with its kind, its value and a line for the reference.
  static var keys: ViewKeys<Self> { get }

  /// Returns the value of a key, or `nil` if the view has no such key.
  func value(for key: String) -> TemplateValue?
}

extension TemplateView {
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
}

/// A key without the view type that it belongs to.
package struct KeyDeclaration: Sendable {
  package let name: String
  package let kind: KeyKind
  package let documentation: String
}
