import LifelineSource

extension DiagnosticKind {
  static let unacceptable = rewritingKinds["L330"]

  /// All kinds of diagnostics about rewriting scenarios.
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
        """)
  ])
}
