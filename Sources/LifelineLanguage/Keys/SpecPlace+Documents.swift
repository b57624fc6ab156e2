import LifelineSource
import LifelineYAML

/// The place of a marker in a tree.
package struct MarkedPlace: Sendable {
  package var place: SpecPlace
  /// Whether the marker is a key.
  package var isKey: Bool
  /// The other keys of the mapping whose key the marker is.
  package var siblings: [String]
  /// The keys that lead to the place, outermost first.
  package var path: [String]
  /// Whether the marker is its mapping's only key. The author may mean a value instead.
  package var isOnlyKey: Bool
}

extension YAMLDocument {
  /// Returns the place of the first text that contains `marker`.
  /// - Parameter isPart: Returns whether a name is that of a part.
  package func place(of marker: String, isPart: (String) -> Bool) -> MarkedPlace? {
    root.flatMap { find(marker, in: $0, at: .spec, path: [], isPart) }
  }

  private func find(
    _ marker: String, in node: YAMLNode, at place: SpecPlace, path: [String], _ isPart: (String) -> Bool
  ) -> MarkedPlace? {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.text.contains(marker) else { return nil }
      return MarkedPlace(place: place, isKey: false, siblings: [], path: path, isOnlyKey: false)
    case .sequence(let items):
      for item in items {
        if let found = find(marker, in: item, at: place, path: path, isPart) { return found }
      }
      return nil
    case .mapping(let entries):
      let keys = entries.map(\.key)
      for entry in entries {
        if entry.key.contains(marker) {
          let siblings = keys.filter { !$0.contains(marker) }
          return MarkedPlace(
            place: place, isKey: true, siblings: siblings, path: path, isOnlyKey: siblings.isEmpty)
        }
        let place = place.value(of: entry.key, among: keys, isPart: isPart)
        if let found = find(marker, in: entry.value, at: place, path: path + [entry.key], isPart) { return found }
      }
      return nil
    }
  }

  /// Returns the fixed key at a position, with its range.
  /// - Parameter isPart: Returns whether a name is that of a part.
  package func fixedKey(
    at position: SourcePosition, isPart: (String) -> Bool
  ) -> (key: MappingKind.FixedKey, range: SourceRange)? {
    var next = root
    var place = SpecPlace.spec
    while let node = next {
      next = nil
      switch node.content {
      case .scalar: return nil
      case .sequence(let items): next = items.last { $0.range.start <= position }
      case .mapping(let entries):
        guard let entry = entries.last(where: { $0.keyRange.start <= position }) else { return nil }
        if position <= entry.keyRange.end { return place.key(named: entry.key).map { ($0, entry.keyRange) } }
        place = place.value(of: entry.key, among: entries.map(\.key), isPart: isPart)
        next = entry.value
      }
    }
    return nil
  }
}
