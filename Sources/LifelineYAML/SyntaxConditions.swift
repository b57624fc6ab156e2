import LifelineSource

// The conditions of syntax rules, and what their diagnostics quote.

extension SyntaxErrorSite {
  /// Whether a `*` is meant as the key for any event.
  var isLoneAsterisk: Bool {
    index == origin + 1 && (text.isSpace(index) || ":,]}".unicodeScalars.contains(text[index]))
  }

  /// The backslash and the character after it, at which libyaml found an escape that it does not know.
  var unknownEscape: Range<Int> { index..<min(index + 2, text.count) }

  /// The backslash and the letter before the digits at which libyaml found that they are wrong.
  var numericEscape: Range<Int> { max(origin, index - 2)..<index }

  /// The only word on the line above, if it and the key at which libyaml gave up are probably keys of one mapping.
  var keyWithoutColon: Range<Int>? {
    guard startOfValue == firstInLine, case .mapping = kindOfLastValue, let above = lineAbove,
      column(above.lowerBound) == column(firstInLine), !above.contains(where: { text.isSpace($0) }),
      text[above.lowerBound].properties.isAlphabetic
    else { return nil }
    return above
  }

  /// Whether the colon at which libyaml gave up ends a key that can be any text, and that contains another colon.
  var hasColonInTitle: Bool {
    guard case .mapping(_, let keys, isTitled: true) = kindOfLastValue else { return false }
    let next = text.skippingBlanks(from: index + 1)
    let endsLine = next >= endOfLine(index) || text[next] == "{"
    return endsLine && !keys.contains(text.string(startOfValue..<index))
  }

  /// Returns a mapping in braces that a value with a colon probably means.
  ///
  /// - Parameter keys: The keys that the mapping can have; empty for any.
  /// - Returns: The mapping, or `nil` if it can't be known which key is meant.
  func mapping(of value: Range<Int>, keys: [String]) -> String? {
    let word = text.string(value.lowerBound..<index)
    let end = max(value.upperBound, index + 1)
    let inner = text.string(min(text.skippingBlanks(from: index + 1), end)..<end)
    let isComplete = !inner.isEmpty && (!inner.contains(": ") || "{[\"'".contains(inner.prefix(1)))
    var key: String? = word
    if !keys.isEmpty, !keys.contains(word) {
      // The word before a transition's target needn't be meant as a key.
      key = nearestName(to: word, among: keys) ?? keys.first { $0 == "to" }
    }
    return key.map { "{\($0): \(isComplete ? inner : "…")}" }
  }

  var isInBrackets: Bool { context == "while parsing a flow node" }

  /// Whether the innermost collection is in brackets and lacks its end.
  var isUnclosed: Bool { isInBrackets && (isAtEnd || !"]},-:?".contains(sign)) }

  /// Whether a key or an item of a block is expected.
  var isInBlock: Bool {
    context == "while parsing a block mapping" || context == "while parsing a block collection"
      || problem == "did not find expected node content"
  }

  /// The beginning of the block in which a key or an item is expected.
  private var blockStart: Int { problem == "did not find expected node content" ? innermost : origin }

  var isInList: Bool {
    context == "while parsing a block collection"
      || (context != "while parsing a block mapping" && text[innermost] == "-")
  }

  var isItem: Bool { sign == "-" && text.isSpace(index + 1) }

  var isAligned: Bool { column(index) == column(blockStart) }

  var blockNotes: [(message: String, range: Range<Int>)] {
    [(isInList ? "the list begins here" : "the mapping begins here", characterRange(blockStart))]
  }

  /// The end of the text before the position on its line.
  var endBefore: Int {
    var end = index
    while end > 0, text.isBlank(end - 1) { end -= 1 }
    return end
  }

  var quoteBefore: String { endBefore > 0 ? text.string(characterRange(endBefore - 1)) : "" }

  /// Whether the quote before the position has no other half on its line.
  var closesOtherQuote: Bool {
    (startOfLine(index)..<endBefore).count { text[$0] == text[endBefore - 1] } % 2 == 1
  }

  private var isFlowSequence: Bool { context == "while parsing a flow sequence" }

  /// The noun for the collection in brackets.
  var collection: String { isFlowSequence ? "list" : "mapping" }

  var closingBracket: String { isFlowSequence ? "]" : "}" }

  var bracketNotes: [(message: String, range: Range<Int>)] {
    [("`\(isFlowSequence ? "[" : "{")` opens it here", characterRange(origin))]
  }
}
