import LifelineModel

/// The initializer that decodes a machine.
extension MachineDeclarations {
  /// The label of the initializer that puts a machine into states without arming timers.
  var initializerLabel: String { context.shape.hasTimers ? "positionedIn" : "resumingIn" }

  /// The initializer.
  var decodingInitializer: Declaration {
    var body: [Statement] = ["let values = try decoder.container(keyedBy: CodingKeys.self)"]
    if context.hasContext { body += fieldDecoding }
    body += stateDecoding
    if !program.storedMemories.isEmpty { body.append(historyDecoding) }
    if context.shape.hasTimers { body.append(timerDecoding) }
    if !context.ownParts.isEmpty { body.append(partDecoding) }
    if context.shape.defers { body.append(deferredDecoding) }
    return Declaration(isPublic: true, head: "init(from decoder: any Swift.Decoder) throws", body: body)
  }

  /// Returns the statement that decodes what is in a container of its own, unless that is missing.
  ///
  /// - Parameter start: What comes before the container is opened.
  private func decoding(
    _ name: String, of key: String, after start: [Statement] = [], _ body: [Statement]
  ) -> Statement {
    let container: Statement =
      "let \(name) = try values.nestedContainer(keyedBy: CodingKeys.self, forKey: \"\(key)\")"
    return .if("values.contains(\"\(key)\")", then: start + [container] + body, else: [])
  }

  // MARK: - Fields

  private var fieldDecoding: [Statement] {
    guard storesFields else { return [.constant("context", "Context()")] }
    let lengths = lengthFields
    let fields = machine.fields.enumerated().map { decoding($1, armsTimers: lengths.contains(ID($0))) }
    return [.variable("context", "Context()"), decoding("fields", of: "context", fields)]
  }

  private func decoding(_ field: Field, armsTimers: Bool) -> Statement {
    let place = "context.\(SwiftText.identifier(field.name))"
    let key = SwiftText.stringLiteral(field.name)
    switch StoredForm(of: field) {
    case .cases:
      let failure = failing(key, in: "fields", "\(field.name) cannot be \\(name)")
      return .if(
        "let name = try fields.decodeIfPresent(Swift.String.self, forKey: \(key))",
        then: [
          .broken(.guard("let value = \(text.type(field.type))(name)", else: [failure])), "\(place) = value",
        ], else: [])
    case .duration:
      let failure = failing(key, in: "fields", "\\(parts) is no length of \(armsTimers ? "a timer" : "time")")
      return .if(
        "let parts = try fields.decodeIfPresent([Swift.Int64].self, forKey: \(key))",
        then: [.broken(.guard("let time = Self.time(parts)\(armsTimers ? ", time > .zero" : "")", else: [failure]))]
          + checkingRange(of: field, "time", shown: "parts") + ["\(place) = time"], else: [])
    case .carried: return "\(place) = try Self.decode(\(key), in: fields)"
    case .plain:
      let value = "try fields.decodeIfPresent(\(type(of: field)).self, forKey: \(key))"
      if field.bounds == nil { return "\(place) = \(value) ?? \(place)" }
      return .if(
        "let number = \(value)",
        then: checkingRange(of: field, "number", shown: "number") + ["\(place) = number"], else: [])
    }
  }

  private func checkingRange(of field: Field, _ value: String, shown: String) -> [Statement] {
    guard field.bounds != nil else { return [] }
    let failure = failing(
      SwiftText.stringLiteral(field.name), in: "fields",
      "\\(\(shown)) lies outside of \(field.boundsText ?? "")")
    return [.broken(.guard("(\(RangeText(field, of: context).range)).contains(\(value))", else: [failure]))]
  }

  // MARK: - States and histories

  private var stateDecoding: [Statement] {
    let failure = failing("\"states\"", in: "values", "\(machine.name) cannot be in \\(paths)")
    let paths = Statement.constant("paths", "try values.decode([Swift.String].self, forKey: \"states\")")
    let facts = context.hasContext ? ", context" : ""
    if layout.hasRegions {
      return [
        paths, .broken(.guard("let machine = Self.machine(in: paths\(facts))", else: [failure])), "self = machine",
      ]
    }
    return [
      paths, .broken(.guard("paths.count == 1, let state = State(paths[0])", else: [failure])),
      "self.init(\(initializerLabel): state\(context.hasContext ? ", context: context" : ""))",
    ]
  }

  private var historyDecoding: Statement {
    let cases = program.storedMemories.map { memory in
      Case("\"\(machine[memory.history].path)\"", body: decoding(memory))
    }
    let other = failing("key", in: "histories", "there is no such history")
    let failure = failing("key", in: "histories", "\\(paths) can't be remembered")
    let body: [Statement] = [
      .constant("paths", "try histories.decode([Swift.String].self, forKey: key)"),
      "let isPossible: Swift.Bool", .switch("key.stringValue", cases, default: .statements([other])),
      .broken(.when("!isPossible", failure)),
    ]
    return decoding("histories", of: "histories", [.for("key", in: "histories.allKeys", body)])
  }

