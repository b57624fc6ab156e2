/// The lengths of quoted texts in messages, in Unicode scalars.
package enum QuoteLimits {
  /// The greatest length of a text between backticks.
  package static let quote = 200
  /// The greatest length of a message, a note or a line of details.
  package static let message = 2_000
}

extension String {
  /// Returns the text, or its beginning with an ellipsis if it has more than `length` scalars.
  package func shortened(to length: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return String(unicodeScalars[..<unicodeScalars.index(before: end)]) + "…"
  }

  /// Returns the text of a message without the middle or the ends of what it quotes, if that is long.
  ///
  /// A text in a spec may have 16 MiB. A message shows at most ``QuoteLimits/quote`` scalars of each text between
  /// backticks, and at most ``QuoteLimits/message`` altogether. An ellipsis stands for what is left out.
  package func shorteningQuotes() -> String {
    guard utf8.count > QuoteLimits.quote else { return self }
    var result = UnicodeScalarView()
    var isQuoted = false
    var length = 0
    for scalar in unicodeScalars {
      if scalar == "`" {
        isQuoted.toggle()
        length = 0
      } else {
        length += 1
      }
      if !isQuoted || length < QuoteLimits.quote {
        result.append(scalar)
      } else if length == QuoteLimits.quote {
        result.append("…")
      }
    }
    guard result.count > QuoteLimits.message else { return String(result) }
    let half = QuoteLimits.message / 2
    return String(result.prefix(half)) + "…" + String(result.suffix(half - 1))
  }
}
