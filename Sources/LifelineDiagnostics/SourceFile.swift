/// A text with the path that messages call it by.
public struct SourceFile: Sendable {
  /// The path as the user gave it.
  public let path: String
  /// What stands in the file.
  public let text: String
  private let lineStarts: [String.Index]

  /// Creates the file `path` that holds `text`. Lines end at LF, CR LF or CR, as YAML's do.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
    var starts = [text.startIndex]
    let bytes = text.utf8
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      let isLoneReturn = byte == 0x0D && (index == bytes.endIndex || bytes[index] != 0x0A)
      if byte == 0x0A || isLoneReturn { starts.append(index) }
    }
    lineStarts = starts
  }

  /// How many lines the text has; an empty text has one.
  public var lineCount: Int { lineStarts.count }

  /// The text of a line without its end, or `nil` if there is no such line. Lines count from 1.
  public func line(_ number: Int) -> String? {
    range(ofLine: number).map { String(text.unicodeScalars[$0]) }
  }

  /// Where a line stands without its end, or `nil` if there is no such line. Lines count from 1.
  func range(ofLine number: Int) -> Range<String.Index>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let start = lineStarts[number - 1]
    guard number < lineStarts.count else { return start..<text.endIndex }
    var end = text.utf8.index(before: lineStarts[number])
    if end > start, text.utf8[end] == 0x0A {
      let before = text.utf8.index(before: end)
      if text.utf8[before] == 0x0D { end = before }
    }
    return start..<end
  }
}
