import LifelineModel

/// When parallel states are complete: all their regions have reached a final state.
struct Completion {
  private let machine: Machine
  private let names: MachineNames

  init(_ machine: Machine, names: MachineNames) {
    self.machine = machine
    self.names = names
  }

  /// The property that says whether a parallel state is complete.
  func name(of state: ID<State>) -> String {
    state == Machine.root ? "isFinished" : "is\(names.functionSuffixes[state.index])Complete"
  }

  /// What holds when all regions of `state` have come to their end; `nil` if they never all do.
  func condition(of state: ID<State>) -> String? {
    var parts: [String] = []
    for region in machine.properChildren(of: state) {
      guard let part = part(region) else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " && ")
  }

  private func part(_ region: ID<State>) -> String? {
    switch machine[region].kind {
    case .atomic, .history: return nil
    case .final: return test(region)
    case .parallel: return condition(of: region)
    case .compound:
      let tests = machine.properChildren(of: region).filter { machine[$0].isFinal }.map(test)
      if tests.count > 1 { return "(\(tests.joined(separator: " || ")))" }
      return tests.first
    }
  }

  private func test(_ state: ID<State>) -> String {
    "\(names.places.property(of: state)) == .\(names.places.placeCase(state))"
  }
}
