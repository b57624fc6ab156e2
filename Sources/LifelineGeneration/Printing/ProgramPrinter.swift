import LifelineModel

/// Prints programs.
struct ProgramPrinter {
  let context: MachineContext
  let program: MachineProgram
  /// The access level of public functions with a space after it, or an empty text.
  let access: String
  private let transitionNames: TransitionNames

  init(_ context: MachineContext, _ program: MachineProgram, access: String) {
    self.context = context
    self.program = program
    self.access = access
    transitionNames = context.names.transitions(program.sharedTransitions)
  }

  var names: MachineNames { context.names }
  var machine: Machine { context.machine }

  /// Returns the text of members, with an empty line between two.
  func text(_ members: [Member]) -> String {
    var writer = CodeWriter(level: 1)
    for (index, member) in members.enumerated() {
      if index > 0 { writer.line() }
      print(member, to: &writer)
    }
    return writer.text
  }

  /// Returns the declaration of a stored property.
  func declaration(of property: StoredProperty) -> StoredPropertyView {
    switch property {
    case .context:
      if context.isComposed {
        return StoredPropertyView(declaration: "private var \(names.storedContext): StoredContext")
      }
      if names.storedContext != "context" {
        return StoredPropertyView(declaration: "private var \(names.storedContext): Context")
      }
      return StoredPropertyView(
        doc: "The facts that guards read. Changing them runs nothing; they count from the next event on.",
        declaration: "\(access)var context: Context")
    case .part(let id):
      let part = context[id]
      let text = part.part.documentation.text.map(SwiftText.commentLine) ?? "The part `\(part.part.name)`."
      return StoredPropertyView(
        doc: text, declaration: "\(access)private(set) var \(part.property): \(part.type)")
    case .state:
      return StoredPropertyView(
        doc: "The active atomic state.", declaration: "\(access)private(set) var state: State")
    case .region(let region):
      return declaration(ofRegion: region)
    case .memory(let property):
      let name = property.name
      return StoredPropertyView(
        doc: "The memory of `\(machine[property.history].path)`.",
        declaration: "private var \(name)\(names.regions.annotation(of: property))")
    case .timer(let slot):
      return StoredPropertyView(
        doc: documentation(of: slot), declaration: "private var \(names.timer(slot)): Swift.Duration?")
    case .deferredEvents: return StoredPropertyView(declaration: "private var deferredEvents = DeferredEvents()")
    }
  }

  private func declaration(ofRegion index: Int) -> StoredPropertyView {
    let region = names.regions.regions[index]
    switch region.storage {
    case .always:
      return StoredPropertyView(
        doc: context.documentation(ofRegion: index),
        declaration:
          "\(access)private(set) var \(region.property): \(region.type) = .\(names.stateCase(context.initialPosition))")
    case .optional:
      return StoredPropertyView(
        doc: context.documentation(ofRegion: index),
        declaration: "\(access)private(set) var \(region.property): \(region.type)?")
    case .tracked(let property, let type, let inactiveCase):
      return StoredPropertyView(
        doc: context.documentation(ofPositionInRegion: index),
        declaration: "private var \(property) = \(type).\(inactiveCase)")
    }
  }

  private func print(_ member: Member, to writer: inout CodeWriter) {
    switch member {
    case .function(let function): print(context.declare(function), result: function.result, to: &writer)
    case .declaration(let declaration): print(declaration, to: &writer)
    }
  }

  // MARK: - Declarations

  /// - Parameter result: The result of the declaration, if it is a function of the program.
  private func print(_ declaration: Declaration, result: FunctionResult = .nothing, to writer: inout CodeWriter) {
    var printer = StatementPrinter(context)
    printer.expressions.transitionNames = transitionNames
    printer.expressions.result = result
    for line in declaration.documentation { writer.line(line.isEmpty ? "///" : "/// \(line)") }
    if let attribute = declaration.attribute { writer.line(attribute) }
    let head = (declaration.isPublic ? access : "") + declaration.head
    switch declaration.body {
    case .none: writer.line(head)
    case .line(let statement):
      writer.line("\(head) { \(printer.lines([statement]).joined(separator: " ")) }")
    case .statements(let statements):
      writer.lines("\(head) {")
      writer.indented { printer.print(statements, to: &$0) }
      writer.line("}")
    case .members(let cases, let groups):
      writer.block(head) { writer in
        for line in CaseLines.lines(of: cases) { writer.line(line) }
        for (index, group) in groups.enumerated() {
          if index > 0 || !cases.isEmpty { writer.line() }
          for member in group { print(member, to: &writer) }
        }
      }
    }
  }

  // MARK: - Documentation

  /// Returns the documentation of the property with which hosts read the state of a region.
  func documentation(ofRegion index: Int) -> String { context.documentation(ofRegion: index) }

  private func documentation(of slot: TimerSlot) -> String {
    let paths = context.layout.timerSlots.states[slot.index].prefix(3).map { "`\(machine[$0].path)`" }
    let states =
      switch paths.count {
      case 1: paths[0]
      case 2: "\(paths[0]) or \(paths[1])"
      default: "\(paths[0]), \(paths[1]) or another state"
      }
    return "The time that is left to a timer of \(states)."
  }
}
