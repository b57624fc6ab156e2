import LifelineSource

/// Writes findings for people: each with its place, the line of the source and what is meant underlined.
package struct TerminalRenderer: Sendable {
  /// Whether the output is for a terminal that shows colours.
  package var colored: Bool

  /// Creates a renderer, with colours or without.
  package init(colored: Bool) {
    self.colored = colored
  }

  /// The findings in the given order, each on lines of its own that end with a line's end. `sources` holds
  /// the texts to show lines of, by path.
  package func render(_ diagnostics: [Diagnostic], sources: [String: SourceFile]) -> String {
    var output = Output(colored: colored, sources: sources)
    for diagnostic in diagnostics { output.write(diagnostic) }
    return output.text
  }
}

private struct Output {
  let colored: Bool
  let sources: [String: SourceFile]
  var text = ""
  private var cursor = LineCursor()

  init(colored: Bool, sources: [String: SourceFile]) {
    self.colored = colored
    self.sources = sources
  }

  mutating func write(_ diagnostic: Diagnostic) {
    let style: Style = diagnostic.severity == .error ? .error : .warning
    writeHead(
      diagnostic.location, diagnostic.severity.rawValue, style,
      diagnostic.message, code: diagnostic.kind.code)
    writeExcerpt(diagnostic.location)
    for line in diagnostic.details {
      text += gutter() + "  " + VisibleText.escaped(line) + "\n"
    }
    if let fixIt = diagnostic.fixIt {
      text += gutter() + "  " + paint("help:", .help) + " " + VisibleText.escaped(fixIt.help) + "\n"
    }
    for note in diagnostic.notes {
      writeHead(note.location, "note", .note, note.message, code: nil)
      if let location = note.location { writeExcerpt(location) }
    }
  }

  private mutating func writeHead(
    _ location: SourceLocation?, _ label: String, _ style: Style, _ message: String, code: String?
  ) {
    if let location {
      var place = VisibleText.escaped(location.path) + ":"
      if let start = location.range?.start { place += "\(start.line):\(start.column):" }
      text += paint(place, .place) + " "
    }
    text += paint(label + ":", style) + " " + paint(VisibleText.escaped(message), .message)
    if let code { text += " [\(code)]" }
    text += "\n"
  }

  private mutating func writeExcerpt(_ location: SourceLocation) {
    guard let range = location.range, let source = sources[location.path],
      let excerpt = Excerpt(range, in: source, cursor: &cursor)
    else { return }
    text += gutter(range.start.line) + (excerpt.text.isEmpty ? "" : " " + excerpt.text) + "\n"
    let underline = "^" + String(repeating: "~", count: excerpt.length - 1)
    text += gutter() + " " + String(repeating: " ", count: excerpt.indentation)
    text += paint(underline, .underline) + "\n"
  }

  private func gutter(_ line: Int? = nil) -> String {
    let number = line.map(String.init) ?? ""
    let padded = String(repeating: " ", count: max(0, 5 - number.utf8.count)) + number
    return paint(padded + " |", .gutter)
  }

  private func paint(_ text: String, _ style: Style) -> String {
    colored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The parameters of the escape sequence that chooses a colour.
private enum Style: String {
  case place = "1"
  case error = "1;31"
  case warning = "1;35"
  case note = "1;36"
  case message = "1;39"
  case help = "1;34"
  case underline = "1;32"
  case gutter = "2"
}
