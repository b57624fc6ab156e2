/// The kind of file that a YAML document is, as far as reading YAML depends on it.
package struct YAMLFormat: Sendable {
  /// The noun for such a file in diagnostics, such as `spec`.
  package var name: String
  /// A typical first line of such a file.
  package var firstLine: String
  /// Whether a file without any content is valid. It's read as a mapping without keys.
  package var allowsEmptyFiles: Bool
  /// Returns the kind of the value at a path.
  ///
  /// The path has the keys from the outermost mapping to the value, and `nil` for each list in between. Diagnostics about
  /// the value's syntax suggest something that is valid there.
  package var valueKind: @Sendable (_ path: [String?]) -> YAMLValueKind
  /// The names of functions in expressions. A comma separates the values in their parentheses.
  package var functions: [String]

  /// Creates a format, by default one of which no values are known.
  package init(
    name: String, firstLine: String, allowsEmptyFiles: Bool, functions: [String] = [],
    valueKind: @escaping @Sendable (_ path: [String?]) -> YAMLValueKind = { _ in .other }
  ) {
    self.name = name
    self.firstLine = firstLine
    self.allowsEmptyFiles = allowsEmptyFiles
    self.valueKind = valueKind
    self.functions = functions
  }
}

/// The kind of a value.
package enum YAMLValueKind: Sendable {
  /// Any text.
  case text
  /// An expression; `negation` is the word that negates it.
  case expression(negation: String)
  /// A mapping.
  ///
  /// - Parameters:
  ///   - name: The noun for the mapping with its article, if there is one.
  ///   - keys: The keys of such mappings, the most important first; empty for any keys.
  ///   - isTitled: Whether the mapping's own key can be any text.
  case mapping(_ name: String? = nil, keys: [String] = [], isTitled: Bool = false)
  /// A value without `: `, such as a name or a number.
  case other

  /// The word that negates the value, if it's an expression.
  var negation: String? {
    if case .expression(let negation) = self { negation } else { nil }
  }
}
