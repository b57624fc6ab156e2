import LifelineModel

/// The configurations in which parallel states are complete: all their regions have reached a final state.
struct Completion {
  let machine: Machine

  /// Returns the final states of each region of `state`, and of each region of the parallel states in those; `nil` if a
  /// region has no final state.
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
