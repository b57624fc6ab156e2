import LifelineYAML

/// An item of a list that is written anew.
enum NewItem {
  /// The item at this place, as it is written or with another text.
  case old(Int, text: String?)
  /// A new one.
  case new(String)

  var place: Int? {
    if case .old(let place, _) = self { place } else { nil }
  }
}

/// Writes lists anew, with everything between items that stay as it was, and with every comment.
struct SequenceText {
  private let text: SpecText
  /// Where the list stands; one with dashes up to the end of its last line.
  let range: Range<Int>
  /// Where its items stand; in a list with dashes, from the dash on.
  private let items: [Range<Int>]
  /// The items without their dashes.
  private let contents: [Range<Int>]
  private let isFlow: Bool

  /// Looks at the list `spot`; `nil` where it is written in a way that is not known here.
  init?(_ spot: Spot, _ text: SpecText) {
    guard case .sequence(let nodes) = spot.node.content, spot.node.alias == nil,
      let range = text.bytes(of: spot.node.range)
    else { return nil }
    let contents = nodes.compactMap { text.bytes(of: $0.place) }
    guard contents.count == nodes.count else { return nil }
    self.text = text
    self.contents = contents
    isFlow = spot.isFlow(text)
    self.range = isFlow ? range : range.lowerBound..<text.endOfLine(at: range.upperBound)
    if isFlow {
      // What is before an item, be it an anchor, belongs to the item.
      var items: [Range<Int>] = []
      for content in contents {
        var start = text.skippingSpace(from: items.last?.upperBound ?? range.lowerBound + 1)
        if !items.isEmpty, text.bytes[start] == UInt8(ascii: ",") { start = text.skippingSpace(from: start + 1) }
        guard start <= content.lowerBound else { return nil }
        items.append(start..<content.upperBound)
      }
      self.items = items
    } else {
      var items: [Range<Int>] = []
      for content in contents {
        let dash = text.skippingSpace(from: items.last?.upperBound ?? range.lowerBound)
        guard dash < content.lowerBound, text.bytes[dash] == UInt8(ascii: "-") else { return nil }
        items.append(dash..<content.upperBound)
      }
      self.items = items
    }
  }

  /// The list with the items `new`; `nil` for a list with dashes of which nothing is left.
  func text(of new: [NewItem]) -> String? {
    if isFlow { return flow(new) }
    return new.isEmpty ? nil : block(new)
  }

  /// How an item is written, with `replacement` in the place of its content.
  private func body(_ place: Int, _ replacement: String?) -> String {
    guard let replacement else { return text.string(items[place]) }
    return text.string(items[place].lowerBound..<contents[place].lowerBound) + replacement
  }

  /// The comments that are lost where an item is written with another text.
  private func lost(_ place: Int, _ replacement: String?) -> [String] {
    replacement == nil ? [] : text.comments(in: contents[place])
  }

  /// What stands between an item (-1 for the list's beginning) and the next one, or the list's end.
  private func gap(_ place: Int) -> Range<Int> {
    let bracket = isFlow ? 1 : 0
    let start = place < 0 ? range.lowerBound + bracket : items[place].upperBound
    let end = place + 1 < items.count ? items[place + 1].lowerBound : range.upperBound - bracket
    return start..<max(start, end)
  }

  // MARK: Brackets

  /// What a list between brackets is made of.
  private enum Token {
    case body(String)
    case gap(Int)
    case comments([String])
  }

  private func tokens(_ new: [NewItem]) -> [Token] {
    var tokens = [Token.gap(-1)]
    var next = 0
    // What follows an item comes behind the new ones that are put behind it.
    var owed: Int?
    func pass(upTo end: Int) {
      if let gap = owed { tokens.append(.gap(gap)) }
      owed = nil
      for place in next..<max(next, end) { tokens += [.comments(text.comments(in: items[place])), .gap(place)] }
    }
    for item in new {
      switch item {
      case .new(let text): tokens.append(.body(text))
      case .old(let place, let replacement):
        pass(upTo: place)
        tokens += [.body(body(place, replacement)), .comments(lost(place, replacement))]
        owed = place
        next = place + 1
      }
    }
    pass(upTo: items.count)
    return tokens
  }

  private func flow(_ new: [NewItem]) -> String {
    let column = items.first?.lowerBound ?? range.lowerBound + 1
    let newLine = text.newLine(toColumnOf: column)
    let isTall = items.count > 1 && gap(0).contains { isLineEnd(text.bytes[$0]) }
    var result = "["
    var hasBody = false
    var gaps: [Int] = []
    var comments: [String] = []
    func lines(_ comments: [String]) -> String { comments.map { $0 + newLine }.joined() }
    func separator(isEnd: Bool) -> String {
      defer { (gaps, comments) = ([], []) }
      if !hasBody || isEnd {
        // The list's own beginning and end stay as they are; what else is passed leaves its comments.
        let own = isEnd && !items.isEmpty ? items.count - 1 : -1
        let verbatim = gaps.contains(own) ? text.string(gap(own)) : ""
        let others = gaps.filter { $0 != own }.flatMap { text.comments(in: gap($0)) } + comments
        if !isEnd { return verbatim + lines(others) }
        let shown = hasBody || !verbatim.utf8.starts(with: ",".utf8) ? verbatim : String(verbatim.dropFirst())
        return others.isEmpty ? shown : " " + lines(others) + shown
      }
      if gaps.count == 1, comments.isEmpty { return text.string(gap(gaps[0])) }
      let all = gaps.flatMap { text.comments(in: gap($0)) } + comments
      if all.isEmpty, let last = gaps.last { return text.string(gap(last)) }
      return "," + (all.isEmpty && isTall ? newLine : " ") + lines(all)
    }
    for token in tokens(new) {
      switch token {
      case .gap(let place): gaps.append(place)
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
    let newLine = text.newLine(toColumnOf: range.lowerBound)
    var result = ""
    var next = 0
    for item in new {
      switch item {
      case .new(let text): result += newLine + "- " + text
      case .old(let place, let replacement):
        for gone in next..<max(next, place) { result += remains(of: gone, newLine) }
        let lost = lost(place, replacement).map { newLine + $0 }.joined()
        result += above(place) + body(place, replacement) + behind(place) + lost
        next = place + 1
      }
    }
    for gone in next..<items.count { result += remains(of: gone, newLine) }
    // The list begins where its first dash was.
    return String(result.drop { $0.isWhitespace })
  }

  /// What stands above an item, from the end of the line of the one before on.
  private func above(_ place: Int) -> String {
    guard place > 0 else { return text.newLine(toColumnOf: range.lowerBound) }
    let gap = gap(place - 1)
    return text.string(min(text.endOfLine(at: gap.lowerBound), gap.upperBound)..<gap.upperBound)
  }

  /// What stands behind an item on its line.
  private func behind(_ place: Int) -> String {
    let gap = gap(place)
    return text.string(gap.lowerBound..<min(text.endOfLine(at: gap.lowerBound), gap.upperBound))
  }

  /// What is kept of an item that goes: comments and blank lines above it, and the comments in it and behind it.
  private func remains(of place: Int, _ newLine: String) -> String {
    // Without the last line's end and what follows it, which were the item's own.
    let above = above(place)
    let kept = above.lastIndex(where: \.isNewline).map { String(above[..<$0]) } ?? ""
    let comments = text.comments(in: items[place].lowerBound..<(items[place].upperBound + behind(place).utf8.count))
    return kept + comments.map { newLine + $0 }.joined()
  }
}
