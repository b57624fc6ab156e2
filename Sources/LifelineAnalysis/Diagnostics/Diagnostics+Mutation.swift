import LifelineSource

extension DiagnosticKind {
  static let survivingMutant = mutationKinds["L901"]
  static let undecidedMutant = mutationKinds["L902"]

  /// All kinds of diagnostics about mutants.
  package static let mutationKinds = DiagnosticKindList([
    .warning(
      "L901", "a mutant that survives",
      explanation: """
        `lifeline check --mutate` makes one small change of the machine at a time and runs the scenarios on the \
        changed machine, the mutant. All of them hold for this mutant, although exploration finds that it behaves \
        differently. So if somebody made this change by mistake, no scenario would fail.

            states:
              closed: {on: {open: {to: opened, do: [unlock, swing]}}}
            scenarios:
              opening: {given: closed, when: open, then: opened}   # doesn't expect any calls

        Expect in a scenario what has to happen there, here `when: {open: [unlock, swing]}`. Scenarios often leave out \
        calls on a channel that they don't observe, the state after the last step, the moment just before a timer \
        elapses, the numbers on both sides of a comparison (`where: {attempts: [2, 3]}`), and what a field holds in the \
        end (`then: {attempts: 0}`). If the machine doesn't need the changed part, remove it.
        """),
    .warning(
      "L902", "a surviving mutant that may behave like the machine",
      explanation: """
        No scenario kills this mutant (see L901). To find out whether it behaves differently, `lifeline` explored the \
        mutant and the machine side by side. They behaved alike up to the limit of configurations, or of work; or \
        calls and fields had the same values wherever that was tried, but other values may differ, because they come from \
        different calculations.

            lifeline check --mutate --limit 1000000

        Raise the limit, or expect in a scenario what has to happen there.
        """),
  ])
}
