import LifelineModel

/// The names of a machine's regions and their positions in generated code.
struct RegionNames {
  /// The property that holds the position of each region.
  let properties: [String]
  /// The type of each property.
  let types: [String]
  /// The case for an inactive region; `nil` in a machine without regions.
  let inactiveCases: [String?]
  private let regionIndices: [Int?]
  private let cases: [String?]

  /// Returns the names for the regions of a layout.
  ///
  /// - Parameters:
  ///   - suffixes: The suffix for each state that is unique among them.
  ///   - cases: The case for each state that is a position.
  static func assign(to layout: StateLayout, suffixes: [String], cases: [String?]) -> RegionNames {
    guard layout.hasRegions else {
      return RegionNames(
        properties: ["state"], types: ["State"], inactiveCases: [nil], regionIndices: layout.regionIndices,
        cases: cases)
    }
    let types = layout.regions.map { "\(suffixes[$0.root.index])Region" }
    let inactiveCases = layout.regions.map { region in
      let taken = Set(region.positions.compactMap { cases[$0.index] })
      var name = "inactive"
      while taken.contains(name) { name += "_" }
      return name
    }
    let properties = types.map { type in
      let property = String(type.prefix(1)).lowercased() + type.dropFirst()
      return property == type ? "\(property)_" : property
    }
    return RegionNames(
      properties: properties, types: types,
      inactiveCases: inactiveCases, regionIndices: layout.regionIndices, cases: cases)
  }

  /// Returns the case for a region that is in a state.
  func positionCase(_ state: ID<State>) -> String { requiredName(cases[state.index], of: state) }

  /// Returns the property that holds the position of a state's region.
  func property(of state: ID<State>) -> String {
    requiredName(regionIndices[state.index].map { properties[$0] }, of: state)
  }

  /// Returns the type of that property.
  func type(of state: ID<State>) -> String {
    requiredName(regionIndices[state.index].map { types[$0] }, of: state)
  }

  /// Returns the case for an inactive region.
  func inactiveCase(ofRegion region: Int) -> String { requiredName(inactiveCases[region], of: types[region]) }

  /// Returns the case for an inactive region, of the region of a state.
  func inactiveCase(of state: ID<State>) -> String {
    requiredName(regionIndices[state.index].flatMap { inactiveCases[$0] }, of: state)
  }
}
