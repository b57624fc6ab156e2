import LifelineLanguage
import LifelineSource
import LifelineYAML

extension YAMLNode {
  /// Returns whether two nodes say the same: their keys are the same, and so are their values and the order of everything that
  /// has an order of the author's.
  func saysTheSame(as other: YAMLNode, at place: SpecPlace, isPart: (String) -> Bool) -> Bool {
    switch (content, other.content) {
    case (.scalar(let scalar), .scalar(let otherScalar)): return scalar == otherScalar
    case (.sequence(let items), .sequence(let otherItems)):
      return items.count == otherItems.count
        && zip(items, otherItems).allSatisfy { $0.saysTheSame(as: $1, at: place, isPart: isPart) }
    case (.mapping(let entries), .mapping(let otherEntries)):
      let (keys, otherKeys) = (entries.map(\.key), otherEntries.map(\.key))
      guard keys == otherKeys || (keys.sorted() == otherKeys.sorted() && place.writtenOrder(of: keys) != nil) else {
        return false
      }
      let others = Dictionary(otherEntries.map { ($0.key, $0.value) }) { first, _ in first }
      return entries.allSatisfy { entry in
        guard let other = others[entry.key] else { return false }
        let place = place.value(of: entry.key, among: keys, isPart: isPart)
        return entry.value.saysTheSame(as: other, at: place, isPart: isPart)
      }
    default: return false
    }
  }
}

/// Returns whether two values of any type have the same parts, besides positions and ranges in texts.
func areSame(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if left is SourceRange || left is SourcePosition { return true }
  let (parts, otherParts) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard parts.children.count == otherParts.children.count else { return false }
  if parts.children.isEmpty {
    guard let value = left as? AnyHashable, let other = right as? AnyHashable else { return "\(left)" == "\(right)" }
    return value == other
  }
  switch parts.displayStyle {
  case .set: return (left as? AnyHashable) == (right as? AnyHashable)
  case .dictionary:
    let others = Dictionary(otherParts.entries) { first, _ in first }
    return parts.entries.allSatisfy { key, value in others[key].map { areSame(value, $0) } ?? false }
  default:
    return zip(parts.children, otherParts.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
  }
}

extension Mirror {
  /// The keys and values of a dictionary.
  fileprivate var entries: [(AnyHashable, Any)] {
    children.compactMap { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return pair.count == 2 ? (pair[0] as? AnyHashable).map { ($0, pair[1]) } : nil
    }
  }
}
