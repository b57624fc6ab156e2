import LifelineSource

/// A text in which the ranges of the expected diagnostics are marked by `⟪…⟫`, and those of their notes by `⟦…⟧`.
package struct MarkedText {
  /// The text without its marks.
  package let text: String
  /// The ranges of diagnostics, in source order.
  package let diagnostics: [SourceRange]
  /// The ranges of notes, in source order.
  package let notes: [SourceRange]

  /// Removes the marks from `marked`.
  package init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var position = SourcePosition.start
    var open: [SourcePosition] = []
    var diagnostics: [SourceRange] = []
    var notes: [SourceRange] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟪", "⟦": open.append(position)
      case "⟫": diagnostics.append(SourceRange(open.removeLast(), position))
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
    self.diagnostics = diagnostics.sorted()
    self.notes = notes.sorted()
  }
}

/// Returns the differences between `diagnostics` and the expected ones.
///
/// - Parameters:
///   - expected: A code for each diagnostic, with a part of its message, in the order of the marked ranges. A `$` behind
///     the part means that the message ends with it.
///   - marked: The text with the expected ranges.
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
    let isFound =
      part.hasSuffix("$") ? diagnostic.message.hasSuffix(part.dropLast()) : diagnostic.message.contains(part)
    if diagnostic.kind.code != code || !(part.isEmpty || isFound) {
      result.append("expected \(expected[index]), found \(text(diagnostic.location)): \(actual)")
    }
    if index < marked.diagnostics.count, diagnostic.location.range != marked.diagnostics[index] {
      result.append("expected at \(text(marked.diagnostics[index])), found at \(text(diagnostic.location)): \(actual)")
    }
  }
  for missing in expected.dropFirst(diagnostics.count) { result.append("not found: \(missing)") }
  if marked.diagnostics.count != expected.count {
    result.append("\(marked.diagnostics.count) ranges are marked for \(expected.count) diagnostics")
  }
  // Notes may be about other files.
  let notes = diagnostics.flatMap { diagnostic in
    diagnostic.notes.compactMap { $0.location?.path == diagnostic.location.path ? $0.location?.range : nil }
  }.sorted()
  if notes != marked.notes {
    result.append("notes are expected at \(marked.notes.map(text)), found at \(notes.map(text))")
  }
  return result
}

private func text(_ location: SourceLocation) -> String { location.range.map(text) ?? "the file" }

private func text(_ range: SourceRange) -> String {
  "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
}
