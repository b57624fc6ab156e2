/// The kind of file that a YAML document is, as far as reading YAML depends on it.
package struct YAMLFormat: Sendable {
  /// The noun for such a file in diagnostics, such as `spec`.
  package var name: String
  /// A typical first line of such a file.
  package var firstLine: String
  /// Whether a file without any content is valid. It's read as a mapping without keys.
  package var allowsEmptyFiles: Bool
  /// Returns the word that negates the value at a path, or `nil` if the value isn't an expression.
  ///
  /// The path has the keys from the outermost mapping to the value, and `nil` for each list in between. The reader
  /// asks about values that begin with `!`, which is a negation elsewhere and a tag in YAML.
  package var negation: @Sendable (_ path: [String?]) -> String?

  /// Creates a format, by default without expressions.
  package init(
    name: String, firstLine: String, allowsEmptyFiles: Bool,
    negation: @escaping @Sendable (_ path: [String?]) -> String? = { _ in nil }
  ) {
    self.name = name
    self.firstLine = firstLine
    self.allowsEmptyFiles = allowsEmptyFiles
    self.negation = negation
  }
}
