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
    return Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""])).map { line in
      line.isEmpty ? "///" : "/// \(line)"
    }
  }

  private func text(_ citation: Citation) -> String {
    let source = machine[citation.source]
    var text = source.title ?? source.id
    if let place = citation.place { text += ", \(place)" }
    if let url = source.url { text += " <\(url)>" }
    return SwiftText.commentLine(text)
  }
}
