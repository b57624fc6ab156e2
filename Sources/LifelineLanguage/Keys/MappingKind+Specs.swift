import LifelineModel

extension MappingKind {
  /// The keys of every part that has a name.
  static let documentation = [
    Key("doc", .text, "Prose, which becomes a comment of the generated code."),
    Key("cites", .named(.citations), "The sources of this, each with a claim or another location behind its id."),
    Key("allow", .named(.suppressions), "The codes of warnings to suppress here and inside, each with the reason."),
  ]

  /// A spec.
  package static let spec = MappingKind(
    "a spec",
    [
      Key("lifeline", .word(["1"]), isRequired: true, "The version of the language, which is 1."),
      Key("machine", .form(.name(.machine)), isRequired: true, "The name of the generated type."),
      Key("imports", .list(.form(.identifierPath)), "The Swift modules that the types of parameters need."),
      Key(
        "types", .entries(.init(names: .name(.type), values: .named(.type))),
        "Enumerations for fields and parameters: each name with a list of cases."),
      Key(
        "sources", .entries(.init(names: .identification, values: .named(.source))),
        "The texts in which the behavior is documented, by ids for citations."),
      Key(
        "context", .entries(.init(names: .name(.field), values: .named(.field))),
        "The facts that guards read: each field with its default."),
      Key(
        "parts", .entries(.init(names: .name(.part), values: .named(.part), maximum: PartLimits.parts)),
        "The machines inside this one: each name with the path of a spec."),
      Key(
        "callbacks",
        .anyOf([
          .list(.form(.name(.callback))),
          .entries(
            .init(names: .path(.callback), values: .named(.callback), valuesOfPaths: .named(.callbackOfPart))),
        ]), "The calls that the machine makes."),
      Key(
        "events",
        .anyOf([
          .list(.form(.name(.event))), .entries(.init(names: .name(.event), values: .named(.event))),
        ]), "The events that the host can send."),
      Key("initial", .named(.initial), "The states that are entered first; the default is the first of `states`."),
      Key("states", .named(.states), "The states of the machine, of which exactly one is active."),
      Key("regions", .named(.regions), "The regions of the machine, which are all active together."),
      Key("observing", .list(.text), "The channels that scenarios observe by default; without it, all channels."),
      Key(
        "scenarios", .entries(.init(names: .title, values: .named(.scenario))),
        "The expected behavior: each name with a scenario."),
    ] + documentation,
    rules: [.hasOne(of: ["states", "regions"]), .excludes(.has("regions"), ["states", "initial"])])

  static let type = MappingKind(
    "a type", [Key("cases", .cases, isRequired: true, "The cases of the enumeration.")] + documentation)

  static let source = MappingKind(
    "a source",
    [
      Key("title", .text, "The title of the text."),
      Key("url", .text, "The address of the text."),
      Key("note", .text, "A remark about the text."),
      Key(
        "claims", .entries(.init(names: .identification, values: .text)),
        "The statements of the text, by ids for citations."),
    ] + documentation)

  static let field = MappingKind(
    "a context field",
    [
      Key(
        "default", .text, isRequired: true, "The value unless the host, a scenario or an action sets another one."),
      Key(
        "type", .anyOf([.word(builtInTypes.keys.sorted()), .text]),
        "The type of the field; without it, the field has the type of its default."),
      Key("cases", .cases, "The names of which the field has one."),
      Key("fixed", .flag, "Whether the field keeps the value that it has when the machine starts."),
      Key("private", .flag, "Whether only actions set the field."),
      Key(
        "range", .form(.range),
        "The least and the greatest value of an `Int` or a `Duration`, both included, such as `0...10` or `1s...5min`."),
    ] + documentation, rules: [.excludes(.has("cases"), ["type"])])

  static let part = MappingKind(
    "a part",
    [
      Key("use", .text, isRequired: true, "The path of the part's spec, relative to the folder of this file."),
      Key("context", .named(.arguments), "Values for fields of the part, by their names."),
    ] + documentation)

  private static let predecessors = [
    Key(
      "needs", .list(.text),
      "Callbacks of which one is made before each call of this one, and after the previous call."),
    Key("onlyAfter", .list(.text), "Callbacks of which one is made at some time before each call of this one."),
  ]
  static let callback = MappingKind(
    "a callback",
    [
      Key("selector", .list(.text), "The names that logs and documentation use for the callback."),
      Key("channel", .form(.channel), "The receiver of the call; the default is `delegate`."),
      Key("parameters", .named(.parameters), "The Swift type of each parameter, by its name."),
    ] + predecessors + documentation)
  static let callbackOfPart = MappingKind("a callback of a part", predecessors + documentation)
  static let event = MappingKind(
    "an event",
    [Key("parameters", .named(.parameters), "The Swift type of each parameter, by its name.")] + documentation)

