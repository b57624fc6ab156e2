import LifelineModel

extension MappingKind {
  /// The keys of every part that has a name.
  static let documentation = [
    FixedKey("doc", .text(.prose), "Prose, which becomes a comment of the generated code."),
    FixedKey("cites", .named(.citations), "The ids of sources, each perhaps followed by a claim or a location."),
    FixedKey(
      "allow", .named(.suppressions), "The codes of warnings to suppress here and inside, each with the reason."),
  ]

  /// A spec.
  package static let spec = MappingKind(
    "a spec",
    [
      FixedKey(
        "lifeline", .word(["1"]), absence: "has no `lifeline`; write `lifeline: 1`, the version of the language",
        "The version of the language, which is 1."),
      FixedKey(
        "machine", .text(.other, .name(.machine)),
        absence: "has no `machine`; write `machine: Name`, the name of the generated type",
        "The name of the generated type."),
      FixedKey(
        "imports", .list(.text(.other, .identifierPath)),
        "The Swift modules that the types of parameters and carried fields need."),
      FixedKey(
        "types", .entries(.init(names: .name(.type), values: .named(.type))),
        "Enumerations for fields and parameters: each name with a list of cases."),
      FixedKey(
        "sources", .entries(.init(names: .identification, values: .named(.source))),
        "The texts in which the behavior is documented, by ids for citations."),
      FixedKey(
        "context", .entries(.init(names: .name(.field), values: .named(.field))),
        "The facts that guards read: each field with its default."),
      FixedKey(
        "parts", .entries(.init(names: .name(.part), values: .named(.part), maximum: PartLimits.parts)),
        "The machines inside this one: each name with the path of a spec."),
      FixedKey(
        "callbacks",
        .anyOf([
          .list(.text(.other, .name(.callback))),
          .entries(
            .init(
              names: .path(.callback), group: .callbacksOfParts, values: .named(.callback),
              valuesOfPaths: .named(.callbackOfPart))),
        ]), "The calls that the machine makes."),
      FixedKey(
        "events",
        .anyOf([
          .list(.text(.other, .name(.event))), .entries(.init(names: .name(.event), values: .named(.event))),
        ]), "The events that the host can send."),
      FixedKey(
        "initial", entranceShape("initial"), "The states that are entered first; the default is the first of `states`."),
      FixedKey("states", .named(.states), "The states of the machine, of which exactly one is active."),
      FixedKey("regions", .named(.regions), "The regions of the machine, which are all active together."),
      FixedKey(
        "observing", .anyOf([.list(.name(of: .channels)), .mapping(.observation)]),
        "The channels that scenarios observe by default; without it, all channels. Or `{channels: […], events: […]}`."),
      FixedKey(
        "scenarios", .entries(.init(names: .title, values: .named(.scenario))),
        "The expected behavior: each name with a scenario."),
    ] + documentation,
    writtenOrder: [
      "lifeline", "machine", "doc", "cites", "allow", "imports", "callbacks", "events", "types", "context", "parts",
      "initial",
      "states", "regions", "observing", "scenarios", "sources",
    ],
    rules: [
      MappingRule(.hasOne(of: ["states", "regions"], place: "machine"), .missingKey) { _ in
        "a spec needs `states` or `regions`"
      }
    ] + childRules)

  static let observation = MappingKind(
    "what is observed",
    [
      FixedKey(
        "channels", .list(.name(of: .channels)),
        "The channels that scenarios, logs and monitors observe by default; without it, all channels."),
      FixedKey(
        "events", .anyOf([.word(["all"]), .list(.name(of: .hostEvents))]),
        "The events that logs show by default, each where the host has sent it, or `all` of them; without it, none."),
      FixedKey("given", .list(.name(of: .fields)), "The fixed fields whose values an app may give its monitor."),
      FixedKey(
        "without", .list(.anyOf([.name(of: .channels), .name(of: .allCallbacks)])),
        "The channels and callbacks of which an app may say that its monitor doesn't get their calls."),
      FixedKey(
        "ignoring", .list(.anyOf([.name(of: .channels), .name(of: .allCallbacks)])),
        "The channels and callbacks at whose calls monitors don't look."),
      FixedKey("arguments", .flag, "Whether a monitor compares arguments of the type `Bool` and of types with cases."),
      FixedKey(
        "stories", .flag, "Whether a monitor's report tells the shortest run that leads to where the machine was."),
    ])

  static let type = MappingKind(
    "a type",
    [FixedKey("cases", .cases, absence: "has no `cases`; list them", "The cases of the enumeration.")] + documentation)

  static let source = MappingKind(
    "a source",
    [
      FixedKey("title", .text(.prose), "The title of the text."),
      FixedKey("url", .text(.prose), "The address of the text."),
      FixedKey("note", .text(.prose), "A remark about the text."),
      FixedKey(
        "claims", .entries(.init(names: .identification, values: .text(.prose))),
        "The statements of the text, by ids for citations."),
    ] + documentation)

