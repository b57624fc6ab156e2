import LifelineSource

/// Returns a description of the first range of diagnostics that isn't in the text, or `nil` if all of them are. The
/// ranges of notes and fix-its count, too.
package func misplacedRange(of diagnostics: [Diagnostic], in source: SourceFile) -> String? {
  let lengths = (1...source.lineCount).map { source.line($0)?.unicodeScalars.count ?? 0 }
  func isInside(_ position: SourcePosition) -> Bool {
    lengths.indices.contains(position.line - 1) && 1...(lengths[position.line - 1] + 1) ~= position.column
  }
  for diagnostic in diagnostics {
    let locations =
      [diagnostic.location] + (diagnostic.notes.map(\.location) + [diagnostic.fixIt?.location]).compactMap(\.self)
    for range in locations.compactMap(\.range)
    where !(isInside(range.start) && isInside(range.end) && range.start <= range.end) {
      return "\(diagnostic.kind.code) \(diagnostic.message) is at \(range)"
    }
  }
  return nil
}
