import LifelineModel

/// The lines with which a machine holds its parts and the facts of all.
extension ProgramPrinter {
  private var parts: ArraySlice<PartContext> { context.ownParts }

  private func lines(_ statements: [Statement]) -> [String] { StatementPrinter(context).lines(statements) }

  /// Returns the lines that begin to start the machine: its facts are stored, and its parts started.
  func beginning() -> [String] { lines(context.beginning) }

  /// Returns the lines that make a machine that hasn't started.
  func beginningBeforeStart() -> [String] { lines(context.beginningBeforeStart) }

  /// Returns the lines of the function that starts a machine that was made before, or none if there is nothing to do.
  func beginFunction() -> [String] {
    let body = lines(parts.map { $0.start("\($0.property).context") }) + (program.starts ? ["start(call)"] : [])
    let head = "fileprivate mutating func begin(_ call: (Callback) -> Swift.Void)"
    guard body != ["start(call)"] else { return ["\(head) { start(call) }"] }
    return body.isEmpty ? [] : ["\(head) {"] + body.map { "  \($0)" } + ["}"]
  }

  /// Returns the lines that drop what parts keep although the machine has ended.
  func droppingAtEnd() -> [String] { lines(context.droppingAtEnd) }

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
      lines(context.refusingFacts(in: "newValue")) + (kept.isEmpty ? [] : ["let old = \(stored)"])
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
      lines(context.refusingFacts(in: "newValue"))
      + fields.filter { !$0.field.isProtected }.map { "\(stored).\($0.name) = newValue.\($0.name)" }
      + facts.map { "\($0.property).context = newValue.\($0.property)" }
    return ["get { Context(\(arguments.joined(separator: ", "))) }", "set {"] + changes.map { "  \($0)" } + ["}"]
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
      guard context.boundParts.contains(where: { $0.id == part.id }) else {
        return ["case \"\(name)\": self.\(part.property) = \(value)"]
      }
      return [
        "case \"\(name)\":", "  let part = \(value)", "  context.\(part.property) = part.context",
        "  self.\(part.property) = \(part.type)(part, context: Self.passOn(context).\(part.property))",
      ]
    }
  }
}
