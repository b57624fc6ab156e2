import LifelineModel

/// An enum whose cases the spec lists.
struct Enumeration {
  var documentation: [String]
  var name: String
  var cases: [String]
  /// The names of the cases in Swift; none if they follow from the cases.
  var caseNames: [String] = []
  /// The enum's type, as its functions call it.
  var selfType = "Self"

  /// The declaration of the enum.
  var declaration: Declaration {
    let names = caseNames.isEmpty ? cases.map(SwiftText.iterableCase) : caseNames
    let search = "allCases.first(where: { $0.description.utf8.elementsEqual(description.utf8) })"
    let members = [
      Self.description("The name of the case in the spec.", "names", cases, beside: names, of: selfType),
      [
        Declaration(
          "Returns the case with a name, or `nil` if there is none.", isPublic: true,
          head: "init?(_ description: Swift.String)",
          body: [.guard("let value = \(selfType).\(search)", else: [.return("nil")]), "self = value"])
      ],
    ]
    return Declaration(
      documentation: documentation, isPublic: true,
      head: "enum \(name): \(SwiftText.rawType(caseCount: cases.count)), \(Self.conformances)",
      body: .members(cases: names, members))
  }

  /// Returns the property with the text of a case, and the list of all texts in the order of the cases. A case may be called
  /// `Swift` or `Int`, so the body names no type.
  ///
  /// - Parameters:
  ///   - list: The name of the list, unless a case has it.
  ///   - type: The enum, as its functions call it.
  static func description(
    _ summary: String, _ list: String, _ texts: [String], beside cases: [String], of type: String = "Self"
  ) -> [Declaration] {
    var taken = Set(cases)
    let list = uniqueName(list, &taken, suffix: "_")
    return [
      Declaration(
        summary, isPublic: true, head: "var description: Swift.String",
        line: "\(type).\(list)[.init(rawValue)]"),
      "private static let \(list): [Swift.String] = \(TextLines.list(texts))",
    ]
  }

  /// The protocols of enums whose cases have texts.
  static let conformances = """
    Swift.CaseIterable, Swift.Hashable, Swift.LosslessStringConvertible, Swift.Sendable
    """
}

extension MachineDeclarations {
  /// The types that the spec declares.
  var declaredTypes: [Enumeration] {
    machine.types.map { type in
      let lines = documentation.lines(type.documentation)
      return Enumeration(
        documentation: lines.isEmpty ? ["The cases of `\(type.name)`."] : lines, name: SwiftText.identifier(type.name),
        cases: type.cases)
    }
  }

  /// The enum of the names of callbacks.
  var callbackNames: Enumeration {
    Enumeration(
      documentation: ["The names of the calls that the machine makes."], name: "CallbackName",
      cases: context.whole.callbacks.map(\.name), caseNames: callbackNameCases)
  }

  /// The cases of `CallbackName`: those of a part begin with its name.
  var callbackNameCases: [String] {
    var taken: Set<String> = []
    return context.whole.callbacks.map { callback in
      SwiftText.iterableCase(uniqueName(SwiftText.camelCase(path: callback.name), &taken, suffix: "_"))
    }
  }
}
