import LifelineSource
import LifelineYAML

/// An item of a rewritten list.
enum NewItem {
  /// The old item at this index, as it is written or with another text.
  case old(Int, text: String?)
  /// A new item.
  case new(String)
}

/// The text of a list that can be written with other items. Everything between items that stay, and every comment, is
/// kept.
struct SequenceText {
  private let source: CommentedSource
  /// The range of the list. A list with dashes extends to the end of its last line.
  let range: Range<Int>
  /// The ranges of its items, including their dashes.
  private let items: [Range<Int>]
  /// The ranges of the items without their dashes.
  private let contents: [Range<Int>]
  private let isFlow: Bool

  /// Finds the items in the text of `node`.
  /// - Returns: The text, or `nil` if the node isn't a list that is written in a known way.
  static func locate(_ node: EditableNode, _ source: CommentedSource) -> SequenceText? {
    guard case .sequence(let nodes) = node.node.content, node.node.alias == nil,
      let range = source.bytes(of: node.node.range)
    else { return nil }
    let contents = nodes.compactMap { source.bytes(of: $0.usageRange) }
    let isFlow = node.isFlow(source)
    guard contents.count == nodes.count,
      let items = isFlow
        ? flowItems(contents, in: range, source) : blockItems(contents, in: range, source)
    else { return nil }
    return SequenceText(
      source: source, range: isFlow ? range : range.lowerBound..<source.endOfLine(at: range.upperBound),
      items: items, contents: contents, isFlow: isFlow)
  }

  /// Returns the ranges of the items between brackets. The text before an item, such as an anchor, belongs to it.
  private static func flowItems(
    _ contents: [Range<Int>], in range: Range<Int>, _ source: CommentedSource
  ) -> [Range<Int>]? {
    var items: [Range<Int>] = []
    for content in contents {
      var start = source.skippingSpace(from: items.last?.upperBound ?? range.lowerBound + 1)
      if !items.isEmpty, source.bytes[start] == UInt8(ascii: ",") { start = source.skippingSpace(from: start + 1) }
      guard start <= content.lowerBound else { return nil }
      items.append(start..<content.upperBound)
    }
    return items
  }

  /// Returns the ranges of the items with their dashes.
  private static func blockItems(
    _ contents: [Range<Int>], in range: Range<Int>, _ source: CommentedSource
  ) -> [Range<Int>]? {
    var items: [Range<Int>] = []
    for content in contents {
      let dash = source.skippingSpace(from: items.last?.upperBound ?? range.lowerBound)
      guard dash < content.lowerBound, source.bytes[dash] == UInt8(ascii: "-") else { return nil }
      items.append(dash..<content.upperBound)
    }
    return items
  }

  /// Returns the list with the items `new`, or `nil` for a list with dashes without items.
  func text(of new: [NewItem]) -> String? {
    if isFlow { return flow(new) }
    return new.isEmpty ? nil : block(new)
  }

  /// Returns the text of an item, with its content replaced by `replacement`.
  private func body(_ index: Int, _ replacement: String?) -> String {
    guard let replacement else { return source.string(items[index]) }
    return source.string(items[index].lowerBound..<contents[index].lowerBound) + replacement
  }

  /// Returns the comments that a replacement of an item's content would remove.
  private func lost(_ index: Int, _ replacement: String?) -> [String] {
    replacement == nil ? [] : source.comments(in: contents[index])
  }

  /// Returns the range between an item (-1 for the start of the list) and the next one, or the end of the list.
  private func gap(_ index: Int) -> Range<Int> {
    let bracket = isFlow ? 1 : 0
    let start = index < 0 ? range.lowerBound + bracket : items[index].upperBound
    let end = index + 1 < items.count ? items[index + 1].lowerBound : range.upperBound - bracket
    return start..<max(start, end)
  }

  // MARK: Brackets

  /// A part of a list between brackets.
  private enum Token {
    case body(String)
    case gap(Int)
    case comments([String])
  }