  static let field = MappingKind(
    "a context field",
    [
      FixedKey(
        "default", .text(.other), absence: "has no `default`; add `default`", unless: "private",
        "The value unless the host, a scenario or an action sets another one."),
      FixedKey(
        "type", .anyOf([.word(builtInTypes.keys.sorted()), .name(of: .types)]),
        "The type of the field; without it, that of its default. A private field may carry values of any Swift type."),
      FixedKey("cases", .cases, "The names of which the field has one."),
      FixedKey("fixed", .flag, "Whether the field keeps the value that it has when the machine starts."),
      FixedKey("private", .flag, "Whether only actions set the field."),
      FixedKey(
        "range", .text(.other, .range),
        "The least and the greatest value of an `Int` or a `Duration`, both included, such as `0...10` or `1s...5min`."),
    ] + documentation,
    writtenOrder: ["cases", "type", "default", "fixed", "private", "range", "doc", "cites", "allow"],
    rules: [
      MappingRule(.excludes(.has("cases"), ["type"]), .unknownKey) { _ in
        "a field with `cases` has a type of its own; delete `type`"
      }
    ])

  static let part = MappingKind(
    "a part",
    [
      FixedKey(
        "use", .text(.other), absence: "has no `use`, the path of its spec; add `use`",
        "The path of the part's spec, relative to the folder of this file."),
      FixedKey("context", .named(.fieldValues), "Values for fields of the part, by their names."),
    ] + documentation)

  static let callback = MappingKind(
    "a callback",
    [
      FixedKey("channel", .name(of: .channels, .channel), "The receiver of the call; the default is `delegate`."),
      FixedKey("selector", .list(.text(.prose)), "The names that logs and documentation use for the callback."),
      FixedKey("parameters", .named(.parameters), "The Swift type of each parameter, by its name."),
    ] + promises + documentation, rules: promiseRules)
  static let callbackOfPart = MappingKind("a callback of a part", promises + documentation, rules: promiseRules)
  static let event = MappingKind(
    "an event",
    [FixedKey("parameters", .named(.parameters), "The Swift type of each parameter, by its name.")] + answersToEvents
      + documentation, rules: promiseRules)

  // MARK: States

  private static let stateKeys =
    [
      FixedKey(
        "initial", entranceShape("initial"), "The states that are entered first; the default is the first of `states`."),
      FixedKey("states", .named(.states), "The children of the state, of which exactly one is active."),
      FixedKey("regions", .named(.regions), "The children of the state, which are all active together."),
      FixedKey("entry", .named(.actions), "The actions to run when the state is entered."),
      FixedKey("exit", .named(.actions), "The actions to run when the state is exited."),
      FixedKey(
        "on",
        .entries(
          .init(
            names: .handledEvent, group: .events, values: .named(.transitions),
            keys: [
              FixedKey("*", .named(.transitions), "Any event that no other transition of the state names.")
            ])),
        "What the state does with events: each event with its transitions, and `\"*\"` for any other one."),
      FixedKey("always", .named(.transitions), "Transitions without an event, which are tried first."),
      FixedKey(
        "after", .entries(.init(names: .timer, group: .lengths, values: .named(.transitions))),
        "Timers: a length of time, such as `5s`, or a field, with the transitions to take then."),
      FixedKey("done", .named(.transitions), "The transitions to take when the children of the state are complete."),
      FixedKey(
        "defer", .list(.name(of: .hostEvents)), "The events that are kept until no active state defers them any more."),
      FixedKey("final", .flag, "Whether the state is final, which completes its parent."),
      FixedKey(
        "history", .word(State.History.allCases.map(\.rawValue)),
        "Makes this a history: a target that enters the states that were active before, the child or all descendants."),
      FixedKey(
        "default", entranceShape("default"),
        "The states that a history enters as long as there is nothing to remember."),
    ] + answers + documentation

  /// The rules about the keys for children.
  private static let childRules = [
    MappingRule(.hasNotBoth("states", "regions"), .statesAndRegions, note: "the other is here") { _ in
      "a state has `states` or `regions`, not both; delete one, or put the states into a region"
    },
    MappingRule(.excludes(.has("regions"), ["initial"]), .keyOfOtherKind, note: "the regions are here") { _ in
      "`initial` chooses one of `states`, but all of `regions` are entered"
    },
  ]

  /// Returns the rule about states of a special kind, which have some keys only.
  private static func onlyKeys(
    _ keys: [String], of condition: MappingRule.Condition, _ name: String
  ) -> MappingRule {
    let others = stateKeys.map(\.name).filter { !(keys + documentation.map(\.name)).contains($0) }
    return MappingRule(.excludes(condition, others), .keyOfOtherKind) { "\(name) has no `\($0)`" }
  }

