import LifelineModel

/// The conformance to `Codable`.
extension MachineDeclarations {
  /// The extension, which Embedded Swift doesn't have.
  var codable: [Declaration] {
    let functions = [encodingFunction, decodingInitializer] + codableHelpers
    let conformance = Declaration(
      documentation: codableDocumentation, attribute: context.availability,
      head: "nonisolated extension \(names.type): Swift.Codable",
      body: .members(cases: [], [[codingKeys]] + functions.map { [$0] }))
    return ["#if !hasFeature(Embedded)", conformance, "#endif"]
  }

  /// Whether the machine itself has fields, which are stored.
  var storesFields: Bool { !machine.fields.isEmpty }

  private var codableDocumentation: [String] {
    var contents =
      "The encoded form contains everything that the machine needs to continue: the full paths of its states"
    if storesFields { contents += ", its context" }
    if !program.storedMemories.isEmpty { contents += ", the\nmemories of its histories" }
    if context.shape.hasTimers { contents += ", the remaining time of its timers" }
    if context.shape.defers { contents += ", its deferred events" }
    if !context.ownParts.isEmpty { contents += ", its parts" }
    return "\(contents).".split(separator: "\n").map(String.init)
      + ["Decoding throws `DecodingError` for a machine that can't exist."]
  }

  private var codingKeys: Declaration {
    Declaration(
      head: "private struct CodingKeys: Swift.CodingKey, Swift.ExpressibleByStringLiteral",
      members: [
        [
          "let stringValue: Swift.String", Declaration(head: "var intValue: Swift.Int?", line: "nil"),
          Declaration(head: "init(stringLiteral name: Swift.String)", line: "stringValue = name"),
          Declaration(head: "init(stringValue name: Swift.String)", line: "stringValue = name"),
          Declaration(head: "init?(intValue: Swift.Int)", line: "nil"),
        ]
      ])
  }

  /// Returns the statement that throws the error for a machine that can't exist.
  ///
  /// - Parameter text: The content of a string literal.
  func failing(_ key: String, in container: String, _ text: String) -> Statement {
    .throw("Swift.DecodingError.dataCorruptedError(forKey: \(key), in: \(container), debugDescription: \"\(text)\")")
  }

  // MARK: - Encoding

  private var encodingFunction: Declaration {
    let states = layout.hasRegions ? "states.map(\\.description)" : "[state.description]"
    var body: [Statement] = [
      "var values = encoder.container(keyedBy: CodingKeys.self)", "try values.encode(\(states), forKey: \"states\")",
    ]
    if storesFields { body += [container("fields", of: "context")] + machine.fields.map(encoding) }
    let memories = program.storedMemories
    if !memories.isEmpty { body += [container("histories", of: "histories")] + memories.flatMap(encoding) }
    if context.shape.hasTimers {
      let timers: [Statement] = [
        .constant("left", "Self.timers(of: state).map { self[keyPath: $0].map(Self.parts) }"),
        "if !left.isEmpty { try timers.encode(left, forKey: CodingKeys(stringValue: state.description)) }",
      ]
      body += [
        container("timers", of: "timers"), .for("state", in: "AnyState.allCases", where: "isActive(state)", timers),
      ]
    }
    if context.shape.defers {
      body.append(
        "try values.encode((0..<deferredEvents.count).map { deferredEvents.name(at: $0) }, forKey: \"kept\")")
    }
    if !context.ownParts.isEmpty {
      body.append(container("parts", of: "parts"))
      body += context.ownParts.map { "try parts.encode(self.\($0.property), forKey: \"\($0.part.ownName)\")" }
    }
    return Declaration(isPublic: true, head: "func encode(to encoder: any Swift.Encoder) throws", body: body)
  }

  /// Returns the statement that begins to encode what is in a container of its own.
  private func container(_ name: String, of key: String) -> Statement {
    "var \(name) = values.nestedContainer(keyedBy: CodingKeys.self, forKey: \"\(key)\")"
  }

