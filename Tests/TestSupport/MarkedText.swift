import LifelineSource

/// A text whose expected findings are marked in it: `⟪…⟫` around what a finding points at, `⟦…⟧` around what a
/// note points at.
package struct MarkedText {
  /// The text without its marks.
  package let text: String
  /// The stretches in `⟪…⟫`, in source order.
  package let findings: [SourceRange]
  /// The stretches in `⟦…⟧`, in source order.
  package let notes: [SourceRange]

  /// Takes the marks out of `marked`.
  package init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var position = SourcePosition.start
    var open: [SourcePosition] = []
    var findings: [SourceRange] = []
    var notes: [SourceRange] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟪", "⟦": open.append(position)
      case "⟫": findings.append(SourceRange(open.removeLast(), position))
      case "⟧": notes.append(SourceRange(open.removeLast(), position))
      case "\n":
        text.append(scalar)
        position = SourcePosition(line: position.line + 1, column: 1)
      default:
        text.append(scalar)
        position.column += 1
      }
    }
    precondition(open.isEmpty, "a mark is not closed")
    self.text = String(text)
    self.findings = findings.sorted()
    self.notes = notes.sorted()
  }
}

/// How `diagnostics` differ from what `marked` and `expected` say; empty if they do not.
///
/// Each of `expected` begins with a code; what follows must be part of the message. The n-th belongs to the n-th
/// `⟪…⟫`. The places of all notes are those in `⟦…⟧`.
package func differences(
  of diagnostics: [Diagnostic], from expected: [String], markedIn marked: MarkedText
) -> [String] {
  var result: [String] = []
  for (index, diagnostic) in diagnostics.enumerated() {
    let actual = "\(diagnostic.kind.code) \(diagnostic.message)"
    guard index < expected.count else {
      result.append("not expected: \(text(diagnostic.location)): \(actual)")
      continue
    }
    let code = expected[index].prefix(4)
    let part = expected[index].dropFirst(4).drop { $0 == " " }
    if diagnostic.kind.code != code || !(part.isEmpty || diagnostic.message.contains(part)) {
      result.append("expected \(expected[index]), found \(text(diagnostic.location)): \(actual)")
    }
    if index < marked.findings.count, diagnostic.location.range != marked.findings[index] {
      result.append("expected at \(text(marked.findings[index])), found at \(text(diagnostic.location)): \(actual)")
    }
  }
  for missing in expected.dropFirst(diagnostics.count) { result.append("not found: \(missing)") }
  if marked.findings.count != expected.count {
    result.append("\(marked.findings.count) places are marked for \(expected.count) findings")
  }
  let notes = diagnostics.flatMap(\.notes).compactMap { $0.location?.range }.sorted()
  if notes != marked.notes {
    result.append("notes are expected at \(marked.notes.map(text)), found at \(notes.map(text))")
  }
  return result
}

private func text(_ location: SourceLocation) -> String { location.range.map(text) ?? "the file" }

private func text(_ range: SourceRange) -> String {
  "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
}
