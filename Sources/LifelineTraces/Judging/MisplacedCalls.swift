import LifelineSource

/// The lines that contain a callback, but don't begin with it, so that they are no calls.
struct MisplacedCalls {
  /// The first of these lines.
  private(set) var first: (name: String, place: LogPlace)?
  private(set) var count = 0
  private var examined = 0

  /// The number of lines that are searched. The rest of a log looks like its beginning.
  private static let limit = 1_000

  /// Looks for a callback in a line that is no call. Words of prose aren't taken for one: its name has a capital behind a
  /// small letter.
  mutating func examine(_ line: [UInt8], in range: Range<Int>, at place: LogPlace, _ table: SelectorTable) {
    guard examined < Self.limit else { return }
    examined += 1
    var index = range.lowerBound
    while index < range.upperBound {
      let end = line.skip(from: index, to: range.upperBound, while: isWordByte)
      if end > index, hasInnerCapital(line[index..<end]) {
        let selectorEnd = line.skip(from: end, to: range.upperBound) { isWordByte($0) || $0 == UInt8(ascii: ":") }
        if table.hasName(line, in: index..<selectorEnd) || table.hasName(line, in: index..<end) {
          if count == 0 { first = (String(decoding: line[index..<end], as: UTF8.self), place) }
          count += 1
          return
        }
      }
      index = max(end, index + 1)
    }
  }

  private func hasInnerCapital(_ word: ArraySlice<UInt8>) -> Bool {
    zip(word, word.dropFirst()).contains { isSmallLetter($0) && isCapital($1) }
  }
}
