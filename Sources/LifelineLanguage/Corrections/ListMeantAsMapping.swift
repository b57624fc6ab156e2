import LifelineSource
import LifelineYAML

/// A list in place of a mapping from names, such as `- name: closed` or `- open: {to: opened}`, read as the mapping that is meant.
struct ListMeantAsMapping {
  /// The form of an item.
  private enum Form {
    /// A name alone.
    case name
    /// A mapping whose keys are names.
    case entries
    /// A mapping whose first key, or whose first value, is the name, beside the keys of what has it.
    case namedByKey, namedByValue
    /// A mapping in which the name isn't first.
    case unordered
  }

  /// The entries of the mapping. Values of one name are brought together in a list.
  private(set) var entries: [YAMLEntry] = []
  /// Whether a name occurs in several items.
  private(set) var hasRepeatedNames = false
  private let items: [(node: YAMLNode, form: Form)]
  private let list: YAMLNode

  /// Creates the mapping, or `nil` if the items of the list don't have names.
  /// - Parameters:
  ///   - kind: The kind of what has the names.
  ///   - nameKeys: The keys behind which a name may be.
  ///   - allowsNamesAlone: Whether an item may be a name without anything else.
  init?(_ list: YAMLNode, of kind: MappingKind, namedBy nameKeys: [String], allowsNamesAlone: Bool) {
    guard case .sequence(let nodes) = list.content, !nodes.isEmpty else { return nil }
    self.list = list
    var items: [(YAMLNode, Form)] = []
    var found: [YAMLEntry] = []
    for node in nodes {
      guard let (form, entries) = Self.entries(of: node, kind, nameKeys) else { return nil }
      if case .name = form, !allowsNamesAlone { return nil }
      items.append((node, form))
      found += entries
    }
    self.items = items
    var places: [String: Int] = [:]
    var values: [[YAMLNode]] = []
    for entry in found {
      let own = if case .sequence(let items) = entry.value.content { items } else { [entry.value] }
      if let place = places[entry.key] {
        hasRepeatedNames = true
        values[place] += own
      } else {
        places[entry.key] = entries.count
        entries.append(entry)
        values.append(own)
      }
    }
    guard hasRepeatedNames else { return }
    for (place, items) in values.enumerated() where items.count > 1 {
      entries[place].value = YAMLNode(.sequence(items), range: entries[place].value.usageRange)
    }
  }

  /// Creates the mapping with the keys of a kind, each of which is behind a dash; `nil` if the list is anything else.
  init?(_ list: YAMLNode, ofKeysOf kind: MappingKind) {
    guard case .sequence(let nodes) = list.content, !nodes.isEmpty else { return nil }
    self.list = list
    items = nodes.map { ($0, .entries) }
    for node in nodes {
      guard case .mapping(let keys) = node.content, keys.allSatisfy({ kind[$0.key] != nil }) else { return nil }
      entries += keys
    }
    guard Set(entries.map(\.key)).count == entries.count else { return nil }
  }

  private static func entries(
    of item: YAMLNode, _ kind: MappingKind, _ nameKeys: [String]
  ) -> (Form, [YAMLEntry])? {
    switch item.content {
    case .sequence: return nil
    case .scalar(let scalar):
      if item.isEmpty { return nil }
      return (.name, [YAMLEntry(key: scalar.text, keyRange: item.usageRange, value: nothing(behind: item.usageRange))])
    case .mapping(let entries):
      guard let first = entries.first else { return nil }
      func named(_ name: String, at range: SourceRange, without key: String) -> [YAMLEntry] {
        let rest = entries.filter { $0.key != key }
        let value =
          rest.isEmpty
          ? nothing(behind: range)
          : YAMLNode(.mapping(rest), range: SourceRange(rest[0].keyRange.start, item.usageRange.end))
        return [YAMLEntry(key: name, keyRange: range, value: value)]
      }
      if let entry = entries.first(where: { nameKeys.contains($0.key) && kind[$0.key] == nil }),
        case .scalar(let scalar) = entry.value.content, !entry.value.isEmpty,
        entries.allSatisfy({
          $0.key == entry.key || $0.key == "else" || kind[$0.key] != nil || kind.nearestKey(to: $0.key) != nil
        })
      {
        let form = entry.key == first.key ? Form.namedByValue : .unordered
        return (form, named(scalar.text, at: entry.value.usageRange, without: entry.key))
      }
      if kind[first.key] == nil, first.value.isEmpty, entries.count > 1,
        entries.dropFirst().allSatisfy({ kind[$0.key] != nil })
      {
        return (.namedByKey, named(first.key, at: first.keyRange, without: first.key))
      }
      return entries.allSatisfy { kind[$0.key] == nil } ? (.entries, entries) : nil
    }
  }

  private static func nothing(behind range: SourceRange) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar("", style: .plain)), range: SourceRange(range.end, range.end))
  }
}

// MARK: - The correction

