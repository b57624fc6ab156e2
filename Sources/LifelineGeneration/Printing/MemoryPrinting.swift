import LifelineModel

/// The properties that hold the memories of histories.
extension RegionNames {
  private func region(of property: MemoryProperty) -> Region? { property.region.map { regions[$0] } }

  /// Returns whether a property is an optional.
  func isOptional(_ property: MemoryProperty) -> Bool {
    guard let region = region(of: property) else { return false }
    if case .tracked = region.storage { return false }
    return true
  }

  /// Returns whether a value over which code switches is an optional.
  func isOptional(_ subject: SwiftExpression) -> Bool {
    switch subject {
    case .position(let region): regions[region].storage.isOptional
    case .memory(let property): isOptional(property)
    default: false
    }
  }

  /// Returns the value of a property while there is no memory.
  func noMemory(of property: MemoryProperty) -> String {
    guard let region = region(of: property) else { return "false" }
    guard case .tracked(_, let type, let inactiveCase) = region.storage else { return "nil" }
    return "\(type).\(inactiveCase)"
  }

  /// Returns the type or the initial value of a property, as its declaration writes it.
  func annotation(of property: MemoryProperty) -> String {
    guard let region = region(of: property), isOptional(property) else { return " = \(noMemory(of: property))" }
    return ": \(region.type)?"
  }

  /// Returns a position that a property remembers.
  func memory(_ state: ID<State>) -> String {
    SwiftText.qualified(positionCase(state), in: region(of: state).positionType)
  }
}
