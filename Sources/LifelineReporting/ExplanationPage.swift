import LifelineSource

/// A kind of finding as a page for people: its code and title, what it means, and how to mend it.
///
/// The paragraphs of an explanation are set anew; what is indented in it is an example and stays as it is.
package struct ExplanationPage: Sendable {
  private let kind: DiagnosticKind

  /// How many columns of a terminal a line takes at most, examples excepted.
  private static let width = 78

  /// Creates the page of `kind`.
  package init(_ kind: DiagnosticKind) { self.kind = kind }

  /// The page; it ends with a line's end.
  package var text: String {
    let head = "\(kind.code), \(kind.severity.article) \(kind.severity.rawValue): \(kind.title)"
    return head + "\n\n" + body
  }

  /// The page without its head.
  var body: String { lines.joined(separator: "\n") + "\n" }

  private var lines: [String] {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func set() {
      lines += Self.filled(paragraph)
      paragraph = []
    }
    for line in kind.explanation.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == " " || line.isEmpty {
        set()
        lines.append(String(line))
      } else {
        if line.hasPrefix("- ") { set() }
        paragraph += line.split(separator: " ")
      }
    }
    set()
    return lines
  }

  /// The words on as few lines as hold them; the lines of a list's item are indented.
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

extension Severity {
  fileprivate var article: String {
    switch self {
    case .error: "an"
    case .warning: "a"
    }
  }
}
