import LifelineSource

/// Writes findings as workflow commands of GitHub Actions, which shows them beside the lines they speak of.
///
/// Details, notes and the fix-it become further lines of the message.
package struct GitHubRenderer: Sendable {
  /// Creates a renderer.
  package init() {}

  /// The findings in the given order, each on a line that ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.reduce(into: "") { text, diagnostic in
      text += command(diagnostic)
      text += "\n"
    }
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    var properties = [("file", property(diagnostic.location.path))]
    if let range = diagnostic.location.range {
      properties.append(("line", String(range.start.line)))
      properties.append(("endLine", String(range.end.line)))
      // GitHub has columns within one line only.
      if range.start.line == range.end.line {
        properties.append(("col", String(range.start.column)))
        properties.append(("endColumn", String(range.end.column)))
      }
    }
    properties.append(("title", property("\(diagnostic.kind.code): \(diagnostic.kind.title)")))
    let list = properties.map { "\($0)=\($1)" }.joined(separator: ",")
    return "::\(diagnostic.severity.rawValue) \(list)::\(data(lines(diagnostic)))"
  }

  private func lines(_ diagnostic: Diagnostic) -> [String] {
    var lines = [diagnostic.message] + diagnostic.details
    if let fixIt = diagnostic.fixIt { lines.append("help: \(fixIt.help)") }
    for note in diagnostic.notes {
      guard let location = note.location else {
        lines.append("note: \(note.message)")
        continue
      }
      let place = location.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      lines.append("\(location.path)\(place): note: \(note.message)")
    }
    return lines
  }

  /// Lines as a command's message. What is not plainly visible is shown as an escape, so that no spec can begin a
  /// line, and with it a command, of its own.
  private func data(_ lines: [String]) -> String {
    lines.map { escaped(VisibleText.escaped($0), "%") }.joined(separator: "%0A")
  }

  private func property(_ text: String) -> String { escaped(VisibleText.escaped(text), "%:,") }

  private func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if special.unicodeScalars.contains(scalar) {
        result += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
