import LifelineSource

extension DiagnosticKind {
  static let unacceptable = rewritingKinds["L330"]
  static let keptOrder = rewritingKinds["L331"]
  static let unformattable = rewritingKinds["L332"]
  package static let unformatted = rewritingKinds["L333"]

  /// All kinds of diagnostics about rewriting specs.
  package static let rewritingKinds = DiagnosticKindList([
    .error(
      "L330", "a scenario that cannot be rewritten",
      explanation: """
        `lifeline check --accept` rewrites failing scenarios so that they expect what the machine does: the calls, \
        `through`, `then`, and whether an event is ignored. It doesn't change a scenario

        - in which the machine can't continue, or that begins in states that can't be active together;
        - that makes a call that its `never` rules out, or whose `refuted` claim holds, because these were written to \
        stay;
        - whose states differ between the combinations of `where`, or, with `--record`, the calls of a step that says \
        nothing about them;
        - that shares a part with another scenario, through an anchor and its alias, if the other one expects \
        something else there:

            first: {given: open, when: {close: &calls [didClose]}}
            second: {given: ajar, when: {close: *calls}}   # `second` holds, and would change with `first`

        Change such a scenario by hand. In the example, write the list out in both scenarios.
        """),
    .warning(
      "L331", "keys that keep their places",
      explanation: """
        `lifeline format` brings the keys of a spec into one order, but an alias has to come after its anchor:

            lifeline: 1
            machine: Door
            sources:
              manual: {title: &name The manual}
            scenarios:
              opening: {doc: *name, given: closed, when: open, then: opened}

        Here `sources`, which the order has last, stays before `scenarios`. Write the value out in place of the alias, and format \
        the spec again. Keys that are written with `?` or after a tab keep their places, too.
        """),
    .error(
      "L332", "a spec that isn't formatted",
      explanation: """
        `lifeline format` reads what it is about to write, and compares it: the machine has to be the same, and so have all \
        comments. If they aren't, it writes nothing. One such spec ends with a text below `|` without an end of its last line. \
        Before other keys, that text would get a line end:

            scenarios: {opening: {when: open}}
            doc: |
              A door.

        End the file with a line end. If that isn't the reason, order the keys by hand, and please report the spec.
        """),
    .error(
      "L333", "keys in another order",
      explanation: """
        `lifeline format --check` found keys that are not in the order that all specs have, and shows the change:

            states: {closed: {on: {open: opened}, doc: Nobody gets in.}, opened: }
            events: [open]

        Here `events` belongs before `states`, and `doc` before `on`. Run `lifeline format` without `--check`. It keeps the \
        order of states, callbacks, scenarios and everything else that has a name.
        """),
  ])
}
