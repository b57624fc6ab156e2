import LifelineSource

/// A line of text on which texts are put at columns.
struct TextCanvas {
  /// The character at each column; `nil` behind a character that takes two.
  private var cells: [Character?]

  init(width: Int) { cells = Array(repeating: " ", count: width) }

  subscript(column: Int) -> Character {
    get { cells.indices.contains(column) ? cells[column] ?? " " : " " }
    set { if cells.indices.contains(column) { cells[column] = newValue } }
  }

  /// Puts a text at a column. The part beyond the width is left out.
  mutating func put(_ text: some StringProtocol, at start: Int) {
    var column = start
    for character in text {
      let width = VisibleText.width(character)
      guard width > 0, column + width <= cells.count else { continue }
      cells[column] = character
      if width == 2 { cells[column + 1] = nil }
      column += width
    }
  }

  /// Fills some columns with a character.
  mutating func fill(_ columns: Range<Int>, with character: Character) {
    for column in columns { self[column] = character }
  }

  /// Returns the line in some characters, without spaces at its end.
  func line(in characters: LifeLineCharacters) -> String {
    var text = Substring(cells.compactMap { $0.map(characters.spell) })
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension StringProtocol {
  /// The number of columns that the text takes.
  var columnCount: Int { reduce(0) { $0 + VisibleText.width($1) } }

  /// Returns the longest beginning of the text that takes at most some columns.
  func prefix(ofColumns count: Int) -> SubSequence {
    var left = count
    return prefix { character in
      left -= VisibleText.width(character)
      return left >= 0
    }
  }

  /// Returns the text with an ellipsis in its middle if it takes more than some columns.
  func elidedInMiddle(to count: Int) -> String {
    if columnCount <= count { return String(self) }
    guard count > 0 else { return "" }
    let tail = String(reversed()).prefix(ofColumns: (count - 1) / 2).count
    let head = prefix(ofColumns: count - 1 - (count - 1) / 2).withoutOpenEscape
    return head + "…" + suffix(tail).drop(restOfEscapeIn: dropLast(tail))
  }

  /// The text without an escape that is cut at its end.
  private var withoutOpenEscape: String { String(openEscape.map { self[..<$0] } ?? self[...]) }

  /// Returns the text without the rest of an escape that begins before it.
  private func drop(restOfEscapeIn before: some StringProtocol) -> String {
    guard let escape = before.openEscape else { return String(self) }
    let text = String(self)
    let isLong = (String(before[escape...].dropFirst()) + text.prefix(2)).hasPrefix("u{")
    return String(isLong ? text.drop(while: { $0 != "}" }).dropFirst() : text.dropFirst())
  }

  /// The beginning of an escape that the text doesn't end; `nil` if there is none.
  private var openEscape: Index? {
    guard let start = lastIndex(of: "\\") else { return nil }
    let rest = self[start...].dropFirst()
    return rest.isEmpty || "u{".hasPrefix(rest) || rest.hasPrefix("u{") && !rest.contains("}") ? start : nil
  }

  /// Returns the name with an ellipsis if it takes more than some columns: in its middle, or as near to the middle as possible so that
  /// no other of the names looks the same. Two ellipses are around what tells the name from others if one isn't enough.
  func elided(to count: Int, apartFrom names: [String]) -> String {
    let balanced = elidedInMiddle(to: count)
    guard columnCount > count, count > 3, let first else { return balanced }
    let name = String(self)
    let others = names.filter { $0.first == first && $0 != name && $0.columnCount > count }
    // A character that takes two columns has no place between others.
    guard !others.isEmpty, columnCount == self.count else { return balanced }
    let middle = count / 2
    for head in (1..<count).sorted(by: { (abs($0 - middle), $0) < (abs($1 - middle), $1) }) {
      let (start, end) = (name.prefix(head), name.suffix(count - 1 - head))
      if !others.contains(where: { $0.hasPrefix(start) && $0.hasSuffix(end) }) { return start + "…" + end }
    }
    let room = count - 3
    let center = name.count / 2
    let starts = (2..<name.count).filter { $0 < name.count - room }
    for start in starts.sorted(by: { (abs($0 - center), $0) < (abs($1 - center), $1) }) {
      let inside = name.dropFirst(start).prefix(room)
      if !others.contains(where: { $0.dropFirst().contains(inside) }) { return "\(first)…\(inside)…" }
    }
    return balanced
  }

  /// Returns the text with an ellipsis at its end if it takes more than some columns.
  func elidedAtEnd(to count: Int) -> String {
    if columnCount <= count { return String(self) }
    return count > 0 ? prefix(ofColumns: count - 1).withoutOpenEscape + "…" : ""
  }

  /// Returns the words of the text in lines of at most `width` columns. A longer word has a line of its own.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.columnCount + 1 + word.columnCount <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension [String] {
  /// Returns the items with commas behind them. An item that is longer than some columns comes in two pieces, its name and its value.
  private func pieces(fitting width: Int) -> [String] {
    enumerated().flatMap { index, item in
      let comma = index == count - 1 ? "" : ","
      let room = width - comma.count
      if item.columnCount <= room { return [item + comma] }
      let words = item.split(separator: " ", omittingEmptySubsequences: false)
      guard let end = words.firstIndex(where: { $0.hasSuffix(":") || $0 == "=" }), end < words.count - 1 else {
        return [item.elidedInMiddle(to: room) + comma]
      }
      let (name, value) = (words[...end].joined(separator: " "), words[(end + 1)...].joined(separator: " "))
      return [name.elidedInMiddle(to: width), value.elidedInMiddle(to: room) + comma]
    }
  }

  /// Returns the items with commas between them in some columns. The first items are whole as far as they fit, and an ellipsis stands
  /// for the others, so that no two of them look like one.
  func elidedList(to count: Int) -> String {
    let all = joined(separator: ", ")
    if all.columnCount <= count { return all }
    var text = ""
    for item in dropLast() {
      let longer = text.isEmpty ? item : text + ", " + item
      if longer.columnCount + 3 > count { break }
      text = longer
    }
    if !text.isEmpty { return text + ", …" }
    let first = self.first ?? ""
    return self.count == 1 ? first.elidedInMiddle(to: count) : first.elidedInMiddle(to: count - 3) + ", …"
  }

  /// Returns the items with commas behind them in lines of at most some columns. An item that is longer has its value on another line, and
  /// only a value that is longer than a line is elided.
  func wrappedList(to width: Int, limit: Int = 6) -> [String] {
    var lines: [String] = []
    for piece in pieces(fitting: width) {
      if let last = lines.last, last.columnCount + 1 + piece.columnCount <= width {
        lines[lines.count - 1] = last + " " + piece
      } else if lines.count == limit {
        lines[limit - 1] = (lines[limit - 1] + " …").elidedAtEnd(to: width)
        break
      } else {
        lines.append(piece)
      }
    }
    return lines
  }
}
