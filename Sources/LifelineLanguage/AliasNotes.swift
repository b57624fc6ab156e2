import LifelineSource

extension [Diagnostic] {
  /// The findings, which are in source order, each one once and with a note of the aliases through which its place is
  /// read as well: what is right where it is written may be wrong there.
  ///
  /// - Parameter aliases: where aliases stand for a stretch of the text, by that stretch.
  func noting(_ aliases: [SourceRange: [SourceRange]]) -> [Diagnostic] {
    if isEmpty || aliases.isEmpty { return self }
    let stretches = aliases.keys.sorted()
    var next = stretches.startIndex
    // Those around the finding: of any two, one lies in the other.
    var around: [SourceRange] = []
    var seen: Set<Diagnostic> = []
    return compactMap { diagnostic in
      guard seen.insert(diagnostic).inserted else { return nil }
      guard let place = diagnostic.location.range else { return diagnostic }
      while next < stretches.endIndex, stretches[next].start <= place.start {
        around.removeAll { $0.end <= stretches[next].start }
        around.append(stretches[next])
        next += 1
      }
      var diagnostic = diagnostic
      for stretch in around where place.end <= stretch.end {
        for alias in aliases[stretch] ?? [] {
          let location = SourceLocation(path: diagnostic.location.path, range: alias)
          diagnostic.notes.append(.init("an alias repeats this here", at: location))
        }
      }
      return diagnostic
    }
  }
}
