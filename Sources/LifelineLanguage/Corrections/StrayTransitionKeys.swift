import LifelineSource
import LifelineYAML

/// The keys of a transition that are written beside its event, and not in it: `on: {open: opened, do: didOpen}`.
struct StrayTransitionKeys {
  /// The entry of the event.
  let event: YAMLEntry
  /// The entries that belong to its transition, in source order.
  let strays: [YAMLEntry]

  /// Creates a value, or returns `nil` if the event has several transitions, or has one of the keys itself.
  init?(_ event: YAMLEntry, _ strays: [YAMLEntry]) {
    var keys: Set<String>
    switch event.value.content {
    case .scalar: keys = event.value.isEmpty ? [] : ["to"]
    case .mapping(let entries): keys = Set(entries.map(\.key))
    case .sequence: return nil
    }
    guard event.value.alias == nil, strays.allSatisfy({ keys.insert($0.key).inserted }) else { return nil }
    self.event = event
    self.strays = strays
  }

  private var keys: [YAMLEntry] {
    switch event.value.content {
    case .mapping(let entries): entries + strays
    case .scalar where !event.value.isEmpty:
      [YAMLEntry(key: "to", keyRange: event.value.range, value: event.value)] + strays
    default: strays
    }
  }

  /// The entry of the event as it is meant.
  var meant: YAMLEntry {
    let range = SourceRange(event.keyRange.start, strays.last?.extent.end ?? event.extent.end)
    return YAMLEntry(key: event.key, keyRange: event.keyRange, value: YAMLNode(.mapping(keys), range: range))
  }

  /// The event with its transition, in short.
  var form: String {
    "\(event.key): {\(keys.map { "\($0.key): …" }.joined(separator: ", "))}"
  }

  /// Returns the edit that writes the keys into the transition, or `nil` if that isn't plain.
  func correction(in source: SourceFile) -> Correction? {
    let all = [event] + strays
    let isInBraces = BlockText(strays[0], in: source) == nil
    for (index, entry) in all.enumerated() {
      guard entry.value.alias == nil, entry.extent.start.line == entry.extent.end.line,
        isInBraces || source.isLastOfLine(entry) || index == all.count - 1
      else { return nil }
      guard index > 0 else { continue }
      let distance = entry.keyRange.start.line - all[index - 1].extent.end.line
      guard distance == (isInBraces ? 0 : 1) else { return nil }
    }
    let texts = keys.compactMap { entry -> String? in
      guard let text = source.text(in: entry.value.range), isInBraces || entry.value.canStandInBraces(text) else {
        return nil
      }
      return "\(entry.key): \(text)"
    }
    guard texts.count == keys.count else { return nil }
    return Correction(range: meant.value.range, replacement: "\(event.key): {\(texts.joined(separator: ", "))}")
  }
}

extension NodeReading {
  /// Returns the entries below `on` as they are meant: with the keys of a transition that follow an event in its transition.
  /// These are reported.
  /// - Parameter isEvent: Returns whether a name is that of a declared event.
  func readingStrayTransitionKeys(in entries: [YAMLEntry], isEvent: (String) -> Bool) -> [YAMLEntry] {
    var meant: [YAMLEntry] = []
    var index = entries.startIndex
    while index < entries.endIndex {
      let event = entries[index]
      let rest = entries[(index + 1)...]
      let strays = rest.prefix {
        ["to", "if", "do", "reenter"].contains($0.key) && !isEvent($0.key) && !diagnostics.source.raises($0.key)
      }
      index += 1
      guard let first = strays.first, let keys = StrayTransitionKeys(event, Array(strays)) else {
        meant.append(event)
        continue
      }
      diagnostics.report(
        .unknownKey, "`\(first.key)` is a key of a transition, but here it is beside the event; write `\(keys.form)`",
        at: first.keyRange, notes: strays.dropFirst().map { ("this one, too", $0.keyRange) },
        correction: keys.correction(in: diagnostics.source))
      meant.append(keys.meant)
      index += strays.count
    }
    return meant
  }
}

extension SourceFile {
  /// Returns whether the text of the spec may raise an event: whether `raise` comes before the name.
  fileprivate func raises(_ name: String) -> Bool {
    let word = Array("raise".utf8)
    return bytes.indices.dropLast(word.count).contains { start in
      guard bytes[start] == word[0], bytes[start...].starts(with: word) else { return false }
      let value = String(decoding: bytes[(start + word.count)...].prefix(80), as: UTF8.self)
      return value.prefix { $0 != "," && $0 != "}" }.contains(name)
    }
  }

  /// Returns whether nothing, and no comment, comes after an entry on its line.
  fileprivate func isLastOfLine(_ entry: YAMLEntry) -> Bool {
    line(entry.extent.end.line)?.dropFirst(entry.extent.end.column - 1).allSatisfy { $0 == " " } ?? false
  }
}

extension YAMLNode {
  /// Returns whether the text of this value means the same between braces.
  fileprivate func canStandInBraces(_ text: String) -> Bool {
    guard case .scalar(let scalar) = content, scalar.style == .plain else { return true }
    return !text.contains { ",[]{}".contains($0) }
  }
}
