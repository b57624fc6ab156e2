import LifelineSource

/// Writes diagnostics as a log of SARIF 2.1.0 (OASIS), which code hosts and editors read.
///
/// Notes with a location become related locations. Details and other notes become lines of the message, and a fix-it
/// becomes a fix. The rules are the kinds of the diagnostics, with their explanations as help.
package struct SARIFRenderer: Sendable {
  private typealias Member = (name: String, value: JSON)

  private static let standard = "https://docs.oasis-open.org/sarif/sarif/v2.1.0"

  /// Creates a renderer.
  package init() {}

  /// Returns a log with the diagnostics in the given order. It ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let kinds = Set(diagnostics.map(\.kind)).sorted { $0.code < $1.code }
    let ruleIndices = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
    let driver = JSON.object([
      ("name", .string("lifeline")), ("version", .string(toolVersion)), ("rules", .array(kinds.map(rule))),
    ])
    let run = JSON.object([
      ("tool", .object([("driver", driver)])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(diagnostics.map { result($0, ruleIndex: ruleIndices[$0.kind] ?? 0) })),
    ])
    let log = JSON.object([
      ("$schema", .string("\(Self.standard)/errata01/os/schemas/sarif-schema-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
    return log.text + "\n"
  }

  private func rule(_ kind: DiagnosticKind) -> JSON {
    .object([
      ("id", .string(kind.code)),
      ("shortDescription", plainText(kind.title)),
      ("help", plainText(ExplanationPage(kind).renderBody())),
      ("defaultConfiguration", .object([("level", .string(kind.severity.rawValue))])),
    ])
  }

  private func result(_ diagnostic: Diagnostic, ruleIndex: Int) -> JSON {
    let remarks = diagnostic.notes.filter { $0.location == nil }.map { "note: \($0.message)" }
    let lines = [diagnostic.message] + diagnostic.details + remarks
    var members: [Member] = [
      ("ruleId", .string(diagnostic.kind.code)),
      ("ruleIndex", .number(ruleIndex)),
      ("level", .string(diagnostic.severity.rawValue)),
      ("message", message(lines.map(VisibleText.escaped).joined(separator: "\n"))),
      ("locations", .array([.object([physicalLocation(diagnostic.location)])])),
    ]
    let related = diagnostic.notes.compactMap { note in note.location.map { (note.message, $0) } }
    if !related.isEmpty {
      let locations = related.enumerated().map { index, note in
        JSON.object([
          ("id", .number(index + 1)), physicalLocation(note.1), ("message", message(VisibleText.escaped(note.0))),
        ])
      }
      members.append(("relatedLocations", .array(locations)))
    }
    let fixes = diagnostic.fixIts.compactMap(fix)
    if !fixes.isEmpty { members.append(("fixes", .array(fixes))) }
    return .object(members)
  }

  private func fix(_ fixIt: Diagnostic.FixIt) -> JSON? {
    guard let range = fixIt.location.range else { return nil }
    let content = JSON.object([("text", .string(fixIt.replacement))])
    let replacement = JSON.object([("deletedRegion", region(range)), ("insertedContent", content)])
    let change = JSON.object([artifactLocation(fixIt.location), ("replacements", .array([replacement]))])
    return .object([("artifactChanges", .array([change]))])
  }

  // MARK: Parts

  /// Returns a text without placeholders and links (section 3.12).
  private func plainText(_ text: String) -> JSON { .object([("text", .string(text))]) }

  /// Returns a text as a message, in which `{…}` would be a placeholder and `[…](…)` a link (sections 3.11.5 and
  /// 3.11.6).
  private func message(_ text: String) -> JSON {
    let escaped = text.replacing("{", with: "{{").replacing("}", with: "}}").replacing("](", with: "\\](")
    return plainText(escaped)
  }

  private func physicalLocation(_ location: SourceLocation) -> Member {
    let region: [Member] = location.range.map { [("region", self.region($0))] } ?? []
    return ("physicalLocation", .object([artifactLocation(location)] + region))
  }

  private func artifactLocation(_ location: SourceLocation) -> Member {
    ("artifactLocation", .object([("uri", .string(uri(ofPath: location.path)))]))
  }

  private func region(_ range: SourceRange) -> JSON {
    .object([
      ("startLine", .number(range.start.line)), ("startColumn", .number(range.start.column)),
      ("endLine", .number(range.end.line)), ("endColumn", .number(range.end.column)),
    ])
  }

  /// Returns a path as a URI: an absolute one with the scheme `file:`, and a relative one as a relative reference.
  private func uri(ofPath path: String) -> String {
    path.utf8.reduce(into: path.hasPrefix("/") ? "file://" : "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
  }
}
