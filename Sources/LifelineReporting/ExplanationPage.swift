import LifelineSource

/// The explanation of a kind of diagnostic as a page for people.
///
/// Paragraphs are wrapped anew. Indented lines of the explanation are examples and stay as they are.
package struct ExplanationPage: Sendable {
  private let kind: DiagnosticKind

  /// The greatest number of columns of a line that isn't part of an example.
  private static let width = 78

  /// Creates the page about a kind.
  package init(_ kind: DiagnosticKind) { self.kind = kind }

  /// Returns the page, with the code, the severity and the title at its head. It ends with a line feed.
  package func render() -> String {
    let severity = kind.severity == .error ? "an error" : "a warning"
    return "\(kind.code), \(severity): \(kind.title)\n\n" + renderBody()
  }

  /// Returns the page without its head.
  func renderBody() -> String { fillLines().joined(separator: "\n") + "\n" }

  private func fillLines() -> [String] {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func fillParagraph() {
      lines += Self.filled(paragraph)
      paragraph = []
    }
    for line in kind.explanation.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == " " || line.isEmpty {
        fillParagraph()
        lines.append(String(line))
      } else {
        if line.hasPrefix("- ") { fillParagraph() }
        paragraph += line.split(separator: " ")
      }
    }
    fillParagraph()
    return lines
  }

  /// Returns the words on as few lines as possible. The lines of a list item are indented.
  private static func filled(_ words: [Substring]) -> [String] {
    let indentation = words.first == "-" ? "  " : ""
    return words.reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indentation) + word)
      }
    }
  }
}
