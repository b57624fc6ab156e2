import LifelineLanguage
import LifelineSource
import LifelineYAML

/// Finds the edits that bring the keys of a spec into the order in which they are written.
struct KeySorter {
  private let source: CommentedSource
  private let parts: Set<String>
  /// The reasons that keys keep their places, with ranges.
  private(set) var remarks: [(message: String, range: SourceRange)] = []

  private init(_ source: CommentedSource, parts: Set<String>) {
    self.source = source
    self.parts = parts
  }

  /// Returns the edits of a document, and the keys that keep their places.
  static func sort(
    _ root: YAMLNode, _ source: CommentedSource
  ) -> (edits: [TextEdit], remarks: [(message: String, range: SourceRange)]) {
    var sorter = KeySorter(source, parts: root.namesOfParts)
    let edits = sorter.edits(in: root, at: .spec, isRoot: true)
    return (edits, sorter.remarks)
  }

  /// Returns the edits inside a node. The nesting of documents is bounded, so this function recurses.
  private mutating func edits(in node: YAMLNode, at place: SpecPlace, isRoot: Bool = false) -> [TextEdit] {
    guard node.alias == nil else { return [] }
    var edits: [TextEdit] = []
    switch node.content {
    case .scalar: break
    case .sequence(let items): for item in items { edits += self.edits(in: item, at: place) }
    case .mapping(let entries):
      let keys = entries.map(\.key)
      for entry in entries {
        let place = place.value(of: entry.key, among: keys) { parts.contains($0) }
        edits += self.edits(in: entry.value, at: place)
      }
      guard let order = place.writtenOrder(of: keys), order != keys else { break }
      guard let layout = layout(of: node, entries, isRoot: isRoot) else {
        let range = entries.first?.keyRange ?? node.range
        remarks.append(("the keys of this mapping stay in their order, because of how it is written", range))
        break
      }
      let indices = indices(in: order, entries, layout.extents)
      if indices != Array(entries.indices) { edits = layout.edits(ordering: indices, besides: edits) }
    }
    return edits
  }

  private func layout(of node: YAMLNode, _ entries: [YAMLEntry], isRoot: Bool) -> (any MappingLayout)? {
    guard let range = source.bytes(of: node.range), let first = source.bytes[range].first else { return nil }
    // A key doesn't begin with a brace.
    return first == UInt8(ascii: "{")
      ? FlowMapping.locate(entries, in: range, source) : BlockMapping.locate(entries, isRoot: isRoot, source)
  }

  /// Returns the indices of entries in the order of `keys`, as far as no alias comes before its anchor.
  private mutating func indices(in keys: [String], _ entries: [YAMLEntry], _ extents: [Range<Int>]) -> [Int] {
    let names = extents.map(source.anchorNames)
    /// Returns the anchor because of which an entry stays after an earlier one.
    func anchor(keeping index: Int, after earlier: Int) -> String? {
      guard earlier < index else { return nil }
      return names[index].first { name in
        names[earlier].contains { $0.name == name.name && ($0.isAnchor || name.isAnchor) }
      }?.name
    }
    var rest = keys.compactMap { key in entries.firstIndex { $0.key == key } }
    var result: [Int] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { index in !rest.contains { anchor(keeping: index, after: $0) != nil } } ?? 0
      for earlier in rest[..<next] {
        guard let anchor = rest.lazy.compactMap({ anchor(keeping: earlier, after: $0) }).first else { continue }
        let message =
          "`\(entries[earlier].key)` stays after `\(entries[rest[next]].key)`: an alias comes after its anchor `&\(anchor)`"
        remarks.append((message, entries[earlier].keyRange))
      }
      result.append(rest.remove(at: next))
    }
    return result
  }
}

extension YAMLNode {
  /// The names of the parts in the root of a spec.
  var namesOfParts: Set<String> {
    guard case .mapping(let entries) = content, let parts = entries.first(where: { $0.key == "parts" }),
      case .mapping(let names) = parts.value.content
    else { return [] }
    return Set(names.map(\.key))
  }
}
