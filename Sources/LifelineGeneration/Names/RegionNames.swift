import LifelineModel

/// The names of a machine's regions and of the properties that hold their positions. A machine without regions counts
/// as one region, which is always active.
struct RegionNames {
  /// The names of one region.
  struct Region {
    /// The property that hosts read.
    var property: String
    /// The enum of the states in which the region can rest.
    var type: String
    var storage: Storage
  }

  /// The way in which the position of a region is stored.
  enum Storage {
    /// In the property that hosts read: the region is always active.
    case always
    /// In the property that hosts read, which is `nil` while the region isn't active.
    case optional
    /// In a private property, whose enum also has cases for compound states and for an inactive region.
    case tracked(property: String, type: String, inactiveCase: String)
  }

  /// The regions in document order.
  let regions: [Region]
  /// The properties that hold the positions.
  let storedProperties: Set<String>
  /// The index of each state's region. A parallel root and histories, which are in no region, count to the first.
  private let indices: [Int]
  private let cases: [String]

  /// Returns the names for the regions of a layout.
  ///
  /// - Parameters:
  ///   - names: The property and the type of each region.
  ///   - stateCases: The case for each state in the enum of its region.
  ///   - anyStateCases: The case of `AnyState` for each state.
  ///   - types: The names of other types in the machine.
  static func assign(
    _ names: [(property: String, type: String)], to layout: StateLayout, stateCases: [String],
    anyStateCases: [String], beside types: Set<String>
  ) -> RegionNames {
    var taken = Set(names.flatMap { [$0.property, $0.type] }).union(types)
    let regions = zip(layout.regions, names).map { region, name in
      var storage = region.root == Machine.root ? Storage.always : .optional
      if layout.tracksSteps {
        let type = uniqueName("\(name.type)Position", &taken)
        storage = .tracked(
          property: uniqueName(SwiftText.decapitalized(type), &taken), type: type,
          inactiveCase: inactiveCase(beside: region.positions.map { anyStateCases[$0.index] }))
      }
      return Region(property: name.property, type: name.type, storage: storage)
    }
    return RegionNames(
      regions: regions, storedProperties: Set(regions.map(\.storedProperty)),
      indices: layout.regionIndices.map { $0 ?? 0 },
      cases: layout.tracksSteps ? anyStateCases : stateCases)
  }

  private static func inactiveCase(beside cases: [String]) -> String {
    var taken = Set(cases)
    return uniqueName("inactive", &taken, suffix: "_")
  }

  /// Returns the region of a state.
  func region(of state: ID<State>) -> Region { regions[indices[state.index]] }

  /// Returns the case for a region that is in a state.
  func positionCase(_ state: ID<State>) -> String { cases[state.index] }

  /// Returns the position of a region that is in a state, for a property that holds positions.
  func position(_ state: ID<State>) -> String {
    let region = region(of: state)
    let name = positionCase(state)
    return region.storage.isOptional ? SwiftText.optional(name, in: region.type) : ".\(name)"
  }

  /// Returns the pattern for a region that is in a state.
  ///
  /// - Parameter isOptional: Whether the pattern is for an optional value.
  func pattern(_ state: ID<State>, isOptional: Bool) -> String {
    let name = positionCase(state)
    guard isOptional, SwiftText.isCaseOfOptional(name) else { return ".\(name)" }
    return "\(region(of: state).type).\(name)?"
  }
}

extension RegionNames.Storage {
  /// Whether the property that holds the position is an optional.
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The value of the property that holds the position while the region isn't active.
  var inactive: String {
    if case .tracked(_, _, let inactiveCase) = self { ".\(inactiveCase)" } else { "nil" }
  }
}

extension RegionNames.Region {
  /// The property that holds the position.
  var storedProperty: String {
    if case .tracked(let property, _, _) = storage { property } else { property }
  }

  /// The type of a position that is stored.
  var positionType: String {
    if case .tracked(_, let type, _) = storage { type } else { type }
  }
}
