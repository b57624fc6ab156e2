import LifelineSource

/// A word of a line that a user has typed: `text`, or `key=text`. The text may stand in double quotes.
struct SimulationWord: Equatable {
  var key: String?
  var text: String
  /// The columns of the word in the line, counted from 1.
  var columns: Range<Int>

  /// The word as it was typed, without quotes.
  var whole: String { (key.map { $0 + "=" } ?? "") + text }
}

/// A line that a simulation can't carry out.
package struct SimulationMistake: Error {
  /// The kind of the diagnostic that reports it.
  package var kind: DiagnosticKind
  /// One line that says what is wrong, why, and what to write instead.
  package var message: String
  /// The columns of the mistake in the line, counted from 1; `nil` for the line as a whole.
  package var columns: Range<Int>?

  /// Creates a mistake.
  package init(_ kind: DiagnosticKind, _ message: String, at columns: Range<Int>? = nil) {
    self.kind = kind
    self.message = message
    self.columns = columns
  }
}

/// Splits a line into words.
/// - Throws: An error about quotes that aren't closed, or that end inside of a word.
func splitWords(_ line: String) throws(SimulationMistake) -> [SimulationWord] {
  let scalars = Array(line.unicodeScalars)
  var words: [SimulationWord] = []
  var index = 0
  func isBlank(_ index: Int) -> Bool { scalars[index] == " " || scalars[index] == "\t" }
  while index < scalars.count {
    if isBlank(index) {
      index += 1
      continue
    }
    let start = index
    var word = SimulationWord(text: "", columns: 0..<0)
    while index < scalars.count, !isBlank(index) {
      let scalar = scalars[index]
      if scalar == "\"", word.text.isEmpty {
        word.text = try quotedText(scalars, &index)
        guard index == scalars.count || isBlank(index) else {
          throw SimulationMistake(
            .badLine,
            "a word goes on after its closing quote; write a space between them, or `\\\"` for a quote in a text",
            at: start + 1..<index + 1)
        }
        break
      }
      if scalar == "=", word.key == nil, !word.text.isEmpty {
        (word.key, word.text) = (word.text, "")
      } else {
        word.text.unicodeScalars.append(scalar)
      }
      index += 1
    }
    word.columns = start + 1..<index + 1
    words.append(word)
  }
  return words
}

/// Returns the text in the quotes that begin at `index`, which is moved behind them.
private func quotedText(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(SimulationMistake) -> String {
  let start = index
  var text = String.UnicodeScalarView()
  index += 1
  while index < scalars.count, scalars[index] != "\"" {
    guard scalars[index] == "\\", index + 1 < scalars.count else {
      text.append(scalars[index])
      index += 1
      continue
    }
    let escaped = scalars[index + 1]
    switch escaped {
    case "n": text.append("\n")
    case "t": text.append("\t")
    case "\"", "\\": text.append(escaped)
    case "u", "U":
      let count = escaped == "u" ? 4 : 8
      let digits = scalars[min(index + 2, scalars.count)..<min(index + 2 + count, scalars.count)]
      let code = String(String.UnicodeScalarView(digits))
      guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
        let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)
      else {
        throw SimulationMistake(
          .badLine,
          "`\\\(escaped)\(code)` is no character; write four hexadecimal digits, such as `\\u00e9`, or eight, such as "
            + "`\\U0001f600`",
          at: index + 1..<index + 3)
      }
      text.append(scalar)
      index += count
    default:
      throw SimulationMistake(
        .badLine, "`\\\(escaped)` means nothing in a text; write `\\\\` for a backslash", at: index + 1..<index + 3)
    }
    index += 2
  }
  guard index < scalars.count else {
    throw SimulationMistake(.badLine, "this quote isn't closed; write `\"` after the text", at: start + 1..<start + 2)
  }
  index += 1
  return String(text)
}
