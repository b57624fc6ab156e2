import LifelineModel

/// What the regions of a machine, and the places in which they can be, are called in generated code.
struct PlaceNames {
  /// By region: the property that says where the region is.
  let properties: [String]
  /// By region: the property's type.
  let types: [String]
  /// By region: the case for a region that is not active; `nil` where there is no such case.
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

  /// The case for a region that is in `place`.
  func placeCase(_ place: ID<State>) -> String { cases[place.index] ?? "" }

  /// The property that says where the region is in which `state` stands.
  func property(of state: ID<State>) -> String { regionIndices[state.index].map { properties[$0] } ?? "" }

  /// The type of that property.
  func type(of state: ID<State>) -> String { regionIndices[state.index].map { types[$0] } ?? "" }

  /// The case for a region that is not active, of the region in which `state` stands.
  func inactiveCase(of state: ID<State>) -> String? { regionIndices[state.index].flatMap { inactiveCases[$0] } }
}
