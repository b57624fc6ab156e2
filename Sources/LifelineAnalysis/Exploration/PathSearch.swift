extension Exploration {
  /// Follows the edges from the nodes in which the machine hasn't started, breadth first. A node is visited once with each
  /// condition in which ways lead there.
  /// - Parameters:
  ///   - leaving: The edges that leave each node.
  ///   - start: The condition before the start.
  ///   - follow: Changes the condition along an edge, and returns whether to go on. Its last argument returns the shortest path
  ///     that ends with the edge.
  /// - Returns: Whether the budget was enough.
  func followEdges<Condition: Hashable>(
    _ leaving: EdgesByNode, from start: Condition, within budget: inout WorkBudget,
    _ follow: (Edge, inout Condition, _ path: () -> [Occurrence]) -> Bool
  ) -> Bool {
    var places = Places<Condition>(nodeCount: nodes.count)
    for node in beginnings { places.add(node: node, start, from: nil) }
    var next = 0
    while next < places.visits.count {
      let visit = places.visits[next]
      guard budget.spend(1 + leaving[visit.node].count) else { return false }
      for (index, edge) in zip(leaving[visit.node].indices, leaving[visit.node]) {
        func path() -> [Occurrence] {
          var path = [edge.occurrence]
          var end = visit
          while let arrival = end.arrival {
            end = places.visits[arrival.visit]
            path.append(leaving.edge(arrival.edge).occurrence)
          }
          return path.reversed()
        }
        var condition = places.conditions[visit.condition]
        guard follow(edge, &condition, path) else { return true }
        if let target = edge.target { places.add(node: target, condition, from: (next, index)) }
      }
      next += 1
    }
    return true
  }
}

/// Nodes, each together with something that depends on the way there.
private struct Places<Condition: Hashable> {
  /// A place that was reached.
  struct Visit {
    var node: Int
    /// The index of the condition.
    var condition: Int
    /// The place from which it was reached first, and the edge; `nil` if the way begins there.
    var arrival: (visit: Int, edge: Int)?
  }

  private(set) var visits: [Visit] = []
  /// The conditions, each once.
  private(set) var conditions: [Condition] = []
  private var indices: [Condition: Int] = [:]
  /// Whether each node was reached with each condition.
  private var areKnown: [[Bool]] = []
  private let nodeCount: Int

  init(nodeCount: Int) { self.nodeCount = nodeCount }

  /// Adds a place, unless it was reached before.
  mutating func add(node: Int, _ condition: Condition, from arrival: (visit: Int, edge: Int)?) {
    let index = index(of: condition)
    if areKnown[index][node] { return }
    areKnown[index][node] = true
    visits.append(Visit(node: node, condition: index, arrival: arrival))
  }

  private mutating func index(of condition: Condition) -> Int {
    if let known = indices[condition] { return known }
    indices[condition] = conditions.count
    conditions.append(condition)
    areKnown.append(Array(repeating: false, count: nodeCount))
    return conditions.count - 1
  }
}
