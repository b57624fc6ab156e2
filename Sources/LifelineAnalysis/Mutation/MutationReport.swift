import LifelineModel
import LifelineScenarios
import LifelineSource

/// The verdict on a mutant.
package enum MutantVerdict: Hashable, Sendable {
  /// A scenario fails for the mutant.
  case killed
  /// No scenario fails, but the mutant breaks a promise that the machine doesn't break.
  case promiseBroken
  /// No scenario fails, although the mutant behaves differently from the machine.
  case survived
  /// The mutant always behaves like the machine.
  case equivalent
  /// No scenario fails, and no difference was found before the exploration ended.
  case undecided
}

/// A summary of the verdicts on a machine's mutants.
package struct MutationReport: Sendable {
  /// The machine's name.
  package var machine: String
  fileprivate var counts: [MutantVerdict: Int] = [:]
  /// The diagnostics of mutants that survived or are undecided, in source order.
  package fileprivate(set) var diagnostics: [Diagnostic] = []

  /// Returns the number of mutants with a verdict.
  package func count(_ verdict: MutantVerdict) -> Int { counts[verdict] ?? 0 }

  /// The number of mutants that aren't equivalent.
  private var total: Int { killedCount + count(.survived) + count(.undecided) }

  /// The number of mutants that a scenario or a promise kills.
  private var killedCount: Int { count(.killed) + count(.promiseBroken) }

  /// The percentage of killed mutants among those that aren't equivalent, rounded down.
  package var score: Int { total == 0 ? 100 : killedCount * 100 / total }

  /// A line such as `AppLifecycle: 198 of 200 mutants are killed (99 %); 3 more are equivalent`.
  package var summary: String {
    let killed = killedCount
    var text = "\(machine): \(killed) of \(counted(total, "mutant")) \(killed == 1 ? "is" : "are") killed (\(score) %)"
    if count(.promiseBroken) > 0 { text += ", \(count(.promiseBroken)) of them by promises alone" }
    if count(.undecided) > 0 { text += ", \(count(.undecided)) undecided" }
    let equivalent = count(.equivalent)
    if equivalent > 0 { text += "; \(equivalent) more \(equivalent == 1 ? "is" : "are") equivalent" }
    return text
  }
}

/// Summarizes the verdicts on mutants of `machine`.
package func reportVerdicts(
  _ verdicts: [(mutant: Mutant, verdict: MutantVerdict)], on machine: Machine
) -> MutationReport {
  var report = MutationReport(machine: machine.name)
  for (_, verdict) in verdicts { report.counts[verdict, default: 0] += 1 }
  report.diagnostics = verdicts.compactMap { (mutant, verdict) -> Diagnostic? in
    switch verdict {
    case .killed, .promiseBroken, .equivalent: return nil
    case .survived:
      return machine.diagnostic(.survivingMutant, "no scenario fails if \(mutant.change)", at: mutant.range)
    case .undecided:
      return machine.diagnostic(
        .undecidedMutant,
        "no scenario fails if \(mutant.change), and it is undecided whether that makes a difference",
        at: mutant.range)
    }
  }.inSourceOrder()
  return report
}
