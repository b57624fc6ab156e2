import LifelineSource
import LifelineYAML

/// A transition with an `else`, read as the list of transitions that is meant.
struct ElseBranches {
  /// The transitions without `else`, in order: of a chain, each but the last is a mapping.
  private(set) var branches: [YAMLNode] = []
  /// The entry of the first `else`.
  let entry: YAMLEntry
  /// Whether a condition comes before each `else`, or is in another item of the list.
  private(set) var isConditional = true
  private let node: YAMLNode
  private let isItem: Bool
  /// The entry with `else` of each branch; `nil` for one that is not the first of its `else`.
  private var alternatives: [YAMLEntry?] = []

  /// Creates the list, or `nil` if the transition has no `else`.
  /// - Parameters:
  ///   - isItem: Whether the transition is an item of a list.
  ///   - followsCondition: Whether another item with an `if` is in front of it.
  init?(_ node: YAMLNode, isItem: Bool, followsCondition: Bool) {
    guard let entry = Self.alternative(of: node) else { return nil }
    self.entry = entry
    self.node = node
    self.isItem = isItem
    var rest: (node: YAMLNode, entry: YAMLEntry?)? = (node, nil)
    func add(_ branch: YAMLNode, _ entry: YAMLEntry?) {
      branches.append(branch)
      alternatives.append(entry)
    }
    while let (node, own) = rest {
      rest = nil
      guard case .mapping(let entries) = node.content, let alternative = Self.alternative(of: node) else {
        add(node, own)
        break
      }
      let kept = entries.filter { $0.key != "else" }
      let isFirst = branches.isEmpty
      if let first = kept.first, let last = kept.last {
        isConditional = isConditional && kept.contains { $0.key == "if" }
        add(YAMLNode(.mapping(kept), range: SourceRange(first.keyRange.start, last.extent.end)), own)
      } else {
        isConditional = isConditional && isFirst && followsCondition
      }
      if case .sequence(let items) = alternative.value.content {
        for (index, item) in items.enumerated() { add(item, index == 0 ? alternative : nil) }
      } else {
        rest = (alternative.value, alternative)
      }
    }
  }

  private static func alternative(of node: YAMLNode) -> YAMLEntry? {
    guard case .mapping(let entries) = node.content else { return nil }
    return entries.first { $0.key == "else" && !$0.value.isEmpty }
  }

  /// Returns the edit that writes the list, or `nil` if that isn't plain.
  func correction(in source: SourceFile) -> Correction? {
    guard isConditional, node.alias == nil, branches.allSatisfy({ $0.alias == nil }) else { return nil }
    if source.byte(at: node.range.start) == UInt8(ascii: "{") {
      guard node.range.start.line == node.range.end.line else { return nil }
      let texts = branches.compactMap { inBraces($0, source) }
      guard texts.count == branches.count, !texts.isEmpty else { return nil }
      if isItem, let block = BlockText(node.range, in: source) {
        guard block.numbers.count == 1, let comment = source.rest(behind: node.range.end) else { return nil }
        return items(texts.dropLast().map { [$0] } + [[texts[texts.count - 1] + comment]], block, source)
      }
      let list = texts.joined(separator: ", ")
      return Correction(range: node.range, replacement: isItem ? list : "[\(list)]")
    }
    guard let block = BlockText(node.range, in: source) else { return nil }
    let texts = zip(branches, alternatives).compactMap { inBlock($0, behind: $1, block, source) }
    return texts.count == branches.count ? items(texts, block, source) : nil
  }

  /// Returns the edit that writes items of a block, each with its lines at column 0.
  private func items(_ items: [[String]], _ block: BlockText, _ source: SourceFile) -> Correction? {
    guard let line = source.line(block.numbers.lowerBound) else { return nil }
    // A first item behind a dash keeps its column.
    let column = isItem ? line.prefix { $0 == " " }.count : block.column
    let indent = String(repeating: " ", count: column)
    let lines = items.flatMap { item in
      item.enumerated().map { $1.isEmpty ? $1 : indent + ($0 == 0 ? "- " : "  ") + $1 }
    }
    return source.replacing(block.numbers, with: lines, title: "write a list of transitions")
  }

  private func inBraces(_ branch: YAMLNode, _ source: SourceFile) -> String? {
    guard case .mapping(let entries) = branch.content else { return source.text(in: branch.range) }
    let texts = entries.compactMap { source.text(in: $0.extent) }
    return texts.count == entries.count ? "{\(texts.joined(separator: ", "))}" : nil
  }

  /// Returns the lines of a branch, at column 0, with all comments.
  private func inBlock(
    _ branch: YAMLNode, behind alternative: YAMLEntry?, _ block: BlockText, _ source: SourceFile
  ) -> [String]? {
    var comments: [String] = []
    if let alternative {
      comments += source.comments(above: alternative.keyRange.start.line, from: block.numbers.lowerBound)
      let rest = source.rest(behind: alternative.keyRange.end) ?? ""
      let comment = rest.drop { $0 == ":" || $0 == " " }
      if comment.hasPrefix("#") { comments.append(String(comment)) }
    }
    var lines: [String] = []
    if case .mapping(let entries) = branch.content, source.byte(at: branch.range.start) != UInt8(ascii: "{") {
      for entry in entries {
        guard let text = BlockText(entry, in: source) else { return nil }
        lines += source.comments(above: entry.keyRange.start.line, from: block.numbers.lowerBound)
        lines += text.moved(to: 0)
      }
    } else {
      guard branch.range.start.line == branch.range.end.line, let text = source.text(in: branch.range),
        let rest = source.rest(behind: branch.range.end)
      else { return nil }
      lines = [text + rest]
    }
    // A comment behind the dash would be in the way of the keys.
    comments += lines.prefix { $0.hasPrefix("#") }
    let own = lines.drop { $0.hasPrefix("#") }
    return Array(own.prefix(1)) + comments + Array(own.dropFirst())
  }
}

extension SourceFile {
  /// Returns the rest of a line.
  fileprivate func rest(behind position: SourcePosition) -> String? {
    line(position.line).map { String($0.dropFirst(position.column - 1)) }
  }

  /// Returns the lines of comments that are directly above a line, at column 0.
  fileprivate func comments(above number: Int, from first: Int) -> [String] {
    var comments: [String] = []
    var number = number - 1
    while number >= first, let line = line(number)?.drop(while: { $0 == " " }), line.hasPrefix("#") {
      comments.insert(String(line), at: 0)
      number -= 1
    }
    return comments
  }
}
