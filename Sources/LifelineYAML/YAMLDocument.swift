import LifelineSource

/// A YAML document: a tree of nodes with their ranges, and the diagnostics about its YAML.
package struct YAMLDocument: Sendable {
  /// The file.
  package var source: SourceFile
  /// The mapping at the root.
  ///
  /// It's `nil` if no tree could be made that has the author's meaning. Checks of an incomplete tree would only
  /// repeat the diagnostics in other words.
  package var root: YAMLNode?
  /// The ranges of the aliases of each list or mapping, by the range of the list or mapping: the first few of each.
  package var aliases: [SourceRange: [SourceRange]]
  /// The diagnostics in source order.
  package var diagnostics: [Diagnostic]
}

/// A node of the tree.
package struct YAMLNode: Sendable {
  /// The content of a node.
  package enum Content: Sendable {
    /// A text.
    case scalar(YAMLScalar)
    /// A list.
    case sequence([YAMLNode])
    /// Unique keys with their values.
    case mapping([YAMLEntry])
  }

  /// The content.
  package var content: Content
  /// The range of the node without its anchor and tag. For an alias, it's the range of the anchored node.
  package var range: SourceRange
  /// The range of `*name`, if the node is used through an alias. The nodes inside it don't have this range.
  package var alias: SourceRange?

  /// Creates a node.
  package init(_ content: Content, range: SourceRange, alias: SourceRange? = nil) {
    self.content = content
    self.range = range
    self.alias = alias
  }

  /// The range that diagnostics about the node point at: its alias, if it is used through one.
  package var usageRange: SourceRange { alias ?? range }
}

/// A text in a document, with its escapes resolved and its lines folded, and the style in which it is written.
package struct YAMLScalar: Hashable, Sendable {
  /// The style in which a scalar is written.
  package enum Style: Sendable {
    /// Without quotes. Only such a scalar may be a number or a Boolean.
    case plain
    /// Between `'` and `'`.
    case singleQuoted
    /// Between `"` and `"`.
    case doubleQuoted
    /// Below `|`.
    case literal
    /// Below `>`.
    case folded
  }

  /// The text. If no value is written at all, the scalar is empty and `plain`.
  package var text: String
  /// The style. A plain scalar with the tag `!!str` counts as `doubleQuoted`, and a quoted one with `!!int` or the
  /// like as `plain`.
  package var style: Style

  /// Creates a scalar.
  package init(_ text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
  /// The key, which is a text even if it looks like a number.
  package var key: String
  /// The range of the key.
  package var keyRange: SourceRange
  /// The value. If none is written, it's an empty plain scalar directly behind the key.
  package var value: YAMLNode

  /// Creates an entry.
  package init(key: String, keyRange: SourceRange, value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

/// The greatest size of a document.
package enum YAMLLimits {
  /// The number of bytes: 16 MiB.
  package static let bytes = 16 << 20
  /// The number of nested mappings and lists, counted through aliases.
  package static let depth = 64
  /// The number of mappings, lists, keys and values, counted after each alias is replaced by its value.
  package static let nodes = 1_000_000
}
