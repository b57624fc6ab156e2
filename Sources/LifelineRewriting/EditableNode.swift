import LifelineSource
import LifelineYAML

/// A node of a document with the facts about its ancestors that decide how it can be changed.
struct EditableNode {
  /// The relation of a node to an alias.
  struct Sharing: Hashable {
    /// The range of the anchored node: this node or an ancestor.
    var anchored: SourceRange
    /// The range of the alias, if the node is used through it.
    var alias: SourceRange?
  }

  var node: YAMLNode
  /// Whether it stands between brackets or braces.
  var isInFlow: Bool
  /// The alias through which a change would change another part too, if there is one.
  var sharing: Sharing?
  /// The range of its key, if it is a value.
  var keyRange: SourceRange?

  init(root node: YAMLNode) {
    self.node = node
    isInFlow = false
  }

  /// Returns a node in this one.
  private func child(_ node: YAMLNode, key: SourceRange?, _ source: CommentedSource) -> EditableNode {
    var child = EditableNode(root: node)
    child.keyRange = key
    child.isInFlow = isInFlow || isFlow(source)
    if let sharing {
      child.sharing = sharing
    } else if let alias = self.node.alias {
      child.sharing = Sharing(anchored: self.node.range, alias: alias)
    } else if node.alias == nil, source.isShared(node.range) {
      child.sharing = Sharing(anchored: node.range)
    }
    return child
  }

  /// Returns whether the node itself is written with brackets or braces.
  func isFlow(_ source: CommentedSource) -> Bool {
    if case .scalar = node.content { return false }
    guard node.alias == nil, let range = source.bytes(of: node.range), let first = source.bytes[range].first else {
      return false
    }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// Whether it is a list that is written here and not used through an alias.
  var isOwnList: Bool {
    if case .sequence = node.content { node.alias == nil } else { false }
  }

  /// Returns the value of a key, if the node has it.
  func value(_ key: String, _ source: CommentedSource) -> EditableNode? {
    values(source).first { $0.key == key }?.node
  }

  /// Returns the keys and values of a mapping.
  func values(_ source: CommentedSource) -> [(key: String, node: EditableNode)] {
    guard case .mapping(let entries) = node.content else { return [] }
    return entries.map { ($0.key, child($0.value, key: $0.keyRange, source)) }
  }

  /// Returns the items of a list. A node that isn't a list is the one item.
  func items(_ source: CommentedSource) -> [EditableNode] {
    guard case .sequence(let items) = node.content else { return [self] }
    return items.map { child($0, key: nil, source) }
  }
}