  private func tokens(_ new: [NewItem]) -> [Token] {
    var tokens = [Token.gap(-1)]
    var next = 0
    // The gap after an item follows the new items that are inserted after it.
    var pendingGap: Int?
    func pass(upTo end: Int) {
      if let gap = pendingGap { tokens.append(.gap(gap)) }
      pendingGap = nil
      for index in next..<max(next, end) { tokens += [.comments(source.comments(in: items[index])), .gap(index)] }
    }
    for item in new {
      switch item {
      case .new(let text): tokens.append(.body(text))
      case .old(let index, let replacement):
        pass(upTo: index)
        tokens += [.body(body(index, replacement)), .comments(lost(index, replacement))]
        pendingGap = index
        next = index + 1
      }
    }
    pass(upTo: items.count)
    return tokens
  }

  private func flow(_ new: [NewItem]) -> String {
    let column = items.first?.lowerBound ?? range.lowerBound + 1
    let newLine = source.newLine(toColumnOf: column)
    let isTall = items.count > 1 && gap(0).contains { isLineEnd(source.bytes[$0]) }
    var result = "["
    var hasBody = false
    var gaps: [Int] = []
    var comments: [String] = []
    func lines(_ comments: [String]) -> String { comments.map { $0 + newLine }.joined() }
    func separator(isEnd: Bool) -> String {
      defer { (gaps, comments) = ([], []) }
      if !hasBody || isEnd {
        // The start and the end of the list stay as they are. Other gaps leave their comments.
        let own = isEnd && !items.isEmpty ? items.count - 1 : -1
        let verbatim = gaps.contains(own) ? source.string(gap(own)) : ""
        let others = gaps.filter { $0 != own }.flatMap { source.comments(in: gap($0)) } + comments
        if !isEnd { return verbatim + lines(others) }
        let shown = hasBody || !verbatim.utf8.starts(with: ",".utf8) ? verbatim : String(verbatim.dropFirst())
        return others.isEmpty ? shown : " " + lines(others) + shown
      }
      if gaps.count == 1, comments.isEmpty { return source.string(gap(gaps[0])) }
      let all = gaps.flatMap { source.comments(in: gap($0)) } + comments
      if all.isEmpty, let last = gaps.last { return source.string(gap(last)) }
      return "," + (all.isEmpty && isTall ? newLine : " ") + lines(all)
    }
    for token in tokens(new) {
      switch token {
      case .gap(let index): gaps.append(index)
      case .comments(let lost): comments += lost
      case .body(let body):
        result += separator(isEnd: false) + body
        hasBody = true
      }
    }
    return result + separator(isEnd: true) + "]"
  }

  // MARK: Dashes

  private func block(_ new: [NewItem]) -> String {
    let newLine = source.newLine(toColumnOf: range.lowerBound)
    var result = ""
    var next = 0
    for item in new {
      switch item {
      case .new(let text): result += newLine + "- " + text
      case .old(let index, let replacement):
        for gone in next..<max(next, index) { result += remains(of: gone, newLine) }
        let lost = lost(index, replacement).map { newLine + $0 }.joined()
        result += above(index) + body(index, replacement) + after(index) + lost
        next = index + 1
      }
    }
    for gone in next..<items.count { result += remains(of: gone, newLine) }
    // The list begins at its first dash.
    return String(result.drop { $0.isWhitespace })
  }

  /// Returns the text above an item, from the end of the line of the item before.
  private func above(_ index: Int) -> String {
    guard index > 0 else { return source.newLine(toColumnOf: range.lowerBound) }
    let gap = gap(index - 1)
    return source.string(min(source.endOfLine(at: gap.lowerBound), gap.upperBound)..<gap.upperBound)
  }

  /// Returns the text after an item on its line.
  private func after(_ index: Int) -> String {
    let gap = gap(index)
    return source.string(gap.lowerBound..<min(source.endOfLine(at: gap.lowerBound), gap.upperBound))
  }

  /// Returns the text that stays of a removed item: comments and blank lines above it, and comments in and after it.
  private func remains(of index: Int, _ newLine: String) -> String {
    // The last line end and the text after it belong to the item.
    let above = above(index)
    let kept = above.lastIndex(where: \.isNewline).map { String(above[..<$0]) } ?? ""
    let comments = source.comments(in: items[index].lowerBound..<(items[index].upperBound + after(index).utf8.count))
    return kept + comments.map { newLine + $0 }.joined()
  }
}
