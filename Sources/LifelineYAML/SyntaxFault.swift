import LifelineDiagnostics

extension SyntaxFault {
  /// What libyaml's riddle means in terms of this language.
  func diagnostic(in text: inout YAMLText, path: String) -> Diagnostic {
    let end = text.end
    let place = min(place.position, end)
    let range = SourceRange(place, place)
    return Diagnostic(.unreadable, context + ": " + problem, at: SourceLocation(path: path, range: range))
  }
}
