/// The parts of results that are about logs.
extension ResultSchema {
  static let logs: [(name: String, shape: ResultShape)] = [
    (
      "log",
      .object([
        .always("path", .text, "The file."),
        .sometimes("calls", .count, "The number of calls in it (trace)."),
        .sometimes("unreadable", .count, "The number of lines that can't be read (trace)."),
        .sometimes("spec", .text, "The spec to which lifeline.yaml holds the log (check)."),
        .sometimes("isAsSaid", .flag, "Whether the log behaves as lifeline.yaml says (check)."),
        .sometimes("violates", .flag, "Whether lifeline.yaml says that it violates the spec (check)."),
      ])
    ),
    (
      "totals",
      .object([
        .always(
          "sessions",
          .object(verdictsOnSessions.map { .always($0.0, .count, $0.1) }), "The numbers of sessions by their verdicts."),
        .always("calls", .count, "The number of calls."), .always("events", .count, "The number of observed events."),
        .always("states", .count, "The number of observed states."),
        .sometimes("otherLines", .count, "The number of lines that are no calls."),
        .always("unreadable", .count, "The number of lines that can't be read."),
      ])
    ),
    (
      "session",
      .object([
        .always("key", .text, "What tells the session from others, such as the file or the address of an object."),
        .always("verdict", .word(verdictsOnSessions.map(\.0)), "Whether a run of the machine explains the session."),
        .always("calls", .count, "The number of its calls."),
        .sometimes("events", .count, "The number of its events."),
        .sometimes("states", .count, "The number of states that it shows."),
        .always("path", .text, "The log with the line."),
        .always("line", .count, "The line that doesn't fit, or the last one."),
        .sometimes("callback", .text, "The call that doesn't fit."),
        .sometimes("event", .text, "The event that doesn't fit."),
        .sometimes("state", .text, "The state that doesn't fit."),
        .sometimes(
          "brokenAnswer", .named("question"), "The question whose promised answer doesn't come, or comes late."),
        .always("expected", .list(.text), "The callbacks that could have come there, or could come next."),
        .sometimes("expectedEvents", .list(.text), "The events that could have come there, or could come next."),
        .sometimes("expectedStates", .list(.text), "The states that could have been seen there."),
        .sometimes("argument", .text, "The argument that doesn't fit."),
        .sometimes("value", .text, "Its value."),
        .sometimes("expectedValues", .text, "The values that fit."),
        .sometimes("owed", .list(.text), "The calls that the step at the end of the log still owes."),
        .sometimes("openQuestions", .list(.named("question")), "The questions without an answer at the end."),
        .sometimes("repair", .list(.text), "The fewest edits of the log after which the line fits, in words."),
        .sometimes("untried", .list(.text), "The numbers that weren't tried, and that may explain the session."),
        .always("fixed", .entries(.list(.text)), "The values of fixed fields, if only some explain the session."),
      ])
    ),
    (
      "question",
      .object([
        .always("promise", .text, "The promise of an answer, as the spec says it."),
        .always("path", .text, "The log with the question."), .always("line", .count, "The line of the question."),
      ])
    ),
  ]

  private static let verdictsOnSessions = [
    ("violation", "No run of the machine explains the calls."), ("unfinished", "The log ends inside a step."),
    ("inconclusive", "The log doesn't show where the machine is, or not everything was explored."),
    ("conforms", "The machine may behave like this."),
  ]
}
