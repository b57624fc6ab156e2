import LifelineSource

/// A text as a list of characters, which is how libyaml counts. All indices are those of Unicode scalars.
struct YAMLText {
  /// The whole text.
  let content: String
  private let scalars: [Unicode.Scalar]

  /// Creates the list of a text's characters.
  init(_ text: String) {
    content = text
    scalars = Array(text.unicodeScalars)
  }

  /// The number of characters.
  var count: Int { scalars.count }

  /// The character at an index; behind the end it is U+0000, which no YAML text contains.
  subscript(_ index: Int) -> Unicode.Scalar { scalars.indices.contains(index) ? scalars[index] : "\0" }

  /// Returns the text of a range.
  func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
    return String(view)
  }

  /// Returns the position of a character, or of the text's end. It takes time in proportion to the index.
  func position(of index: Int) -> SourcePosition { position(of: index, from: 0, at: .start) }

  /// Returns the position of a character, counted from an earlier character at `position`.
  func position(of end: Int, from start: Int, at position: SourcePosition) -> SourcePosition {
    var position = position
    for index in start..<max(start, min(end, count)) {
      if scalars[index] == "\n" || (scalars[index] == "\r" && self[index + 1] != "\n") {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else {
        position.column += 1
      }
    }
    return position
  }

  /// Returns the index of a position.
  func index(of position: SourcePosition) -> Int {
    var current = SourcePosition.start
    for index in scalars.indices {
      if current >= position { return index }
      current = self.position(of: index + 1, from: index, at: current)
    }
    return count
  }
}

// MARK: - Scanning

extension YAMLText {
  /// Returns whether a space, a tab or a line's end is at an index.
  func isSpace(_ index: Int) -> Bool { isBlank(index) || isLineEnd(index) }

  /// Returns whether a space or a tab is at an index.
  func isBlank(_ index: Int) -> Bool { self[index] == " " || self[index] == "\t" }

  /// Returns whether a line feed or a carriage return is at an index.
  func isLineEnd(_ index: Int) -> Bool { self[index] == "\n" || self[index] == "\r" }

  /// Returns whether a bracket or a comma is at an index.
  func isFlowIndicator(_ index: Int) -> Bool { ",[]{}".unicodeScalars.contains(self[index]) }

  /// Returns whether a character that libyaml allows in an anchor's name is at an index.
  func isNameCharacter(_ index: Int) -> Bool {
    switch self[index] {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// Returns the index of the first character that is neither a space nor a tab.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while isBlank(index) { index += 1 }
    return index
  }

  /// Returns the index of the first character that isn't part of a space, a line's end or a comment.
  func skippingSpace(from start: Int) -> Int {
    var index = start
    while index < count {
      if isSpace(index) {
        index += 1
      } else if self[index] == "#", index > 0, isSpace(index - 1) {
        while index < count, !isLineEnd(index) { index += 1 }
      } else {
        break
      }
    }
    return index
  }

  /// Returns the end of the space, or of the lack of it, that is directly before an index.
  func skippingSpaceBackwards(from end: Int) -> Int {
    var index = end
    while index > 0, isSpace(index - 1) { index -= 1 }
    return index
  }

  /// Returns the index behind the text that looks like a tag at `start`. It ends at a space, a bracket or a comma.
  func endOfTag(at start: Int) -> Int {
    var end = start + 1
    while end < count, !isSpace(end), !isFlowIndicator(end) { end += 1 }
    return min(end, count)
  }

  /// Returns the index behind the anchor or tag that begins at `start`.
  func endOfProperty(at start: Int) -> Int {
    var end = start + 1
    if self[start] == "!", self[end] == "<" {
      while end < count, self[end] != ">", !isSpace(end) { end += 1 }
      return min(end + 1, count)
    }
    while end < count, !isSpace(end), self[end] != ",", self[start] == "!" || isNameCharacter(end) { end += 1 }
    return end
  }
}