  private func encoding(_ field: Field) -> Statement {
    let value = "context.\(SwiftText.identifier(field.name))"
    let key = SwiftText.stringLiteral(field.name)
    return switch StoredForm(of: field) {
    case .cases: "try fields.encode(\(value).description, forKey: \(key))"
    case .duration: "try fields.encode(Self.parts(of: \(value)), forKey: \(key))"
    case .carried: "try Self.encode(\(value), \(key), in: &fields)"
    case .plain: "try fields.encode(\(value), forKey: \(key))"
    }
  }

  /// Returns the current value of what a memory remembers.
  func position(of property: MemoryProperty) -> String { ExpressionPrinter(context: context).text(property.current) }

  /// Returns the statements that encode a memory into `histories`, if there is one.
  func encoding(_ memory: StoredMemory) -> [Statement] {
    let key = "\"\(machine[memory.history].path)\""
    switch memory.content {
    case .flag(let property):
      return ["if \(property.name) { try histories.encode([Swift.String](), forKey: \(key)) }"]
    case .child(let property, let children):
      let cases = children.map { child in
        Case(
          patterns: [.position(child.position)],
          body: ["try histories.encode([\"\(machine[child.state].path)\"], forKey: \(key))"])
      }
      return [.joined(.switch(.memory(property), cases, default: .nothing))]
    case .state(let property):
      return ["if let past = \(property.name) { try histories.encode([past.description], forKey: \(key)) }"]
    case .regions(let properties):
      guard let first = properties.first else { return [] }
      let isOptional = names.regions.isOptional(first)
      let changes = properties.enumerated().map { index, property in
        "past.\(position(of: property)) = \(index == 0 && isOptional ? "position" : property.name)" as Statement
      }
      let result: [Statement] = [
        .constant("states", "past.states.filter { Self.contains(.\(names.anyStateCase(memory.parent)), $0) }"),
        "try histories.encode(states.map(\\.description), forKey: \(key))",
      ]
      return [
        .if(
          isOptional ? "let position = \(first.name)" : .hasMemory(first),
          then: [.variable("past", "self")] + changes + result, else: [])
      ]
    }
  }

  // MARK: - Helpers

  private var codableHelpers: [Declaration] {
    let storesDurations = context.shape.hasTimers || machine.fields.contains { $0.type == .duration }
    let carriesValues = machine.fields.contains { StoredForm(of: $0) == .carried }
    return (layout.hasRegions ? [machineInPaths] : []) + (carriesValues ? carriedValues : [])
      + (storesDurations ? durationParts : []) + (context.shape.hasTimers ? [timersOfState] : [])
      + (context.shape.defers ? [deferral] : [])
  }

  private var machineInPaths: Declaration {
    let (parameter, argument) = context.hasContext ? (", _ context: Context", ", context: context") : ("", "")
    let start = "try? Self(\(initializerLabel): states\(argument))"
    return Declaration(
      "Returns a machine whose active atomic states, or those inside `parent`, are `paths`; `nil` if that is impossible.",
      head:
        "private static func machine(in paths: [Swift.String], inside parent: AnyState? = nil\(parameter)) -> Self?",
      body: [
        .constant("states", "paths.compactMap { AnyState($0) }"),
        .guard("states.count == paths.count, let machine = \(start)", else: [.return("nil")]),
        .constant("active", "machine.states.filter { state in parent.map { contains($0, state) } ?? true }"),
        .return(
          """
          !active.isEmpty && active.count == states.count && active.allSatisfy(states.contains) ? machine : nil
          """),
      ])
  }

