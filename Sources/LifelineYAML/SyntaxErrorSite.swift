import LifelineSource

/// The text around a position at which libyaml gave up. All indices and ranges count characters.
struct SyntaxErrorSite {
  let text: YAMLText
  let path: String
  let format: YAMLFormat
  /// The message of libyaml: the part that it was reading, and the problem.
  let context: String
  let problem: String
  /// The index at which libyaml gave up.
  let index: Int
  /// The beginning of the part that libyaml was reading.
  let origin: Int
  /// The beginning of the innermost collection that isn't complete.
  let innermost: Int
  /// Whether the part that libyaml was reading begins on the line on which it gave up.
  let isOnOneLine: Bool
  /// The keys that lead to the innermost collection.
  private let keys: [String?]
  /// The last key in the innermost collection that has a value.
  private let lastKey: String?

  init(
    _ error: SyntaxError, in text: YAMLText, path: String, format: YAMLFormat, keys: [String?], lastKey: String?,
    innermost: SourcePosition?
  ) {
    self.text = text
    self.path = path
    self.format = format
    self.keys = keys
    self.lastKey = lastKey
    context = error.context
    problem = error.problem
    index = error.mark.index
    origin = error.contextMark?.index ?? index
    self.innermost = innermost.map(text.index(of:)) ?? index
    isOnOneLine = error.mark.position.line == error.contextMark?.position.line
  }

  /// Returns the diagnostic of the first rule that matches.
  func diagnose() -> Diagnostic {
    let rule = SyntaxRule.all.first { $0.matches(self) }
    return rule?.diagnose(self) ?? diagnostic(.unreadable, "this cannot be read as YAML: \(problem)", at: word)
  }

  /// Makes a diagnostic.
  func diagnostic(
    _ kind: DiagnosticKind, _ message: String, at range: Range<Int>? = nil,
    notes: [(message: String, range: Range<Int>)] = [], fix: (range: Range<Int>, replacement: String)? = nil
  ) -> Diagnostic {
    Diagnostic(
      kind, message, at: location(range ?? characterRange(index)),
      notes: notes.map { .init($0.message, at: location($0.range)) },
      fixIt: fix.map { .init(replace: location($0.range), with: $0.replacement) })
  }

  private func location(_ range: Range<Int>) -> SourceLocation {
    let start = text.position(of: range.lowerBound)
    let end = text.position(of: range.upperBound, from: min(range.lowerBound, text.count), at: start)
    return SourceLocation(path: path, range: SourceRange(start, end))
  }
}

// MARK: - Characters and words

extension SyntaxErrorSite {
  /// The character at which libyaml gave up; empty at the end of the text.
  var sign: String { text.string(characterRange(index)) }

  /// The first character of the part that libyaml was reading.
  var firstSign: String { text.string(characterRange(origin)) }

  /// The range of one character, which is empty at the end of the text.
  func characterRange(_ index: Int) -> Range<Int> { index..<max(index, min(index + 1, text.count)) }

  /// The word at which libyaml gave up.
  var word: Range<Int> { word(at: index) }

  /// Returns the range of at least one character that ends before a space, a bracket, a comma or a colon.
  func word(at start: Int) -> Range<Int> {
    var end = characterRange(start).upperBound
    while end < text.count, !text.isSpace(end), !text.isFlowIndicator(end), text[end] != ":" { end += 1 }
    return start..<end
  }

  /// Whether the document ends here: at the end of the text, or at `---` or `...`.
  var isAtEnd: Bool {
    index >= text.count || (startOfLine(index) == index && ["---", "..."].contains(text.string(word)))
  }

  /// Returns a text as messages about syntax quote it, with at most 60 characters.
  func shortened(_ text: String) -> String { text.shortened(to: 60) }

  /// Returns the text in quotes.
  func quoted(_ text: String) -> String {
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'\(text.replacing("'", with: "''"))'"
  }
}

// MARK: - Lines

extension SyntaxErrorSite {
  func startOfLine(_ index: Int) -> Int {
    var start = min(index, text.count)
    while start > 0, !text.isLineEnd(start - 1) { start -= 1 }
    return start
  }

