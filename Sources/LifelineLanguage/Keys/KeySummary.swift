import LifelineSource
import LifelineYAML

extension YAMLDocument {
  /// Returns the sentence about the fixed key at a position, with the range of the key.
  /// - Parameter isPart: Returns whether a name is that of a part.
  package func summaryOfKey(
    at position: SourcePosition, isPart: (String) -> Bool
  ) -> (key: String, summary: String, range: SourceRange)? {
    var next = root
    var place = SpecPlace.spec
    while let node = next {
      next = nil
      switch node.content {
      case .scalar: return nil
      case .sequence(let items): next = items.last { $0.range.start <= position }
      case .mapping(let entries):
        guard let entry = entries.last(where: { $0.keyRange.start <= position }) else { return nil }
        if position <= entry.keyRange.end {
          return place.keys.first { $0.name == entry.key }.map { (entry.key, $0.summary, entry.keyRange) }
        }
        place = place.value(of: entry.key, among: entries.map(\.key), isPart: isPart)
        next = entry.value
      }
    }
    return nil
  }
}
