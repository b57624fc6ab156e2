/// The meaning of tabs. Nobody knows how wide they were in the author's editor, so a meaning is evident only if it is the same
/// for each usual width: a document that can be read but isn't meant would be worse than an error.
extension SyntaxErrorSite {
  /// The widths that editors give to tabs.
  private static let tabWidths = [2, 4, 8]

  /// The edit that replaces all tabs that indent the text; `nil` if the text can't be read then, or if its meaning depends on the
  /// width of tabs. Of several meanings, only those count that have the fewest unknown keys.
  ///
  /// The new text has no such tabs, so reading it comes here once more at most.
  var expansion: TabExpansion? {
    var found: [(expansion: TabExpansion, root: YAMLNode, strangers: Int)] = []
    for width in Self.tabWidths {
      let expansion = TabExpansion(text, width: width)
      if expansion.change == nil { return nil }
      let tree = TreeBuilder.build(YAMLText(expansion.text), path: path, format: format)
      if let root = tree.root { found.append((expansion, root, format.unknownKeyCount(in: root))) }
    }
    let fewest = found.map(\.strangers).min()
    let probable = found.filter { $0.strangers == fewest }
    guard let first = probable.first, probable.allSatisfy({ $0.root.says(sameAs: first.root) }) else { return nil }
    return first.expansion
  }

  /// The number of spaces that the tabs and spaces in front of the line's content stand for; `nil` if that isn't evident.
  var evidentIndentation: Int? {
    guard let above = lineAbove else { return nil }
    let columns = columnsAbove
    guard let last = columns.max() else { return nil }
    let step = columns.filter { $0 < last }.max().map { last - $0 } ?? 2
    let canContain = opensBlock(above)
    let meanings = Set(
      Self.tabWidths.compactMap { width -> Int? in
        let column = indentation(tabWidth: width)
        if columns.contains(column) { return column }
        return canContain && column > last ? last + step : nil
      })
    return meanings.count == 1 ? meanings.first : nil
  }

  /// Returns whether one space in place of tabs behind a `-` keeps the following lines in their item.
  func isSpaceEvident(for tabs: Range<Int>) -> Bool {
    var start = index
    while start < text.count {
      while start < text.count, !text.isLineEnd(start) { start += 1 }
      while start < text.count, text.isLineEnd(start) { start += 1 }
      let first = text.skippingBlanks(from: start)
      if first >= text.count { return true }
      if text[first] == "#" || text.isSpace(first) { continue }
      let column = first - start
      return column < self.column(tabs.lowerBound) || column == self.column(tabs.lowerBound) + 1
    }
    return true
  }

  /// The columns at which a line may begin that continues a collection of the lines above.
  private var columnsAbove: Set<Int> {
    var columns: Set<Int> = []
    var (start, bound) = (startOfLine(index), Int.max)
    while start > 0, bound > 0 {
      start = startOfLine(start - 1)
      var first = text.skippingBlanks(from: start)
      if text[first] == "#" || text.isSpace(first) || first - start >= bound { continue }
      bound = first - start
      columns.insert(bound)
      let content = text.string(first..<endOfLine(first))
      guard content.hasSuffix(":") || content.contains(": ") else { continue }
      while text[first] == "-", text.isBlank(first + 1) {
        first = text.skippingBlanks(from: first + 1)
        columns.insert(first - start)
      }
    }
    return columns
  }

  /// Returns whether the content of a line is continued by lines that are deeper.
  private func opensBlock(_ line: Range<Int>) -> Bool {
    let word = text.string(line).split(separator: " ").last ?? ""
    return word.hasSuffix(":") || ["-", "|", ">", "|-", ">-", "|+", ">+"].contains(word)
  }

  /// Returns the column of the line's content if tabs have a width.
  private func indentation(tabWidth: Int) -> Int {
    (startOfLine(index)..<firstInLine).reduce(0) { column, index in
      text[index] == "\t" ? (column / tabWidth + 1) * tabWidth : column + 1
    }
  }
}
