/// What a view answers for a key.
package enum TemplateValue {
  /// Written as it is, without escaping. As a section: rendered once with the text as `{{.}}`, unless empty.
  case text(String)
  /// As a section: rendered or not. A flag cannot be written.
  case flag(Bool)
  /// As a section: rendered once with the view's keys; `nil` is false. A view cannot be written.
  indirect case view((any TemplateView)?)
  /// As a section: rendered for each view in turn. A list cannot be written.
  case list([any TemplateView])
  /// As a section: rendered for each text in turn, which is `{{.}}`. A list cannot be written.
  case texts([String])
}

/// What a template sees of something: a closed set of keys, each with its value.
///
/// Everything that needs care (names, literals, comments) is escaped by the view already: a template writes
/// what it gets.
package protocol TemplateView {
  /// The keys that views of this type know; what messages suggest for a misspelt one.
  static var keys: [String] { get }

  /// The value of `key`, or `nil` if there is no such key: then the views around this one are asked.
  func value(for key: String) -> TemplateValue?
}
