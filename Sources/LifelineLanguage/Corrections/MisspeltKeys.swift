import LifelineSource
import LifelineYAML

extension MappingKind {
  /// The keys of all mappings in specs. One in a wrong place isn't misspelt.
  private static let rightKeys: Set<String> = Set(
    ([
      .spec, .observation, .type, .source, .field, .part, .callback, .event, .state, .entrance("initial"), .transition,
      .action,
      .optionalEvent, .scenario, .step, .stepAddition, .expectation, .conditionalExpectation, .quantity, .boundary,
    ] as [MappingKind]).flatMap(\.keys) + actions.values.flatMap(\.keys))

  /// Returns the keys that are meant by misspelt ones, by these.
  ///
  /// A key is meant if it is the nearest one, and no other one is as near, if the mapping doesn't have it, and if no second
  /// key of the mapping is misspelt so that it could mean the same. A key that other mappings have isn't misspelt.
  func meantKeys(in entries: [YAMLEntry]) -> [String: String] {
    let unknown = entries.map(\.key).filter { self[$0] == nil && !Self.rightKeys.contains($0) }
    if unknown.isEmpty { return [:] }
    let present = Set(entries.map(\.key))
    var misspelt: [String: [String]] = [:]
    for key in unknown {
      guard let meant = onlyNearestName(to: key, among: keys), !present.contains(meant) else { continue }
      misspelt[meant, default: []].append(key)
    }
    let unique = misspelt.compactMap { meant, keys in keys.count == 1 ? (keys[0], meant) : nil }
    return Dictionary(uniqueKeysWithValues: unique)
  }

  /// Returns the entries of a mapping, with misspelt keys as they are meant.
  func entriesAsMeant(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    let meant = meantKeys(in: entries)
    if meant.isEmpty { return entries }
    return entries.map { entry in
      var entry = entry
      entry.key = meant[entry.key] ?? entry.key
      return entry
    }
  }
}

extension NodeReading {
  /// Returns the entries of a mapping of `kind` with misspelt keys as they are meant.
  ///
  /// Such a key is reported, and its value is read as that of the key that is meant: otherwise everything that the value
  /// declares would be reported as missing.
  func correctingKeys(of entries: [YAMLEntry], _ kind: MappingKind) -> [YAMLEntry] {
    let corrected = kind.entriesAsMeant(entries)
    for (entry, read) in zip(entries, corrected) where entry.key != read.key {
      reportUnknownKey(entry, in: kind, isRead: true)
    }
    return corrected
  }
}
