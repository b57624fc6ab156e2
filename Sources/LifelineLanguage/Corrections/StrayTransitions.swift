import LifelineSource
import LifelineYAML

/// The transitions of a state that are written beside its keys, and not below `on` or `after`.
struct StrayTransitions {
  /// The key to which the transitions belong.
  let key: String
  /// The entries, in source order.
  let strays: [YAMLEntry]
  /// All entries of the state.
  let entries: [YAMLEntry]

  private var strayRanges: Set<SourceRange> { Set(strays.map(\.keyRange)) }

  /// The entries of the state as they are meant.
  var meant: [YAMLEntry] {
    let strayRanges = strayRanges
    var kept = entries.filter { !strayRanges.contains($0.keyRange) }
    let value = YAMLNode(.mapping(strays), range: SourceRange(strays[0].keyRange.start, strays[0].extent.end))
    guard let index = kept.firstIndex(where: { $0.key == key }) else {
      kept.append(YAMLEntry(key: key, keyRange: strays[0].keyRange, value: value))
      return kept
    }
    if case .mapping(let old) = kept[index].value.content {
      kept[index].value.content = .mapping(old + strays)
    } else if kept[index].value.isEmpty {
      kept[index].value = value
    }
    return kept
  }

  /// Returns the edit that moves the transitions to their place.
  func correction(in source: SourceFile) -> Correction? {
    guard let first = strays.first, let last = strays.last else { return nil }
    let title = "move this below `\(key)`"
    let existing = entries.first { $0.key == key }
    let strayRanges = strayRanges
    guard let block = BlockText(first, in: source) else {
      // Between braces, on one line.
      let places = entries.indices.filter { strayRanges.contains(entries[$0].keyRange) }
      guard existing == nil, places.count == places.last.map({ $0 - places[0] + 1 }),
        first.keyRange.start.line == last.extent.end.line,
        let text = source.text(in: SourceRange(first.keyRange.start, last.extent.end))
      else { return nil }
      return Correction(
        range: SourceRange(first.keyRange.start, last.extent.end), replacement: "\(key): {\(text)}")
    }
    let inner = existing.map { columnOfEntries(in: $0, source) } ?? block.column + 2
    guard let inner else { return nil }
    var lines: [String] = []
    var numbers: ClosedRange<Int>?
    let starts = (strays + [existing].compactMap(\.self)).map(\.keyRange.start)
    guard let start = starts.min(), let end = starts.max() else { return nil }
    let region = entries.filter { start...end ~= $0.keyRange.start }
    var moved: [String] = []
    var place: Int?
    for entry in region {
      guard let text = BlockText(entry, in: source), text.column == block.column else { return nil }
      // Lines between two entries belong to the one below.
      let between = numbers.map { ($0.upperBound + 1..<max($0.upperBound + 1, text.numbers.lowerBound)) }
      let comments = (between ?? 0..<0).map { source.line($0) ?? "" }
      numbers = (numbers?.lowerBound ?? text.numbers.lowerBound)...text.numbers.upperBound
      if strayRanges.contains(entry.keyRange) {
        if existing == nil, place == nil {
          place = lines.count
          moved.append(String(repeating: " ", count: block.column) + "\(key):")
        }
        moved += comments + text.moved(to: inner)
      } else {
        lines += comments + text.moved(to: text.column)
        if entry.key == key { place = lines.count }
      }
    }
    guard let numbers, let place else { return nil }
    lines.insert(contentsOf: moved, at: place)
    // A first key behind a dash keeps what is in front of it.
    guard source.line(numbers.lowerBound)?.prefix(block.column).allSatisfy({ $0 == " " }) == true else { return nil }
    return source.replacing(numbers, with: lines, title: title)
  }

  private func columnOfEntries(in entry: YAMLEntry, _ source: SourceFile) -> Int? {
    guard case .mapping(let inner) = entry.value.content, entry.value.alias == nil, let first = inner.first,
      first.keyRange.start.line > entry.keyRange.start.line
    else { return nil }
    return BlockText(first, in: source)?.column
  }
}

extension NodeReading {
  /// Returns the value of a state as it is meant: with `on` where another program has written `true`, and with the transitions
  /// that are beside the keys of the state below `on` and `after`. All of these are reported.
  /// - Parameter isEvent: Returns whether a name is that of a declared event.
  func readingStrayTransitions(in state: YAMLEntry, isEvent: (String) -> Bool) -> YAMLNode {
    var node = readingKeys(ofState: state.value)
    guard case .mapping(var entries) = node.content else { return node }
    if let index = entries.firstIndex(where: { ["true", "True"].contains($0.key) }),
      !entries.contains(where: { $0.key == "on" })
    {
      let range = entries[index].keyRange
      diagnostics.report(
        .unknownKey,
        "a state has no key `\(entries[index].key)`, which programs for YAML 1.1 write in place of `on`; write `on`",
        at: range, correction: Correction(range: range, replacement: "on"))
      entries[index].key = "on"
    }
    let written = entries
    for (key, names) in [("on", "event"), ("after", "time")] {
      var known: Set<String> = []
      if case .mapping(let old)? = entries.first(where: { $0.key == key })?.value.content {
        known = Set(old.map(\.key))
      }
      let strays = entries.filter { entry in
        guard MappingKind.state[entry.key] == nil, !known.contains(entry.key) else { return false }
        let isTime = DurationLiteral.isDuration(entry.key)
        if isTime || key == "after" { return isTime && key == "after" }
        // A misspelt key of states is no event.
        return isEvent(entry.key)
          || (entry.value.isEvidentTransition && MappingKind.state.nearestKey(to: entry.key) == nil)
      }
      guard let first = strays.first else { continue }
      let transitions = StrayTransitions(key: key, strays: strays, entries: entries)
      diagnostics.report(
        .unknownKey,
        "a transition for the \(names) `\(first.key)` belongs below `\(key)`; write `\(key): {\(first.key): …}`",
        at: first.keyRange, notes: strays.dropFirst().prefix(8).map { ("this one, too", $0.keyRange) },
        correction: StrayTransitions(key: key, strays: strays, entries: written).correction(in: diagnostics.source))
      entries = transitions.meant
    }
    node.content = .mapping(entries)
    return node
  }
}

extension YAMLNode {
  /// Whether this is a transition, whatever is around it.
  fileprivate var isEvidentTransition: Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): !items.isEmpty && items.allSatisfy(\.isEvidentTransition)
    case .mapping(let entries):
      entries.contains { ["to", "if", "do"].contains($0.key) }
        && entries.allSatisfy { MappingKind.transition[$0.key] != nil || $0.key == "else" }
    }
  }
}
