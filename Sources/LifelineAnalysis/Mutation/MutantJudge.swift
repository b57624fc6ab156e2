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

  /// Creates a judge for the mutants of the explored machine.
  /// - Parameters:
  ///   - recording: A recording of the machine's scenarios, all of which hold.
  ///   - pairLimit: The number of pairs of different snapshots that are explored for one mutant.
  package init(_ exploration: Exploration, recording: Recording, pairLimit: Int = 10_000) {
    machine = exploration.machine
    mutants = machine.mutants
    scenarios = MutantScenarios(machine, recording: recording)
    comparison = MutantComparison(exploration, limit: pairLimit)
  }

  /// Returns the verdict on a mutant.
  package func verdict(on mutant: Mutant) -> MutantVerdict {
    let mutated = MachineIndex(mutant.applied(to: machine), sharingLookupsWith: comparison.index)
    if scenarios.kill(mutated, at: mutant.site) { return .killed }
    return comparison.compare(mutated, changedAt: mutant.site)
  }
}
