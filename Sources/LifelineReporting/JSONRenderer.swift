import LifelineSource

/// Writes diagnostics for programs, with an object per line.
///
/// Each message and detail is one line. Characters in them that aren't plainly visible are escaped as they are on a
/// terminal. Paths and replacements are written unchanged.
///
/// The keys are always in the same order. `line`, `column`, `endLine` and `endColumn` count from 1, columns in Unicode
/// scalars, and the end is behind the last character. They are left out of a diagnostic about a whole file. A note
/// without a location has no `path` either, and `fixIt` is left out if there is none. If one of several has to be chosen,
/// `fixIts` lists them instead.
package struct JSONRenderer: Sendable {
  /// The version of the format. It rises when the meaning of a key changes or a key is removed, not when one is added.
  private static let version = 1

  /// Creates a renderer.
  package init() {}

  /// Returns the diagnostics in the given order, each on a line that ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { object($0).text + "\n" }.joined()
  }

  private func object(_ diagnostic: Diagnostic) -> JSON {
    let head: [(name: String, value: JSON)] = [
      ("version", .number(Self.version)),
      ("code", .string(diagnostic.kind.code)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", line(diagnostic.message)),
    ]
    let notes = diagnostic.notes.map { note in
      JSON.object([("message", line(note.message))] + (note.location.map(members) ?? []))
    }
    func object(_ fixIt: Diagnostic.FixIt) -> JSON {
      .object(members(of: fixIt.location) + [("replacement", .string(fixIt.replacement))])
    }
    let fixIt = diagnostic.fixIt.map { [("fixIt", object($0))] }
    let choices = diagnostic.choices.isEmpty ? [] : [("fixIts", JSON.array(diagnostic.choices.map(object)))]
    return .object(
      head + members(of: diagnostic.location)
        + [("details", .array(diagnostic.details.map(line))), ("notes", .array(notes))] + (fixIt ?? []) + choices)
  }

  private func line(_ text: String) -> JSON { .string(VisibleText.escaped(text)) }

  private func members(of location: SourceLocation) -> [(name: String, value: JSON)] {
    [("path", .string(location.path))] + (location.range.map(JSON.members) ?? [])
  }
}
