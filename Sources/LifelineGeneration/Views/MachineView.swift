import LifelineModel
import LifelineTemplating

/// The file of a machine.
struct MachineView: TemplateView {
  var declarations: MachineDeclarations
  /// The table of the monitor, if there is one.
  var monitor: MonitorTable?

  private var machine: Machine { declarations.machine }
  private var context: MachineContext { declarations.context }
  private var options: GenerationOptions { declarations.options }
  private var printer: ProgramPrinter { declarations.printer }

  static let keys: ViewKeys<Self> = [
    "specName": .text({ SwiftText.commentLine($0.options.specName) }, "The spec's file name."),
    "access": .text(
      \.declarations.access, "The access modifier of declarations with a space, or nothing if it is `internal`."),
    "name": .text(\.machine.name, "The machine's name in the spec."),
    "type": .text(\.declarations.names.type, "The machine's type."),
    "imports": .text(\.imports, "The import declarations, or nothing."),
    "doc": .text(\.doc, "The machine's documentation comment."),
    "availability": .text(
      \.context.availability,
      "The attribute of declarations that need `Duration`, or nothing if the machine needs none."),
    "types": .text(
      { $0.printer.text($0.declarations.types.map { [$0] }, level: 1) },
      "The types in the machine besides `Context`: states, events, calls, reactions, and those that the spec declares."),
    "context": .section(
      { ContextView.make(for: $0.declarations) },
      "The type of the context, if the machine or one of its parts has fields."),
    "members": .text(\.declarations.members, "The stored properties, initializers and functions."),
    "hasTimers": .flag(\.context.hasTimers, "Whether the machine or one of its parts has timers."),
    "hasDeferral": .flag(\.context.shape.defers, "Whether states defer events."),
    "delegate": .section(
      { DelegateView.make(for: $0.declarations) }, "The delegate's protocol, if the machine makes calls."),
    "monitor": .text(
      { view in
        view.monitor.map {
          view.printer.text([[MonitorDeclaration(machine: view.declarations, table: $0).declaration]])
        }
          ?? ""
      }, "The monitor, or nothing unless the spec's folder or the command asks for one."),
    "codable": .text({ $0.printer.text([$0.declarations.codable]) }, "The conformance to `Codable`."),
    "object": .text(
      \.object, "The class that holds the machine, or nothing unless the spec or its folder asks for one."),
  ]

  private var doc: String {
    let lines = declarations.documentation.lines(machine.documentation)
    return DocumentationLines.comment(lines.isEmpty ? ["The state machine of `\(machine.name)`."] : lines)
      .joined(separator: "\n")
  }

  private var object: String {
    guard let form = options.object else { return "" }
    return printer.text(ObjectDeclaration(machine: declarations, form: form).declarations)
  }

  private var imports: String {
    let level = options.machineImportLevel
    let modules = machine.imports + options.imports.filter { !machine.imports.contains($0) }
    var imports = modules.map { "\(level)import \(SwiftText.path($0))" }
    if options.object == .observable, !machine.imports.contains("Observation") {
      // Swift doesn't count a conformance as a use of a `package` import, and warns about it.
      let observationLevel = options.access == .public ? level : ""
      imports += ["#if !hasFeature(Embedded)", "\(observationLevel)import Observation", "#endif"]
    }
    return imports.joined(separator: "\n")
  }
}
