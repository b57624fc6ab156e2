import LifelineModel
import LifelineReporting
import LifelineTraces

/// The verdicts on sessions as JSON, an object for each.
enum VerdictDocument {
  /// Returns the lines about all sessions, and one for each fault of the input. Of many faults, those that aren't kept are
  /// only counted.
  static func lines(_ result: TraceResult) -> [String] {
    result.sessions.map { object(about: $0, result).text }
      + result.faults.map { fault(at: $0.path, $0.line, $0.reason).text }
      + result.furtherFaults.map { furtherFaults(in: $0.path, $0.count).text }
  }

  private static func object(about session: SessionResult, _ result: TraceResult) -> JSON {
    let machine = result.machine
    let place = session.violation?.call.place ?? session.last
    func names(_ callbacks: some Sequence<ID<Callback>>) -> JSON { .array(callbacks.map { .string(machine[$0].name) }) }
    let fixed = session.fixedValues.map { field, values in
      (name: machine[field].name, value: JSON.array(values.map { .string($0.description) }))
    }
    return [
      "key": .string(session.key), "verdict": .string(session.verdict.rawValue), "calls": .number(session.callCount),
      "file": .string(result.files[place.file]), "line": .number(place.line),
      "callback": session.violation.map { .string($0.call.name) }, "expected": names(session.expected),
      "owed": session.callsLeft.isEmpty ? nil : names(session.callsLeft),
      "repair": session.violation?.repair.map { .array(result.words(of: $0, in: session).map { .string($0) }) },
      "fixed": .object(fixed),
    ]
  }

  private static func fault(at path: String, _ line: Int?, _ reason: String) -> JSON {
    ["key": .string(path), "verdict": "unreadable", "line": line.map { .number($0) }, "reason": .string(reason)]
  }

  private static func furtherFaults(in path: String, _ count: Int) -> JSON {
    ["key": .string(path), "verdict": "unreadable", "count": .number(count), "reason": "these lines are only counted"]
  }
}
