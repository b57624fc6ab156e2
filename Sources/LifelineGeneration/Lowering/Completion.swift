import LifelineModel

/// The configurations in which parallel states are complete: all their regions have reached a final state.
struct Completion {
  let machine: Machine

  /// Returns, for each region of `state` and of the parallel states in it, the final states one of which is active at its
  /// end; `nil` if a region never ends.
  func finals(of state: ID<State>) -> [[ID<State>]]? {
    var result: [[ID<State>]] = []
    for region in machine.properChildren(of: state) {
      switch machine[region].kind {
      case .atomic, .history: return nil
      case .final: result.append([region])
      case .parallel:
        guard let inner = finals(of: region) else { return nil }
        result += inner
      case .compound:
        let finals = machine.properChildren(of: region).filter { machine[$0].isFinal }
        if finals.isEmpty { return nil }
        result.append(finals)
      }
    }
    return result.isEmpty ? nil : result
  }
}
