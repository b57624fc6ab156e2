import LifelineReporting
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns a diagnostic as the protocol writes it.
  func json(_ diagnostic: Diagnostic, _ translator: PositionTranslator) -> JSON {
    let range = diagnostic.location.range ?? .start
    let notes = diagnostic.notes.compactMap { note in note.location.map { related(note.message, $0, translator) } }
    return [
      "range": translator.json(range), "severity": .number(diagnostic.severity == .error ? 1 : 2),
      "code": .string(diagnostic.kind.code), "source": "lifeline", "message": .string(message(of: diagnostic)),
      "relatedInformation": notes.isEmpty ? nil : .array(notes),
    ]
  }

  /// Returns the message with the lines that belong to it, and the notes without a location.
  private func message(of diagnostic: Diagnostic) -> String {
    let remarks = diagnostic.notes.filter { $0.location == nil }.map { "note: \($0.message)" }
    return ([diagnostic.message] + diagnostic.details + remarks).joined(separator: "\n")
  }

  private func related(_ message: String, _ location: SourceLocation, _ translator: PositionTranslator) -> JSON {
    ["location": json(location, translator), "message": .string(message)]
  }

  /// Returns a location as the protocol writes it.
  /// - Parameter translator: The translator of the document that is spoken about.
  func json(_ location: SourceLocation, _ translator: PositionTranslator) -> JSON {
    let range = location.range ?? .start
    if location.path == translator.source.path {
      return ["uri": .string(documents.uri(ofPath: location.path)), "range": translator.json(range)]
    }
    let source = documents.source(at: location.path) ?? translator.source
    let other = PositionTranslator(source: source, encoding: encoding)
    return ["uri": .string(documents.uri(ofPath: location.path)), "range": other.json(range)]
  }
}
