import LifelineModel

/// The names of a machine's regions, and of their positions, in generated code.
struct PlaceNames {
  /// The property that holds the position of each region.
  let properties: [String]
  /// The type of each region's property.
  let types: [String]
  /// The case for each region while it's inactive; `nil` if there is no such case.
  let inactiveCases: [String?]
  private let regionIndices: [Int?]
  private let cases: [String?]

  init(layout: StateLayout, suffixes: [String], cases: [String?]) {
    regionIndices = layout.regionIndices
    self.cases = cases
    guard layout.hasRegions else {
      properties = ["state"]
      types = ["State"]
      inactiveCases = [nil]
      return
    }
    types = layout.regions.map { "\(suffixes[$0.root.index])Region" }
    properties = types.map { String($0.prefix(1)).lowercased() + $0.dropFirst() }
    inactiveCases = layout.regions.map { region in
      let taken = Set(region.places.map { cases[$0.index] ?? "" })
      var name = "inactive"
      while taken.contains(name) { name += "_" }
      return name
    }
  }

  /// Returns the case for a position of a region.
  func placeCase(_ place: ID<State>) -> String { cases[place.index] ?? "" }

  /// Returns the property that holds the position of the region of `state`.
  func property(of state: ID<State>) -> String { regionIndices[state.index].map { properties[$0] } ?? "" }

  /// Returns the type of that property.
  func type(of state: ID<State>) -> String { regionIndices[state.index].map { types[$0] } ?? "" }

  /// Returns the case for the region of `state` while it's inactive.
  func inactiveCase(of state: ID<State>) -> String? { regionIndices[state.index].flatMap { inactiveCases[$0] } }
}
