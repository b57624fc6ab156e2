import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Judges the mutants of a machine by its scenarios and, if they don't fail, by exploring the mutant and the machine
/// side by side.
package struct MutantJudge: Sendable {
  package let machine: Machine
  /// The machine's mutants, in document order.
  package let mutants: [Mutant]
  private let scenarios: MutantScenarios
  private let comparison: MutantComparison

  /// Makes the mutants of the explored machine, and prepares to judge them.
  /// - Parameters:
  ///   - recording: A recording of the machine's scenarios, all of which hold.
  ///   - pairLimit: The number of pairs of different snapshots that are explored for one mutant.
  package static func prepare(
    _ exploration: Exploration, recording: ScenarioRecording, pairLimit: Int = 10_000
  ) -> MutantJudge {
    let machine = exploration.machine
    let mutants = machine.makeMutants()
    return MutantJudge(
      machine: machine, mutants: mutants, scenarios: .prepare(machine, recording: recording),
      comparison: .prepare(
        exploration, limit: pairLimit, workLimit: exploration.workLimit / max(1, mutants.count)))
  }

  /// Groups of the mutants, for ``verdicts(on:)``.
  package var batches: [ArraySlice<Mutant>] {
    stride(from: 0, to: mutants.count, by: 64).map { mutants[$0...].prefix(64) }
  }

  /// Returns the verdicts on several mutants. They share one copy of the machine, because the copy of a large machine
  /// takes longer than most verdicts.
  package func verdicts(on mutants: ArraySlice<Mutant>) -> [(mutant: Mutant, verdict: MutantVerdict)] {
    var mutated = machine
    return mutants.map { mutant in
      mutant.apply(to: &mutated)
      defer { mutant.revert(&mutated, to: machine) }
      return (mutant, verdict(on: comparison.index.replacing(mutated), for: mutant))
    }
  }

  private func verdict(on mutated: MachineIndex, for mutant: Mutant) -> MutantVerdict {
    if scenarios.detectChange(in: mutated, at: mutant.site) { return .killed }
    return comparison.compare(mutated, for: mutant)
  }
}
