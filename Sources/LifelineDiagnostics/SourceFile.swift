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
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let end = number < lineStarts.count ? lineStarts[number] : text.endIndex
    let line = text.unicodeScalars[lineStarts[number - 1]..<end]
    return String(line.filter { $0 != "\n" && $0 != "\r" })
  }
}
