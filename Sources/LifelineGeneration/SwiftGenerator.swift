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

extension TemplateSet {
  /// Loads the built-in templates and checks them.
  ///
  /// - Parameter texts: The texts that replace built-in templates, by the templates' names.
  /// - Throws: Everything that is wrong with the templates.
  package static func load(overriding texts: [String: String]) throws(TemplateErrors) -> TemplateSet {
    try load(
      BuiltInTemplates.texts.mapValues { String(decoding: $0, as: UTF8.self) }, overriding: texts,
      roots: ["machine": MachineView.self, "tests": TestsView.self])
  }
}

/// Writes machines and their tests as Swift.
package struct SwiftGenerator: Sendable {
  private let templates: TemplateSet

  /// Creates a generator that uses `templates`.
  package init(templates: TemplateSet) { self.templates = templates }

  /// The file with the machine, in UTF-8.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func machineFile(
    for machine: PreparedMachine, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = DeclarationViews(context: machine.context).makeMachine(options)
    return Array(try templates.render("machine", with: view).utf8)
  }

  /// The file with the machine's scenarios as XCTest cases, in UTF-8.
  ///
  /// - Parameter derived: the tests that are made besides; `nil` for none.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  package func testsFile(
    for machine: PreparedMachine, derived: DerivedTests? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = TestsView(machine.context, derived: derived, options: options)
    return Array(try templates.render("tests", with: view).utf8)
  }
}

extension SwiftGenerator {
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
    for machine: Machine, derived: DerivedTests? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> String {
    String(
      decoding: try testsFile(for: PreparedMachine(machine), derived: derived, options: options), as: UTF8.self)
  }
}
