import LifelineSource
import LifelineYAML

/// A node with what is above it: how it may be changed.
struct Spot {
  var node: YAMLNode
  /// Whether it stands between brackets or braces.
  var isInFlow: Bool
  /// Whether a change of it would change something else too, by way of an alias.
  var sharing: Sharing?
  /// The key before it, if it is a value.
  var keyRange: SourceRange?

  /// What an alias has to do with a node.
  struct Sharing: Hashable {
    /// What the alias stands for: the node, or something around it.
    var anchored: SourceRange
    /// Where the alias stands, if it is by way of it that the node stands here.
    var alias: SourceRange?
  }

  init(root node: YAMLNode) {
    self.node = node
    isInFlow = false
  }

  private init(_ node: YAMLNode, key: SourceRange?, in parent: Spot, _ text: SpecText) {
    self.node = node
    keyRange = key
    isInFlow = parent.isInFlow || parent.isFlow(text)
    sharing = parent.sharing
    if sharing == nil, let alias = parent.node.alias { sharing = Sharing(anchored: parent.node.range, alias: alias) }
    if sharing == nil, node.alias == nil, text.isShared(node.range) { sharing = Sharing(anchored: node.range) }
  }

  /// Whether the node itself is written with brackets or braces.
  func isFlow(_ text: SpecText) -> Bool {
    if case .scalar = node.content { return false }
    guard node.alias == nil, let range = text.bytes(of: node.range), let first = text.bytes[range].first else {
      return false
    }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// Whether it is a list that is written where it stands.
  var isOwnList: Bool {
    if case .sequence = node.content { node.alias == nil } else { false }
  }

  /// The value of a key, if it is there.
  func value(_ key: String, _ text: SpecText) -> Spot? {
    entries.first { $0.key == key }.map { Spot($0.value, key: $0.keyRange, in: self, text) }
  }

  /// The values of all keys.
  func values(_ text: SpecText) -> [(key: String, spot: Spot)] {
    entries.map { ($0.key, Spot($0.value, key: $0.keyRange, in: self, text)) }
  }

  /// The items of a list; what stands alone is the one item.
  func items(_ text: SpecText) -> [Spot] {
    guard case .sequence(let items) = node.content else { return [self] }
    return items.map { Spot($0, key: nil, in: self, text) }
  }

  private var entries: [YAMLEntry] {
    if case .mapping(let entries) = node.content { entries } else { [] }
  }
}
