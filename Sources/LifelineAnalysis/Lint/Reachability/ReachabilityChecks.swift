import LifelineModel
import LifelineSource

/// Returns the diagnostics of the mistakes and probable mistakes that an exploration shows, in source order.
///
/// Only a complete exploration shows that something can't be reached.
/// - Parameter known: The diagnostics that are already known. They explain a mistake better than exploration can, so
///   nothing else is reported at their locations.
package func checkReachability(in exploration: Exploration, besides known: [Diagnostic] = []) -> [Diagnostic] {
  var diagnostics = certainDiagnostics(in: exploration)
  // More may become reachable once an endless loop is corrected.
  let isStuck = exploration.faults.contains { $0.fault.kind == .endlessMacrostep }
  if exploration.isComplete, !isStuck {
    let impossible =
      unreachableStates(in: exploration) + emptyHistories(in: exploration) + unreachableBeginnings(in: exploration)
      + unhandledEvents(in: exploration) + deadTransitions(in: exploration) + decidedGuards(in: exploration)
      + unelapsedTimers(in: exploration)
    let sampled = findSampledResults(in: exploration.machine, exploration.environment.roles).first
    diagnostics +=
      sampled.map { range in
        impossible.map { $0.qualified(by: SourceLocation(path: exploration.machine.path, range: range)) }
      } ?? impossible
  }
  let locations = Set(known.map(\.location))
  let ranges = known.compactMap(\.location.range)
  return diagnostics.filter { diagnostic in
    if locations.contains(diagnostic.location) { return false }
    guard diagnostic.kind == .decidedGuard, let range = diagnostic.location.range else { return true }
    // The transition around the guard, or a part of the guard, may have a diagnostic already.
    return !ranges.contains { $0.contains(range) || range.contains($0) }
  }.inSourceOrder()
}

/// Returns the diagnostics that are true even if the exploration ended early. Finding them takes at most as much work
/// as the exploration may take.
func certainDiagnostics(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  var budget = WorkBudget(exploration.workLimit)
  let faults = findReachableFaults(in: exploration, within: &budget)
  let early = findEarlyCalls(in: exploration, within: &budget)
  let untaken = findUntakenEvents(in: exploration, within: &budget)
  var diagnostics = faults.diagnostics + early.diagnostics + untaken.diagnostics
  func addUnexploredPart(_ message: String) {
    diagnostics.append(machine.diagnostic(.unexploredPart, message, at: machine.nameRange))
  }
  if faults.omittedCount > 0 {
    let count = counted(faults.omittedCount, "more fault")
    addUnexploredPart("\(count) can be reached, but showing how takes too much work (`--limit`)")
  }
  if untaken.omittedCount > 0 {
    let count = counted(untaken.omittedCount, "more event")
    addUnexploredPart("\(count) may not be taken by parts, but showing how takes too much work (`--limit`)")
  }
  if early.omittedCount > 0 {
    let count = counted(early.omittedCount, "callback")
    addUnexploredPart(
      "the `needs` and `onlyAfter` of \(count) are not checked, because that takes too much work (`--limit`)")
  }
  return diagnostics
}

extension Exploration {
  /// The states that are active while the machine is at rest.
  var restingStates: IDSet<State> {
    nodes.reduce(into: IDSet()) { $0.formUnion($1.snapshot.configuration) }
  }
}

extension Diagnostic {
  /// Returns the diagnostic with the reservation that exploration doesn't try all results of the computation at
  /// `location`.
  fileprivate func qualified(by location: SourceLocation) -> Diagnostic {
    var diagnostic = self
    diagnostic.message += " (for the numbers that exploration tries)"
    diagnostic.notes.append(Note("exploration doesn't try all numbers that this can be", at: location))
    return diagnostic
  }
}

extension SourceRange {
  fileprivate func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }
}
