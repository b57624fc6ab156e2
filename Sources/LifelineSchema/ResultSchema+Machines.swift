/// The parts of results that are about what diagrams show: machines and life lines.
extension ResultSchema {
  static let machines: [(name: String, shape: ResultShape)] = [
    (
      "machine",
      .object([
        .always("path", .text, "The spec."), .always("name", .text, "The name of the machine."), doc,
        .sometimes("context", .list(.named("field")), "The fields that conditions read."),
        .sometimes("events", .list(.named("event")), "The events."),
        .sometimes("callbacks", .list(.named("callback")), "The calls that the machine can make."),
        .always("states", .list(.named("state")), "The states, parents first. The path of the root is empty."),
        .sometimes(
          "transitions", .list(.named("transition")), "The transitions, in the order in which they are tried."),
        .sometimes("parts", .list(.named("part")), "The machines inside it."),
      ])
    ),
    (
      "field",
      .object([
        .always("name", .text, "The name."), .always("type", .text, "The type, or the cases with | between them."),
        .always("default", .text, "The value at the start unless the host gives another."),
        .sometimes("fixed", .flag, "Whether it keeps its value for the life of the machine."),
        .sometimes("private", .flag, "Whether only actions set it."),
        .sometimes("range", .text, "The values that it may have."), doc, line,
      ])
    ),
    (
      "event",
      .object([
        .always("name", .text, "The name."), .sometimes("parameters", .list(.named("parameter")), "The parameters."),
        .sometimes("internal", .flag, "Whether only the machine raises it."), doc, line,
      ])
    ),
    (
      "callback",
      .object([
        .always("name", .text, "The name."), .always("channel", .text, "The listener that gets the call."),
        .sometimes("parameters", .list(.named("parameter")), "The parameters."),
        .sometimes("promises", .list(.named("statedPromise")), "What the spec promises of it."), doc, line,
      ])
    ),
    (
      "parameter",
      .object([.always("name", .text, "The name."), .always("type", .text, "The type.")])
    ),
    (
      "statedPromise",
      .object([
        .always("promise", promiseKeys, "The key of the promise."), .always("text", .text, "What follows the key."),
      ])
    ),
    (
      "state",
      .object([
        .always("path", .text, "The names from the outermost state down to this one, with dots between them."),
        .always("kind", .word(["atomic", "final", "compound", "parallel", "history"]), "The kind of the state."),
        .sometimes("parent", .text, "The path of the state around it; only the root has none."),
        .sometimes("states", .list(.text), "The states inside, of which one is active."),
        .sometimes("regions", .list(.text), "The regions inside, which are all active."),
        .sometimes("initial", .list(.text), "The states that are entered by default."),
        .sometimes("initialActions", .list(.text), "The actions of that."),
        .sometimes("history", .word(["shallow", "deep"]), "What a history remembers."),
        .sometimes("default", .list(.text), "The states that are entered if a history remembers none."),
        .sometimes("defaultActions", .list(.text), "The actions of that."),
        .sometimes("entry", .list(.text), "The actions at each entry, in words."),
        .sometimes("exit", .list(.text), "The actions at each exit, in words."),
        .sometimes("defers", .list(.text), "The events that it keeps for later."), doc, line,
      ])
    ),
    (
      "transition",
      .object([
        .always("source", .text, "The state that has the transition."),
        .always("targets", .list(.text), "The states that it enters: none if the state isn't left."),
        .always("trigger", .word(["event", "any event", "after", "always", "done"]), "What takes the transition."),
        .sometimes("event", .text, "The event."),
        .sometimes("milliseconds", .count, "The time after the entry of the state."),
        .sometimes("field", .text, "The field with that time."),
        .sometimes("condition", .text, "The condition, as the spec writes it."),
        .sometimes("actions", .list(.text), "The actions, in words."),
        .sometimes("reenter", .flag, "Whether it leaves and enters its source again."), doc, line,
      ])
    ),
    (
      "part",
      .object([.always("name", .text, "The name of the part."), .always("machine", .named("machine"), "Its machine.")])
    ),
  ]

  static let lifeLines: [(name: String, shape: ResultShape)] = [
    (
      "lifeLine",
      .object([
        .always("title", .text, "The name of the scenario."),
        .always("subtitle", .text, "The machine, and the place of the scenario."),
        .sometimes("holds", .flag, "Whether the machine does what the scenario expects."),
        .sometimes("verdict", .text, "That in words."),
        .always("columns", .list(.text), "The regions and parts that have states of their own."),
        .always("channels", .list(.text), "The listeners that get calls."),
        .always("rows", .list(.named("row")), "What happens, in order."),
        .sometimes("promises", .list(.named("usedPromise")), "The promises that the run uses, breaks or leaves open."),
        .sometimes("remarks", .list(.text), "Remarks on the run."),
      ])
    ),
    (
      "row",
      .object([
        .sometimes("number", .count, "The line in the spec, counted from 1."),
        .always(
          "kind",
          .word([
            "given", "start", "event", "recalled", "wait", "set", "entered", "call", "omittedCall", "missingCall",
            "unplayedCall", "sent", "raised", "restarted", "repeated", "mistake", "ending",
          ]), "What happens in the row."),
        .sometimes("name", .text, "The event, the state, the callback, or the words for another stimulus."),
        .sometimes("arguments", .text, "The arguments of the event or the call."),
        .sometimes(
          "treatment", .word(["handled", "ignored", "deferred", "unplayed"]),
          "What the machine does with a stimulus, or the part with an event that it doesn't take."),
        .sometimes("column", .text, "The region or the part in which it happens."),
        .sometimes("to", .text, "The part to which an event is sent."),
        .sometimes("channel", .text, "The listener that gets the call."),
        .sometimes("isObserved", .flag, "Whether the scenario observes the call."),
        .sometimes(
          "choice", .word(["optional", "oneOf", "anyOrder"]),
          "What the spec leaves open of the call: whether it comes, which one comes, or their order."),
        .sometimes("instead", .list(.text), "The calls that may come instead."),
        .sometimes("repeatedSteps", .count, "The number of steps above that are repeated."),
        .sometimes("times", .count, "The number of times that they are repeated."),
        .sometimes("calls", .count, "The number of calls in the repetitions."),
        .sometimes("text", .text, "A remark on a mistake, or the end."),
        .sometimes("holds", .flag, "Whether the end is as expected."),
        .sometimes("expected", .text, "The call that is expected here, as a spec writes it."),
        .sometimes("agreement", .word(["agrees", "differs", "unknown"]), "Whether that call is made."),
        .sometimes("isWrong", .flag, "Whether something is wrong in the row."),
        .always("states", .list(.list(.text)), "The active states of each column, those outside first."),
      ])
    ),
    (
      "usedPromise",
      .object([
        .always("promise", promiseKeys, "The key of the promise."),
        .always("outcome", .word(["kept", "owed", "broken"]), "What becomes of it."),
        .always("name", .text, "What supplies, opens, asks, or is still to come."),
        .sometimes("supplierRow", .count, "The row of that, counted from 0."),
        .sometimes("userRow", .count, "The row of the call that needs it, lies in it or answers, counted from 0."),
      ])
    ),
  ]
}
