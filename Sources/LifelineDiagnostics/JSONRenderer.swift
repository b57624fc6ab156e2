/// Writes findings for programs: an object per line.
///
/// The keys are always in the same order. `line`, `column`, `endLine` and `endColumn` count from 1, columns
/// in Unicode scalars, the end just behind the last character; they are left out of a finding about a whole
/// file, and with `path` out of a note without a place. `fixIt` is left out where there is none.
public struct JSONRenderer: Sendable {
  /// The version of the format. It rises when a key changes its meaning or goes, not when one is added.
  public static let version = 1

  /// Creates a renderer.
  public init() {}

  /// The findings in the given order, each on a line that ends with a line feed.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.reduce(into: "") { text, diagnostic in
      text += object(diagnostic)
      text += "\n"
    }
  }

  private func object(_ diagnostic: Diagnostic) -> String {
    var members = [
      ("version", String(Self.version)),
      ("code", string(diagnostic.kind.code)),
      ("severity", string(diagnostic.kind.severity.rawValue)),
      ("message", string(diagnostic.message)),
    ]
    members += place(diagnostic.location)
    members.append(("details", array(diagnostic.details.map(string))))
    members.append(
      (
        "notes",
        array(
          diagnostic.notes.map { note in
            object([("message", string(note.message))] + (note.location.map(place) ?? []))
          })
      ))
    if let fixIt = diagnostic.fixIt {
      members.append(("fixIt", object(place(fixIt.location) + [("replacement", string(fixIt.replacement))])))
    }
    return object(members)
  }

  private func place(_ location: SourceLocation) -> [(String, String)] {
    let path = [("path", string(location.path))]
    guard let range = location.range else { return path }
    return path + [
      ("line", String(range.start.line)), ("column", String(range.start.column)),
      ("endLine", String(range.end.line)), ("endColumn", String(range.end.column)),
    ]
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private func array(_ items: [String]) -> String {
    "[" + items.joined(separator: ",") + "]"
  }

  private func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where VisibleText.isUnsafe(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
