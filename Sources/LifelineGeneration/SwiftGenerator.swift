import LifelineDiagnostics
import LifelineExecution
import LifelineModel
import LifelineTemplates
import LifelineTemplating

/// Writes machines and their tests as Swift.
public struct SwiftGenerator: Sendable {
  private let library: TemplateLibrary

  /// Creates a generator; `templates` take the place of built-in ones of the same name.
  ///
  /// Throws `TemplateErrors` if a template is no template.
  public init(overriding templates: [String: String] = [:]) throws(TemplateErrors) {
    library = try TemplateLibrary(templates: BuiltInTemplates.texts.merging(templates) { $1 })
  }

  /// What makes it impossible to generate `machine`: errors, in source order. None of the other functions may be
  /// called for a machine that has some.
  public func refusals(of machine: Machine) -> [Diagnostic] {
    Refusals(machine).findings
  }

  /// The text of the file with the machine.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  public func machineFile(
    for machine: Machine, options: GenerationOptions
  ) throws(TemplateErrors) -> String {
    let view = MachineView(MachineContext(machine), options: options)
    return try library.render("machine", with: view)
  }

  /// The text of the file with the machine's scenarios as XCTest cases.
  ///
  /// - Parameter derivation: the tests that are made besides; `nil` for none.
  ///
  /// Throws `TemplateErrors` if a template asks for what is not there.
  public func testsFile(
    for machine: Machine, derivation: Derivation? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> String {
    let view = TestsView(MachineContext(machine), derivation: derivation, options: options)
    return try library.render("tests", with: view)
  }
}
