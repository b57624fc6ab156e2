import LifelineAnalysis
import LifelineModel
import LifelineSource
import LifelineTemplates
import LifelineTemplating

/// A machine with all that must be known of it before its texts can be written.
package struct PreparedMachine: Sendable {
  let context: MachineContext

  /// The machine.
  package var machine: Machine { context.machine }

  /// Looks at `machine`.
  package init(_ machine: Machine) { context = MachineContext(machine) }

  /// What makes it impossible to generate the machine: errors, in source order. No text may be asked for of one that
  /// has some.
  package var refusals: [Diagnostic] { Refusals(context).findings }
}

/// Writes machines and their tests as Swift.
package struct SwiftGenerator: Sendable {
  private let templates: TemplateLibrary

  private static let builtIn = TemplateLibrary(parsingWhenNeeded: BuiltInTemplates.texts)

  /// Creates a generator with the built-in templates.
  package init() { templates = Self.builtIn }

  /// Creates a generator; templates of these `texts` take the place of built-in ones of the same name.
  ///
  /// Throws `TemplateErrors` if a template is no template.
  package init(overriding texts: [String: String]) throws(TemplateErrors) {
    let builtIn = BuiltInTemplates.texts.mapValues { String(decoding: $0, as: UTF8.self) }
    templates = try TemplateLibrary(templates: builtIn.merging(texts) { $1 })
  }

  /// The file with the machine, in UTF-8.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func machineFile(
    for machine: PreparedMachine, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    try templates.renderUTF8("machine", with: MachineView(machine.context, options: options))
  }

  /// The file with the machine's scenarios as XCTest cases, in UTF-8.
  ///
  /// - Parameter derivation: the tests that are made besides; `nil` for none.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func testsFile(
    for machine: PreparedMachine, derivation: Derivation? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = TestsView(machine.context, derivation: derivation, options: options)
    return try templates.renderUTF8("tests", with: view)
  }
}

extension SwiftGenerator {
  /// What makes it impossible to generate `machine`: errors, in source order.
  package func refusals(of machine: Machine) -> [Diagnostic] { PreparedMachine(machine).refusals }

  /// The text of the file with the machine, which must have no refusals.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func machineFile(for machine: Machine, options: GenerationOptions) throws(TemplateErrors) -> String {
    String(decoding: try machineFile(for: PreparedMachine(machine), options: options), as: UTF8.self)
  }

  /// The text of the file with the scenarios of the machine, which must have no refusals.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func testsFile(
    for machine: Machine, derivation: Derivation? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> String {
    String(
      decoding: try testsFile(for: PreparedMachine(machine), derivation: derivation, options: options), as: UTF8.self)
  }
}
