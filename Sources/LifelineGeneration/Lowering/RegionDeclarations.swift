import LifelineModel

/// The declarations that say in which states the regions are.
extension MachineContext {
  /// Returns a state as a case of `AnyState`.
  func anyState(_ state: ID<State>) -> SwiftExpression { ".\(names.anyStateCase(state))" }

  /// Returns a state as a value of the type `AnyState?`.
  func optionalState(_ state: ID<State>) -> SwiftExpression {
    .name(SwiftText.optional(names.anyStateCase(state), in: "AnyState"))
  }

  /// Returns the property that tells whether all regions of a state are at their end: one state of each list is active.
  func declareCompletion(of state: ID<State>, _ finals: [[ID<State>]]) -> Declaration {
    let title = state == Machine.root ? "the machine" : "`\(machine[state].path)`"
    let conditions = finals.map { states in
      states.count == 1 ? .isAt(states[0], true) : SwiftExpression.or(states.map { .isAt($0, true) })
    }
    return Declaration(
      machine[state].isParallel ? "Whether all regions of \(title) have completed." : "Whether \(title) has ended.",
      head: "private var \(names.completion(state)): Swift.Bool", body: [.return(.and(conditions))])
  }

  /// Returns the function that returns the positions inside each state, and the type of its result.
  func declareExtents() -> [Declaration] {
    // The first case of a private enum of positions is that of an inactive region.
    let offset = layout.tracksSteps ? 1 : 0
    let cases = machine.states.compactMap { state -> Case? in
      guard layout.isNamed(state), let region = layout.regionIndices[state.id.index] else { return nil }
      let positions = layout.positionRanges[state.id.index]
      let (first, last) = (positions.lowerBound + offset, positions.upperBound + offset - 1)
      let prefix = layout.hasRegions ? "region: \(region), " : ""
      return Case(anyState(state.id), body: ["Extent(\(prefix)first: \(first), last: \(last))"])
    }
    let region: [Declaration] = layout.hasRegions ? ["var region: Swift.Int"] : []
    return [
      Declaration(
        layout.hasRegions
          ? "The region of a state, and its first and last position in that region."
          : "The first and the last raw value of `State` for the atomic states in a state.",
        head: "private struct Extent",
        members: [region + ["var first: \(positionType)", "var last: \(positionType)"]]),
      Declaration(
        head: "private static func extent(of state: AnyState) -> Extent",
        body: [.joined(.switch("state", cases, default: .none))]),
    ]
  }

  /// The raw type of positions.
  var positionType: String {
    // In each region, one more value stands for an inactive region.
    SwiftText.rawType(
      caseCount: layout.hasRegions ? layout.regions.map { $0.positions.count + 1 }.max() ?? 1 : layout.leaves.count)
  }

  /// Returns the private type of a region's positions, if it has one.
  func declarePositions(ofRegion index: Int) -> Declaration? {
    guard case .tracked(_, let type, let inactiveCase) = names.regions.regions[index].storage else { return nil }
    return Declaration(
      documentation(ofPositionInRegion: index),
      head: "private enum \(type): \(positionType), Swift.Hashable, Swift.Sendable",
      cases: [inactiveCase] + layout.regions[index].positions.map(names.regions.positionCase))
  }

  /// Returns the property with which hosts read the state of a region whose position is private.
  func declareState(ofRegion index: Int) -> Declaration {
    let region = names.regions.regions[index]
    let isRoot = layout.regions[index].root == Machine.root
    let cases = layout.regions[index].positions.filter { machine[$0].isPosition }.map { state in
      let name = names.stateCase(state)
      return Case(
        ".\(names.regions.positionCase(state))",
        body: [.evaluate(.name(isRoot ? ".\(name)" : SwiftText.optional(name, in: region.type)))])
    }
    let standard = isRoot ? ".\(names.stateCase(initialPosition))" : "nil"
    return Declaration(
      documentation(ofRegion: index), isPublic: true,
      head: "var \(region.property): \(region.type)\(isRoot ? "" : "?")",
      body: [.joined(.switch(.position(index), cases, default: .statements([.evaluate(.name(standard))])))])
  }

  /// Returns the documentation of the property with which hosts read the state of a region.
  func documentation(ofRegion index: Int) -> String {
    let path = machine[layout.regions[index].root].path
    return path.isEmpty
      ? "The active state outside of all regions."
      : "The state of the region `\(path)`; `nil` while the region isn't active."
  }

  /// Returns the documentation of the private property with the position of a region, and of its type.
  func documentation(ofPositionInRegion index: Int) -> String {
    let path = machine[layout.regions[index].root].path
    return "The position of \(path.isEmpty ? "the machine outside of all regions" : "the region `\(path)`")."
  }
}
