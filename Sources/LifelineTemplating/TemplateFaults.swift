import LifelineSource

/// A call of a partial that is being checked or rendered.
struct PartialCall: Sendable {
  var caller: Template
  var tag: Tag
}

/// A tag of a template, with the calls of partials that led to it.
struct TagUse {
  var tag: Tag
  var template: Template
  var calls: [PartialCall]

  func unknownKey(_ key: String, of known: [[String]]) -> Diagnostic {
    let advice = nearestName(to: key, among: known.joined()).map { "; did you mean `\($0)`?" } ?? ""
    let details = known.first.map { ["keys of the innermost view: " + $0.joined(separator: ", ")] } ?? []
    return diagnostic(.unknownKey, "there is no key `\(key)`\(advice)", details: details)
  }

  func unwritableValue(_ sort: String) -> Diagnostic {
    diagnostic(.unwritableValue, "`\(tag.name)` is \(sort), which has no text to write; use it as a section")
  }

  func notAView(_ path: some Sequence<String>, _ sort: String) -> Diagnostic {
    diagnostic(.notAView, "`\(path.joined(separator: "."))` is \(sort), in which no key can be looked up")
  }

  func diagnostic(_ kind: DiagnosticKind, _ message: String, details: [String] = []) -> Diagnostic {
    // The innermost calls tell how the tag was reached; of endless ones, a few are enough.
    let notes = calls.reversed().prefix(5).map { call in
      Diagnostic.Note("`\(call.tag.name)` is called here", at: call.caller.location(call.tag.range))
    }
    return Diagnostic(kind, message, at: template.location(tag.range), details: details, notes: notes)
  }
}
