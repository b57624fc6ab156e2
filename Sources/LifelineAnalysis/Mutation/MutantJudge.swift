import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Judges the mutants of a machine by its scenarios and, if they don't fail, by exploring the mutant and the machine
/// side by side, and by the promises.
///
/// Scenarios come first, because most mutants fail one, and a comparison needs preparations.
package struct MutantJudge: Sendable {
  package let machine: Machine
  /// The machine's mutants, in document order.
  package let mutants: [Mutant]
  private let exploration: Exploration
  private let scenarios: MutantScenarios
  /// The number of pairs of different snapshots that are explored for one mutant.
  private let pairLimit: Int

  /// Makes the mutants of the explored machine, and prepares to judge them.
  /// - Parameters:
  ///   - exploration: An exploration of the machine, all of whose scenarios hold.
  ///   - pairLimit: The number of pairs of different snapshots that are explored for one mutant.
  package static func prepare(_ exploration: Exploration, pairLimit: Int = 10_000) -> MutantJudge {
    let machine = exploration.machine
    return MutantJudge(
      machine: machine, mutants: machine.makeMutants(), exploration: exploration,
      scenarios: .prepare(exploration.index), pairLimit: pairLimit)
  }

  /// Groups of the mutants, for ``undetected(in:)``.
  package var batches: [ArraySlice<Mutant>] { mutants[...].inBatches }

  /// Returns those of several mutants for which no scenario fails.
  package func undetected(in batch: ArraySlice<Mutant>) -> [Mutant] {
    var result: [Mutant] = []
    /// The last play of a scenario that failed. It often fails for the next change, too, which is near.
    var failed: Int?
    machine.forEachMutated(by: batch, with: exploration.index) { mutant, mutated in
      let next = scenarios.firstFailure(on: mutated, at: mutant.site, trying: failed)
      failed = next ?? failed
      if next == nil { result.append(mutant) }
    }
    return result
  }

  /// Prepares to compare the mutants for which no scenario fails with the machine.
  package func prepareComparison(of undetected: [Mutant]) -> MutantComparison {
    .prepare(
      exploration, of: undetected, limit: pairLimit, workLimit: exploration.workLimit / max(1, mutants.count))
  }

  /// Returns all verdicts, if those on the mutants for which no scenario fails are known.
  package func verdicts(
    knowing compared: [(mutant: Mutant, verdict: MutantVerdict)]
  ) -> [(mutant: Mutant, verdict: MutantVerdict)] {
    let known = Dictionary(compared.map { ($0.mutant, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    return mutants.map { ($0, known[$0] ?? .killed) }
  }
}

extension ArraySlice<Mutant> {
  /// Groups of the mutants that are judged together.
  package var inBatches: [ArraySlice<Mutant>] {
    stride(from: startIndex, to: endIndex, by: 64).map { self[$0...].prefix(64) }
  }
}

extension Machine {
  /// Calls `body` with each of some mutants, and with the machine that it makes of this one.
  ///
  /// They share one copy of the machine, because the copy of a large machine takes longer than most verdicts.
  func forEachMutated(by mutants: ArraySlice<Mutant>, with index: MachineIndex, _ body: (Mutant, MachineIndex) -> Void)
  {
    var mutated = self
    for mutant in mutants {
      mutant.apply(to: &mutated)
      body(mutant, index.replacing(mutated))
      mutant.revert(&mutated, to: self)
    }
  }
}
