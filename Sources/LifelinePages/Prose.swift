/// Returns the words of a documentation: text, with what stands between backticks as code. Its lines stay lines.
func prose(_ text: String) -> [Inline] {
  var result: [Inline] = []
  for line in text.split(separator: "\n") {
    if !result.isEmpty { result.append(.lineBreak) }
    result += words(of: line)
  }
  return result
}

private func words(of line: Substring) -> [Inline] {
  let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
  // A backtick without a second one is a backtick.
  guard !pieces.count.isMultiple(of: 2) else { return [.text(String(line))] }
  return pieces.enumerated().compactMap { number, piece in
    if piece.isEmpty { return nil }
    return number.isMultiple(of: 2) ? .text(String(piece)) : .code(String(piece))
  }
}

/// Returns the paragraphs of a documentation, which blank lines separate.
func paragraphs(_ text: String?) -> [Block] {
  let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  return lines.split { $0.allSatisfy(\.isWhitespace) }.map { .paragraph(prose($0.joined(separator: "\n"))) }
}

/// Returns the first sentence of a documentation; `nil` if there is none.
///
/// A sentence ends with a period, a question mark or an exclamation mark before a blank, or with its line.
func firstSentence(_ text: String?) -> String? {
  guard let line = text?.split(separator: "\n").first else { return nil }
  var result = ""
  for character in line {
    if character == " ", let last = result.last, ".!?".contains(last) { break }
    result.append(character)
  }
  return result
}

extension [[Inline]] {
  /// The items with commas between them, and a word before the last one.
  func listed(_ word: String) -> [Inline] {
    enumerated().flatMap { number, item -> [Inline] in
      if number == 0 { return item }
      return [.text(number == count - 1 ? " \(word) " : ", ")] + item
    }
  }
}
