import LifelineModel
import LifelineSource

/// What an exploration shows to be wrong with a machine, or probably so.
///
/// What was reached is certain. What was not reached is only said where the exploration is complete.
package struct ReachabilityChecks {
  let exploration: Exploration
  var machine: Machine { exploration.chart.machine }

  /// Prepares to look at what was explored.
  package init(_ exploration: Exploration) { self.exploration = exploration }

  /// All that there is to say, in source order. Where one of `known` points at the same place, nothing more is
  /// said: who reads a spec without running it says why something cannot be, where that can be seen.
  package func findings(besides known: [Diagnostic] = []) -> [Diagnostic] {
    var findings = faultFindings() + NeedsProof(exploration).findings()
    // Behind an endless loop there may be more: it is to be mended first.
    let isStuck = exploration.faults.contains { $0.fault.kind == .endlessMacrostep }
    if exploration.isComplete, !isStuck {
      findings += stateFindings() + historyFindings() + beginningFindings()
      findings += eventFindings() + transitionFindings() + guardFindings() + timerFindings()
    }
    let places = Set(known.map(\.location))
    let ranges = known.compactMap(\.location.range).sorted()
    return findings.filter { finding in
      if places.contains(finding.location) { return false }
      return finding.kind != .decidedGuard || !isExplained(finding, by: ranges)
    }.inSourceOrder()
  }

  /// Whether something known stands around the place of a finding, such as its transition, or in it, such as a part of
  /// its condition.
  private func isExplained(_ finding: Diagnostic, by ranges: [SourceRange]) -> Bool {
    guard let range = finding.location.range else { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < range.start { low = middle + 1 } else { high = middle }
    }
    let inside = low < ranges.count ? ranges[low] : nil
    let around = low > 0 ? ranges[low - 1] : nil
    return inside.map { $0.end <= range.end } ?? false || around.map { $0.end >= range.end } ?? false
  }

  /// What the exploration leaves unsaid, for people; `nil` where it leaves nothing.
  package var remark: String? {
    let end: String
    switch exploration.bound {
    case nil, .loops: return nil
    case .nodes: end = "ended at \(exploration.nodes.count) configurations with more to come (--limit)"
    case .combinations: end = "did not try all combinations of values, of which there are too many"
    }
    let needs = machine.callbacks.contains { !$0.needs.isEmpty } ? ", nor whether every 'needs' is always kept" : ""
    return "\(machine.name): exploration \(end); what can never happen is not known\(needs)"
  }

  /// How messages call a state.
  func title(_ state: ID<State>) -> String { machine.states[state.index].title }
}
