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

/// The entries of a spec, with the keys that are inside its states in their own places.
struct PlacedKeys {
  /// The entries of the root as they are meant.
  private(set) var entries: [YAMLEntry]
  /// The keys that were moved, each with the name of what it belongs to, and of what it is in.
  private(set) var misplaced: [(key: MisplacedKey, owner: String, place: String)] = []
  private let root: YAMLEntry?

  /// Creates the entries from those of the root.
  init(_ entries: [YAMLEntry]) {
    self.entries = entries
    root = entries.first { Self.isList($0) }
    guard let root, let index = entries.firstIndex(where: { $0.keyRange == root.keyRange }) else { return }
    var own: [YAMLEntry] = []
    let value = states(root, of: nil, taking: &own)
    self.entries[index].value = value
  }

  private static func isList(_ entry: YAMLEntry) -> Bool { entry.key == "states" || entry.key == "regions" }

  /// Returns the states of a list without the keys among them.
  /// - Parameters:
  ///   - state: The name and the entries of the state that has the list; `nil` for the spec.
  ///   - own: The keys that belong to that state.
  private mutating func states(
    _ list: YAMLEntry, of state: (name: String, entries: [YAMLEntry])?, taking own: inout [YAMLEntry]
  ) -> YAMLNode {
    guard case .mapping(let states) = list.value.content, list.value.alias == nil else { return list.value }
    var kept: [YAMLEntry] = []
    for var entry in states {
      if entry.canBeState {
        entry.value = inside(entry)
        kept.append(entry)
      } else if let state, MappingKind.state[entry.key] != nil, !state.entries.contains(where: { $0.key == entry.key })
      {
        misplaced.append((MisplacedKey(entry: entry, outer: list), "the state `\(state.name)`", list.key))
        own.append(entry)
      } else if !takeKeyOfSpec(entry, inside: list.key) {
        kept.append(entry)
      }
    }
    var node = list.value
    node.content = .mapping(kept)
    return node
  }

  /// Returns a state without the keys of the spec in it. The nesting of documents is bounded, so this function recurses.
  private mutating func inside(_ state: YAMLEntry) -> YAMLNode {
    guard case .mapping(let entries) = state.value.content, state.value.alias == nil else { return state.value }
    var kept: [YAMLEntry] = []
    var own: [YAMLEntry] = []
    for var entry in entries {
      if Self.isList(entry) { entry.value = states(entry, of: (state.key, entries), taking: &own) }
      if MappingKind.state[entry.key] != nil || !takeKeyOfSpec(entry, inside: state.key) { kept.append(entry) }
    }
    var node = state.value
    node.content = .mapping(kept + own)
    return node
  }

  private mutating func takeKeyOfSpec(_ entry: YAMLEntry, inside place: String) -> Bool {
    guard let root, MappingKind.spec[entry.key] != nil, !entries.contains(where: { $0.key == entry.key }) else {
      return false
    }
    misplaced.append((MisplacedKey(entry: entry, outer: root), "the spec", place))
    entries.append(entry)
    return true
  }
}

extension YAMLEntry {
  /// Returns whether the entry, which has the place of a state, can be one.
  fileprivate var canBeState: Bool {
    if value.isEmpty { return true }
    switch value.content {
    case .scalar: return false
    case .sequence(let items):
      // Keys of a state, each behind a dash.
      return !items.isEmpty && items.allSatisfy(\.hasKeysOfState)
    case .mapping(let entries): return entries.isEmpty || value.hasKeysOfState
    }
  }
}

extension YAMLNode {
  fileprivate var hasKeysOfState: Bool {
    guard case .mapping(let entries) = content else { return false }
    return entries.contains { MappingKind.state[$0.key] != nil }
  }
}

extension NodeReading {
  /// Returns the root of a spec with all keys in their places, and misspelt ones as they are meant. All of these are
  /// reported.
  func placingKeys(of root: YAMLNode) -> YAMLNode {
    guard case .mapping(let entries) = root.content else { return root }
    let placed = PlacedKeys(correctingKeys(of: entries, .spec))
    for (key, owner, place) in placed.misplaced {
      diagnostics.report(
        .unknownKey,
        "`\(key.entry.key)` is a key of \(owner), but here it is inside `\(place)`; write it in the column of "
          + "`\(key.outer.key)`", at: key.entry.keyRange, notes: [("that is here", key.outer.keyRange)],
        correction: key.correction(in: diagnostics.source))
    }
    var root = root
    root.content = .mapping(placed.entries)
    return root
  }
}
