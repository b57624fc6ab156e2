import LifelineModel

/// Prints the declarations of generated files.
struct ProgramPrinter {
  let context: MachineContext
  /// The access level of public functions with a space after it, or an empty text.
  let access: String
  private let transitionNames: TransitionNames

  /// Creates a printer of declarations that belong to a machine, or to its tests.
  ///
  /// - Parameter program: The program with the functions that are printed, if there are any.
  init(_ context: MachineContext, _ program: MachineProgram? = nil, access: String) {
    self.context = context
    self.access = access
    transitionNames = context.names.transitions(program?.sharedTransitions ?? [])
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

  private func print(_ member: Member, to writer: inout CodeWriter) {
    switch member {
    case .function(let function): print(context.declare(function), result: function.result, to: &writer)
    case .declaration(let declaration): print(declaration, to: &writer)
    }
  }

  // MARK: - Declarations

  /// Returns the only line of a body, without its `return`, if it is short enough to stand behind `head`.
  private static func body(of lines: [String], behind head: String) -> String? {
    guard let line = lines.first, lines.count == 1, !head.contains("\n"), head.utf8.count + line.utf8.count <= 108,
      !["if ", "for ", "while ", "//", "#"].contains(where: line.hasPrefix)
    else { return nil }
    return line.hasPrefix("return ") ? String(line.dropFirst("return ".count)) : line
  }

  /// Returns the text of declarations in groups, with an empty line between two groups.
  func text(_ groups: [[Declaration]], level: Int = 0) -> String {
    var writer = CodeWriter(level: level)
    print(groups, to: &writer)
    return writer.text
  }

  private func print(_ groups: [[Declaration]], to writer: inout CodeWriter) {
    for (index, group) in groups.enumerated() {
      if index > 0 { writer.line() }
      for declaration in group { print(declaration, to: &writer) }
    }
  }

  /// - Parameter result: The result of the declaration, if it is a function of the program.
  private func print(_ declaration: Declaration, result: FunctionResult = .nothing, to writer: inout CodeWriter) {
    var printer = StatementPrinter(context)
    printer.expressions.transitionNames = transitionNames
    printer.expressions.result = result
    for line in DocumentationLines.comment(declaration.documentation) { writer.line(line) }
    if let attribute = declaration.attribute, !attribute.isEmpty { writer.line(attribute) }
    let head = (declaration.isPublic ? access : "") + declaration.head
    switch declaration.body {
    case .none: writer.line(head)
    case .line(let statement):
      writer.line("\(head) { \(printer.lines([statement]).joined(separator: " ")) }")
    case .statements(let statements):
      let lines = printer.lines(statements)
      if let line = Self.body(of: lines, behind: head) { return writer.line("\(head) { \(line) }") }
      writer.lines("\(head) {")
      writer.indented { writer in for line in lines { writer.line(line) } }
      writer.line("}")
    case .members(let cases, let groups):
      writer.block(head) { writer in
        for line in CaseLines.lines(of: cases) { writer.line(line) }
        for (index, group) in groups.enumerated() {
          if index > 0 || !cases.isEmpty { writer.line() }
          for member in group { print(member, to: &writer) }
        }
      }
    case .inset(let groups):
      var inner = CodeWriter()
      print(groups, to: &inner)
      writer.inset(inner)
    }
  }
}
