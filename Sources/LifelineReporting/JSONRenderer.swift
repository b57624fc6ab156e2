import LifelineSource

/// Writes findings for programs: an object per line.
///
/// Messages and details are one line each: what is not plainly visible in the text of a spec that they quote is shown
/// as an escape, as on a terminal. Paths and replacements are themselves.
///
/// The keys are always in the same order. `line`, `column`, `endLine` and `endColumn` count from 1, columns
/// in Unicode scalars, the end just behind the last character; they are left out of a finding about a whole
/// file, and with `path` out of a note without a place. `fixIt` is left out where there is none.
package struct JSONRenderer: Sendable {
  /// The version of the format. It rises when a key changes its meaning or goes, not when one is added.
  package static let version = 1

  /// Creates a renderer.
  package init() {}

  /// The findings in the given order, each on a line that ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.reduce(into: "") { text, diagnostic in
      text += object(diagnostic)
      text += "\n"
    }
  }

  private func object(_ diagnostic: Diagnostic) -> String {
    var members = [
      ("version", String(Self.version)),
      ("code", JSONText.string(diagnostic.kind.code)),
      ("severity", JSONText.string(diagnostic.severity.rawValue)),
      ("message", line(diagnostic.message)),
    ]
    members += place(diagnostic.location)
    members.append(("details", JSONText.array(diagnostic.details.map(line))))
    members.append(
      (
        "notes",
        JSONText.array(
          diagnostic.notes.map { note in
            JSONText.object([("message", line(note.message))] + (note.location.map(place) ?? []))
          })
      ))
    if let fixIt = diagnostic.fixIt {
      members.append(
        ("fixIt", JSONText.object(place(fixIt.location) + [("replacement", JSONText.string(fixIt.replacement))])))
    }
    return JSONText.object(members)
  }

  private func line(_ text: String) -> String { JSONText.string(VisibleText.escaped(text)) }

  private func place(_ location: SourceLocation) -> [(String, String)] {
    let path = [("path", JSONText.string(location.path))]
    guard let range = location.range else { return path }
    return path + [
      ("line", String(range.start.line)), ("column", String(range.start.column)),
      ("endLine", String(range.end.line)), ("endColumn", String(range.end.column)),
    ]
  }
}
