import LifelineModel

/// Members that say in which states the regions are.
extension ProgramPrinter {
  /// Writes the property that tells whether all regions of a state are at their end.
  func printCompletion(of state: ID<State>, _ finals: [[ID<State>]], to writer: inout CodeWriter) {
    let title = state == Machine.root ? "the machine" : "`\(machine[state].path)`"
    let conditions = finals.map { states in
      let tests = states.map { ExpressionPrinter(context: context).text(.isAt($0, true)) }
      return tests.count == 1 ? tests[0] : "(\(tests.joined(separator: " || ")))"
    }
    writer.line(
      machine[state].isParallel
        ? "/// Whether all regions of \(title) have completed." : "/// Whether \(title) has ended.")
    writer.block("private var \(names.completion(state)): Swift.Bool") {
      $0.line("return \(conditions.joined(separator: " && "))")
    }
  }

  /// Writes the function that returns the positions inside a state, and the type of its result.
  func print(_ extents: [Extent], to writer: inout CodeWriter) {
    let hasRegions = context.layout.hasRegions
    writer.line(
      hasRegions
        ? "/// The region of a state, and its first and last position in that region."
        : "/// The first and the last raw value of `State` for the atomic states in a state.")
    writer.block("private struct Extent") { writer in
      if hasRegions { writer.line("var region: Swift.Int") }
      writer.line("var first: \(positionType)")
      writer.line("var last: \(positionType)")
    }
    writer.line()
    writer.block("private static func extent(of state: AnyState) -> Extent") { writer in
      writer.line("switch state {")
      for extent in extents {
        // The first case of a private enum of positions is that of an inactive region.
        let offset = context.layout.tracksSteps ? 1 : 0
        let (first, last) = (extent.positions.lowerBound + offset, extent.positions.upperBound + offset - 1)
        let region = hasRegions ? "region: \(extent.region), " : ""
        writer.line("case .\(names.anyStateCase(extent.state)): Extent(\(region)first: \(first), last: \(last))")
      }
      writer.line("}")
    }
  }

  /// The raw type of positions.
  var positionType: String {
    let layout = context.layout
    // In each region, one more value stands for an inactive region.
    return rawType(layout.hasRegions ? layout.regions.map { $0.positions.count + 1 }.max() ?? 1 : layout.leaves.count)
  }

  /// Writes the private type of a region's positions.
  func printPositions(ofRegion index: Int, to writer: inout CodeWriter) {
    let region = names.regions.regions[index]
    guard case .tracked(_, let type, let inactiveCase) = region.storage else { return }
    writer.line("/// \(documentation(ofPositionInRegion: index))")
    writer.block("private enum \(type): \(positionType), Swift.Hashable, Swift.Sendable") { writer in
      let cases = [inactiveCase] + context.layout.regions[index].positions.map(names.regions.positionCase)
      for line in CaseLines.lines(of: cases) { writer.line(line) }
    }
  }

  /// Writes the property with which hosts read the state of a region whose position is private.
  func printState(ofRegion index: Int, to writer: inout CodeWriter) {
    let region = names.regions.regions[index]
    let isRoot = context.layout.regions[index].root == Machine.root
    writer.line("/// \(documentation(ofRegion: index))")
    writer.block("\(access)var \(region.property): \(region.type)\(isRoot ? "" : "?")") { writer in
      writer.line("switch \(region.storedProperty) {")
      for state in context.layout.regions[index].positions where machine[state].isPosition {
        let name = names.stateCase(state)
        let value = isRoot ? ".\(name)" : SwiftText.optional(name, in: region.type)
        writer.line("case .\(names.regions.positionCase(state)): \(value)")
      }
      writer.line("default: \(isRoot ? ".\(names.stateCase(context.initialPosition))" : "nil")")
      writer.line("}")
    }
  }

  /// Returns the documentation of the property with which hosts read the state of a region.
  func documentation(ofRegion index: Int) -> String {
    let path = machine[context.layout.regions[index].root].path
    return path.isEmpty
      ? "The active state outside of all regions."
      : "The state of the region `\(path)`; `nil` while the region isn't active."
  }

  /// Returns the documentation of the private property with the position of a region, and of its type.
  func documentation(ofPositionInRegion index: Int) -> String {
    let path = machine[context.layout.regions[index].root].path
    return "The position of \(path.isEmpty ? "the machine outside of all regions" : "the region `\(path)`")."
  }
}