  // MARK: States

  private static let stateKeys =
    [
      Key("initial", .named(.initial), "The states that are entered first; the default is the first of `states`."),
      Key("states", .named(.states), "The children of the state, of which exactly one is active."),
      Key("regions", .named(.regions), "The children of the state, which are all active together."),
      Key("entry", .named(.actions), "The actions to run when the state is entered."),
      Key("exit", .named(.actions), "The actions to run when the state is exited."),
      Key(
        "on", .entries(.init(names: .handledEvent, values: .named(.transitions))),
        "What the state does with events: each event with its transitions, and `\"*\"` for any other one."),
      Key("always", .named(.transitions), "Transitions without an event, which are tried first."),
      Key(
        "after", .entries(.init(names: .timer, values: .named(.transitions))),
        "Timers: a length of time, such as `5s`, or a field, with the transitions to take then."),
      Key("done", .named(.transitions), "The transitions to take when the children of the state are complete."),
      Key("defer", .list(.text), "The events that are kept until no active state defers them any more."),
      Key("final", .flag, "Whether the state is final, which completes its parent."),
      Key(
        "history", .word(State.History.allCases.map(\.rawValue)),
        "Makes this a target that stands for the states that were active before: the child, or all descendants."),
      Key("default", .named(.initial), "The states that a history stands for as long as there is nothing to remember."),
    ] + documentation
  private static let documentationKeys = documentation.map(\.name)
  private static func othersThan(_ kind: MappingKind) -> [String] {
    stateKeys.map(\.name).filter { !kind.keys.contains($0) }
  }

  static let state = MappingKind(
    "a state", stateKeys,
    rules: [
      .excludes(.has("states"), ["regions"]),
      .excludes(.has("regions"), ["initial"]),
      .needs(.has("initial"), oneOf: ["states"]),
      .needs(.has("done"), oneOf: ["states", "regions"]),
      .needs(.has("default"), oneOf: ["history"]),
      .needs(.has("history"), oneOf: ["default"]),
      .excludes(.isTrue("final"), othersThan(finalState)),
      .excludes(.has("history"), othersThan(history)),
    ])
  static let finalState = MappingKind("a final state", ["final", "entry", "exit"] + documentationKeys, of: stateKeys)
  static let history = MappingKind(
    "a history pseudo-state", ["history", "default"] + documentationKeys, of: stateKeys)

  /// The mapping behind `initial` or `default`.
  static func entrance(_ key: String) -> MappingKind {
    MappingKind(
      "`\(key)`",
      [
        Key("to", .named(.stateReferences), isRequired: true, "The states to enter."),
        Key("do", .named(.actions), "Actions to run before these states are entered."),
      ])
  }

  static let transition = MappingKind(
    "a transition",
    [
      Key("to", .named(.stateReferences), "The states to enter; without it, no state is exited or entered."),
      Key("if", .text, "The guard: an expression that has to hold for the transition to be taken."),
      Key("do", .named(.actions), "The actions of the transition."),
      Key("reenter", .flag, "Whether a target inside of the state exits and enters the state as well."),
    ] + documentation)

  // MARK: Actions

  /// The keys of which an action has one.
  static let action = MappingKind(
    "an action",
    [
      Key(
        "set", .named(.arguments), isRequired: true,
        "Assigns to fields: each name with an expression, which reads the values from before."),
      Key("raise", .form(.name(.event)), isRequired: true, "Adds an event to the machine's own queue."),
      Key("if", .text, isRequired: true, "The condition under which the actions of `do` run."),
      Key("restart", .text, isRequired: true, "Makes a part new, and starts it."),
    ])

  private static let branches = [
    Key("do", .named(.actions), isRequired: true, "The actions for when the condition holds."),
    Key("else", .named(.actions), "The actions for when the condition doesn't hold."),
  ]

  /// An action that has the key `key`.
  static func action(with key: String) -> MappingKind {
    MappingKind(
      "an action with `\(key)`", action.entries.filter { $0.name == key } + (key == "if" ? branches : []))
  }

  /// An event that a part may ignore.
  static let optionalEvent = MappingKind(
    "an optional event",
    [
      Key(
        "optional", .anyOf([.text, .entry(.name(.event), .named(.arguments))]), isRequired: true,
        "An event that the part may ignore.")
    ])
}

extension ValueShape {
  static let cases = list(.form(.name(.enumCase)), minimum: 1)
}
