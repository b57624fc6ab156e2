import LifelineModel
import LifelineSource
import LifelineTemplates
import LifelineTemplating

/// A machine that is ready for generation.
package struct PreparedMachine: Sendable {
  let context: MachineContext

  package var machine: Machine { context.machine }

  package init(_ machine: Machine) { context = MachineContext(machine) }

  /// The errors that prevent generation, in source order.
  package var errors: [Diagnostic] { GenerationValidator(context).validate() }
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

/// Generates the files of machines and of their tests.
package struct SwiftGenerator: Sendable {
  private let templates: TemplateSet

  /// Creates a generator that uses `templates`.
  package init(templates: TemplateSet) { self.templates = templates }

  /// Returns the file of a machine, in UTF-8.
  ///
  /// - Parameter machine: A machine without errors.
  /// - Throws: The error at the first tag of a template that can't be rendered.
  package func machineFile(
    for machine: PreparedMachine, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = DeclarationViews(context: machine.context).makeMachine(options)
    return Array(try templates.render("machine", with: view).utf8)
  }

  /// Returns the file of a machine's tests, in UTF-8.
  ///
  /// - Parameters:
  ///   - machine: A machine without errors.
  ///   - derived: The derived tests, if there are any.
  /// - Throws: The error at the first tag of a template that can't be rendered.
  package func testsFile(
    for machine: PreparedMachine, derived: DerivedTests? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = TestsView(machine.context, derived: derived, options: options)
    return Array(try templates.render("tests", with: view).utf8)
  }
}

extension SwiftGenerator {
  /// Returns the file of a machine without errors.
  package func machineFile(for machine: Machine, options: GenerationOptions) throws(TemplateErrors) -> String {
    String(decoding: try machineFile(for: PreparedMachine(machine), options: options), as: UTF8.self)
  }

  /// Returns the tests' file of a machine without errors.
  package func testsFile(
    for machine: Machine, derived: DerivedTests? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> String {
    String(
      decoding: try testsFile(for: PreparedMachine(machine), derived: derived, options: options), as: UTF8.self)
  }
}
