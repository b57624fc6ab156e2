import LifelineModel

// The keys of promises.
extension MappingKind {
  /// The keys of promises that something is answered.
  static let answers = answers(asksAgain: true)
  /// The same keys of events. An event can't forbid that it is sent again.
  static let answersToEvents = answers(asksAgain: false)

  private static func answers(asksAgain: Bool) -> [FixedKey] {
    [
      FixedKey(
        "answeredBy", .list(.name(of: .allCallbacks), minimum: 1),
        "The callbacks that answer: until one is called, the machine doesn't end, and one can always still be called."),
      FixedKey(
        "before", .named(.boundary),
        "With `answeredBy`: a callback, or `{state: …}`, that doesn't come before the answer"
          + (asksAgain ? "; or what asks, to ask it once." : ".")),
      FixedKey(
        "within", .text(.other, .duration), "With `answeredBy`: the time within which the answer comes, such as `30s`."),
    ]
  }

  /// The keys of all promises about calls.
  static let promises =
    [
      FixedKey(
        "needs", .named(.predecessors),
        "A callback made before each call of this one, after the previous call; or `{any: […]}`, or `{all: […]}`."),
      FixedKey(
        "onlyAfter", .named(.predecessors),
        "A callback made at some time before each call of this one; or `{any: […]}`, or `{all: […]}`."),
      FixedKey(
        "between", .array(.name(of: .allCallbacks), minimum: 2, maximum: 2),
        "Two callbacks, `[open, close]`: each call of this one comes after an `open` with no `close` since."),
    ] + answers

  /// Whether of all promises only those of an answer can be made here, as of events and states.
  var promisesAnswersOnly: Bool { self["answeredBy"] != nil && self["needs"] == nil }

  /// The rules about the keys of promises.
  static let promiseRules = ["before", "within"].map { key in
    MappingRule(.needs(.has(key), oneOf: ["answeredBy"]), .badPromise) {
      "`\($0)` is about an answer; add `answeredBy`, the callback that answers, or delete `\($0)`"
    }
  }

  /// The form of what a callback needs or comes only after.
  static let predecessorsShape = ValueShape.anyOf([
    .name(of: .allCallbacks), .array(.name(of: .allCallbacks), minimum: 1, maximum: 1), .mapping(quantity),
  ])

  /// Some callbacks, with the number of them that have to come.
  static let quantity = MappingKind(
    "a choice of callbacks",
    [
      FixedKey("any", quantified, "Callbacks of which one has to come."),
      FixedKey("all", quantified, "Callbacks of which each has to come."),
    ],
    rules: [
      MappingRule(.hasOne(of: ["any", "all"], place: "any"), .missingKey) { _ in
        "this names no callbacks; write `{any: [a, b]}` for one of several, and `{all: [a, b]}` for each of them"
      },
      MappingRule(.hasNotBoth("any", "all"), .badPromise, note: "the other is here") { _ in
        "write `any` or `all`, not both; what needs several promises can have `needs` and `onlyAfter`"
      },
    ])

  private static let quantified = ValueShape.array(
    .name(of: .allCallbacks), minimum: 2, maximum: Promise.greatestCount)

  /// The state that isn't entered before an answer.
  static let boundary = MappingKind(
    "`before`",
    [
      FixedKey(
        "state", .name(of: .states),
        absence: "names no state; write `before: {state: name}`, or a callback alone",
        "The state that isn't entered before the answer.")
    ])
}
