extension MappingKind {
  static let scenario = MappingKind(
    "a scenario",
    [
      Key("given", .named(.givenState), "The beginning: a state, states of different regions, or values of fields."),
      Key("follows", .text, "Another scenario, at whose end this one begins."),
      Key(
        "where",
        .entries(
          .init(
            values: .list(.text, minimum: 1), keys: [.state(.list(.named(.stateReferences), minimum: 1))])),
        "Lists of values for fields; the scenario holds for every combination."),
      Key("when", .list(.named(.step)), "The steps."),
      Key("then", .named(.expectedState), "The end: active states, or values of fields."),
      Key("never", .list(.text), "Callbacks that no step makes, on any channel."),
      Key("observing", .list(.text), "The channels of the expected calls."),
      Key("refuted", .text, "The reason why the claim is wrong: the last step has to fail."),
      Key("decides", .flag, "Whether the spec decides here what no source promises."),
    ] + documentation,
    rules: [
      .excludes(.has("follows"), ["given", "where"]),
      .needs(.has("refuted"), oneOf: ["when"]),
      .excludes(.isTrue("decides"), ["cites", "refuted"]),
    ])

  // MARK: Steps

  /// The keys of which a step has one, unless it has the name of an event.
  static let step = MappingKind(
    "a step",
    [
      Key("start", .named(.calls), isRequired: true, "The calls of the start; only as the first step."),
      Key("ignored", .text, isRequired: true, "An event that isn't handled."),
      Key("wait", .form(.duration), isRequired: true, "Lets time pass, such as `5s`."),
      Key("set", .named(.arguments), isRequired: true, "Changes facts, as the host may: each field with a value."),
    ])
  /// The keys that a step has besides.
  static let stepAddition = MappingKind(
    "a step",
    [
      Key("with", .named(.arguments), "The parameters of the event, each with a value."),
      Key("through", .list(.text), "Every atomic state that the step enters, in order."),
      Key("then", .named(.expectedState), "The active states after the step, or values of fields."),
      Key("expect", .named(.calls), "The calls that are made while time passes."),
    ])

  /// Returns the keys that a step with `key` has besides: one of `step`, or the name of an event.
  static func additions(toStepWith key: String) -> [String] {
    let special =
      switch key {
      case "wait": ["expect"]
      case "start", "set": [String]()
      default: ["with"]
      }
    return special + ["through", "then"]
  }

  private static func additionKeys(toStepWith key: String) -> [Key] {
    stepAddition.entries.filter { additions(toStepWith: key).contains($0.name) }
  }

  /// The forms of steps that are mappings.
  static var stepShapes: [ValueShape] {
    step.entries.map { .mapping(MappingKind("a step", [$0] + additionKeys(toStepWith: $0.name))) }
      + [.entry(.name(.event), .named(.calls), beside: additionKeys(toStepWith: ""))]
  }

  // MARK: Expected calls

  /// The keys of which an expectation has one, unless it has the name of a callback.
  static let expectation = MappingKind(
    "an expectation",
    [
      Key(
        "anyOrder",
        .anyOf([
          .array(.named(.calls), minimum: 1, maximum: permutedPatterns), .array(.named(.call), minimum: 1),
        ]), isRequired: true, "The items in any order."),
      Key("optional", .named(.calls), isRequired: true, "These calls, or none."),
      Key("repeat", .named(.calls), isRequired: true, "These calls, one or more times."),
      Key("oneOf", .array(.named(.calls), minimum: 1), isRequired: true, "One of the items."),
      Key(
        "if", .text, isRequired: true,
        "The condition for the calls of `expect`: it reads fields and states that `where` varies."),
    ])
  static let conditionalExpectation = MappingKind(
    "an expectation with `if`",
    expectation.entries.filter { $0.name == "if" } + [
      Key("expect", .named(.calls), isRequired: true, "The calls for when the condition holds."),
      Key("else", .named(.calls), "The calls for when the condition doesn't hold; without it, none."),
    ])
  /// The greatest number of items of `anyOrder` that aren't all plain calls.
  static let permutedPatterns = 8

  /// The form of expected calls.
  static var callsShape: ValueShape {
    .anyOf(
      [.named(.call), .array(.named(.calls)), .mapping(.conditionalExpectation)]
        + expectation.entries.filter { $0.name != "if" }.map { .mapping(MappingKind("an expectation", [$0])) }
        + [.entries(.init(names: .path(.part), values: .named(.calls), minimum: 1))])
  }
}

extension MappingKind.Key {
  /// The key for states beside the names of fields.
  static func state(_ shape: ValueShape) -> MappingKind.Key {
    MappingKind.Key("state", shape, "States, beside values of fields.")
  }
}
