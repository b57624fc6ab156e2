extension DiagnosticKind {
  static let unusedSuppression = sourceKinds["L219"]

  /// All kinds of diagnostics about diagnostics.
  package static let sourceKinds = DiagnosticKindList([
    .warning(
      "L219", "an `allow` that suppresses nothing",
      explanation: """
        An `allow` says that a warning isn't wanted, and why. If there is no such warning, readers look for a \
        weakness that doesn't exist, and a new one would go unnoticed:

            states:
              open:
                allow: {L212: the callback comes with the next release}   # but nothing in `open` is unused

        Delete the `allow`, or correct its code. It applies to the part in which it is written and to everything \
        inside that part; in `lifeline.yaml`, it applies to the specs of the folder. Errors can't be suppressed.

        An unused `allow` is only reported if the run looked for its warning: one in `lifeline.yaml` only if the \
        whole folder is checked, and one in a spec only if the spec can be read.
        """)
  ])
}