  /// Returns the statements that restore a memory from `paths`, and that set `isPossible` to whether it can be remembered.
  func decoding(_ memory: StoredMemory) -> [Statement] {
    let parent = names.anyStateCase(memory.parent)
    switch memory.content {
    case .flag(let property): return ["\(property.name) = true", "isPossible = paths.isEmpty"]
    case .child(let property, let children):
      let cases = children.map { child in
        Case(
          "[\"\(machine[child.state].path)\"]",
          body: ["(\(property.name), isPossible) = (\(names.regions.memory(child.position)), true)"])
      }
      return [.joined(.switch("paths", cases, default: .statements(["isPossible = false"])))]
    case .state(let property):
      let past = "Self(\(initializerLabel): $0\(context.hasContext ? ", context: context" : ""))"
      return [
        "let past = paths.count == 1 ? State(paths[0]) : nil",
        "isPossible = past.map { \(past).isActive(.\(parent)) } ?? false", "\(property.name) = past",
      ]
    case .regions(let properties):
      let fields = context.hasContext ? ", context" : ""
      // The parameter is optional, so `.none` would be no state.
      let type = parent == "none" ? "AnyState" : ""
      let positions = properties.map { .remember($0, "past.\(position(of: $0))") as Statement }
      return [
        "let past = Self.machine(in: paths, inside: \(type).\(parent)\(fields))", "isPossible = past != nil",
        .broken(.if("let past", then: positions, else: [])),
      ]
    }
  }

  // MARK: - Timers, parts and deferred events

  private var timerDecoding: Statement {
    let fields = lengthFields.map { machine[$0] }
    let armsByField = !fields.isEmpty
    let lengths = (fields.filter { $0.bounds == nil } + fields.filter { $0.bounds != nil }).map { field in
      let longest = field.bounds.map { text.text(.duration(milliseconds: $0.upperBound)) }
      return "longest.\(SwiftText.identifier(field.name)) = \(longest ?? ".seconds(Swift.Int64.max)")" as Statement
    }
    let longest: [Statement] =
      armsByField
      ? [
        .comment("A field may have changed since its timer was armed, so the remaining time has no upper limit."),
        .variable("longest", "Context()"),
      ] + lengths : []
    let facts = armsByField ? ", context: longest" : ""
    let full: Statement =
      layout.hasRegions
      ? "let full = try Self(resumingIn: states\(facts))" : "let full = Self(resumingIn: state\(facts))"
    let isRunning = context.shape.canFinish ? "!isFinished, " : ""
    let wrongStates = failing("key", in: "timers", "no such timers can run")
    let wrongTime = failing("key", in: "timers", "\\(parts) cannot be the time that is left to a timer")
    let time: Statement = .broken(
      .guard(
        "let time = Self.time(parts), time > .zero, let length = full[keyPath: timer], time <= length",
        else: [wrongTime]))
    let body: [Statement] = [
      .constant("left", "try timers.decode([[Swift.Int64]?].self, forKey: key)"),
      .constant("state", "AnyState(key.stringValue)"), .constant("running", "state.map(Self.timers) ?? []"),
      .broken(
        .guard("\(isRunning)state.map(isActive) ?? false, running.count == left.count", else: [wrongStates])),
      .for(
        "(timer, parts)", in: "Swift.zip(running, left)",
        [.closure("self[keyPath: timer] = try parts.map", parameters: "parts", [time, .return("time")])]),
    ]
    return decoding(
      "timers", of: "timers", after: longest + [full], [.for("key", in: "timers.allKeys", body)])
  }

  private var partDecoding: Statement {
    let cases = context.ownParts.map { part in
      let value = "try parts.decode(\(part.type).self, forKey: key)"
      let isBound = context.boundParts.contains { $0.id == part.id }
      return Case(
        "\"\(part.part.ownName)\"",
        body: isBound
          ? [
            "let part = \(value)", "context.\(part.property) = part.context",
            "self.\(part.property) = \(part.type)(part, context: Self.passOn(context).\(part.property))",
          ] : ["self.\(part.property) = \(value)"])
    }
    let other = failing("key", in: "parts", "there is no such part")
    let loop = Statement.for(
      "key", in: "parts.allKeys", [.joined(.switch("key.stringValue", cases, default: .statements([other])))])
    return decoding("parts", of: "parts", [loop] + context.droppingAtEnd)
  }

  private var deferredDecoding: Statement {
    let cases = context.deferred.map { event in
      let name = SwiftText.rawCase(machine[event].name)
      let isDeferred = "AnyState.allCases.contains(where: { isActive($0) && Self.defers(.\(name), in: $0) })"
      return Case("\"\(machine[event].name)\"", body: ["if \(isDeferred) { deferredEvents.insert(.\(name)) }"])
    }
    let isFinished = context.shape.canFinish ? "isFinished || " : ""
    return .for(
      "name", in: "try values.decodeIfPresent([Swift.String].self, forKey: \"kept\") ?? []",
      [
        .constant("count", "deferredEvents.count"), .joined(.switch("name", cases, default: .nothing)),
        .broken(
          .when(
            "\(isFinished)deferredEvents.count == count",
            failing("\"kept\"", in: "values", "\\(name) can't be deferred, or not twice"))),
      ])
  }

  /// The fields that hold lengths of timers.
  private var lengthFields: IDSet<Field> {
    var lengths = IDSet<Field>()
    for timer in machine.states.flatMap(\.timers) {
      if case .field(let field) = timer.length { lengths.insert(field) }
    }
    return lengths
  }
}
