import LifelineModel

/// Makes the arguments for the contexts of machines and their parts.
struct FactArguments {
  /// Spells a value.
  var text: (Value) -> String
  /// Whether contexts of parts are written as `.init`, so that no property can hide their types.
  var usesShortTypes = false

  /// Returns the arguments with which a machine alone has other facts than its defaults.
  ///
  /// - Parameters:
  ///   - context: The machine.
  ///   - value: Returns the value of a field of the machine or of a part in it; `nil` if something else decides it.
  func list(for context: MachineContext, _ value: (ID<Field>) -> Value?) -> [String] {
    let own = context.machine.fields.enumerated().compactMap { index, field -> String? in
      guard let value = value(ID(index)), value != field.defaultValue else { return nil }
      return argument(field.name, value)
    }
    return own + parts(of: context, value)
  }

  /// Returns the arguments for those parts of a machine whose facts aren't those that the machine gives them by default.
  func parts(of context: MachineContext, _ value: (ID<Field>) -> Value?) -> [String] {
    context.ownParts.compactMap { part in
      let fields = part.part.place.fields
      let own = context.machine.fields.count
      let differs = fields.contains { field in
        field.index >= own && value(field).map { $0 != context.whole[field].defaultValue } == true
      }
      guard differs else { return nil }
      let facts = list(for: part.context) { field in
        let source = fields[field.index]
        return source.index < own ? nil : value(source)
      }
      let type = usesShortTypes ? ".init" : "\(part.type).Context"
      return "\(SwiftText.argumentLabel(part.part.ownName)): \(type)(\(facts.joined(separator: ", ")))"
    }
  }

  /// Returns the argument for a field.
  func argument(_ name: String, _ value: Value) -> String { "\(SwiftText.argumentLabel(name)): \(text(value))" }
}
