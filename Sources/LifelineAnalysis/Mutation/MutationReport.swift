import LifelineModel
import LifelineScenarios
import LifelineSource

/// What trying mutants of a machine has shown.
package struct MutationReport: Sendable {
  /// The machine's name.
  package var machine: String
  /// How many mutants some scenario notices.
  package private(set) var noticed: Int
  /// How many mutants no scenario notices, and exploration tells from the machine.
  package private(set) var unnoticed = 0
  /// How many mutants do the same as the machine whatever happens, as exploration has shown.
  package private(set) var equivalent = 0
  /// How many mutants no scenario notices, and of which it is not known whether they do the same.
  package private(set) var undecided = 0
  /// The mutants that no scenario notices and that are not known to do the same, in source order.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Sums up what came of the mutants of `machine`.
  /// - Parameters:
  ///   - noticed: how many some scenario notices.
  ///   - others: those that none notices, and what comparing them with the machine came to.
  package init(on machine: Machine, noticed: Int, others: [(mutant: Mutant, result: MutantComparison.Result)]) {
    self.machine = machine.name
    self.noticed = noticed
    for (mutant, result) in others {
      let location = SourceLocation(path: machine.path, range: mutant.range)
      switch result {
      case .equivalent: equivalent += 1
      case .different:
        unnoticed += 1
        diagnostics.append(Diagnostic(.unnoticedMutant, "no scenario notices if \(mutant.change)", at: location))
      case .undecided:
        undecided += 1
        diagnostics.append(
          Diagnostic(
            .undecidedMutant,
            "no scenario notices if \(mutant.change), and whether that makes a difference was not decided",
            at: location))
      }
    }
    diagnostics = diagnostics.inSourceOrder()
  }

  /// How many of the mutants that may make a difference are noticed, in per cent, rounded down.
  package var score: Int {
    let total = noticed + unnoticed + undecided
    return total == 0 ? 100 : noticed * 100 / total
  }

  /// A line for people, such as `AppLifecycle: 198 of 200 mutants are noticed (99 %); 3 more make no difference`.
  package var summary: String {
    let total = noticed + unnoticed + undecided
    let verb = noticed == 1 ? "is" : "are"
    var text = "\(machine): \(noticed) of \(counted(total, "mutant")) \(verb) noticed (\(score) %)"
    if undecided > 0 { text += ", \(undecided) not decided" }
    if equivalent > 0 { text += "; \(equivalent) more \(equivalent == 1 ? "makes" : "make") no difference" }
    return text
  }
}

extension DiagnosticKind {
  static let unnoticedMutant = DiagnosticKind(
    "L901", .warning, "a change that no scenario notices",
    explanation: """
      `lifeline check --mutate` makes one small change of the machine after the other and plays the scenarios on \
      what comes out. Here all of them still hold, though exploration finds that the changed machine behaves \
      differently: nothing would tell if somebody made this change by mistake. It is not pinned down.

          states:
            closed: {on: {open: {to: opened, do: [unlock, swing]}}}
          scenarios:
            opening: {given: closed, when: open, then: opened}   # the calls are not looked at

      Say in a scenario what has to happen there, here `when: {open: [unlock, swing]}`. A call on a channel that is \
      not observed, a state after the last step, and a timer just before it elapses are often left unsaid. If what \
      was changed has no reason to be there, delete it.
      """)
  static let undecidedMutant = DiagnosticKind(
    "L902", .warning, "a change of which it is not known whether it makes a difference",
    explanation: """
      No scenario notices this change of the machine (see L901). Whether it makes a difference was looked for by \
      exploring both machines side by side; there were more configurations than `--limit` allows, and up to there \
      they did the same.

          lifeline check --mutate --limit 1000000

      Raise the limit, or say in a scenario what has to happen there.
      """)
}
