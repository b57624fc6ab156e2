import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Compares the mutants of an explored machine with the machine.
///
/// Until the changed part is covered for the first time, both are in the same snapshot. So the comparison starts in
/// the explored nodes in which something covers it, and goes on while the two snapshots differ.
///
/// The exploration takes snapshots for one that the machine doesn't distinguish. A mutant with another constant may
/// distinguish them. If it shows no difference, the machine is therefore explored again, as finely as the mutant needs.
package struct MutantComparison: Sendable {
  private let exploration: Exploration
  /// The explored nodes in which something covers each site, ascending.
  private let nodes: [Mutant.Site: [Int]]
  private let mutants: [Mutant]
  /// The distinctions that tell the arguments of calls apart.
  private let arguments: [Distinction]
  /// The possible actions of the host, with values that tell arguments of calls apart.
  private let environment: EnvironmentModel
  /// The promises that mutants may break; `nil` if the machine has none.
  private let promises: MutantPromises?
  /// The number of pairs of different snapshots that are explored for one mutant.
  private let limit: Int
  /// The work that the comparison of one mutant may take.
  private let workLimit: Int

  var index: MachineIndex { exploration.index }

  /// Finds the nodes of the explored machine in which the sites of some mutants are covered.
  /// - Parameters:
  ///   - limit: The number of pairs of different snapshots that are explored for one mutant.
  ///   - workLimit: The work that the comparison of one mutant may take.
  static func prepare(
    _ exploration: Exploration, of mutants: [Mutant], limit: Int, workLimit: Int
  ) -> MutantComparison {
    let arguments = mutants.isEmpty ? [] : exploration.machine.argumentDistinctions()
    return MutantComparison(
      exploration: exploration, nodes: exploration.nodes(covering: Set(mutants.map(\.site))), mutants: mutants,
      arguments: arguments, environment: exploration.environment.distinguishing(arguments),
      promises: mutants.isEmpty ? nil : .prepare(exploration, workLimit: workLimit), limit: limit, workLimit: workLimit)
  }

  /// Groups of the mutants, for ``verdicts(on:)``.
  package var batches: [ArraySlice<Mutant>] { mutants[...].inBatches }

  /// Returns the verdicts on several of the mutants, which no scenario kills.
  package func verdicts(on batch: ArraySlice<Mutant>) -> [(mutant: Mutant, verdict: MutantVerdict)] {
    var result: [(mutant: Mutant, verdict: MutantVerdict)] = []
    exploration.machine.forEachMutated(by: batch, with: index) { mutant, mutated in
      let verdict = compare(mutated, for: mutant)
      let breaksPromise = verdict != .equivalent && promises?.areBroken(by: mutated) == true
      result.append((mutant, breaksPromise ? .promiseBroken : verdict))
    }
    return result
  }

  /// Returns the verdict on a mutant that no scenario kills.
  func compare(_ mutated: MachineIndex, for mutant: Mutant) -> MutantVerdict {
    // The host can read the default value of a field.
    if mutant.site == .anything { return .survived }
    let own = exploration.machine.distinctions(of: mutant)
    let environment = own.isEmpty ? self.environment : exploration.environment.distinguishing(arguments + own)
    var search = DifferenceSearch(
      environment, mutated: mutated, limit: limit, uncertainGuard: exploration.machine.uncertainGuard(of: mutant),
      budget: WorkBudget(workLimit))
    if search.findsDifference(from: (nodes[mutant.site] ?? []).lazy.map { exploration.nodes[$0].snapshot }) {
      return .survived
    }
    guard search.isComplete, exploration.isComplete, exploration.environment.values.untried.isEmpty else {
      return .undecided
    }
    let finer = exploration.environment.distinguishing(own)
    if exploration.isExact(for: finer) { return .equivalent }
    let generousLimit = min(exploration.work, Self.refinedWork / Self.refinement) * Self.refinement
    let refined = explore(finer, limit: exploration.limit, workLimit: max(workLimit, generousLimit))
    if search.findsDifference(from: refined.nodes.prefix(refined.exploredCount).lazy.map(\.snapshot)) {
      return .survived
    }
    return search.isComplete && refined.isComplete ? .equivalent : .undecided
  }

  /// The work of a finer exploration, as a multiple of the work of the first one.
  private static let refinement = 4
  /// The work of a finer exploration for one mutant, of which there may be many.
  private static let refinedWork = 20_000_000
}
