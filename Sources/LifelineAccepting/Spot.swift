import LifelineDiagnostics
import LifelineYAML

/// A node with what is above it: how it may be changed.
struct Spot {
  var node: YAMLNode
  /// Whether it stands between brackets or braces.
  var isInFlow: Bool
  /// Why a change of it would change something else too; `nil` if it would not.
  var hindrance: Hindrance?
  /// The key before it, if it is a value.
  var keyRange: SourceRange?

  /// What aliases have to do with a node.
  enum Hindrance {
    /// It is written elsewhere, and only stands here by way of an alias.
    case elsewhere(SourceRange)
    /// It, or something around it, is used elsewhere by way of an alias.
    case shared(SourceRange)
  }

  init(root node: YAMLNode) {
    self.node = node
    isInFlow = false
  }

  private init(_ node: YAMLNode, key: SourceRange?, in parent: Spot, _ text: SpecText) {
    self.node = node
    keyRange = key
    isInFlow = parent.isInFlow || parent.isFlow(text)
    hindrance = parent.hindrance
    if hindrance == nil, let alias = parent.node.alias { hindrance = .elsewhere(alias) }
    if hindrance == nil, node.alias == nil, text.isShared(node.range) { hindrance = .shared(node.range) }
  }

  /// Whether the node itself is written with brackets or braces.
  func isFlow(_ text: SpecText) -> Bool {
    if case .scalar = node.content { return false }
    guard node.alias == nil, let range = text.bytes(of: node.range), let first = text.bytes[range].first else {
      return false
    }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
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
