import LifelineSource

extension DiagnosticKind {
  static let unacceptable = rewritingKinds["L330"]

  /// All kinds of diagnostics about rewriting scenarios.
  package static let rewritingKinds = DiagnosticKindList([
    .error(
      "L330", "a scenario that cannot be rewritten",
      explanation: """
        `lifeline check --accept` makes failing scenarios say what the machine does: it rewrites the calls, `through` \
        and `then` that they expect, and whether an event is ignored. It leaves some scenarios alone and says why:

        - one in which the machine cannot go on, or that begins in states that cannot be active together;
        - one that makes a call that its `never` rules out, or whose `refuted` claim turns out right, because a tool \
        must not take back what was ruled out on purpose;
        - one whose states differ between the combinations of `where`;
        - one that shares a part, by an anchor and its aliases, with others that would have to say something else:

            first: {given: open, when: {close: &calls [didClose]}}
            second: {given: ajar, when: {close: *calls}}   # holds: to rewrite `first` would change `second`

        Change such a scenario by hand; in the example, write the list out in both places.
        """),
  ])
}
