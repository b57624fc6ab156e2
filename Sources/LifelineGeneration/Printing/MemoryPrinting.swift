/// The properties that hold the memories of histories.
extension RegionNames {
  /// Returns whether a property is an optional: its region is never inactive.
  func isOptional(_ property: MemoryProperty) -> Bool { property.region.map { inactiveCases[$0] == nil } ?? false }

  /// Returns the value of a property while there is no memory.
  func noMemory(of property: MemoryProperty) -> String {
    guard let region = property.region else { return "false" }
    return inactiveCases[region].map { "\(types[region]).\($0)" } ?? "nil"
  }

  /// Returns the type or the initial value of a property, as its declaration writes it.
  func annotation(of property: MemoryProperty) -> String {
    guard let region = property.region, isOptional(property) else { return " = \(noMemory(of: property))" }
    return ": \(types[region])?"
  }

  /// Returns the property that holds the position which `property` remembers.
  func property(of property: MemoryProperty) -> String {
    requiredName(property.region.map { properties[$0] }, of: property)
  }
}

/// The body of `isActive(_:)`.
extension ProgramPrinter {
  /// Returns the lines of the body.
  func activityCheck() -> [String] {
    var writer = CodeWriter()
    switch program.shape.configuration {
    case .regions:
      let properties = names.regions.properties
      writer.line("let (region, first, last) = Self.extent(of: state)")
      writer.line("let position =")
      writer.indented { writer in
        writer.line("switch region {")
        for (region, property) in properties.enumerated() {
          writer.line("\(region == properties.count - 1 ? "default" : "case \(region)"): \(property).rawValue")
        }
        writer.line("}")
      }
      writer.line("return first <= position && position <= last")
    case .atomicState(isFlat: true): writer.line("self.state.rawValue == state.rawValue")
    case .atomicState(isFlat: false):
      writer.line("let (first, last) = Self.extent(of: state)")
      writer.line("return first <= self.state.rawValue && self.state.rawValue <= last")
    }
    return writer.lines
  }
}
