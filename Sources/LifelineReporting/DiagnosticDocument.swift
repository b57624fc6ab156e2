import LifelineSource

/// Diagnostics as JSON, for programs.
///
/// Each message and detail is one line. Characters in them that aren't plainly visible are escaped as they are on a
/// terminal. Paths and replacements are written unchanged.
package enum DiagnosticDocument {
  private typealias Members = [(name: String, value: JSON)]

  /// Returns the object about a diagnostic. Members that would be empty are left out, and so are the members of the range if
  /// the diagnostic is about a file as a whole.
  package static func object(_ diagnostic: Diagnostic) -> JSON {
    let head: Members = [
      ("code", .string(diagnostic.kind.code)), ("severity", .string(diagnostic.severity.rawValue)),
      ("message", line(diagnostic.message)),
    ]
    let notes = diagnostic.notes.map { note in
      JSON.object([("message", line(note.message))] + (note.location.map(members) ?? []))
    }
    let quotedLines = diagnostic.quotedLines.map { quoted -> JSON in
      ["line": .number(quoted.number), "text": line(quoted.text)]
    }
    let lists: Members = [
      ("details", diagnostic.details.map(line)), ("quotedLines", quotedLines), ("notes", notes),
      ("fixes", diagnostic.fixIts.map(fix)),
    ].filter { !$0.1.isEmpty }.map { ($0.0, JSON.array($0.1)) }
    let counterexample = diagnostic.counterexample.map { [("counterexample", object($0))] } ?? []
    return .object(head + members(of: diagnostic.location) + lists + counterexample)
  }

  /// Returns an edit with its words. It is a list of edits, of which others may be needed once.
  private static func fix(_ fixIt: Diagnostic.FixIt) -> JSON {
    let edit = JSON.object(members(of: fixIt.location) + [("replacement", .string(fixIt.replacement))])
    return ["description": line(fixIt.help), "edits": [edit]]
  }

  private static func line(_ text: String) -> JSON { .string(VisibleText.escaped(text)) }

  private static func members(of location: SourceLocation) -> Members {
    [("path", .string(location.path))] + (location.range.map(JSON.members) ?? [])
  }
}

// MARK: - Counterexamples

extension DiagnosticDocument {
  private static func object(_ counterexample: Counterexample) -> JSON {
    [
      "steps": .array(
        counterexample.items.map { item in
          switch item {
          case .step(let step): object(step)
          case .again(let steps, let times): ["repeatedSteps": .number(steps), "times": .number(times)]
          }
        }),
      "remarks": counterexample.remarks.isEmpty ? nil : .array(counterexample.remarks.map(line)),
    ]
  }

  private static func object(_ step: Counterexample.Step) -> JSON {
    let stimulus: Members =
      switch step.stimulus {
      case .start: [("kind", "start")]
      case .event(let name, let arguments, let treatment):
        [("kind", "event"), ("event", .string(name))] + (arguments.isEmpty ? [] : [("arguments", object(arguments))])
          + [("treatment", .string(treatment))]
      case .wait(let milliseconds): [("kind", "wait"), ("milliseconds", .number(milliseconds))]
      }
    let calls = step.calls.map { call -> JSON in
      ["callback": .string(call.name), "arguments": call.arguments.isEmpty ? nil : object(call.arguments)]
    }
    let end: Members =
      if let fault = step.fault {
        [("fault", line(fault))]
      } else {
        [("states", .array(step.states.map { .string($0) }))]
          + (step.fields.isEmpty ? [] : [("context", object(step.fields))])
      }
    return .object(
      (step.facts.isEmpty ? [] : [("set", object(step.facts))]) + stimulus + [("calls", .array(calls))] + end)
  }

  private static func object(_ settings: [Counterexample.Setting]) -> JSON {
    .object(settings.map { ($0.name, .string($0.value)) })
  }
}