  func column(_ index: Int) -> Int { index - startOfLine(index) }

  /// Returns the end of a line's content: before its end, a comment, and the spaces before these.
  func endOfLine(_ index: Int) -> Int {
    var end = index
    while end < text.count, !text.isLineEnd(end), !(text[end] == "#" && end > index && text.isBlank(end - 1)) {
      end += 1
    }
    while end > index, text.isBlank(end - 1) { end -= 1 }
    return end
  }

  /// The part that libyaml was reading, up to the end of its line.
  var lineFromOrigin: Range<Int> { origin..<endOfLine(origin) }

  /// The beginning of the content of the line on which libyaml gave up.
  var firstInLine: Int { text.skippingBlanks(from: startOfLine(index)) }

  /// Whether only spaces and tabs are before the position on its line.
  var isFirstInLine: Bool { firstInLine >= index }

  /// The content of the nearest line above that has content other than a comment.
  var lineAbove: Range<Int>? {
    var start = startOfLine(index)
    while start > 0 {
      start = startOfLine(start - 1)
      let first = text.skippingBlanks(from: start)
      if text[first] != "#", !text.isSpace(first) { return first..<endOfLine(first) }
    }
    return nil
  }

  /// The beginning of the last value on the line before the position: behind a `: ` or `- `, or at the beginning.
  var startOfValue: Int {
    var (start, position) = (firstInLine, firstInLine)
    while position < index {
      let separates = text[position] == ":" || (text[position] == "-" && start == position)
      if separates, text.isBlank(position + 1) {
        let next = text.skippingBlanks(from: position + 1)
        if next < index { start = next }
        position = next
      } else {
        position += 1
      }
    }
    return start
  }

  /// The end of the value on the line: at the line's end, or between brackets at the next bracket or comma.
  var endOfValue: Int {
    let lineEnd = endOfLine(index)
    guard context.contains("while parsing a flow") else { return lineEnd }
    var end = (index..<lineEnd).first(where: text.isFlowIndicator) ?? lineEnd
    while end > index, text.isBlank(end - 1) { end -= 1 }
    return end
  }

  /// The beginning of the key on the line: behind the dashes of list items.
  var startOfKey: Int {
    var start = firstInLine
    while text[start] == "-", text.isBlank(start + 1) { start = text.skippingBlanks(from: start + 1) }
    return start
  }

  /// The index of the first colon or space of the part that libyaml was reading, or the end of its line.
  var endOfKey: Int {
    lineFromOrigin.first { text[$0] == ":" || text.isSpace($0) } ?? lineFromOrigin.upperBound
  }
}

// MARK: - Kinds of values

extension SyntaxErrorSite {
  /// The kind of the value that was read last.
  var kindOfLastValue: YAMLValueKind { format.valueKind(keys + [lastKey].compactMap(\.self)) }

  /// The word that negates the expression at which libyaml gave up, if it is one.
  ///
  /// libyaml reads ahead, so the last keys may not be among those that the tree knows. They are looked for in the text.
  var negation: String? {
    if let word = format.valueKind(keys).negation { return word }
    guard let key = key(before: origin) else { return nil }
    let outerKey = openBrace(before: key.lowerBound).flatMap { self.key(before: $0) }
    return format.valueKind(keys + [outerKey, key].compactMap { $0.map(text.string) }).negation
  }

  /// Returns the range of the key whose value begins at an index.
  private func key(before index: Int) -> Range<Int>? {
    let end = text.skippingSpaceBackwards(from: index) - 1
    guard end >= 0, text[end] == ":" else { return nil }
    var start = end
    while start > 0, !text.isSpace(start - 1), !text.isFlowIndicator(start - 1) { start -= 1 }
    return start..<end
  }

  /// Returns the index of the nearest `{` before an index on the same line that isn't closed.
  private func openBrace(before end: Int) -> Int? {
    var index = end
    var depth = 0
    while index > 0, text[index - 1] != "\n" {
      index -= 1
      switch text[index] {
      case "}", "]": depth += 1
      case "{" where depth == 0: return index
      case "{", "[": depth -= 1
      default: break
      }
    }
    return nil
  }
}
