import LifelineModel

/// The members of a machine besides its types.
extension MachineDeclarations {
  /// The text of the members: the stored properties, the initializers, and the functions with their helpers.
  var members: String {
    let printer = printer
    let properties = [program.storage.map(declare)] + (hasComputedContext ? [[computedContext]] : [])
    let reading = [activity] + (layout.hasRegions ? [activeStates] : []) + [sending]
    let helpers = pathTables.map { [$0] } ?? []
    return [
      printer.text(properties + initializers.map { [$0] }, level: 1), printer.text(program.resumption),
      printer.text(.declarations(reading)), printer.text(program.members), printer.text(.declarations(helpers)),
      printer.text(program.helpers),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: - Stored properties

  /// Returns the declaration of a stored property.
  func declare(_ property: StoredProperty) -> Declaration {
    switch property {
    case .context:
      if context.isComposed { return "private var \(names.storedContext): StoredContext" }
      if names.storedContext != "context" { return "private var \(names.storedContext): Context" }
      return Declaration(
        "The facts that guards read. Changing them runs nothing; they count from the next event on.", isPublic: true,
        head: "var context: Context")
    case .part(let id):
      let part = context[id]
      return Declaration(
        part.part.documentation.text.map(SwiftText.commentLine) ?? "The part `\(part.part.name)`.", isPublic: true,
        head: "private(set) var \(part.property): \(part.type)")
    case .state:
      return Declaration("The active atomic state.", isPublic: true, head: "private(set) var state: State")
    case .region(let region): return declare(region: region)
    case .memory(let property):
      return Declaration(
        "The memory of `\(machine[property.history].path)`.",
        head: "private var \(property.name)\(names.regions.annotation(of: property))")
    case .timer(let slot):
      return Declaration(documentation(of: slot), head: "private var \(names.timer(slot)): Swift.Duration?")
    case .deferredEvents: return "private var deferredEvents = DeferredEvents()"
    }
  }

  private func declare(region index: Int) -> Declaration {
    let region = names.regions.regions[index]
    let property = "private(set) var \(region.property): \(region.type)"
    return switch region.storage {
    case .always:
      Declaration(
        context.documentation(ofRegion: index), isPublic: true,
        head: "\(property) = .\(names.stateCase(context.initialPosition))")
    case .optional: Declaration(context.documentation(ofRegion: index), isPublic: true, head: "\(property)?")
    case .tracked(let property, let type, let inactiveCase):
      Declaration(
        context.documentation(ofPositionInRegion: index), head: "private var \(property) = \(type).\(inactiveCase)")
    }
  }

  private func documentation(of slot: TimerSlot) -> String {
    let paths = layout.timerSlots.states[slot.index].prefix(3).map { "`\(machine[$0].path)`" }
    let states =
      switch paths.count {
      case 1: paths[0]
      case 2: "\(paths[0]) or \(paths[1])"
      default: "\(paths[0]), \(paths[1]) or another state"
      }
    return "The time that is left to a timer of \(states)."
  }

  // MARK: - Initializers

  private var initializers: [Declaration] {
    let parameter = context.hasContext ? "context: Context = Context(), " : ""
    let calls = context.startsWithoutCalls ? ", which makes no calls." : " and passes its calls to `call`."
    let note = ["Fields that only actions set have their defaults."]
    var body: [Statement]
    if options.object != nil, program.starts, context.hasContext, context.ownParts.isEmpty {
      body = ["self.init(beforeStart: context)"]
    } else {
      body = context.beginning
      if !layout.hasRegions { body.append("state = .\(names.stateCase(context.initialLeaf))") }
    }
    if program.starts { body.append("start(call)") }
    let nothing = context.startsWithoutCalls ? " = { _ in }" : ""
    return [
      Declaration(
        documentation: ["Starts the machine: it enters its initial state\(calls)"]
          + (machine.fields.contains(where: \.isPrivate) ? note : []),
        isPublic: true, head: "init(\(parameter)calling call: (Callback) -> Swift.Void\(nothing))",
        body: .statements(body))
    ]
  }

  // MARK: - Functions

  private var activity: Declaration {
    let note = hasNesting && !layout.hasRegions ? ": the current state or one of its ancestors" : ""
    return Declaration(
      "Whether `state` is active\(note).", isPublic: true, head: "func isActive(_ state: AnyState) -> Swift.Bool",
      body: activityCheck)
  }

  /// The statements that tell whether a state is active.
  var activityCheck: [Statement] {
    let extent = Statement.constant("extent", "Self.extent(of: state)")
    switch context.shape.configuration {
    case .atomicState(isFlat: true): return ["self.state == state"]
    case .atomicState(isFlat: false):
      return [extent, .return("extent.first <= self.state.rawValue && self.state.rawValue <= extent.last")]
    case .regions:
      let regions = names.regions.regions
      let isOptional = regions.contains(where: \.storage.isOptional)
      let positions = regions.enumerated().map { index, region -> Statement in
        let label = index == regions.count - 1 ? "default" : "case \(index)"
        return "  \(label): self.\(region.storedProperty)\(region.storage.isOptional ? "?" : "").rawValue"
      }
      return [extent, "let position\(isOptional ? ": \(context.positionType)?" : "") =", "  switch extent.region {"]
        + positions + ["  }"] + [
          isOptional
            ? .return("position.map { extent.first <= $0 && $0 <= extent.last } ?? false")
            : .return("extent.first <= position && position <= extent.last")
        ]
    }
  }

  private var activeStates: Declaration {
    Declaration(
      "The active atomic states, in document order.", isPublic: true, head: "var states: [AnyState]",
      body: [
        .variable("result: [AnyState]", "[]"),
        .for(
          "state", in: "AnyState.allCases", where: "isActive(state)",
          [
            "if let last = result.last, Self.contains(last, state) { result.removeLast() }", "result.append(state)",
          ]), .return("result"),
      ])
  }

  private var sending: Declaration {
    let reaction = "cause: .event(event), isHandled: isHandled, callbacks: callbacks, before: before, after: self"
    return Declaration(
      "Sends an event to the machine and returns what happened. The machine is at rest then, so that the callbacks can be",
      "told to code that reads it. Unlike `handle(_:calling:)`, this allocates memory.", isPublic: true,
      head: "mutating func send(_ event: Event) -> Reaction",
      body: [
        .constant("before", "self"), .variable("callbacks: [Callback]", "[]"),
        .constant("isHandled", "handle(event, calling: { callbacks.append($0) })"),
        .return("Reaction(\(reaction))"),
      ])
  }

  // MARK: - Facts

  /// Whether `context` is computed, because hosts can't write some fields, fields have ranges, or parts have fields.
  private var hasComputedContext: Bool {
    context.hasContext && (names.storedContext != "context" || context.isComposed)
  }

  private var computedContext: Declaration {
    let start = "The facts that guards read. Changing them runs nothing; they count from the next event on."
    let isSelective = context.isComposed || machine.fields.contains(where: \.isProtected)
    let documentation =
      (isSelective ? ["\(start) Assigning them keeps", "the fields that only `Context.init` sets."] : [start])
      + (context.fieldsWithRanges.isEmpty ? [] : ["A value outside of its field's range traps."])
    let (get, storing) = context.isComposed ? composingAccessors : protectingAccessors
    let set = context.refusingFacts(in: "newValue") + storing
    return Declaration(
      documentation: documentation, isPublic: true, head: "var context: Context",
      body: .statements([
        .joined(.block("get", [get])), set.count > 1 ? .block("set", set) : .joined(.block("set", set)),
      ]))
  }

  private var protectingAccessors: (get: Statement, set: [Statement]) {
    let stored = names.storedContext
    func identifiers(_ fields: [Field]) -> [String] { fields.map { SwiftText.identifier($0.name) } }
    let kept = identifiers(machine.fields.filter(\.isProtected))
    let open = identifiers(machine.fields.filter { !$0.isProtected })
    let assigning = open.map { "\(stored).\($0) = newValue.\($0)" as Statement }
    let restoring: [Statement] =
      (kept.isEmpty ? [] : [.constant("old", "\(stored)")]) + [.set("\(stored)", "newValue")]
      + kept.map { "\(stored).\($0) = old.\($0)" }
    return ("\(stored)", !kept.isEmpty && assigning.count <= restoring.count ? assigning : restoring)
  }

  private var composingAccessors: (get: Statement, set: [Statement]) {
    let stored = names.storedContext
    let fields = machine.fields.map { (field: $0, name: SwiftText.identifier($0.name)) }
    let facts = context.ownParts.filter(\.context.hasContext)
    let arguments =
      fields.map { "\(SwiftText.argumentLabel($0.field.name)): \(stored).\($0.name)" }
      + facts.map { "\(SwiftText.argumentLabel($0.part.ownName)): \($0.property).context" }
    return (
      "Context(\(arguments.joined(separator: ", ")))",
      fields.filter { !$0.field.isProtected }.map { "\(stored).\($0.name) = newValue.\($0.name)" }
        + facts.map { "\($0.property).context = newValue.\($0.property)" }
    )
  }
}
