import LifelineModel
import LifelineSource
import LifelineTemplates
import LifelineTemplating

/// A machine with the facts that generation needs.
package struct PreparedMachine: Sendable {
  let context: MachineContext
  /// The errors that prevent generation, in source order.
  package let errors: [Diagnostic]

  /// Returns a machine with the facts that follow from it.
  package static func prepare(_ machine: Machine) -> PreparedMachine {
    let context = MachineContext.analyze(machine)
    return PreparedMachine(context: context, errors: GenerationValidator(context).validate())
  }

  /// The machine itself.
  package var machine: Machine { context.whole }

  /// Returns the names of the types that are generated for the machine outside of all other types.
  ///
  /// - Parameters:
  ///   - options: The options for its spec.
  ///   - includesMonitor: Whether a monitor is generated.
  ///   - includesTests: Whether tests are generated, too.
  package func typeNames(
    _ options: GenerationOptions, includesMonitor: Bool = false, includesTests: Bool
  ) -> [String] {
    var names = [machine.name]
    if context.hasCallbacks { names.append(context.names.delegate) }
    if options.object != nil { names.append(context.names.object) }
    if includesMonitor { names.append(context.names.monitor) }
    guard includesTests else { return names }
    names.append("\(machine.name)Tests")
    guard let subject = options.subject else { return names }
    return names + (["Subject", "Given", "Fact"] + (subject.isAsync ? ["Calls"] : [])).map { machine.name + $0 }
      + (machine.parts.isEmpty ? [] : ["\(machine.name)Part"])
  }
}

extension TemplateSet {
  /// Loads the built-in templates, some of them replaced, and checks them.
  ///
  /// - Parameters:
  ///   - texts: The texts that replace built-in templates, or that others call as partials, by name.
  ///   - extra: The names of those of the texts that make a file of their own.
  /// - Throws: All errors in the templates.
  package static func load(
    overriding texts: [String: String], extra: [String] = []
  ) throws(TemplateErrors) -> TemplateSet {
    var roots: [String: any TemplateView.Type] = ["machine": MachineView.self, "tests": TestsView.self]
    for name in extra { roots[name] = ModelView.self }
    return try load(builtInTexts, overriding: texts, roots: roots)
  }

  /// The texts of the built-in templates, by name.
  package static var builtInTexts: [String: String] {
    BuiltInTemplates.texts.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  /// The reference of all views: those of the built-in templates, and those of templates of a user's own.
  package static func keyReference() throws(TemplateErrors) -> String {
    try load(overriding: [:]).keyReference(others: [("a template of `extra`", ModelView.self)])
  }
}

/// Generates Swift files for machines and for their tests.
package struct SwiftGenerator: Sendable {
  private let templates: TemplateSet

  /// Creates a generator that uses `templates`.
  package init(templates: TemplateSet) { self.templates = templates }

  /// Returns the Swift file for a machine, in UTF-8.
  ///
  /// - Parameters:
  ///   - machine: A machine without ``PreparedMachine/errors``.
  ///   - monitor: The table of its monitor; `nil` to generate none.
  ///   - options: The options for its spec.
  /// - Throws: The error at the first tag that can't be rendered.
  package func machineFile(
    for machine: PreparedMachine, monitor: MonitorTable? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = MachineView(declarations: .lower(machine.context, options: options), monitor: monitor)
    return StandardNames.shorten(Array(try templates.render("machine", with: view).utf8))
  }

  /// Returns the Swift file for a machine's tests, in UTF-8.
  ///
  /// - Parameters:
  ///   - machine: A machine without ``PreparedMachine/errors``.
  ///   - derived: The derived tests and the gaps between them, or `nil` to generate only tests of scenarios.
  ///   - options: The options for its spec.
  /// - Throws: The error at the first tag that can't be rendered.
  package func testsFile(
    for machine: PreparedMachine, derived: DerivedTests? = nil, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    let view = TestsView(declarations: .lower(machine.context, derived: derived, options: options))
    // The tests extend the machine, inside of which these names hide others.
    let names = machine.context.names
    let taken = names.regions.regions.flatMap { [$0.property, $0.type] } + names.declaredTypes + names.parts
    return StandardNames.shorten(Array(try templates.render("tests", with: view).utf8), beside: taken)
  }

  /// Returns the file that a template of a user's own makes of a machine, in UTF-8.
  ///
  /// - Parameters:
  ///   - template: The template's name.
  ///   - machine: A machine without ``PreparedMachine/errors``.
  ///   - options: The options for its spec.
  /// - Throws: The error at the first tag that can't be rendered.
  package func extraFile(
    _ template: String, for machine: PreparedMachine, options: GenerationOptions
  ) throws(TemplateErrors) -> [UInt8] {
    Array(try templates.render(template, with: ModelView(context: machine.context, options: options)).utf8)
  }
}
