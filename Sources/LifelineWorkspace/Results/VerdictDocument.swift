import LifelineAnalysis
import LifelineModel
import LifelineReporting
import LifelineSource
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

  /// The members of the document about all logs.
  static func members(_ result: TraceResult) -> [(name: String, value: JSON)] {
    let logs = result.logs.map { log -> JSON in
      ["path": .string(log.path), "calls": .number(log.calls), "unreadable": .number(log.unreadable)]
    }
    return [
      ("specs", [["path": .string(result.machine.path), "machine": .string(result.machine.name)]]),
      ("logs", .array(logs)), ("totals", totals(result.figures)),
      ("sessions", .array(result.sessions.map { object(about: $0, result) })),
    ]
  }

  /// Returns all numbers.
  static func totals(_ figures: TraceSummary) -> JSON {
    [
      "sessions": .object(
        TraceVerdict.allCases.map { ($0.rawValue, .number(figures.sessions[$0, default: 0])) }),
      "calls": .number(figures.calls), "events": .number(figures.events), "states": .number(figures.states),
      "otherLines": figures.others.map { .number($0) }, "unreadable": .number(figures.unreadable),
    ]
  }

  private static func object(about session: SessionResult, _ result: TraceResult) -> JSON {
    let machine = result.machine
    let place = session.violation?.call.place ?? session.brokenAnswer?.place ?? session.last
    func callbacks(_ items: [ID<LogItem>]) -> JSON {
      .array(items.compactMap { if case .call(let id) = machine.item($0) { .string(machine[id].name) } else { nil } })
    }
    func events(_ items: [ID<LogItem>]) -> [JSON] {
      items.compactMap { if case .event(let id) = machine.item($0) { .string(machine[id].name) } else { nil } }
    }
    let expectedEvents = events(session.expected)
    let states = session.expected.compactMap { item -> JSON? in
      if case .state(let id) = machine.item(item) { .string(machine[id].path) } else { nil }
    }
    let kind = session.violation.map { machine.lineKind(of: $0.items) } ?? session.brokenAnswer?.line ?? .call
    let name = session.violation?.call.name ?? session.brokenAnswer?.name
    let wrong = result.wrongArgument(in: session)
    func question(_ question: LoggedQuestion) -> JSON {
      let promise = machine.promises[question.promise]
      return [
        "promise": .string("\(machine.name(of: promise.subject)) answeredBy \(machine.text(of: promise))"),
        "path": .string(result.files[question.place.file]), "line": .number(question.place.line),
      ]
    }
    let fixed = session.fixedValues.map { field, values in
      (name: machine[field].name, value: JSON.array(values.map { .string($0.description) }))
    }
    let isOpen = session.verdict == .violation || !session.fixedValues.isEmpty
    return [
      "key": .string(session.key), "verdict": .string(session.verdict.rawValue), "calls": .number(session.callCount),
      "events": session.eventCount > 0 ? .number(session.eventCount) : nil,
      "states": session.stateCount > 0 ? .number(session.stateCount) : nil,
      "path": .string(result.files[place.file]), "line": .number(place.line),
      kind == .call ? "callback" : kind.rawValue: name.map { .string($0) },
      "brokenAnswer": session.brokenAnswer.map { question($0.question) },
      "expected": callbacks(session.expected),
      "expectedEvents": expectedEvents.isEmpty ? nil : .array(expectedEvents),
      "expectedStates": states.isEmpty ? nil : .array(states),
      "argument": wrong.map { .string($0.name) }, "value": wrong.map { .string($0.value) },
      "expectedValues": wrong.map { .string($0.expected) },
      "owed": session.itemsLeft.isEmpty ? nil : callbacks(session.itemsLeft),
      "openQuestions": session.questions.isEmpty ? nil : .array(session.questions.map(question)),
      "repair": session.violation?.repair.map { .array(result.words(of: $0, in: session).map { .string($0) }) },
      "untried": isOpen && !result.untried.isEmpty ? .array(result.untried.map { .string($0) }) : nil,
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
