import LifelineModel

/// Classes of positions with the same future.
struct PositionClasses: Sendable {
  /// For each position the first one of its class.
  let representatives: [CallAutomaton.Position]

  /// Finds the coarsest classes in which positions have the same next item and equal classes behind it, and nodes lead to
  /// equal classes. Nodes that may ignore different events differ.
  static func find(in automaton: CallAutomaton, _ asked: AskedEvents? = nil) -> PositionClasses {
    let positions = (0..<automaton.count).map { CallAutomaton.Position($0) }
    var predecessors = Array(repeating: [Int32](), count: automaton.count)
    for position in positions {
      if automaton.isResting(position) {
        for entry in automaton.entries(of: position) { predecessors[Int(entry)].append(position) }
      } else {
        predecessors[Int(automaton.successor(of: position))].append(position)
      }
    }
    // A node has a kind below zero, and a position in a step that of its next item.
    var kindsOfNodes: [UInt64: Int32] = [:]
    let kinds = positions.map { position in
      if let item = automaton.item(at: position) { return Int32(item.index) }
      let flags = asked?.flags(of: [position]) ?? 0
      let kind = kindsOfNodes[flags] ?? -1 - Int32(kindsOfNodes.count)
      kindsOfNodes[flags] = kind
      return kind
    }
    let classes = findClasses(of: kinds, predecessors: predecessors) { index, classes in
      let position = CallAutomaton.Position(index)
      if automaton.isResting(position) { return Set(automaton.entries(of: position).map { classes[Int($0)] }).sorted() }
      return [classes[Int(automaton.successor(of: position))]]
    }
    var first: [Int32: CallAutomaton.Position] = [:]
    let representatives = classes.enumerated().map { index, number in
      let position = first[number] ?? CallAutomaton.Position(index)
      first[number] = position
      return position
    }
    return PositionClasses(representatives: representatives)
  }

  func representatives(of set: [CallAutomaton.Position]) -> [CallAutomaton.Position] {
    Set(set.map { representatives[Int($0)] }).sorted()
  }
}
