import LifelineModel

/// Spells values and types in Swift.
struct ExpressionText {
  private let names: MachineNames
  private let isInsideMachine: Bool

  /// Creates a speller for the values and types in a machine.
  /// - Parameter isInsideMachine: Whether the text stands inside of the generated type, where the types in it have short
  ///   names.
  init(of context: MachineContext, insideMachine isInsideMachine: Bool = true) {
    names = context.names
    self.isInsideMachine = isInsideMachine
  }

  /// Returns a value for a position whose type Swift infers.
  func text(_ value: Value) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .int(let number): "\(number)"
    case .duration(let milliseconds):
      milliseconds % 1000 == 0
        ? "Swift.Duration.seconds(\(milliseconds / 1000))" : "Swift.Duration.milliseconds(\(milliseconds))"
    // Swift warns about literals of numbers that have less than the usual precision.
    case .double(let number): number.isSubnormal ? ".init(bitPattern: \(number.bitPattern))" : "\(number)"
    case .string(let text): SwiftText.stringLiteral(text)
    case .named(let name): ".\(SwiftText.iterableCase(name))"
    case .absent: "nil"
    case .opaque(let name): "ScenarioValues.\(SwiftText.identifier(name))"
    }
  }

  /// Returns the type of a field or a parameter as code outside of `Context` writes it.
  func type(_ type: ValueType) -> String {
    switch type {
    case .bool: "Swift.Bool"
    case .int: "Swift.Int"
    case .duration: "Swift.Duration"
    case .double: "Swift.Double"
    case .string: "Swift.String"
    case .cases(let field, _):
      if let (part, field) = partType(field) {
        "\(part.type).Context.\(part.caseType(ofField: field))"
      } else {
        nested("Context.\(names.caseType(ofField: field))")
      }
    case .declared(let name, _):
      if let (part, name) = partType(name) {
        "\(part.type).\(SwiftText.identifier(name))"
      } else {
        nested(SwiftText.identifier(name))
      }
    case .opaque(let spelling): opaqueType(spelling)
    }
  }

  /// Returns the names of the part's machine that has a type, and the type's name there; `nil` for a type of the machine
  /// itself.
  private func partType(_ name: String) -> (MachineNames, String)? {
    guard let dot = name.firstIndex(of: "."), let part = names.machinesOfParts[String(name[..<dot])] else { return nil }
    return (part, String(name[name.index(after: dot)...]))
  }

  /// Returns a type in the machine.
  private func nested(_ type: String) -> String { isInsideMachine ? type : "\(names.type).\(type)" }

  /// Returns the spelling of a type that the language doesn't know. The language's own names mean the standard
  /// library's types in it, and those of declared types mean these.
  private func opaqueType(_ spelling: String) -> String {
    var result = ""
    var word = ""
    func spelled(_ word: String) -> String {
      if result.last == "." { return SwiftText.typeIdentifier(word) }
      if names.declaredTypes.contains(word) { return nested(SwiftText.identifier(word)) }
      let isOwn = ["Bool", "Int", "Duration", "Double", "String"].contains(word)
      return isOwn ? "Swift.\(word)" : SwiftText.typeIdentifier(word)
    }
    for character in spelling {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += spelled(word)
        result.append(character)
        word = ""
      }
    }
    return result + spelled(word)
  }
}
