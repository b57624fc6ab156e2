import LifelineDiagnostics
import LifelineModel

/// What an exploration shows to be wrong with a machine, or probably so.
///
/// What was reached is certain. What was not reached is only said where the exploration is complete.
public struct ReachabilityChecks {
  let exploration: Exploration
  var machine: Machine { exploration.chart.machine }

  /// Prepares to look at what was explored.
  public init(_ exploration: Exploration) { self.exploration = exploration }

  /// All that there is to say, in source order. Where one of `known` points at the same place, nothing more is
  /// said: who reads a spec without running it says why something cannot be, where that can be seen.
  public func findings(besides known: [Diagnostic] = []) -> [Diagnostic] {
    var findings = faultFindings() + NeedsProof(exploration).findings()
    // Behind an endless loop there may be more: it is to be mended first.
    let isStuck = exploration.faults.contains { $0.fault.kind == .endlessMacrostep }
    if exploration.isComplete, !isStuck {
      findings += stateFindings() + historyFindings() + beginningFindings()
      findings += eventFindings() + transitionFindings() + guardFindings() + timerFindings()
    }
    let places = Set(known.map(\.location))
    return findings.filter { !places.contains($0.location) }.inSourceOrder()
  }

  /// What the exploration leaves unsaid, for people; `nil` where it leaves nothing.
  public var remark: String? {
    guard !exploration.isComplete else { return nil }
    let needs = machine.callbacks.contains { !$0.needs.isEmpty }
    return """
      \(machine.name): exploration ended at \(exploration.nodes.count) configurations with more to come; what was \
      not reached up to there\(needs ? ", and whether every 'needs' is kept beyond," : "") is not known (--limit)
      """
  }

  /// How messages call a state.
  func title(_ state: ID<State>) -> String { machine.states[state.index].title }
}