  /// The functions for fields that carry values of whatever types. Swift chooses those that fit a type.
  private var carriedValues: [Declaration] {
    let encodingHead = """
      (
        _ value: Value?, _ key: CodingKeys, in fields: inout Swift.KeyedEncodingContainer<CodingKeys>
      ) throws
      """
    let decodingHead = """
      (
        _ key: CodingKeys, in fields: Swift.KeyedDecodingContainer<CodingKeys>
      ) throws -> Value?
      """
    return [
      Declaration(
        "Encodes a value that the machine carries.",
        head: "private static func encode<Value: Swift.Encodable>\(encodingHead)",
        body: ["try fields.encodeIfPresent(value, forKey: key)"]),
      Declaration(
        "Throws if the machine carries a value, since its type isn't `Encodable`.",
        head: "private static func encode<Value>\(encodingHead)",
        body: [
          .guard("let value", else: [.return(nil)]),
          .constant("path", "fields.codingPath + [key as any Swift.CodingKey]"),
          .throw(
            #"""
            Swift.EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "\(Value.self) isn't Encodable"))
            """#),
        ]),
      Declaration(
        "Decodes a value that the machine carries.",
        head: "private static func decode<Value: Swift.Decodable>\(decodingHead)",
        body: ["try fields.decodeIfPresent(Value.self, forKey: key)"]),
      Declaration(
        "Throws if a value is stored, since its type isn't `Decodable`.",
        head: "private static func decode<Value>\(decodingHead)",
        body: [
          .guard("try fields.contains(key) && !fields.decodeNil(forKey: key)", else: [.return("nil")]),
          failing("key", in: "fields", "\\(Value.self) isn't Decodable"),
        ]),
    ]
  }

  private var durationParts: [Declaration] {
    [
      Declaration(
        "A length of time as whole seconds and remaining attoseconds.",
        head: "private static func parts(of time: Swift.Duration) -> [Swift.Int64]",
        body: ["[time.components.seconds, time.components.attoseconds]"]),
      Declaration(
        head: "private static func time(_ parts: [Swift.Int64]) -> Swift.Duration?",
        body: [
          .guard(
            "parts.count == 2, parts[1].magnitude < 1_000_000_000_000_000_000", else: [.return("nil")]),
          .constant("time", "Swift.Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])"),
          .return("Self.parts(of: time) == parts ? time : nil"),
        ]),
    ]
  }

  /// The function that returns the properties of a state's timers.
  private var timersOfState: Declaration {
    var groups: [(slots: Range<Int>, states: [String])] = []
    for state in machine.states where !state.timers.isEmpty {
      let slots = layout.timerSlots.of(state.id)
      let index = groups.firstIndex { $0.slots == slots } ?? groups.count
      if index == groups.count { groups.append((slots, [])) }
      groups[index].states.append(names.anyStateCase(state.id))
    }
    let cases = groups.map { group in
      let properties = group.slots.map { "\\.\(names.timer(TimerSlot(index: $0)))" }
      return Case("\(casePattern(group.states))", body: ["[\(properties.joined(separator: ", "))]"])
    }
    let isExhaustive = groups.reduce(0) { $0 + $1.states.count } == anyStateCount
    return Declaration(
      "The timers of a state, in the order of the spec.",
      head: "private static func timers(of state: AnyState) -> [Swift.WritableKeyPath<Self, Swift.Duration?>]",
      body: [.joined(.switch("state", cases, default: isExhaustive ? .none : .statements(["[]"])))])
  }

  private var deferral: Declaration {
    var deferring = IDMap<Event, [String]>()
    for state in machine.states {
      for event in IDSet(state.deferred.map(\.event)) {
        deferring[event, default: []].append(names.anyStateCase(state.id))
      }
    }
    let count = anyStateCount
    let cases = context.deferred.map { event in
      let states = deferring[event] ?? []
      let other: Default = states.count < count ? .statements(["false"]) : .none
      let answer = Statement.switch("state", [Case("\(casePattern(states))", body: ["true"])], default: other)
      return Case(".\(SwiftText.rawCase(machine[event].name))", body: [.joined(answer)])
    }
    return Declaration(
      "Whether `state` defers an event.",
      head: "private static func defers(_ item: DeferredEvents.Item, in state: AnyState) -> Swift.Bool",
      body: [.switch("item", cases, default: .none)])
  }
}

/// The form in which a field is stored.
enum StoredForm {
  /// The name of a case.
  case cases
  /// Two numbers: the whole seconds, and the attoseconds.
  case duration
  /// The form that its type chooses, if that can be encoded.
  case carried
  case plain

  init(of field: Field) {
    self =
      switch field.type {
      case .cases, .declared: .cases
      case .duration: .duration
      case .opaque: .carried
      default: .plain
      }
  }
}
