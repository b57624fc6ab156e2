import LifelineModel
import LifelineSource

/// Something that the host or the machine may do and that wasn't explored.
package struct UnexploredStep: Hashable, Sendable {
  /// A clause that says in words which part of the exploration was left out.
  package var omission: String
  /// A clause for after `if`: the change of the spec or of the options after which everything is known.
  package var advice: String
}

extension Exploration {
  /// Returns the events of which not all combinations were tried in a node.
  func eventsLeftOut(in node: Int) -> [ID<Event>] {
    bound == nil ? [] : omissions[node]?.compactMap(\.event) ?? []
  }

  /// Returns whether the machine may do something in a node that wasn't explored.
  /// - Parameter mayCome: Returns whether the host may send an event there.
  func leavesOut(in node: Int, where mayCome: (ID<Event>) -> Bool) -> Bool {
    guard bound != nil else { return false }
    if node >= wholeCount || !environment.hasAllBeginnings && nodes[node].isBeginning { return true }
    return omissions[node]?.contains { $0.event.map(mayCome) ?? true } ?? false
  }

  /// Returns what wasn't explored in a node; `nil` if everything was.
  /// - Parameter mayCome: Returns whether the host may send an event there.
  func unexploredStep(in node: Int, where mayCome: (ID<Event>) -> Bool) -> UnexploredStep? {
    guard leavesOut(in: node, where: mayCome) else { return nil }
    if let omission = omissions[node]?.first(where: { $0.event.map(mayCome) ?? true }) {
      let states = nodes[node].configuration.filter { machine[$0].isAtomic }.map { "`\(machine[$0].path)`" }
      let place = states.isEmpty ? "the start" : (omission.event.map { "`\(machine[$0].name)`" } ?? "a wait")
      let subject = states.isEmpty ? place : "\(place) in \(states.joined(separator: " and "))"
      if omission.isOfCalls {
        return UnexploredStep(
          omission: "\(subject) leaves more than \(grouped(combinationLimit)) combinations open",
          advice: "fewer actions of one step left something open")
      }
      return UnexploredStep(
        omission: "at \(subject), more than \(grouped(combinationLimit)) combinations of values make a difference",
        advice: "fewer arguments and fields were compared in one step, or `--given` told the values of `fixed` fields")
    }
    if node < wholeCount {
      return UnexploredStep(
        omission: "the `fixed` and `private` fields have too many values at the start",
        advice: "`--given` told the values of `fixed` fields")
    }
    let advice =
      switch bound {
      case .loops: "the endless loops were mended that `lifeline check` reports"
      case .memory: "a machine with fewer configurations said the same: narrow a `range`, or tell values with `--given`"
      case .nodes, .work, .combinations, nil:
        "`limit` in `lifeline.yaml` was greater, or the machine had fewer configurations: narrow a `range`, or tell values with "
          + "`--given`"
      }
    return UnexploredStep(omission: "the exploration \(earlyEnd ?? "ended at endless loops")", advice: advice)
  }
}
