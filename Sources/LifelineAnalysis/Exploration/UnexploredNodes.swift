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
  /// Returns whether the machine may do something in a node that wasn't explored.
  func leavesOut(in node: Int) -> Bool {
    bound != nil
      && (node >= wholeCount || omissions[node] != nil || !environment.hasAllBeginnings && nodes[node].isBeginning)
  }

  /// Returns what wasn't explored in a node; `nil` if everything was.
  func unexploredStep(in node: Int) -> UnexploredStep? {
    guard leavesOut(in: node) else { return nil }
    if let omission = omissions[node] {
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
