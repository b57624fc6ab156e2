import LifelineModel

/// Writes the documentation in a spec as lines of documentation comments.
struct DocumentationLines {
  let machine: Machine

  /// Returns the lines for a part of the spec: its prose, its selector and its citations.
  ///
  /// - Parameter selector: The name that logs use.
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

  /// The length beyond which a line is broken if it can be.
  private static let width = 100

  /// Breaks a line between words. Only running text and items of a list are broken, because the end of another line may
  /// have a meaning in Markdown.
  private static func wrapped(_ line: String) -> [String] {
    guard line.utf8.count > width, let first = line.utf8.first, !" |#>`".utf8.contains(first) else { return [line] }
    let bytes = Array(line.utf8)
    let indentation = line.hasPrefix("- ") ? "  " : ""
    var lines: [String] = []
    var start = 0
    var lastBreak: (position: Int, column: Int)?
    var column = 0
    func cut(at end: (position: Int, column: Int)) {
      lines.append((lines.isEmpty ? "" : indentation) + String(decoding: bytes[start..<end.position], as: UTF8.self))
      start = end.position + 1
      column -= end.column + 1
      lastBreak = nil
    }
    for (position, byte) in bytes.enumerated() {
      // A line may only begin with a word: anything else could look like an item of a list.
      if byte == 0x20, position > start, position + 1 < bytes.count, canBegin(bytes[position + 1]) {
        if column > width, let end = lastBreak { cut(at: end) }
        lastBreak = (position, column)
      }
      // Continuation bytes of UTF-8 have no width.
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
