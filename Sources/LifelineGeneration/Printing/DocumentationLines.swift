import LifelineModel

/// Writes the documentation in a spec as lines of documentation comments, without their slashes.
struct DocumentationLines {
  let machine: Machine
  /// Whether citations are written.
  let citations: Bool

  /// Returns the lines for a part of the spec: its prose, its selectors and, if wanted, its citations.
  ///
  /// - Parameter selectors: The names that logs use.
  func lines(_ documentation: Documentation, selectors: [String] = []) -> [String] {
    var paragraphs: [[String]] = []
    if let text = documentation.text { paragraphs.append(SwiftText.commentLines(text)) }
    if !selectors.isEmpty {
      let names = "Known as \(selectors.map { "`\(SwiftText.commentLine($0))`" }.joined(separator: " or "))."
      // Behind a list or code, a line would be a part of that.
      if let text = paragraphs.first, text.count == 1, text[0].unicodeScalars.first.map(Self.canBegin) == true {
        paragraphs[0].append(names)
      } else {
        paragraphs.append([names])
      }
    }
    if citations {
      paragraphs.append(documentation.citations.map { "- See: \(text($0))" })
    }
    let lines = paragraphs.filter { !$0.isEmpty }.joined(separator: [""])
    return lines.flatMap(Self.wrapped)
  }

  /// Returns lines of documentation as a comment.
  static func comment(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "///" : "/// \($0)" } }

  /// The length beyond which a line is broken if it can be.
  private static let width = 108

  /// Breaks a line between words. Only running text and items of a list are broken, because the end of another line may
  /// have a meaning in Markdown.
  private static func wrapped(_ line: String) -> [String] {
    guard line.utf8.count > width, let first = line.utf8.first, !" |#>`".utf8.contains(first) else { return [line] }
    let scalars = Array(line.unicodeScalars)
    let indentation = line.hasPrefix("- ") ? "  " : ""
    var lines: [String] = []
    var start = 0
    var lastBreak: Int?
    func appendLine(endingAt end: Int) {
      lines.append((lines.isEmpty ? "" : indentation) + String(String.UnicodeScalarView(scalars[start..<end])))
      start = end + 1
      lastBreak = nil
    }
    for index in scalars.indices.dropLast() where scalars[index] == " " && index > start {
      // A line may only begin with a word: anything else could look like an item of a list.
      guard canBegin(scalars[index + 1]) else { continue }
      if index - start > width, let end = lastBreak { appendLine(endingAt: end) }
      lastBreak = index
    }
    if scalars.count - start > width, let end = lastBreak { appendLine(endingAt: end) }
    appendLine(endingAt: scalars.count)
    return lines
  }

  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "\u{80}"..., "(", "\"", "<": true
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
