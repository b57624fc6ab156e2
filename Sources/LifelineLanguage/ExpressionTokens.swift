/// A word of an expression, with its place as columns of the expression's text.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    /// A name or a word such as `and`; of `in(…)` also a dotted path.
    case word
    /// Digits alone.
    case number
    /// Digits with letters behind them.
    case duration
    /// An operator or a parenthesis.
    case symbol
    /// Something that no expression has.
    case unknown
    /// The end of the text.
    case end
  }

  var kind: Kind
  var text: String
  /// Where it begins, in Unicode scalars from the text's beginning.
  var offset: Int

  var length: Int { text.unicodeScalars.count }
}

/// Cuts an expression's text into words.
func expressionTokens(_ text: String) -> [ExpressionToken] {
  let scalars = Array(text.unicodeScalars)
  var tokens: [ExpressionToken] = []
  var index = 0
  /// The place of `index` in the text.
  var place = text.startIndex
  func append(_ kind: ExpressionToken.Kind, to end: Int) {
    let next = text.unicodeScalars.index(place, offsetBy: end - index)
    tokens.append(ExpressionToken(kind: kind, text: String(text[place..<next]), offset: index))
    (index, place) = (end, next)
  }
  func end(from start: Int, while matches: (UInt8) -> Bool) -> Int {
    var end = start
    while end < scalars.count, let byte = UInt8(exactly: scalars[end].value), matches(byte) { end += 1 }
    return end
  }
  while index < scalars.count {
    guard let byte = UInt8(exactly: scalars[index].value), byte < 0x80 else {
      append(.unknown, to: index + 1)
      continue
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D:
      index += 1
      text.unicodeScalars.formIndex(after: &place)
    case _ where isIdentifierStart(byte):
      append(.word, to: end(from: index) { isIdentifierStart($0) || isDigit($0) || $0 == 0x2E })
    case _ where isDigit(byte):
      let digits = end(from: index, while: isDigit)
      let whole = end(from: index) { isIdentifierStart($0) || isDigit($0) || $0 == 0x2E }
      append(whole == digits ? .number : .duration, to: whole)
    default:
      switch (scalars[index], index + 1 < scalars.count ? scalars[index + 1] : nil) {
      case ("=", "="), ("!", "="), ("<", "="), (">", "="), ("&", "&"), ("|", "|"): append(.symbol, to: index + 2)
      default:
        append("()<>+-*/%!=".unicodeScalars.contains(scalars[index]) ? .symbol : .unknown, to: index + 1)
      }
    }
  }
  append(.end, to: scalars.count)
  return tokens
}
