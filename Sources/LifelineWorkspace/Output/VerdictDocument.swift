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
    var members: [(name: String, value: JSON)] = [
      ("key", .string(session.key)), ("verdict", .string(session.verdict.rawValue)),
      ("calls", .number(session.callCount)),
      ("file", .string(result.files[(session.violation?.call.place ?? session.last).file])),
      ("line", .number((session.violation?.call.place ?? session.last).line)),
    ]
    if let violation = session.violation { members.append(("callback", .string(violation.call.name))) }
    members.append(("expected", .array(session.expected.map { .string(machine[$0].name) })))
    if !session.callsLeft.isEmpty {
      members.append(("owed", .array(session.callsLeft.map { .string(machine[$0].name) })))
    }
    if let repair = session.violation?.repair {
      members.append(("repair", .array(result.words(of: repair, in: session).map { .string($0) })))
    }
    let fixed = session.fixedValues.map { field, values in
      (name: machine[field].name, value: JSON.array(values.map { .string($0.description) }))
    }
    members.append(("fixed", .object(fixed)))
    return .object(members)
  }

  private static func fault(at path: String, _ line: Int?, _ reason: String) -> JSON {
    .object(
      [("key", .string(path)), ("verdict", "unreadable")] + (line.map { [("line", .number($0))] } ?? [])
        + [("reason", .string(reason))])
  }

  private static func furtherFaults(in path: String, _ count: Int) -> JSON {
    ["key": .string(path), "verdict": "unreadable", "count": .number(count), "reason": "these lines are only counted"]
  }
}
