import LifelineSource

/// A token of an expression.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    /// A name or a word such as `and`, or a dotted path.
    case word
    /// Digits.
    case number
    /// Digits with a decimal point between them.
    case decimal
    /// Digits and letters behind them.
    case duration
    /// A text with its double quotes.
    case text
    /// A text without the quote at its end.
    case unclosedText
    /// An operator, a parenthesis or a comma.
    case symbol
    /// A character that no expression has.
    case unknown
    /// The end of the text.
    case end
  }

  var kind: Kind
  var text: String
  /// The start of the token in the text, counted in Unicode scalars.
  var offset: Int

  var length: Int { text.unicodeScalars.count }
}

/// Returns the tokens of an expression. The last is the end.
func expressionTokens(_ text: String) -> [ExpressionToken] {
  let scalars = Array(text.unicodeScalars)
  var tokens: [ExpressionToken] = []
  var index = 0
  func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (isIdentifierByte(UInt8(scalar.value)) || scalar == ".")
  }
  while index < scalars.count {
    let rest = scalars[index...]
    let kind: ExpressionToken.Kind
    var end = index + 1
    switch scalars[index] {
    case " ", "\t", "\n", "\r":
      index += 1
      continue
    case "0"..."9":
      end = index + rest.prefix(while: isName).count
      let parts = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
      let areDigits = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) } }
      kind = areDigits && parts.count == 1 ? .number : areDigits && parts.count == 2 ? .decimal : .duration
    case "\"":
      end = index + 1
      while end < scalars.count, scalars[end] != "\"" { end += scalars[end] == "\\" ? 2 : 1 }
      kind = end < scalars.count ? .text : .unclosedText
      end = min(end + 1, scalars.count)
    case let first where isName(first) && first != ".":
      end = index + rest.prefix(while: isName).count
      kind = .word
    case let first:
      let pair = String(String.UnicodeScalarView(rest.prefix(2)))
      if ["==", "!=", "<=", ">=", "&&", "||"].contains(pair) { end += 1 }
      kind = end - index == 2 || "()<>+-*/%!=,".unicodeScalars.contains(first) ? .symbol : .unknown
    }
    tokens.append(
      ExpressionToken(kind: kind, text: String(String.UnicodeScalarView(scalars[index..<end])), offset: index))
    index = end
  }
  return tokens + [ExpressionToken(kind: .end, text: "", offset: scalars.count)]
}
