import LifelineModel
import LifelineScenarios
import LifelineSource

extension TraceResult {
  /// The lines about what only logs show and what only scenarios promise; empty if nothing was recorded.
  package var coverageLines: [String] {
    guard let shown, let recording = checkScenarios(of: machine, recording: true, ordering: owed).recording else {
      return []
    }
    let coverage = measureCoverage(of: machine, by: recording)
    // The states and transitions of parts are in other files.
    let states = shown.evidence.states.filter { machine.declares($0) }
    var inLogs: Set<SourceRange> = Set(states.map { machine[$0].range })
    machine.forEachTransition { transition in
      guard machine.declares(transition.id) else { return }
      if shown.evidence.transitions.contains(transition.id) { inLogs.insert(transition.range) }
    }
    let items = coverage.items.filter { $0.subject == .states || $0.subject == .transitions }
    let promised = recording.orders
    func text(_ orders: Set<CallOrder>) -> [String] {
      orders.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        .map { "the order `\(machine[$0.first].name)`, `\(machine[$0.second].name)`" }
    }
    func place(_ item: Coverage.Item) -> String { "\(item.name) (\(machine.path):\(item.range.start.line))" }
    let onlyShown =
      items.filter { inLogs.contains($0.range) && $0.count == 0 }.map(place) + text(shown.orders.subtracting(promised))
    let onlyPromised =
      items.filter { !inLogs.contains($0.range) && $0.count > 0 }.map(place)
      + text(promised.subtracting(shown.orders))
    return section("shown by logs, and promised by no scenario", onlyShown)
      + section("promised by scenarios, and shown by no log for certain", onlyPromised)
      + (shown.evidence.isComplete ? [] : [Self.incompleteEvidence])
  }

  private static let incompleteEvidence =
    "the machine has so many configurations that only part of the calls was looked at for states and transitions, so logs may "
    + "show more of them"

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [title + (lines.isEmpty ? ": nothing" : ":")] + lines.map { "  " + $0 }
  }
}
