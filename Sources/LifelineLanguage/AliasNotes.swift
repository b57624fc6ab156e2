import LifelineSource

extension [Diagnostic] {
  /// Returns the diagnostics, which are in source order, each of them once and with a note for each alias that repeats
  /// its range: text that is right where it is written may be wrong where it is repeated.
  /// - Parameter aliases: The aliases by the range that they repeat.
  func notingAliases(_ aliases: [SourceRange: [SourceRange]]) -> [Diagnostic] {
    if isEmpty || aliases.isEmpty { return self }
    var rest = aliases.keys.sorted()[...]
    // The repeated ranges around the diagnostic. Of any two, one contains the other.
    var around: [SourceRange] = []
    var seen: Set<Diagnostic> = []
    return compactMap { diagnostic in
      guard seen.insert(diagnostic).inserted else { return nil }
      guard let range = diagnostic.location.range else { return diagnostic }
      while let next = rest.first, next.start <= range.start {
        around.removeAll { $0.end <= next.start }
        around.append(next)
        rest.removeFirst()
      }
      var diagnostic = diagnostic
      for repeated in around where range.end <= repeated.end {
        for alias in aliases[repeated] ?? [] {
          let location = SourceLocation(path: diagnostic.location.path, range: alias)
          diagnostic.notes.append(.init("an alias repeats this here", at: location))
        }
      }
      return diagnostic
    }
  }
}
