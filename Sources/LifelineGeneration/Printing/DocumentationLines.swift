import LifelineModel

/// What a spec says of its parts, as lines of documentation comments.
struct DocumentationLines {
  let machine: Machine

  /// The prose of a part and where its behaviour is documented; `selector` is the name by which logs know it.
  func lines(_ documentation: Documentation, selector: String? = nil) -> [String] {
    var paragraphs: [[String]] = []
    if let text = documentation.text { paragraphs.append(SwiftText.commentLines(text)) }
    if let selector { paragraphs.append(["Known as `\(SwiftText.commentLine(selector))`."]) }
    if !documentation.citations.isEmpty {
      paragraphs.append(documentation.citations.map { "- See: \(text($0))" })
    }
    let lines = paragraphs.filter { !$0.isEmpty }.joined(separator: [""])
    return lines.flatMap(Self.wrapped).map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// How long a line may be that has somewhere to be broken.
  private static let width = 100

  /// The line as several, broken between words. Only running text and items of a list are broken: elsewhere
  /// a line's end may mean something.
  private static func wrapped(_ line: String) -> [String] {
    guard line.utf8.count > width, let first = line.utf8.first, !" |#>`".utf8.contains(first) else { return [line] }
    let bytes = Array(line.utf8)
    let indentation = line.hasPrefix("- ") ? "  " : ""
    var lines: [String] = []
    var start = 0
    var lastBreak: (place: Int, column: Int)?
    var column = 0
    func cut(at end: (place: Int, column: Int)) {
      lines.append((lines.isEmpty ? "" : indentation) + String(decoding: bytes[start..<end.place], as: UTF8.self))
      start = end.place + 1
      column -= end.column + 1
      lastBreak = nil
    }
    for (place, byte) in bytes.enumerated() {
      // Only a word that begins like a word: another could be taken for an item of a list, or the like.
      if byte == 0x20, place > start, place + 1 < bytes.count, canBegin(bytes[place + 1]) {
        if column > width, let end = lastBreak { cut(at: end) }
        lastBreak = (place, column)
      }
      // Bytes that go on with a character take no room.
      if byte & 0xC0 != 0x80 { column += 1 }
    }
    if column > width, let end = lastBreak { cut(at: end) }
    lines.append((lines.isEmpty ? "" : indentation) + String(decoding: bytes[start...], as: UTF8.self))
    return lines
  }

  private static func canBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
      UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  private func text(_ citation: Citation) -> String {
    let source = machine[citation.source]
    var text = source.title ?? source.id
    if let location = citation.location { text += ", \(location)" }
    if let url = source.url { text += " <\(url)>" }
    return SwiftText.commentLine(text)
  }
}
