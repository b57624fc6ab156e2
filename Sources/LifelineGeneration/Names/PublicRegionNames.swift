import LifelineModel

/// Chooses the properties and enums with which hosts read the states of regions.
struct PublicRegionNames {
  private var taken: Set<String>
  private let suffixes: [String]

  /// Returns the property and the type of each region of a layout.
  ///
  /// - Parameters:
  ///   - machine: The machine, whose parameters have types that no region may hide.
  ///   - others: The names of the machine and of the types beside it.
  ///   - suffixes: The names of private functions for each state, without their verb.
  static func choose(
    for layout: StateLayout, of machine: Machine, beside others: [String], suffixes: [String]
  ) -> [(property: String, type: String)] {
    guard layout.hasRegions else { return layout.regions.map { _ in ("state", "State") } }
    let parameters = machine.events.flatMap(\.parameters) + machine.callbacks.flatMap(\.parameters)
    var names = PublicRegionNames(
      taken: TakenNames.types.union(TakenNames.typesWithRegions).union(TakenNames.members).union(TakenNames.words)
        .union(others).union(parameters.flatMap(\.type.identifiers)).union(machine.types.map(\.name)),
      suffixes: suffixes)
    var counts: [String: Int] = [:]
    for region in layout.regions { counts[machine[region.root].name, default: 0] += 1 }
    return layout.regions.map { region in
      let root = machine[region.root]
      if root.parent == nil { return ("state", "State") }
      return names.take(counts[root.name] == 1 ? root.name : SwiftText.camelCase(path: root.path))
    }
  }

  /// Returns the property and the type for a region, and takes them.
  private mutating func take(_ name: String) -> (property: String, type: String) {
    var names = (property: SwiftText.decapitalized(name), type: SwiftText.capitalized(name))
    // A name that begins with `_` has no capital letter.
    if names.property == names.type { names.type += "Region" }
    var isReserved = TakenNames.hasPrefixOfMembers(names.property)
    if isReserved {
      for suffix in suffixes { taken.formUnion(FunctionName.all(for: suffix)) }
    }
    while isReserved || taken.contains(names.property) || taken.contains(names.type) {
      isReserved = false
      names.property += "Region"
      names.type += "Region"
    }
    taken.formUnion([names.property, names.type])
    return (SwiftText.identifier(names.property), SwiftText.identifier(names.type))
  }
}

extension ValueType {
  /// The identifiers in a type that the language doesn't know that have no dot in front of them.
  var identifiers: [String] {
    guard case .opaque(let spelling) = self else { return [] }
    let paths = spelling.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    return paths.compactMap { $0.split(separator: ".").first.map(String.init) }
  }
}