  static let state = MappingKind(
    "a state", stateKeys,
    writtenOrder: [
      "doc", "cites", "allow", "answeredBy", "before", "within", "final", "history", "default", "entry", "exit",
      "defer",
      "always", "on", "after", "done", "initial", "states", "regions",
    ],
    rules: [
      onlyKeys(["history", "default"], of: .has("history"), "a history pseudo-state"),
      onlyKeys(["final", "entry", "exit"], of: .isTrue("final"), "a final state"),
    ] + childRules + promiseRules + [
      MappingRule(.needs(.has("initial"), oneOf: ["states"]), .keyOfOtherKind) { _ in
        "`initial` belongs to `states`, but this state has none"
      },
      MappingRule(.needs(.has("done"), oneOf: ["states", "regions"]), .keyOfOtherKind) { _ in
        "`done` is taken when a state's children are complete, but this state has none"
      },
      MappingRule(.needs(.has("default"), oneOf: ["history"]), .keyOfOtherKind) { _ in
        "`default` belongs to `history`, which is missing"
      },
      MappingRule(.needs(.has("history"), oneOf: ["default"]), .badHistory) { _ in
        "a history needs a `default`: the state that is entered when there is nothing to remember"
      },
    ])

  /// Returns the form of the states to enter behind `initial` or `default`.
  private static func entranceShape(_ key: String) -> ValueShape {
    .anyOf([.named(.stateReferences), .mapping(entrance(key))])
  }

  /// Returns the kind of the mapping behind `initial` or `default`.
  static func entrance(_ key: String) -> MappingKind {
    MappingKind(
      "`\(key)`",
      [
        FixedKey(
          "to", .named(.stateReferences), absence: "needs `to`, the state to enter", "The states to enter."),
        FixedKey("do", .named(.actions), "Actions to run before these states are entered."),
      ])
  }

  static let transition = MappingKind(
    "a transition",
    [
      FixedKey("to", .named(.stateReferences), "The states to enter; without it, no state is exited or entered."),
      FixedKey("if", .text(.expression), "The guard: an expression that has to hold for the transition to be taken."),
      FixedKey("do", .named(.actions), "The actions of the transition."),
      FixedKey("reenter", .flag, "Whether a target inside of the state exits and enters the state as well."),
    ] + documentation, writtenOrder: ["doc", "if", "to", "reenter", "do", "cites", "allow"])

  // MARK: Actions

  /// The keys of which an action has one, unless it has the name of a callback or of a part.
  static let action = MappingKind(
    "an action",
    [
      FixedKey(
        "set", .named(.assignments), isRequired: true,
        "Assigns to fields: each name with an expression, which reads the values from before."),
      FixedKey(
        "raise", .name(of: .events, .name(.event)), isRequired: true, "Adds an event to the machine's own queue."),
      FixedKey("if", .text(.expression), isRequired: true, "The condition under which the actions of `do` run."),
      FixedKey("restart", .name(of: .parts), isRequired: true, "Makes a part new, and starts it."),
      FixedKey(
        "anyOrder", .array(.list(.named(.madeCall), minimum: 1), minimum: 2, maximum: permutedItems), isRequired: true,
        "Makes the calls of all items, in an order that stays open. Generated code takes that of the list."),
      FixedKey(
        "optional", .list(.named(.madeCall), minimum: 1), isRequired: true,
        "Makes these calls, or none: that stays open. Generated code makes them."),
      FixedKey(
        "oneOf", .array(.list(.named(.madeCall)), minimum: 2, maximum: OpenCalls.alternativeLimit), isRequired: true,
        "Makes the calls of one item: which one stays open. Generated code takes the first."),
    ])

  /// The greatest number of items of `anyOrder` in actions. They have ``OpenCalls/alternativeLimit`` orders.
  static let permutedItems = 4

  /// The actions with fixed keys, by the key that each of them has.
  static let actions: [String: MappingKind] = {
    let branches = [
      FixedKey(
        "do", .named(.actions), absence: "needs `do`, the actions for when the condition holds",
        "The actions for when the condition holds."),
      FixedKey("else", .named(.actions), "The actions for when the condition doesn't hold."),
    ]
    return action.variants { key in
      MappingKind("an action with `\(key.name)`", [key] + (key.name == "if" ? branches : []))
    }
  }()

  static var actionShape: ValueShape {
    .anyOf([
      .name(of: .callbacks), .variants(action, action.keys.compactMap { actions[$0] }),
      .entry(.init(names: .path(.callback), group: .callbacks, values: .named(.arguments))),
      .entry(.init(names: .name(.part), group: .parts, values: .list(.named(.sentEvent), minimum: 1))),
    ])
  }

  /// An event that a part may ignore.
  static let optionalEvent = MappingKind(
    "an optional event",
    [
      FixedKey(
        "optional",
        .anyOf([
          .name(of: .hostEvents),
          .entry(.init(names: .name(.event), group: .hostEvents, values: .named(.arguments))),
        ]), isRequired: true,
        "An event that the part may ignore.")
    ])

  /// Returns the kinds that `make` makes of the keys, by key.
  func variants(_ make: (FixedKey) -> MappingKind) -> [String: MappingKind] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.name, make($0)) })
  }
}
