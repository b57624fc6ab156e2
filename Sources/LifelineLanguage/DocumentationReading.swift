import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let unknownClaim = DiagnosticKind(
    "L214", .error, "a citation of a claim that its source does not list",
    explanation: """
      A source that lists its `claims` is cited by their ids or as a whole, so that coverage can tell which \
      claims nobody has taken up. This id is not in the list.

          sources:
            manual: {claims: {ring: Whoever presses the button hears the bell.}}
          callbacks:
            ring: {cites: manual rings}      # cites: manual ring

      Correct the id, or add the claim to its source.
      """)
  static let badAllowance = DiagnosticKind(
    "L215", .error, "an `allow` that means nothing",
    explanation: """
      `allow` is a mapping from a diagnostic's code to the reason for which that warning is not wanted here. \
      The reason is for the next reader and may not be empty.

          didClose:
            allow: {L212: The callback comes with the next release.}

      Write a code, `L` and three digits as messages show it, and behind it why.
      """)
}

/// The keys that everything with a name may have.
let documentationKeys = ["doc", "cites", "allow"]

extension YAMLEntry {
  /// From the key to the end of the value.
  var extent: SourceRange { SourceRange(keyRange.start, max(keyRange.end, value.place.end)) }
}

extension Findings {
  /// What a part says of itself; its `allow` holds for the whole of `extent`, or of the file.
  mutating func documentation(
    _ parts: Parts, extent: SourceRange?, declarations: inout Declarations
  ) -> Documentation {
    if let allow = parts["allow"] { readSuppressions(allow.value, extent: extent) }
    return Documentation(
      text: parts["doc"].flatMap { prose($0.value) },
      citations: parts["cites"].map { citations($0.value, declarations: &declarations) } ?? [])
  }

  private mutating func citations(_ node: YAMLNode, declarations: inout Declarations) -> [Citation] {
    items(node, expected: "a list of citations").compactMap { item in
      guard let text = prose(item, expected: "a citation: a source's id and, if wanted, a place in it") else {
        return nil
      }
      guard let (id, place) = words(text) else {
        let message = "an empty citation; write a source's id and, if wanted, a claim's behind it, such as `manual C1`"
        report(.emptyValue, message, at: item.place)
        return nil
      }
      guard let index = declarations.sourceNames[id] else {
        reportUnknown(id, what: "source", at: item.place, among: declarations.sourceNames.keys.sorted())
        return nil
      }
      declarations.citedSources.insert(ID(index))
      let claims = declarations.claimNames[index]
      if let place, !claims.isEmpty, !claims.contains(place) {
        let nearest = nearestName(to: place, among: declarations.sources[index].claims.map(\.id))
        report(
          .unknownClaim, "the source `\(id)` lists its claims, but none `\(place)`", at: item.place,
          notes: [("the source is declared here", declarations.sources[index].range)],
          suggestion: nearest.map { "\(id) \($0)" })
      }
      return Citation(source: ID(index), location: place, range: item.place)
    }
  }

  /// Reads an `allow`, which holds for the whole of `extent`, or of files.
  mutating func readSuppressions(_ node: YAMLNode, extent: SourceRange?) {
    for entry in entries(node, expected: "a mapping from diagnostics' codes to reasons") ?? [] {
      let digits = entry.key.utf8.dropFirst()
      guard entry.key.utf8.first == 0x4C, digits.count == 3, digits.allSatisfy(isDigit) else {
        report(.badAllowance, "`\(entry.key)` is no diagnostic's code: `L` and three digits", at: entry.keyRange)
        continue
      }
      guard prose(entry.value, expected: "the reason why the warning is not wanted") != nil else { continue }
      let location = SourceLocation(path: path, range: entry.keyRange)
      suppressions.append(Suppression(code: entry.key, at: location, extent: extent))
    }
  }
}

/// The source's id that a citation begins with, and what more it says.
private func words(_ text: String) -> (id: String, place: String?)? {
  let scalars = text.unicodeScalars
  guard let start = scalars.firstIndex(where: { !isWhitespace($0) }) else { return nil }
  guard let end = scalars[start...].firstIndex(where: isWhitespace) else { return (String(text[start...]), nil) }
  let rest = text[scalars.index(after: end)...]
  return (String(text[start..<end]), rest.isEmpty ? nil : String(rest))
}
