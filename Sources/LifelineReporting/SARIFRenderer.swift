import LifelineSource

/// Writes findings as a log of SARIF 2.1.0 (OASIS), which code hosts and editors read.
///
/// A note with a place becomes a related location; details and other notes become lines of the message, and a fix-it
/// becomes a fix. The rules are the kinds of the findings, with their explanations as help.
package struct SARIFRenderer: Sendable {
  private static let standard = "https://docs.oasis-open.org/sarif/sarif/v2.1.0"

  /// Creates a renderer.
  package init() {}

  /// A whole log with the findings in the given order; it ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let kinds = Set(diagnostics.map(\.kind)).sorted { $0.code < $1.code }
    var places: [DiagnosticKind: Int] = [:]
    for (place, kind) in kinds.enumerated() { places[kind] = place }
    let driver = [("name", JSONText.string("lifeline")), ("rules", JSONText.array(kinds.map(rule)))]
    let run = [
      ("tool", JSONText.object([("driver", JSONText.object(driver))])),
      ("columnKind", JSONText.string("unicodeCodePoints")),
      ("results", JSONText.array(diagnostics.map { result($0, rule: places[$0.kind] ?? 0) })),
    ]
    let log = [
      ("$schema", JSONText.string("\(Self.standard)/errata01/os/schemas/sarif-schema-2.1.0.json")),
      ("version", JSONText.string("2.1.0")),
      ("runs", JSONText.array([JSONText.object(run)])),
    ]
    return JSONText.object(log) + "\n"
  }

  private func rule(_ kind: DiagnosticKind) -> String {
    JSONText.object([
      ("id", JSONText.string(kind.code)),
      ("shortDescription", message(kind.title)),
      ("help", message(ExplanationPage(kind).body)),
      ("defaultConfiguration", JSONText.object([("level", JSONText.string(kind.severity.rawValue))])),
    ])
  }

  private func result(_ diagnostic: Diagnostic, rule: Int) -> String {
    var lines = [diagnostic.message] + diagnostic.details
    lines += diagnostic.notes.filter { $0.location == nil }.map { "note: \($0.message)" }
    var members = [
      ("ruleId", JSONText.string(diagnostic.kind.code)),
      ("ruleIndex", String(rule)),
      ("level", JSONText.string(diagnostic.severity.rawValue)),
      ("message", message(lines.map(VisibleText.escaped).joined(separator: "\n"))),
      ("locations", JSONText.array([JSONText.object([physical(diagnostic.location)])])),
    ]
    let related = diagnostic.notes.compactMap { note in note.location.map { (note.message, $0) } }
    if !related.isEmpty {
      let locations = related.enumerated().map { place, note in
        let text = message(VisibleText.escaped(note.0))
        return JSONText.object([("id", String(place + 1)), physical(note.1), ("message", text)])
      }
      members.append(("relatedLocations", JSONText.array(locations)))
    }
    if let fixIt = diagnostic.fixIt, let range = fixIt.location.range {
      let content = JSONText.object([("text", JSONText.string(fixIt.replacement))])
      let replacement = JSONText.object([("deletedRegion", region(range)), ("insertedContent", content)])
      let change = JSONText.object([artifact(fixIt.location), ("replacements", JSONText.array([replacement]))])
      let fix = JSONText.object([("artifactChanges", JSONText.array([change]))])
      members.append(("fixes", JSONText.array([fix])))
    }
    return JSONText.object(members)
  }

  // MARK: Parts

  /// A text as a message: single braces would be placeholders, and `[…](…)` a link (sections 3.11.5 and 3.11.6).
  private func message(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{", "}": result.unicodeScalars += [scalar, scalar]
      case "(" where previous == "]":
        result.unicodeScalars.removeLast()
        result += "\\]("
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return JSONText.object([("text", JSONText.string(result))])
  }

  private func physical(_ location: SourceLocation) -> (String, String) {
    var members = [artifact(location)]
    if let range = location.range { members.append(("region", region(range))) }
    return ("physicalLocation", JSONText.object(members))
  }

  private func artifact(_ location: SourceLocation) -> (String, String) {
    ("artifactLocation", JSONText.object([("uri", JSONText.string(Self.uri(ofPath: location.path)))]))
  }

  private func region(_ range: SourceRange) -> String {
    JSONText.object([
      ("startLine", String(range.start.line)), ("startColumn", String(range.start.column)),
      ("endLine", String(range.end.line)), ("endColumn", String(range.end.column)),
    ])
  }

  /// A path as a URI reference: with `file:` from the root on, and otherwise relative to wherever the run was.
  private static func uri(ofPath path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var result = isAbsolute ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}
