import LifelineSource
import LifelineYAML

/// A key that is deeper than the mapping to which it belongs: among the names of states, or inside a state.
struct MisplacedKey {
  /// The entry.
  let entry: YAMLEntry
  /// The entry of the mapping to which the key belongs, in whose value it is.
  let outer: YAMLEntry

  /// Returns the edit that moves the key behind the outer one, into its column.
  func correction(in source: SourceFile) -> Correction? {
    guard let inner = BlockText(entry, in: source), let block = BlockText(outer, in: source),
      source.line(entry.keyRange.start.line)?.prefix(inner.column).allSatisfy({ $0 == " " }) == true,
      block.numbers.upperBound >= inner.numbers.upperBound
    else { return nil }
    let rest = (inner.numbers.upperBound + 1..<block.numbers.upperBound + 1).map { source.line($0) ?? "" }
    return source.replacing(
      inner.numbers.lowerBound...block.numbers.upperBound, with: rest + inner.moved(to: block.column),
      title: "move `\(entry.key)` into the column of `\(outer.key)`")
  }
}

extension YAMLEntry {
  /// Returns whether the entry, which has the place of a state, can be one.
  var canBeState: Bool {
    if value.isEmpty { return true }
    guard case .mapping(let entries) = value.content else { return false }
    return entries.isEmpty || entries.contains { MappingKind.state[$0.key] != nil }
  }
}
