import LifelineModel

/// The members with which a machine holds its parts and the facts of all.
extension ProgramPrinter {
  private var parts: ArraySlice<PartContext> { context.ownParts }
  private var boundParts: [PartContext] { context.boundParts }
  private func isBound(_ part: PartContext) -> Bool { boundParts.contains { $0.id == part.id } }

  /// The facts that parts have when the machine begins with those in `context`.
  private var passingOn: [String] { boundParts.isEmpty ? [] : ["let context = Self.passOn(context)"] }

  // MARK: - Beginnings

  /// Returns the lines that begin to start the machine: its facts are stored, and its parts started.
  func beginning() -> [String] {
    passingOn + storing() + forgetting()
      + parts.map { StatementPrinter(context).start(of: $0, context: "context.\($0.property)") }
  }

  /// Returns the lines that make a machine that hasn't started.
  func beginningBeforeStart() -> [String] {
    passingOn + storing() + forgetting() + parts.map { "\($0.property) = \(initially($0))" }
  }

  /// Returns the lines of the function that starts a machine that was made before, or none if there is nothing to do.
  func beginFunction() -> [String] {
    let starts = parts.map { StatementPrinter(context).start(of: $0, context: "\($0.property).context") }
    let body = starts + (program.starts ? ["start(call)"] : [])
    let head = "fileprivate mutating func begin(_ call: (Callback) -> Swift.Void)"
    guard body != ["start(call)"] else { return ["\(head) { start(call) }"] }
    return body.isEmpty ? [] : ["\(head) {"] + body.map { "  \($0)" } + ["}"]
  }

  /// Returns the lines that store the machine's own facts.
  func storing() -> [String] {
    guard !machine.fields.isEmpty else { return [] }
    let refusing = refusingFacts(in: "context")
    guard context.isComposed else { return refusing + ["self.\(names.storedContext) = context"] }
    let fields = machine.fields.map {
      "\(SwiftText.argumentLabel($0.name)): context.\(SwiftText.identifier($0.name))"
    }
    return refusing + ["\(names.storedContext) = StoredContext(\(fields.joined(separator: ", ")))"]
  }

  /// Returns the lines that give private fields their defaults.
  private func forgetting() -> [String] {
    machine.fields.filter(\.isPrivate).map { field in
      let value = ExpressionText(of: context).text(field.defaultValue)
      return "\(names.storedContext).\(SwiftText.identifier(field.name)) = \(value)"
    }
  }

  // MARK: - Facts

  /// Returns the lines of the property `context`, or none if it is stored.
  func computedContext() -> [String] {
    guard names.storedContext != "context" || context.isComposed else { return [] }
    let isProtected = machine.fields.contains(where: \.isProtected)
    let start = "/// The facts that guards read. Changing them runs nothing; they count from the next event on."
    let rest = ["\(start) Assigning them keeps", "/// the fields that only `Context.init` sets."]
    let lines =
      (isProtected || context.isComposed ? rest : [start])
      + (context.fieldsWithRanges.isEmpty ? [] : ["/// A value outside of its field's range traps."])
    return lines + ["\(access)var context: Context {"]
      + (context.isComposed ? composingAccessors : protectingAccessors).map { "  \($0)" } + ["}"]
  }

  private var protectingAccessors: [String] {
    let stored = names.storedContext
    let kept = machine.fields.filter(\.isProtected).map { SwiftText.identifier($0.name) }
    let changes =
      refusingFacts(in: "newValue") + (kept.isEmpty ? [] : ["let old = \(stored)"])
      + ["\(stored) = newValue"] + kept.map { "\(stored).\($0) = old.\($0)" }
    return ["get { \(stored) }", "set {"] + changes.map { "  \($0)" } + ["}"]
  }

  private var composingAccessors: [String] {
    let stored = names.storedContext
    let fields = machine.fields.map { (field: $0, name: SwiftText.identifier($0.name)) }
    let facts = parts.filter(\.context.hasContext)
    let arguments =
      fields.map { "\(SwiftText.argumentLabel($0.field.name)): \(stored).\($0.name)" }
      + facts.map { "\(SwiftText.argumentLabel($0.part.ownName)): \($0.property).context" }
    let changes =
      refusingFacts(in: "newValue")
      + fields.filter { !$0.field.isProtected }.map { "\(stored).\($0.name) = newValue.\($0.name)" }
      + facts.map { "\($0.property).context = newValue.\($0.property)" }
    return ["get { Context(\(arguments.joined(separator: ", "))) }", "set {"] + changes.map { "  \($0)" } + ["}"]
  }

  /// Writes the type of the machine's own facts.
  func printStoredContext(to writer: inout CodeWriter) {
    let text = ExpressionText(of: context)
    writer.line("/// The facts of the machine itself. Its parts store theirs.")
    writer.block("private struct StoredContext: Swift.Hashable, Swift.Sendable") { writer in
      for field in machine.fields {
        writer.line("var \(SwiftText.identifier(field.name)): \(text.type(field.type))")
      }
    }
  }

  /// Writes the function that gives parts the facts that are bound to those of the machine.
  func printPassingOn(to writer: inout CodeWriter) {
    writer.line("/// Returns the facts, of which parts get some from the machine.")
    writer.block("private static func passOn(_ context: Context) -> Context") { writer in
      writer.line("var context = context")
      for part in boundParts {
        let fields = part.part.place.fields
        let facts = facts(of: part, in: "context.\(part.property)") { fields[$0.index] }
        writer.line("context.\(part.property) = \(facts)")
      }
      writer.line("return context")
    }
  }

