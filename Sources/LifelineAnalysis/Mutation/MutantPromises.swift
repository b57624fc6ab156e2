import LifelineInterpreter
import LifelineModel

/// The promises of an explored machine, which its mutants may break.
struct MutantPromises: Sendable {
  /// The promises that the machine itself breaks.
  private let broken: Set<PromiseName>
  private let limit: Int
  private let workLimit: Int

  /// Finds the promises that the machine breaks; `nil` if it has none at all.
  /// - Parameter workLimit: The work that may be done for each mutant.
  static func prepare(_ exploration: Exploration, workLimit: Int) -> MutantPromises? {
    guard !exploration.machine.ownPromises.isEmpty else { return nil }
    return MutantPromises(
      broken: brokenPromises(in: exploration, workLimit: exploration.workLimit), limit: exploration.limit,
      workLimit: workLimit)
  }

  /// Returns whether a mutant breaks a promise that the machine doesn't break. A run of the mutant shows it.
  func areBroken(by mutated: MachineIndex) -> Bool {
    let exploration = explore(mutated, limit: limit, workLimit: workLimit)
    return !Self.brokenPromises(in: exploration, workLimit: workLimit).isSubset(of: broken)
  }

  private static func brokenPromises(in exploration: Exploration, workLimit: Int) -> Set<PromiseName> {
    var budget = WorkBudget(workLimit)
    let printer = CounterexamplePrinter(exploration.index)
    let findings = checkPromises(in: exploration, by: printer, within: &budget).findings
    let broken = Set(findings.filter { $0.finding == .broken || $0.finding == .late }.map(\.promise))
    guard findings.contains(where: \.finding.isUndecided), exploration.environment.timers.isContested,
      exploration.isComplete
    else { return broken }
    // Only an exploration with all orders of several timers shows that no answer is possible any more.
    let envelope = exploreTimersInAnyOrder(besides: exploration)
    guard envelope.isComplete else { return broken }
    let hopeless = findHopelessPromises(
      in: exploration, besides: envelope, among: findings, by: printer, within: &budget)
    return broken.union(hopeless.filter { $0.diagnostic.kind != .contradiction }.map(\.promise))
  }
}
