import LifelineSource

/// Writes diagnostics for people: each with its location and the line of the source, in which the range is underlined.
package struct TerminalRenderer: Sendable {
  private let colored: Bool

  /// Creates a renderer, with colors or without.
  package init(colored: Bool) {
    self.colored = colored
  }

  /// Returns the diagnostics in the given order, each on lines of its own.
  ///
  /// - Parameter sources: The files whose lines are shown, by path.
  package func render(_ diagnostics: [Diagnostic], sources: [PathKey: SourceFile]) -> String {
    var output = Output(colored: colored, sources: sources)
    for diagnostic in diagnostics { output.append(diagnostic) }
    return output.text
  }

  /// Returns the message of a diagnostic on one line, without its location.
  package func renderMessage(of diagnostic: Diagnostic) -> String {
    var output = Output(colored: colored, sources: [:])
    let style: Style = diagnostic.severity == .error ? .error : .warning
    output.appendHead(nil, diagnostic.severity.rawValue, style, diagnostic.message, code: diagnostic.kind.code)
    return output.text
  }
}

/// The output for a list of diagnostics.
private struct Output {
  let colored: Bool
  let sources: [PathKey: SourceFile]
  var text = ""
  private var cursor = LineCursor()

  init(colored: Bool, sources: [PathKey: SourceFile]) {
    self.colored = colored
    self.sources = sources
  }

  mutating func append(_ diagnostic: Diagnostic) {
    let style: Style = diagnostic.severity == .error ? .error : .warning
    appendHead(
      diagnostic.location, diagnostic.severity.rawValue, style,
      diagnostic.message, code: diagnostic.kind.code)
    if diagnostic.quotedLines.isEmpty {
      appendExcerpt(diagnostic.location)
    } else {
      appendQuotation(diagnostic)
    }
    for line in diagnostic.details {
      text += gutter() + "  " + VisibleText.escaped(line) + "\n"
    }
    if let fixIt = diagnostic.fixIt {
      text += gutter() + "  " + paint("help:", .help) + " " + VisibleText.escaped(fixIt.help) + "\n"
    }
    for note in diagnostic.notes {
      appendHead(note.location, "note", .note, note.message, code: nil)
      if let location = note.location { appendExcerpt(location) }
    }
  }

  mutating func appendHead(
    _ location: SourceLocation?, _ label: String, _ style: Style, _ message: String, code: String?
  ) {
    if let location {
      var position = VisibleText.escaped(location.path) + ":"
      if let start = location.range?.start { position += "\(start.line):\(start.column):" }
      text += paint(position, .position) + " "
    }
    text += paint(label + ":", style) + " " + paint(VisibleText.escaped(message), .message)
    if let code { text += " [\(code)]" }
    text += "\n"
  }

  private mutating func appendExcerpt(_ location: SourceLocation) {
    guard let range = location.range, let source = sources[PathKey(location.path)],
      let excerpt = Excerpt.layOut(range, in: source, cursor: &cursor)
    else { return }
    text += gutter(range.start.line) + (excerpt.text.isEmpty ? "" : " " + excerpt.text) + "\n"
    let underline = "^" + String(repeating: "~", count: excerpt.length - 1)
    text += gutter() + " " + String(repeating: " ", count: excerpt.indentation)
    text += paint(underline, .underline) + "\n"
  }

  private mutating func appendQuotation(_ diagnostic: Diagnostic) {
    for (index, line) in diagnostic.quotedLines.enumerated() {
      let isLast = index == diagnostic.quotedLines.count - 1
      let start = SourcePosition(line: 1, column: isLast ? diagnostic.location.range?.start.column ?? 1 : 1)
      let length = isLast ? (diagnostic.location.range?.end.column ?? start.column) - start.column : 0
      // Each line is a text of its own, which the cursor mustn't take for the one before.
      cursor = LineCursor()
      let source = SourceFile(path: "", text: line.text)
      let range = SourceRange(start, SourcePosition(line: 1, column: start.column + max(1, length)))
      guard let excerpt = Excerpt.layOut(range, in: source, cursor: &cursor) else { continue }
      text += gutter(line.number) + (excerpt.text.isEmpty ? "" : " " + excerpt.text) + "\n"
      guard isLast, diagnostic.location.range != nil else { continue }
      let underline = "^" + String(repeating: "~", count: excerpt.length - 1)
      text += gutter() + " " + String(repeating: " ", count: excerpt.indentation) + paint(underline, .underline) + "\n"
    }
    cursor = LineCursor()
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

/// The parameters of the escape sequence that selects a color.
private enum Style: String {
  case position = "1"
  case error = "1;31"
  case warning = "1;35"
  case note = "1;36"
  case message = "1;39"
  case help = "1;34"
  case underline = "1;32"
  case gutter = "2"
}