  /// Returns the facts of a part, with those that it gets from the machine.
  ///
  /// - Parameters:
  ///   - old: The facts of the part.
  ///   - place: Returns the machine's field for a field of the part.
  private func facts(of part: PartContext, in old: String, _ place: (ID<Field>) -> ID<Field>) -> String {
    let fields = part.context.machine.fields.enumerated().map { index, field in
      let source = place(ID(index))
      let value =
        source.index < machine.fields.count
        ? self.value(of: source, as: part.part.place.translate(field.type))
        : "\(old).\(SwiftText.identifier(field.name))"
      return "\(SwiftText.argumentLabel(field.name)): \(value)"
    }
    let inner = part.context.ownParts.filter(\.context.hasContext).map { inner in
      let innerOld = "\(old).\(inner.property)"
      let fields = inner.part.place.fields
      // Fields that the part itself gets from outside are passed on again.
      let isBound = fields.contains {
        $0.index >= part.context.machine.fields.count && place($0).index < machine.fields.count
      }
      let facts = isBound ? self.facts(of: inner, in: innerOld) { place(fields[$0.index]) } : innerOld
      return "\(SwiftText.argumentLabel(inner.part.ownName)): \(facts)"
    }
    return "\(part.type).Context(\((fields + inner).joined(separator: ", ")))"
  }

  private func value(of field: ID<Field>, as type: ValueType) -> String {
    let value = "context.\(SwiftText.identifier(machine[field].name))"
    guard type.caseNames != nil, type != machine[field].type else { return value }
    return ExpressionPrinter(context: context).conversion(of: value, to: type)
  }

  /// Writes the initializer that gives a machine other facts. A machine around it needs it to pass facts on.
  func printCopying(to writer: inout CodeWriter) {
    writer.line("/// Creates a copy of `machine` with other facts, also fixed and private ones. Nothing runs.")
    writer.block("\(access)init(_ machine: Self, context: Context)") { writer in
      for line in passingOn { writer.line(line) }
      writer.line("self = machine")
      for line in storing() { writer.line(line) }
      for part in parts where part.context.hasContext {
        let facts = "context.\(part.property)"
        writer.line(
          part.context.hasFixedFields
            ? "\(part.property) = \(part.type)(machine.\(part.property), context: \(facts))"
            : "\(part.property).context = \(facts)")
      }
    }
  }

  // MARK: - Parts without a start

  /// Returns a part in its initial states, without running actions.
  private func initially(_ part: PartContext) -> String {
    let facts = part.context.hasContext ? "context.\(part.property)" : ""
    if part.context.layout.hasRegions { return "Self.\(initialName(part))(\(facts))" }
    let state = part.context.names.stateCase(part.context.initialLeaf)
    return "\(part.type)(resumingIn: .\(state)\(facts.isEmpty ? "" : ", context: \(facts)"))"
  }

  private func initialName(_ part: PartContext) -> String { "initial\(SwiftText.capitalized(part.part.ownName))" }

  /// Writes the functions that return parts with regions in their initial states.
  func print(initial parts: [ID<Part>], to writer: inout CodeWriter) {
    for (index, id) in parts.enumerated() {
      let part = context[id]
      if index > 0 { writer.line() }
      writer.line("/// Returns `\(part.part.name)` in its initial states, without running actions.")
      let (parameter, argument) =
        part.context.hasContext ? ("_ context: \(part.type).Context", ", context: context") : ("", "")
      writer.block("private static func \(initialName(part))(\(parameter)) -> \(part.type)") { writer in
        writer.line("do { return try \(part.type)(resumingIn: []\(argument)) } catch {")
        writer.line("  Swift.fatalError(\"\\(error): `\(part.part.name)` is in its initial states without exception\")")
        writer.line("}")
      }
    }
  }

  /// The parameters of initializers that take parts, with a comma in front.
  var partParameters: String {
    parts.map { ", \($0.property): \($0.type)? = nil" }.joined()
  }

  /// The arguments for ``partParameters``.
  var partArguments: String {
    parts.map { ", \(SwiftText.argumentLabel($0.part.ownName)): \($0.property)" }.joined()
  }

  /// Returns the lines that store parts which may have been given. The others are in their initial states.
  func storingParts() -> [String] {
    parts.map { part in
      let given = isBound(part) ? "\(part.property).map { \(copy(of: part)) }" : part.property
      return "self.\(part.property) = \(given) ?? \(initially(part))"
    }
  }

  /// Returns the lines that drop what parts keep although the machine has ended, after they have been given or decoded.
  func droppingAtEnd() -> [String] {
    context.shape.end == .dropping && !context.pendingParts.isEmpty ? ["if isFinished { dropPending() }"] : []
  }

  private func copy(of part: PartContext) -> String { "\(part.type)($0, context: context.\(part.property))" }

  /// Returns the lines after which `context` holds the facts of parts that have been given, and those that they get.
  func passingOnToGivenParts() -> [String] {
    guard !boundParts.isEmpty else { return [] }
    return ["var facts = context"]
      + boundParts.map { "if let \($0.property) { facts.\($0.property) = \($0.property).context }" }
      + ["let context = Self.passOn(facts)"]
  }

  // MARK: - Storage

  /// Returns the lines that encode the parts into `parts`.
  func partEncoding() -> [String] {
    parts.map { "try parts.encode(self.\($0.property), forKey: \"\($0.part.ownName)\")" }
  }

  /// Returns the lines that decode the part of a key, in a switch.
  func partDecoding() -> [String] {
    parts.flatMap { part in
      let value = "try parts.decode(\(part.type).self, forKey: key)"
      let name = part.part.ownName
      guard isBound(part) else { return ["case \"\(name)\": self.\(part.property) = \(value)"] }
      return [
        "case \"\(name)\":", "  let part = \(value)", "  context.\(part.property) = part.context",
        "  self.\(part.property) = \(part.type)(part, context: Self.passOn(context).\(part.property))",
      ]
    }
  }
}
