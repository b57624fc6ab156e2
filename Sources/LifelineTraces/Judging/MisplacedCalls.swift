import LifelineSource

/// The lines that contain a callback, but don't begin with it, so that they are no calls.
struct MisplacedCalls {
  /// The first of these lines.
  private(set) var first: (name: String, place: LogPlace, pattern: String?)?
  private(set) var count = 0
  private var examined = 0

  /// The number of lines that are searched. The rest of a log looks like its beginning.
  private static let limit = 1_000

  /// Looks for a callback in a line that is no call. Words of prose aren't taken for one: its name has a capital behind a
  /// small letter or an underscore in it, an argument follows, or it is all that comes behind a sign such as a colon.
  mutating func examine(_ line: [UInt8], in range: Range<Int>, at place: LogPlace, _ table: SelectorTable) {
    guard examined < Self.limit else { return }
    examined += 1
    var index = range.lowerBound
    while index < range.upperBound {
      let end = line.skip(from: index, to: range.upperBound, while: isWordByte)
      if end > index, isNoProse(line[index..<end]) || hasCallsForm(line, index..<end, in: range) {
        let selectorEnd = line.skip(from: end, to: range.upperBound) { isWordByte($0) || $0 == UInt8(ascii: ":") }
        if table.hasName(line, in: index..<selectorEnd) || table.hasName(line, in: index..<end) {
          if count == 0 {
            first = (
              String(decoding: line[index..<end], as: UTF8.self), place,
              Self.pattern(behind: String(decoding: line[range.lowerBound..<index], as: UTF8.self))
            )
          }
          count += 1
          return
        }
      }
      index = max(end, index + 1)
    }
  }

  /// Returns the end of a message about a file without a call: its first such line, and how to find calls like it.
  func hint(in file: Int) -> String {
    guard let first, first.place.file == file else { return "" }
    let pattern =
      first.pattern.map { ": a pattern for calls (`--call-pattern`), such as `\(VisibleText.escaped($0))`, finds it" }
      ?? ""
    return "; line \(first.place.line) contains `\(VisibleText.escaped(first.name))`, but doesn't begin with it"
      + pattern
  }

  /// Returns a regular expression for calls that have the last word of a text before them; `nil` if that word isn't likely to be
  /// before each of them.
  private static func pattern(behind text: String) -> String? {
    // The receiver belongs to the call.
    let receiver = ["-[", "+[", "<"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    let before = text[..<(receiver ?? text.endIndex)]
    guard before.last == " ", let word = before.split(separator: " ").last, word.utf8.count <= 40,
      word.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || ":-_.>=|".unicodeScalars.contains($0) })
    else { return nil }
    return word.replacing(".", with: "\\.").replacing("|", with: "\\|") + " (.*)"
  }

  private func isNoProse(_ word: ArraySlice<UInt8>) -> Bool {
    zip(word, word.dropFirst()).contains { isSmallLetter($0) && isCapital($1) }
      || word.dropFirst().dropLast().contains(UInt8(ascii: "_"))
  }

  /// Returns whether a word has an argument behind it, or a sign before it and nothing behind it.
  private func hasCallsForm(_ line: [UInt8], _ word: Range<Int>, in range: Range<Int>) -> Bool {
    if word.upperBound < range.upperBound, line[word.upperBound] == UInt8(ascii: "(") { return true }
    guard line[word.upperBound..<range.upperBound].allSatisfy({ $0 == UInt8(ascii: " ") }) else { return false }
    let sign = line[range.lowerBound..<word.lowerBound].last { $0 != UInt8(ascii: " ") }
    return sign.map { ":>|]=-".utf8.contains($0) } ?? false
  }
}
