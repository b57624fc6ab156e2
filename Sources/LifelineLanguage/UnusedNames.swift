import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let unusedName = DiagnosticKind(
    "L212", .warning, "a name that is declared and never used",
    explanation: """
      Nothing uses this callback, event, context field or source: no action calls the callback, no state \
      takes, defers or raises the event by its name and no scenario sends it, no expression, timer, call or \
      scenario mentions the field, and nothing cites the source. Usually its use was forgotten or removed. \
      `"*"` takes every event, and names none.

          callbacks: [didOpen, didClose]     # nothing calls `didClose`
          states:
            closed: {on: {open: {to: ajar, do: didOpen}}}
            ajar: {on: {close: closed}}

      Use it, or remove it. To keep it for later, write `allow: {L212: the reason}` in its declaration.
      """)
}

extension MachineBuilder {
  /// Warns about what is declared and never used, not even misspelt.
  mutating func warnAboutUnusedNames() {
    let misspelt = findings.suggestions
    for (index, source) in declarations.sources.enumerated()
    where !declarations.citedSources.contains(ID(index)) && !misspelt.contains(source.id) {
      findings.report(.unusedName, "nothing cites the source `\(source.id)`", at: source.range)
    }
    for (index, field) in declarations.fields.enumerated()
    where !usedFields.contains(ID(index)) && !misspelt.contains(field.name) {
      findings.report(.unusedName, "nothing mentions the context field `\(field.name)`", at: field.range)
    }
    for (index, callback) in declarations.callbacks.enumerated()
    where !usedCallbacks.contains(ID(index)) && !misspelt.contains(callback.name) {
      findings.report(.unusedName, "no action calls the callback `\(callback.name)`", at: callback.range)
    }
    for (index, event) in declarations.events.enumerated()
    where !usedEvents.contains(ID(index)) && !misspelt.contains(event.name) {
      findings.report(.unusedName, "no state or scenario names the event `\(event.name)`", at: event.range)
    }
  }
}
