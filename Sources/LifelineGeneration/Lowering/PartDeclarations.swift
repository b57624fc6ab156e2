import LifelineModel

extension PartContext {
  /// The body of the closure that passes the part's calls on.
  var forwarding: String { context.hasCallbacks ? "call(.\(property)($0))" : "_ in" }

  /// Returns the statement that starts the part with facts.
  func start(_ facts: String) -> Statement {
    "\(property) = \(type)(\(context.hasContext ? "context: \(facts), " : "")calling: { \(forwarding) })"
  }

  /// The name of the function that returns the part in its initial states, if it has regions.
  fileprivate var initialName: String { "initial\(SwiftText.capitalized(part.ownName))" }

  /// The part in its initial states, before it has run actions.
  fileprivate var initial: String {
    let facts = context.hasContext ? "context.\(property)" : ""
    if context.layout.hasRegions { return "Self.\(initialName)(\(facts))" }
    let state = context.names.stateCase(context.initialLeaf)
    return "\(type)(resumingIn: .\(state)\(facts.isEmpty ? "" : ", context: \(facts)"))"
  }
}

/// The statements and declarations with which a machine holds its parts and the facts of all.
extension MachineContext {
  // MARK: - Statements

  /// The facts that parts have when the machine begins with those in `context`.
  private var passingOn: [Statement] { boundParts.isEmpty ? [] : [.constant("context", "Self.passOn(context)")] }

  /// The statements that begin to start the machine: its facts are stored, and its parts started.
  var beginning: [Statement] { passingOn + storing + forgetting + ownParts.map { $0.start("context.\($0.property)") } }

  /// The statements that make a machine that hasn't started.
  var beginningBeforeStart: [Statement] {
    passingOn + storing + forgetting + ownParts.map { "\($0.property) = \($0.initial)" }
  }

  /// Returns the statement that refuses facts outside of their ranges, or none if all may have any value.
  func refusingFacts(in context: String) -> [Statement] {
    fieldsWithRanges.isEmpty ? [] : ["Self.checkRanges(of: \(context))"]
  }

  /// The statements that store the machine's own facts.
  private var storing: [Statement] {
    guard !machine.fields.isEmpty else { return [] }
    let fields = machine.fields.map {
      "\(SwiftText.argumentLabel($0.name)): context.\(SwiftText.identifier($0.name))"
    }
    return refusingFacts(in: "context") + [
      isComposed
        ? "\(names.storedContext) = StoredContext(\(fields.joined(separator: ", ")))"
        : "self.\(names.storedContext) = context"
    ]
  }

  /// The statements that give private fields their defaults.
  private var forgetting: [Statement] {
    machine.fields.filter(\.isPrivate).map { field in
      .set("\(names.storedContext).\(SwiftText.identifier(field.name))", .literal(field.defaultValue))
    }
  }

  /// The statements that store facts, and parts which may have been given. Other parts are in their initial states.
  var storingWithParts: [Statement] {
    // The facts of parts that have been given count for the others.
    let given = boundParts.map {
      Statement.joined(.when("let \($0.property)", "facts.\($0.property) = \($0.property).context"))
    }
    let passing: [Statement] =
      given.isEmpty ? [] : [.variable("facts", "context")] + given + [.constant("context", "Self.passOn(facts)")]
    return passing + storing
      + ownParts.map { part in
        let isBound = boundParts.contains { $0.id == part.id }
        let copy = isBound ? ".map { \(part.type)($0, context: context.\(part.property)) }" : ""
        return "self.\(part.property) = \(part.property)\(copy) ?? \(part.initial)"
      }
  }

  /// The statements that drop what parts keep although the machine has ended, after they have been given or decoded.
  var droppingAtEnd: [Statement] {
    shape.end == .dropping && !pendingParts.isEmpty ? [.when(.isFinished, .run(FunctionCall(name: .dropPending)))] : []
  }

  // MARK: - Declarations

  /// Returns the type of the fields of the machine itself.
  func declareStoredContext() -> Declaration {
    let text = ExpressionText(of: self)
    return Declaration(
      "The facts of the machine itself. Its parts store theirs.",
      head: "private struct StoredContext: Swift.Hashable, Swift.Sendable",
      members: [machine.fields.map { "var \(SwiftText.identifier($0.name)): \(text.type($0.type))" }])
  }

  /// Returns the function that gives parts the facts that are bound to those of the machine.
  func declarePassingOn() -> Declaration {
    let changes = boundParts.map { part -> Statement in
      let fields = part.part.place.fields
      return "context.\(part.property) = \(facts(of: part, in: "context.\(part.property)") { fields[$0.index] })"
    }
    return Declaration(
      "Returns the facts, of which parts get some from the machine.",
      head: "private static func passOn(_ context: Context) -> Context",
      body: [.variable("context", "context")] + changes + [.return("context")])
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
    return ExpressionPrinter(context: self).conversion(of: value, to: type)
  }

  /// Returns the initializer that gives a machine other facts. A machine around it needs it to pass facts on.
  func declareCopying() -> Declaration {
    let changes = ownParts.filter(\.context.hasContext).map { part -> Statement in
      let facts = "context.\(part.property)"
      return part.context.hasFixedFields
        ? "\(part.property) = \(part.type)(machine.\(part.property), context: \(facts))"
        : "\(part.property).context = \(facts)"
    }
    return Declaration(
      "Creates a copy of `machine` with other facts, also fixed and private ones. Nothing runs.", isPublic: true,
      head: "init(_ machine: Self, context: Context)", body: passingOn + ["self = machine"] + storing + changes)
  }

  /// Returns the functions that return parts with regions in their initial states, without running actions.
  func declareInitialParts() -> [Declaration] {
    ownParts.filter(\.context.layout.hasRegions).map { part in
      let (parameter, argument) =
        part.context.hasContext ? ("_ context: \(part.type).Context", ", context: context") : ("", "")
      return Declaration(
        "Returns `\(part.part.name)` in its initial states, without running actions.",
        head: "private static func \(part.initialName)(\(parameter)) -> \(part.type)",
        body: [
          .block(
            "do { return try \(part.type)(resumingIn: []\(argument)) } catch",
            ["Swift.fatalError(\"\\(error): `\(part.part.name)` is in its initial states without exception\")"])
        ])
    }
  }
}
