import LifelineModel

/// Lines of the conformance to `Codable`.
extension ProgramPrinter {
  /// The label of the initializer that puts a machine into states without arming timers.
  var initializerLabel: String { context.shape.hasTimers ? "positionedIn" : "resumingIn" }

  private func position(of property: MemoryProperty) -> String {
    ExpressionPrinter(context: context).text(property.current)
  }

  /// Returns the lines that encode a memory into `histories`, if there is one.
  func encoding(of memory: StoredMemory) -> [String] {
    let key = "\"\(machine[memory.history].path)\""
    var writer = CodeWriter()
    switch memory.content {
    case .flag(let property):
      let flag = property.name
      writer.line("if \(flag) { try histories.encode([Swift.String](), forKey: \(key)) }")
    case .child(let property, let children):
      writer.line("switch \(property.name) {")
      for child in children {
        let path = machine[child.state].path
        writer.line(
          "case \(names.regions.pattern(child.position, isOptional: names.regions.isOptional(property))): "
            + "try histories.encode([\"\(path)\"], forKey: \(key))")
      }
      writer.line("default: break")
      writer.line("}")
    case .state(let property):
      let name = property.name
      writer.line("if let past = \(name) { try histories.encode([past.description], forKey: \(key)) }")
    case .regions(let properties):
      guard let first = properties.first else { break }
      let name = first.name
      let isOptional = names.regions.isOptional(first)
      writer.block(isOptional ? "if let position = \(name)" : "if \(name) != \(names.regions.noMemory(of: first))") {
        writer in
        writer.line("var past = self")
        writer.line("past.\(position(of: first)) = \(isOptional ? "position" : name)")
        for property in properties.dropFirst() {
          writer.line("past.\(position(of: property)) = \(property.name)")
        }
        writer.line("let states = past.states.filter { Self.contains(.\(names.anyStateCase(memory.parent)), $0) }")
        writer.line("try histories.encode(states.map(\\.description), forKey: \(key))")
      }
    }
    return writer.lines
  }

  /// Returns the lines that restore a memory from `paths`, and that set `isPossible` to whether it can be remembered.
  func decoding(of memory: StoredMemory) -> [String] {
    let parent = names.anyStateCase(memory.parent)
    var writer = CodeWriter()
    switch memory.content {
    case .flag(let property):
      writer.line("\(property.name) = true")
      writer.line("isPossible = paths.isEmpty")
    case .child(let property, let children):
      let name = property.name
      writer.line("switch paths {")
      for child in children {
        let position = names.regions.memory(child.position)
        writer.line("case [\"\(machine[child.state].path)\"]: (\(name), isPossible) = (\(position), true)")
      }
      writer.line("default: isPossible = false")
      writer.line("}")
    case .state(let property):
      let past = "Self(\(initializerLabel): $0\(context.hasContext ? ", context: context" : ""))"
      writer.line("let past = paths.count == 1 ? State(paths[0]) : nil")
      writer.line("isPossible = past.map { \(past).isActive(.\(parent)) } ?? false")
      writer.line("\(property.name) = past")
    case .regions(let properties):
      let fields = context.hasContext ? ", context" : ""
      // The parameter is optional, so `.none` would be no state.
      let type = parent == "none" ? "AnyState" : ""
      writer.line("let past = Self.machine(in: paths, inside: \(type).\(parent)\(fields))")
      writer.line("isPossible = past != nil")
      writer.block("if let past") { writer in
        for property in properties {
          writer.line("\(property.name) = past.\(position(of: property))")
        }
      }
    }
    return writer.lines
  }

  /// Returns the lines of the accessors of the timer with a number.
  func timerAccess() -> [String] {
    let timers = (0..<context.layout.timerSlots.count).map { names.timer(TimerSlot(index: $0)) }
    var writer = CodeWriter()
    func print(_ accessor: String, _ access: (String) -> String) {
      if let timer = timers.first, timers.count == 1 { return writer.line("\(accessor) { \(access(timer)) }") }
      writer.block(accessor) { writer in
        writer.line("switch number {")
        for (index, timer) in timers.enumerated() {
          writer.line("\(index == timers.count - 1 ? "default" : "case \(index)"): \(access(timer))")
        }
        writer.line("}")
      }
    }
    print("get") { $0 }
    print("set") { "\($0) = newValue" }
    return writer.lines
  }

  /// Returns an expression for a machine in the decoded states whose timers are armed with their full lengths.
  ///
  /// - Parameter armsByField: Whether the lengths are those in the local context `longest`.
  func fullyArmed(armsByField: Bool) -> String {
    let fields = armsByField ? ", context: longest" : ""
    return context.layout.hasRegions ? "try Self(resumingIn: states\(fields))" : "Self(resumingIn: state\(fields))"
  }
}
