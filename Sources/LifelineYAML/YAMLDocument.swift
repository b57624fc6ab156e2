import LifelineSource

/// A YAML document as it is written: a tree of nodes with their places, and what is wrong with it as YAML.
package struct YAMLDocument: Sendable {
  /// The text and its path.
  package var source: SourceFile
  /// The mapping at the root. `nil` where no tree could be made that means what its author wrote: follow-up
  /// findings would only repeat in other words what `diagnostics` says.
  package var root: YAMLNode?
  /// Where aliases stand for a list or a mapping, by where that is written: the first few of each.
  package var aliases: [SourceRange: [SourceRange]]
  /// What is wrong, in source order.
  package var diagnostics: [Diagnostic]

  /// Creates a document of its parts.
  package init(
    source: SourceFile, root: YAMLNode?, aliases: [SourceRange: [SourceRange]] = [:], diagnostics: [Diagnostic]
  ) {
    self.source = source
    self.root = root
    self.aliases = aliases
    self.diagnostics = diagnostics
  }
}

/// A node of the tree.
package struct YAMLNode: Sendable {
  /// What a node is.
  package enum Content: Sendable {
    /// A text.
    case scalar(YAMLScalar)
    /// A list.
    case sequence([YAMLNode])
    /// Keys, each one once, with their values.
    case mapping([YAMLEntry])
  }

  /// What the node is.
  package var content: Content
  /// Where it is written, without its anchor and tag; of an alias, where the anchored node is written.
  package var range: SourceRange
  /// Where `*name` stands, if the node is used through an alias. The nodes inside it do not have this.
  package var alias: SourceRange?

  /// Creates a node.
  package init(_ content: Content, range: SourceRange, alias: SourceRange? = nil) {
    self.content = content
    self.range = range
    self.alias = alias
  }

  /// Where a message about the node points: at its use.
  package var place: SourceRange { alias ?? range }
}

/// A text in a document, as read (escapes resolved, lines folded) and how it was written.
package struct YAMLScalar: Hashable, Sendable {
  /// How a scalar is written.
  package enum Style: Sendable {
    /// Without anything around it. Only such a scalar may be a number or a Boolean.
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

  /// What it says. Empty and `plain` where no value is written at all.
  package var text: String
  /// How it is written. A plain scalar with the tag `!!str` counts as `doubleQuoted`, a quoted one with
  /// `!!int` and the like as `plain`.
  package var style: Style

  /// Creates a scalar.
  package init(_ text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
  /// The key: text, whatever it looks like.
  package var key: String
  /// Where the key is written.
  package var keyRange: SourceRange
  /// Its value; an empty plain scalar just behind the key if none is written.
  package var value: YAMLNode

  /// Creates an entry.
  package init(key: String, keyRange: SourceRange, value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

/// How large a document may be.
package enum YAMLLimits {
  /// The longest text, in bytes: 16 MiB.
  package static let bytes = 16 << 20
  /// How many mappings and lists may stand in one another, through aliases too.
  package static let depth = 64
  /// How many mappings, lists, keys and values there may be when every alias is replaced by what it stands
  /// for.
  package static let nodes = 1_000_000
}
