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
    guard line.utf8.count > width, let first = line.unicodeScalars.first, !" \t|#>`".unicodeScalars.contains(first)
    else { return [line] }
    let indentation = line.hasPrefix("- ") ? "  " : ""
    var lines: [String] = []
    var current = ""
    var length = 0
    for word in line.utf8.split(separator: 0x20, omittingEmptySubsequences: false).map(Substring.init) {
      let wordLength = word.unicodeScalars.count
      // A word that would begin a list or the like at a line's beginning stays where it is.
      let canBegin = word.unicodeScalars.first.map {
        $0.properties.isAlphabetic || "(\"'`*_<".unicodeScalars.contains($0)
      }
      if length > 0, length + 1 + wordLength > width, canBegin == true, word != "*" {
        lines.append(current)
        current = indentation + word
        length = indentation.count + wordLength
      } else {
        if length > 0 { current += " " }
        current += word
        length += wordLength + 1
      }
    }
    return lines + [current]
  }

  private func text(_ citation: Citation) -> String {
    let source = machine[citation.source]
    var text = source.title ?? source.id
    if let place = citation.place { text += ", \(place)" }
    if let url = source.url { text += " <\(url)>" }
    return SwiftText.commentLine(text)
  }
}
