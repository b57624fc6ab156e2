/// The parts of results that are about specs: diagnostics and verdicts.
extension ResultSchema {
  static let diagnostics: [(name: String, shape: ResultShape)] = [
    (
      "diagnostic",
      .object(
        [
          .always("code", .text, "The letter L and three digits; `lifeline explain` has a page for each."),
          .always("severity", .word(["error", "warning"]), "Whether the command fails because of it."),
          .always("message", .text, "What is wrong, why, and what to write instead, on one line."),
          .always("path", .text, "The file, as the command line gives it. Without a line, it is about the whole file."),
        ] + range + [
          .sometimes("details", .list(.text), "Further lines, such as expected and actual calls, or a counterexample."),
          .sometimes("quotedLines", .list(.named("quotedLine")), "The lines of a log that it is about."),
          .sometimes("notes", .list(.named("note")), "Remarks, most of them about other places."),
          .sometimes(
            "fixes", .list(.named("fix")), "Changes that correct the mistake. If there are several, choose one."),
          .sometimes(
            "counterexample", .named("counterexample"), "The shortest run that was found to show the mistake."),
        ])
    ),
    (
      "quotedLine",
      .object([
        .always("line", .count, "The number of the line, counted from 1."),
        .always("text", .text, "The line, which may be cut."),
      ])
    ),
    (
      "note",
      .object(
        [
          .always("message", .text, "The remark, on one line."),
          .sometimes("path", .text, "The file that it is about."),
        ] + range)
    ),
    (
      "fix",
      .object([
        .always("description", .text, "The change in words."),
        .always("edits", .list(.named("edit")), "The edits, which belong together."),
      ])
    ),
    (
      "edit",
      .object(
        [.always("path", .text, "The file.")] + range + [
          .always("replacement", .text, "The text that replaces the range, which may be empty.")
        ])
    ),
    (
      "counterexample",
      .object([
        .always(
          "steps", .list(.anyOf([.named("step"), .named("repetition")])),
          "What the host does, and what follows from it."
        ),
        .sometimes("remarks", .list(.text), "Remarks that the steps don't show."),
      ])
    ),
    (
      "step",
      .object([
        .sometimes("set", values, "The fields that the host sets before."),
        .always("kind", .word(["start", "event", "wait"]), "What the host does."),
        .sometimes("event", .text, "The event that the host sends."),
        .sometimes("arguments", values, "The arguments of the event."),
        .sometimes("treatment", .word(["handled", "ignored", "deferred"]), "What the machine does with the event."),
        .sometimes("milliseconds", .count, "The length of a wait."),
        .always("calls", .list(.named("call")), "The calls that the machine makes, in order."),
        .sometimes("states", .list(.text), "The active states without children, after the step."),
        .sometimes("context", values, "The values of all fields after the step."),
        .sometimes("fault", .text, "The reason that the run can't go on."),
      ])
    ),
    (
      "repetition",
      .object([
        .always("repeatedSteps", .count, "The number of steps before this item that come again."),
        .always("times", .count, "The number of times that they come again."),
      ])
    ),
    (
      "call",
      .object([
        .always("callback", .text, "The name of the callback."),
        .sometimes("arguments", values, "The arguments."),
      ])
    ),
  ]

  static let verdicts: [(name: String, shape: ResultShape)] = [
    (
      "spec",
      .object([
        .always("path", .text, "The file, as the command line gives it."),
        .sometimes("machine", .text, "The name of the machine; missing if the spec can't be read."),
        .sometimes("scenarios", .list(.named("scenario")), "The verdicts on the scenarios."),
        .sometimes("promises", .list(.named("promise")), "The verdicts on the promises of this file."),
        .sometimes("noEndlessLoop", verdict, "Whether no reaction is endless."),
        .sometimes("noFieldLeavesItsRange", verdict, "Whether no action sets a field to a value outside of its range."),
        .sometimes("exploration", .named("exploration"), "How far the machine was explored."),
        .sometimes("coverage", .named("coverage"), "What the scenarios cover, with --coverage."),
        .sometimes("mutants", .named("mutants"), "The numbers of mutants, with --mutate."),
      ])
    ),
    (
      "scenario",
      .object(
        [
          .always("name", .text, "The name of the scenario."),
          .always("verdict", .word(["holds", "fails", "not checked"]), "Whether the machine does what it expects."),
        ] + range)
    ),
    (
      "promise",
      .object(
        [
          .always("promise", promiseKeys, "The key of the promise in the language."),
          .always("subject", .text, "The callback, the event or the state that the promise is about."),
          .always("subjectKind", .word(["callback", "event", "state"]), "The kind of that."),
          .always("verdict", verdict, "Whether the promise is kept, whatever the host does."),
          .sometimes("reasons", .list(.text), "Why it isn't proved, with what to declare."),
        ] + range)
    ),
    (
      "exploration",
      .object([
        .always("configurations", .count, "The number of configurations that were explored."),
        .always("limit", .count, "The number of configurations after which it would end."),
        .always("isComplete", .flag, "Whether it has come to its end."),
        .sometimes(
          "endedBy", .word(["configurations", "work", "memory", "combinations", "loops"]), "Why it ended early."),
        .always("states", .count, "The number of states, without the root and histories."),
        .always("reachedStates", .count, "The number of those that the machine enters."),
        .sometimes("reasons", .list(.text), "Why something isn't proved, as the warnings L805 say it."),
      ])
    ),
    (
      "coverage",
      .object(
        [
          ("states", "States that are active in a scenario."), ("transitions", "Transitions that a scenario takes."),
          ("guards", "Outcomes of guards."), ("callbacks", "Callbacks that a scenario observes."),
          ("promises", "Promises that are kept in a scenario."), ("claims", "Claims of sources that are cited."),
        ].map { .always($0.0, .named("figure"), $0.1) } + [
          .always("missing", .list(.named("missing")), "What isn't covered.")
        ])
    ),
    (
      "figure",
      .object([
        .always("covered", .count, "The number of covered ones."), .always("total", .count, "The number of all."),
        .always("percent", .count, "The covered share, rounded down."),
      ])
    ),
    ("missing", .object([.always("message", .text, "What isn't covered, in a sentence.")] + range)),
    (
      "mutants",
      .object([
        .always("killed", .count, "Mutants for which a scenario fails."),
        .always("killedByPromises", .count, "Mutants that only break a promise."),
        .always("survived", .count, "Mutants that behave differently, and for which no scenario fails."),
        .always("undecided", .count, "Mutants about which neither is known."),
        .always("equivalent", .count, "Mutants that behave like the machine."),
        .always("percent", .count, "The share of killed ones among those that aren't equivalent, rounded down."),
      ])
    ),
  ]

  /// The verdicts of an exploration.
  private static let verdict = ResultShape.word(["proved", "broken", "not proved"])

  /// The keys of promises.
  static let promiseKeys = ResultShape.word(["needs", "onlyAfter", "between", "answeredBy"])
}
