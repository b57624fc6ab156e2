import LifelineModel

/// Makes the declarations of a machine's file.
struct MachineDeclarations: Sendable {
  let context: MachineContext
  let program: MachineProgram
  let options: GenerationOptions

  /// Lowers a machine, whose declarations are made with these options.
  static func lower(_ context: MachineContext, options: GenerationOptions) -> MachineDeclarations {
    MachineDeclarations(context: context, program: MachineLowering.lower(context), options: options)
  }

  var machine: Machine { context.machine }
  var names: MachineNames { context.names }
  var layout: StateLayout { context.layout }
  var documentation: DocumentationLines { DocumentationLines(machine: machine, citations: options.citations) }
  var text: ExpressionText { ExpressionText(of: context) }
  var printer: ProgramPrinter { ProgramPrinter(context, program, access: access) }

  /// The access modifier of declarations with a space, or nothing if it is `internal`.
  var access: String { options.access == .internal ? "" : "\(options.access.rawValue) " }

  /// The attribute that isolates delegates and objects, which Embedded Swift doesn't have, or nothing.
  var isolation: String {
    options.isolation.map { "#if !hasFeature(Embedded)\n@_Concurrency.\($0.rawValue)\n#endif" } ?? ""
  }

  /// The attribute of declarations that need `Duration` or the isolation, or nothing if there is neither.
  var isolatedAvailability: String {
    if options.isolation == nil || context.usesDurations { return context.availability }
    return "@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)"
  }

  /// Returns parameters with their types, without parentheses.
  /// - Parameter isInsideMachine: Whether the list stands inside of the generated type.
  func list(_ parameters: [Parameter], insideMachine isInsideMachine: Bool = true) -> String {
    let text = ExpressionText(of: context, insideMachine: isInsideMachine)
    return parameters.map { "\(SwiftText.identifier($0.name)): \(text.type($0.type))" }.joined(separator: ", ")
  }
}

extension MachineContext {
  /// The attribute of declarations that need `Duration`, or nothing if the machine needs none.
  var availability: String { usesDurations ? Self.durationAvailability : "" }
  /// The attribute of declarations that need `Duration`.
  static var durationAvailability: String { "@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)" }
}

/// Returns cases of an enum as a pattern.
func casePattern(_ cases: [String]) -> String {
  cases.map { ".\($0)" }.joined(separator: ", ")
}
