extension Exploration {
  /// A node together with something that depends on the way there.
  private struct Place<Condition: Hashable>: Hashable {
    var node: Int
    var condition: Condition
  }

  /// Follows the edges from the nodes in which the machine hasn't started, breadth first. A node is visited once with each
  /// condition in which ways lead there.
  /// - Parameters:
  ///   - leaving: The edges that leave each node.
  ///   - start: The condition before the start.
  ///   - follow: Changes the condition along an edge, and returns whether to go on. Its last argument returns the shortest path
  ///     that ends with the edge.
  /// - Returns: Whether the budget was enough.
  func followEdges<Condition: Hashable>(
    _ leaving: [[Edge]], from start: Condition, within budget: inout WorkBudget,
    _ follow: (Edge, inout Condition, _ path: () -> [Occurrence]) -> Bool
  ) -> Bool {
    var pending = beginnings.map { Place(node: $0, condition: start) }
    var known = Set(pending)
    var arrivals: [Place<Condition>: (from: Place<Condition>, edge: Edge)] = [:]
    var next = 0
    while next < pending.count {
      let place = pending[next]
      next += 1
      guard budget.spend(1 + leaving[place.node].count) else { return false }
      for edge in leaving[place.node] {
        func path() -> [Occurrence] {
          var path = [edge.occurrence]
          var end = place
          while let arrival = arrivals[end] {
            path.append(arrival.edge.occurrence)
            end = arrival.from
          }
          return path.reversed()
        }
        var condition = place.condition
        guard follow(edge, &condition, path) else { return true }
        guard let target = edge.target else { continue }
        let end = Place(node: target, condition: condition)
        guard known.insert(end).inserted else { continue }
        arrivals[end] = (place, edge)
        pending.append(end)
      }
    }
    return true
  }
}