extension ListMeantAsMapping {
  /// Returns the edit that makes the list the mapping, or `nil` if that isn't a matter of a few characters.
  func correction(in source: SourceFile) -> Correction? {
    if hasRepeatedNames || list.alias != nil || items.contains(where: { $0.node.alias != nil }) { return nil }
    let title = "write a mapping"
    if source.byte(at: list.range.start) == UInt8(ascii: "[") {
      guard list.range.start.line == list.range.end.line else { return nil }
      let texts = items.compactMap { inBraces($0.node, $0.form, source) }
      guard texts.count == items.count else { return nil }
      return Correction(range: list.range, replacement: "{\(texts.joined(separator: ", "))}")
    }
    var lines: [String] = []
    var next: Int?
    var columns: Set<Int> = []
    let dash = list.range.start.column - 1
    let takesPlaceOfDashes = source.indentation(above: list.range.start.line).map { $0 < dash } ?? false
    for (item, form) in items {
      guard let block = BlockText(item.range, in: source),
        let text = inBlock(item, form, block, at: takesPlaceOfDashes ? dash : block.column, source)
      else { return nil }
      let start = block.numbers.lowerBound
      guard (next ?? start) <= start else { return nil }
      lines += ((next ?? start)..<start).map { source.line($0) ?? "" }
      lines += text
      next = block.numbers.upperBound + 1
      columns.insert(block.column)
    }
    guard columns.count == 1, let next, let first = items.first?.node.range.start.line else { return nil }
    return source.replacing(first...(next - 1), with: lines, title: title)
  }

  /// Returns the lines of an item as entries of a block.
  private func inBlock(
    _ item: YAMLNode, _ form: Form, _ block: BlockText, at column: Int, _ source: SourceFile
  ) -> [String]? {
    var lines = block.moved(to: column)
    let space = String(repeating: " ", count: column)
    guard case .mapping(let entries) = item.content else {
      guard let name = source.text(in: item.range), item.range.start.line == item.range.end.line else { return nil }
      return ["\(space)\(name):\(lines[0].dropFirst(column + name.count))"] + lines.dropFirst()
    }
    if source.byte(at: item.range.start) == UInt8(ascii: "{") {
      guard lines.count == 1, let text = inBraces(item, form, source), let old = source.text(in: item.range) else {
        return nil
      }
      return [space + text + lines[0].dropFirst(column + old.count)]
    }
    switch form {
    case .name, .unordered: return nil
    case .entries: return lines
    case .namedByKey, .namedByValue:
      let first = entries[0]
      if case .namedByValue = form {
        guard let name = source.text(in: first.value.range), first.value.range.end.line == first.keyRange.start.line,
          let key = source.text(in: SourceRange(first.keyRange.start, first.value.range.end))
        else { return nil }
        lines[0] = space + name + ":" + lines[0].dropFirst(column + key.count)
      }
      return [lines[0]] + lines.dropFirst().map { $0.isEmpty ? $0 : "  " + $0 }
    }
  }

  /// Returns an item on one line as entries of a mapping in braces.
  private func inBraces(_ item: YAMLNode, _ form: Form, _ source: SourceFile) -> String? {
    guard item.range.start.line == item.range.end.line else { return nil }
    guard case .mapping(let entries) = item.content, let first = entries.first, let last = entries.last else {
      return source.text(in: item.range).map { "\($0): {}" }
    }
    func text(_ start: SourcePosition) -> String? { source.text(in: SourceRange(start, last.extent.end)) }
    switch form {
    case .name, .unordered: return nil
    case .entries: return text(first.keyRange.start)
    case .namedByKey, .namedByValue:
      let range = if case .namedByKey = form { first.keyRange } else { first.value.range }
      guard let name = source.text(in: range) else { return nil }
      let rest = entries.count > 1 ? text(entries[1].keyRange.start) : ""
      return rest.map { "\(name): {\($0)}" }
    }
  }
}

extension SourceFile {
  /// Returns the number of spaces in front of the nearest line above that isn't blank or a comment.
  fileprivate func indentation(above number: Int) -> Int? {
    for number in stride(from: number - 1, to: max(0, number - 100), by: -1) {
      guard let line = line(number), let first = line.firstIndex(where: { $0 != " " }), line[first] != "#" else {
        continue
      }
      return line.distance(from: line.startIndex, to: first)
    }
    return nil
  }
}

extension NodeReading {
  /// Returns the entries of a mapping from names. A list is reported and read as the mapping that is meant, if that is plain.
  /// - Parameters:
  ///   - expected: The noun for what is expected.
  ///   - advice: The end of the message about a list.
  func entries(
    _ node: YAMLNode, expected: String, orListOf kind: MappingKind, namedBy nameKeys: [String],
    allowsNamesAlone: Bool = false, advice: String
  ) -> [YAMLEntry]? {
    guard
      let list = ListMeantAsMapping(node, of: kind, namedBy: nameKeys, allowsNamesAlone: allowsNamesAlone),
      allowsRepetitions(of: kind) || !list.hasRepeatedNames
    else {
      guard case .sequence = node.content else { return entries(node, expected: expected) }
      diagnostics.skip(node)
      diagnostics.report(
        .wrongShape, "expected \(expected), but this is a list; \(advice)", at: node.usageRange)
      return nil
    }
    let merging = list.hasRepeatedNames ? "; list those of one event under its name" : ""
    diagnostics.report(
      .wrongShape, "expected \(expected), but this is a list; \(advice)\(merging)", at: node.usageRange,
      correction: list.correction(in: diagnostics.source))
    return list.entries
  }

  /// Returns a state, of which a list of keys is reported and read as the mapping that is meant.
  func readingKeys(ofState node: YAMLNode) -> YAMLNode {
    guard let list = ListMeantAsMapping(node, ofKeysOf: .state) else { return node }
    diagnostics.report(
      .wrongShape, "expected a state: a mapping, or nothing, but this is a list; write its keys without dashes",
      at: node.usageRange, correction: list.correction(in: diagnostics.source))
    return YAMLNode(.mapping(list.entries), range: node.usageRange)
  }

  private func allowsRepetitions(of kind: MappingKind) -> Bool { kind.name == MappingKind.transition.name }
}
