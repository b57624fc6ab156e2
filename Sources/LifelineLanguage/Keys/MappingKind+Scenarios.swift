extension MappingKind {
  static let scenario = MappingKind(
    "a scenario",
    [
      FixedKey(
        "given", .named(.givenState), "The beginning: a state, states of different regions, or values of fields."),
      FixedKey("follows", .name(of: .scenarios), "Another scenario, at whose end this one begins."),
      FixedKey(
        "where",
        .facts(states: .list(.named(.stateReferences), minimum: 1), values: .list(.text(.value), minimum: 1)),
        "Lists of values for fields; the scenario holds for every combination."),
      FixedKey("when", .list(.named(.step)), "The steps."),
      FixedKey("then", .named(.expectedState), "The end: active states, or values of fields."),
      FixedKey("never", .list(.name(of: .allCallbacks)), "Callbacks that no step makes, on any channel."),
      FixedKey("observing", .list(.name(of: .channels)), "The channels of the expected calls."),
      FixedKey("refuted", .text(.prose), "The reason why the claim is wrong: the last step has to fail."),
      FixedKey("decides", .flag, "Whether the spec decides here what no source promises."),
    ] + documentation,
    writtenOrder: [
      "doc", "refuted", "decides", "cites", "allow", "observing", "follows", "where", "given", "when", "then", "never",
    ],
    rules: [
      MappingRule(.excludes(.has("follows"), ["given", "where"]), .badBeginning, note: "it follows one here") {
        "a scenario that follows another has no `\($0)`, because it inherits the end and the `where` of that scenario"
      },
      MappingRule(.needs(.has("refuted"), oneOf: ["when"]), .refutesNothing) { _ in
        "a refuted scenario needs a last step that fails; add `when`"
      },
      MappingRule(.excludes(.isTrue("decides"), ["cites"]), .badDecision, note: "it decides here") { _ in
        "a scenario that `decides` cites nothing, because no source promises what it says; delete one of the two"
      },
      MappingRule(.excludes(.isTrue("decides"), ["refuted"]), .badDecision, note: "it decides here") { _ in
        "a scenario that `decides` can't be refuted, because no source claims what it says; delete one of the two"
      },
    ])

  // MARK: Steps

  /// The keys of which a step has one, unless it has the name of an event.
  static let step = MappingKind(
    "a step",
    [
      FixedKey("start", .named(.calls), isRequired: true, "The calls of the start; only as the first step."),
      FixedKey("ignored", .name(of: .hostEvents), isRequired: true, "An event that isn't handled."),
      FixedKey("wait", .text(.other, .duration), isRequired: true, "Lets time pass, such as `5s`."),
      FixedKey(
        "set", .named(.fieldValues), isRequired: true,
        "Changes facts, as the host may: each field with a value."),
    ])
  /// The keys that a step has besides.
  static let stepAddition = MappingKind(
    "a step",
    [
      FixedKey("with", .named(.parameterValues), "The parameters of the event, each with a value."),
      FixedKey("expect", .named(.calls), "The calls that are made while time passes."),
      FixedKey("through", .list(.name(of: .states)), "Every atomic state that the step enters, in order."),
      FixedKey("then", .named(.expectedState), "The active states after the step, or values of fields."),
    ])

  /// Returns the keys that a step with `key` has besides: one of `step`, or the name of an event.
  static func additions(toStepWith key: String) -> [FixedKey] {
    let special =
      switch key {
      case "wait": ["expect"]
      case "start", "set": [String]()
      default: ["with"]
      }
    return stepAddition.entries.filter { (special + ["through", "then"]).contains($0.name) }
  }

  static var stepShape: ValueShape {
    let kinds = step.entries.map { MappingKind("a step", [$0] + additions(toStepWith: $0.name)) }
    return .anyOf([
      .name(of: .hostEvents), .variants(step, kinds),
      .entry(
        .init(
          names: .name(.event), group: .hostEvents, values: .named(.calls), keys: additions(toStepWith: ""))),
    ])
  }

  // MARK: Expected calls

  /// The keys of which an expectation has one, unless it has the name of a callback or of a part.
  static let expectation = MappingKind(
    "an expectation",
    [
      FixedKey(
        "anyOrder",
        .anyOf([
          .array(.named(.calls), minimum: 1, maximum: permutedPatterns), .array(.named(.call), minimum: 1),
        ]), isRequired: true, "The items in any order."),
      FixedKey("optional", .named(.calls), isRequired: true, "These calls, or none."),
      FixedKey("repeat", .named(.calls), isRequired: true, "These calls, one or more times."),
      FixedKey("oneOf", .array(.named(.calls), minimum: 1), isRequired: true, "One of the items."),
      FixedKey(
        "if", .text(.expression), isRequired: true,
        "The condition for the calls of `expect`: it reads fields and states that `where` varies."),
    ])
  static let conditionalExpectation = MappingKind(
    "an expectation with `if`",
    expectation.entries.filter { $0.name == "if" } + [
      FixedKey(
        "expect", .named(.calls), absence: "needs `expect`, the calls for when the condition holds",
        "The calls for when the condition holds."),
      FixedKey("else", .named(.calls), "The calls for when the condition doesn't hold; without it, none."),
    ])
  /// The greatest number of items of `anyOrder` that aren't all plain calls.
  static let permutedPatterns = 8

  /// The form of expected calls.
  static var callsShape: ValueShape {
    let kinds = expectation.entries.map {
      $0.name == "if" ? conditionalExpectation : MappingKind("an expectation", [$0])
    }
    return .anyOf([
      .named(.call), .array(.named(.calls)), .variants(expectation, kinds),
      .entries(.init(names: .path(.part), group: .parts, values: .named(.calls), minimum: 1)),
    ])
  }
}
