import LifelineModel
import LifelineSource
import LifelineYAML

extension NodeReading {
  /// Reads the value of `allow`.
  /// - Parameter extent: The range in which warnings are suppressed; `nil` for whole files.
  func readSuppressions(_ node: YAMLNode, extent: SourceRange?) {
    for entry in entries(node, expected: "a mapping from diagnostics' codes to reasons") ?? [] {
      let digits = entry.key.dropFirst()
      guard entry.key.hasPrefix("L"), digits.utf8.count == 3, digits.utf8.allSatisfy(isDigit) else {
        diagnostics.report(
          .badSuppression, "`\(entry.key)` is not the code of a diagnostic: `L` and three digits", at: entry.keyRange)
        continue
      }
      guard prose(entry.value, expected: "the reason why the warning is not wanted") != nil else { continue }
      let location = SourceLocation(path: diagnostics.path, range: entry.keyRange)
      diagnostics.suppressions.append(Suppression(code: entry.key, at: location, extent: extent))
    }
  }
}

extension DeclarationUsing {
  /// Returns the documentation of a part.
  /// - Parameter extent: The range in which `allow` suppresses warnings; `nil` for the whole file.
  func documentation(_ mapping: Mapping, extent: SourceRange?) -> Documentation {
    if let allow = mapping["allow"] { readSuppressions(allow.value, extent: extent) }
    return Documentation(
      text: mapping["doc"].flatMap { prose($0.value) }, citations: mapping["cites"].map { citations($0.value) } ?? [])
  }

  private func citations(_ node: YAMLNode) -> [Citation] {
    items(node, expected: "a list of citations").compactMap { item in
      guard let text = prose(item, expected: "a citation: a source's id and, optionally, a location in it") else {
        return nil
      }
      guard let (id, location) = citationWords(text) else {
        let message = "an empty citation; write a source's id and, optionally, a claim's id, such as `manual C1`"
        diagnostics.report(.emptyValue, message, at: item.usageRange)
        return nil
      }
      guard let source = declarations.sourceNames[id] else {
        reportUnknown(id, "source", at: item.usageRange, among: declarations.sources.map(\.id))
        return nil
      }
      uses.sources.insert(source)
      let whole = location.map { "\(id) \($0)" } ?? id
      diagnostics.symbols?.use(.source, id, at: item.usageRange, in: whole)
      if let location, declarations.claims[source]?.contains(location) == true {
        diagnostics.symbols?.use(
          .claim, location, owner: id, at: item.usageRange, in: whole, offset: id.unicodeScalars.count + 1)
      }
      if let location, let claims = declarations.claims[source], !claims.contains(location) {
        diagnostics.report(
          .unknownClaim, "the source `\(id)` lists its claims, but `\(location)` isn't one of them",
          at: item.usageRange,
          notes: [("the source is declared here", declarations[source].range)],
          suggestion: nearestName(to: location, among: declarations[source].claims.map(\.id)).map { "\(id) \($0)" })
      }
      return Citation(source: source, location: location, range: item.usageRange)
    }
  }
}

/// Returns the id of a source and the location behind it, or `nil` if `text` is blank.
private func citationWords(_ text: String) -> (id: String, location: String?)? {
  let words = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    .split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
    .map { String($0) }
  guard let id = words.first, !id.isEmpty else { return nil }
  return (id, words.count == 1 || words[1].isEmpty ? nil : words[1])
}
