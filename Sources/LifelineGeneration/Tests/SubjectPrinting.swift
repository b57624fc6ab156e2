import LifelineModel

/// The declarations with which tests drive a subject: a type that the user has written.
struct SubjectPrinting {
  let context: MachineContext
  let subject: TestSubject
  let hasTests: Bool

  private var machine: Machine { context.whole }
  var type: String { context.names.type }
  var subjectType: String { SwiftText.path(subject.type) }
  var subjectProtocol: String { "\(machine.name)Subject" }
  var given: String { "\(machine.name)Given" }
  var fact: String { "\(machine.name)Fact" }
  var part: String { "\(machine.name)Part" }
  var callsType: String { "\(machine.name)Calls" }
  var calls: String { "ScenarioCalls<\(type).Callback>" }
  private var isAsync: Bool { subject.isAsync }
  private var effect: String { isAsync ? " async" : "" }
  private var mutating: String { isAsync ? "" : "mutating " }
  /// The attribute of declarations that a subject's own declarations name.
  private var availability: String? { isAsync ? MachineContext.durationAvailability : nil }
  /// Whether there is a field that the host may change. Tests set no other field.
  var hasFacts: Bool { machine.fields.contains { !$0.isFixed && !$0.isPrivate } }
  /// The types of parts, each once.
  var partTypes: [String] {
    var known: Set<String> = []
    return context.parts.map(\.type).filter { known.insert($0).inserted }
  }

  /// The declarations.
  var declarations: [[Declaration]] {
    let parts = SubjectParts(context: context)
    return [[requirements], [defaults]] + (isAsync ? [[callsDeclaration]] : [])
      + (context.parts.isEmpty ? [] : [[partType]])
      + [[givenType(parts)]] + (context.hasContext ? [[factType(parts)]] : [])
      + (hasTests ? [[making], [refusal], [isAsync ? asyncPlay : play]] : [])
  }

  // MARK: - The protocol

  /// The head of the function that tells whether a state of the machine is active.
  private var isActive: String { "func isActive(_ state: \(type).AnyState)\(effect) -> Swift.Bool?" }
  private var holds: String { "func holds(_ fact: \(fact))\(effect) -> Swift.Bool?" }

  private func isPartActive(_ type: String) -> String {
    "func isActive(_ state: \(type).AnyState, of part: \(part))\(effect) -> Swift.Bool?"
  }

  private var requirements: Declaration {
    var members: [[Declaration]] = [
      [isAsync ? asyncBeginning : Declaration(Self.beginningText, head: "init(given: \(given)) throws")],
      [
        Declaration(
          "Sends an event.", "",
          "- Returns: Whether the event is handled or deferred; `nil` if the subject can't tell.",
          head: "\(mutating)func send(_ event: \(type).Event)\(effect) -> Swift.Bool?")
      ],
    ]
    if context.hasTimers {
      members.append([
        Declaration("Lets time pass.", head: "\(mutating)func advance(by duration: Swift.Duration)\(effect)")
      ])
    }
    if hasFacts {
      members.append([
        Declaration("Changes a fact, as the host does.", head: "\(mutating)func set(_ fact: \(fact))\(effect)")
      ])
    }
    if context.hasContext {
      members.append([
        Declaration("Whether a fact has its value; `nil`, the default, if the subject can't tell.", head: holds)
      ])
    }
    members += isAsync ? waitingRequirements.map { [$0] } : [[Declaration(Self.callsText, head: callsRequirement)]]
    members += [
      [Declaration("Whether a state is active; `nil`, the default, if the subject can't tell.", head: isActive)]
    ]
    members += partTypes.map { type in
      [
        Declaration(
          "Whether a state of a part is active; `nil`, the default, if the subject can't tell.",
          head: isPartActive(type))
      ]
    }
    return Declaration(
      "The requirements of a subject that the tests of `\(machine.name)` drive: `\(subjectType)` conforms to it.",
      attribute: (availability.map { $0 + "\n" } ?? "") + "@MainActor",
      head: "protocol \(subjectProtocol)\(isAsync ? ": Swift.AnyObject" : "")", members: members)
  }

  static let beginningText = "Begins a test. A thrown error fails the test."
  private static let callsText = "All calls observed so far, in order."
  private var callsRequirement: String { "var calls: [\(type).Callback] { get }" }

  private var defaults: Declaration {
    let heads = (context.hasContext ? [holds] : []) + [isActive] + partTypes.map(isPartActive)
    return Declaration(
      attribute: availability, head: "extension \(subjectProtocol)",
      members: (isAsync ? waitingDefaults.map { [$0] } : []) + heads.map { [Declaration(head: $0, line: "nil")] })
  }

  // MARK: - The beginning and the facts

  private var partType: Declaration {
    Declaration(
      "The parts of `\(machine.name)`.", head: "enum \(part): Swift.Hashable, Swift.CaseIterable, Swift.Sendable",
      members: [context.parts.map { "case \(context.partCase($0))" }])
  }

  private func givenType(_ parts: SubjectParts) -> Declaration {
    let region =
      context.layout.hasRegions
      ? "The active states, each in another region. A region without a state in the list is in its initial state."
      : "The active state, as a list of one."
    let ignored =
      "The test ignores the calls on the way. With an empty list, the subject starts, and the test checks its calls."
    let states = Declaration(region, ignored, head: "var states: [\(type).AnyState] = []")
    let facts = Declaration("The facts at the beginning.", head: "var context = \(type).Context()")
    return Declaration(
      "The beginning of a test of `\(machine.name)`.", head: "struct \(given): Swift.Sendable",
      members: [[states] + (context.hasContext ? [facts] : []) + parts.givens] + parts.givenTypes)
  }

  private func factType(_ parts: SubjectParts) -> Declaration {
    let own = machine.declared.fields.map { field -> Declaration in
      "case \(SwiftText.identifier(field.name))(\(context.type(of: field)))"
    }
    let inParts = context.ownParts.filter(\.context.hasContext).map { part -> Declaration in
      "case \(part.property)(\(part.factType))"
    }
    return Declaration(
      "A field of `\(machine.name).Context` and a value.", head: "enum \(fact): Swift.Hashable, Swift.Sendable",
      members: [own + inParts] + parts.factTypes)
  }

  // MARK: - Making a subject

  private var making: Declaration {
    if isAsync { return asyncMaking }
    return Declaration(
      "Begins a test.", attribute: isolated(),
      head: """
        private func makeScenarioSubject<Subject: \(subjectProtocol)>(
          _ type: Subject.Type, given: \(given)
        ) throws -> any \(subjectProtocol)
        """, body: ["try type.init(given: given)"])
  }

  private var refusal: Declaration {
    let advice = """
      `\(subject.type)`, the subject of these tests, doesn't conform to `\(subjectProtocol)`; declare \
      `extension \(subject.type): \(subjectProtocol)` with its requirements
      """
    let parameters = "_ type: Any.Type, given: \(given)\(isAsync ? ", in steps: ScenarioSteps<\(type)>" : "")"
    return Declaration(
      "Swift chooses this function for a type that doesn't conform to `\(subjectProtocol)`, so that the advice is its only "
        + "error.",
      attribute: isolated(after: "@available(*, unavailable, message: \(SwiftText.stringLiteral(advice)))"),
      head: "private func makeScenarioSubject(\(parameters))\(effect) throws -> any \(subjectProtocol)",
      body: ["Swift.fatalError()"])
  }

  /// Returns the attributes of what only the main actor uses.
  func isolated(after attribute: String = "") -> String {
    [availability ?? context.availability, attribute, "@MainActor"].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: - Playing

  private var play: Declaration {
    let storage: [Declaration] = [
      "private var subject: any \(subjectProtocol)", "private var log: ScenarioLog<\(type)>",
      Declaration(
        "The number of the subject's calls that have been checked.", head: "private var checkedCount = 0"),
    ]
    let steps = [beginning, start, drive, send, ignore] + (context.hasTimers ? waiting : [])
    let checks = (context.hasContext ? facts : []) + [stateCheck] + partTypes.map(partCheck) + [newCalls]
    return Declaration(
      "A test that drives a `\(subjectType)`.", attribute: isolated(), head: "private struct ScenarioSubjectPlay",
      members: [storage] + (steps + checks).map { [$0] })
  }

  private static let skipping: Statement = "checkedCount = subject.calls.count"

  private var beginning: Declaration {
    Declaration(
      head: """
        init(
          given: \(given), observing channels: Swift.Set<Swift.String>? = nil, never: Swift.Set<Swift.String> = [],
          where combination: Swift.String = ""
        ) throws
        """,
      body: [
        "subject = try makeScenarioSubject(\(subjectType).self, given: given)",
        "log = ScenarioLog(observing: channels, never: never, where: combination)",
        .comment("Entering the given states is silent, so the calls on the way don't count."),
        "if given.states.isEmpty { return }", Self.skipping, "log.show(given.states.map(\\.description))",
      ])
  }

  private var start: Declaration {
    Declaration(
      "Checks the calls of the subject's start.",
      head: "mutating func start(line: Swift.UInt, expecting expected: \(calls))",
      body: ["log.check(newCalls(), after: \"start\", line: line, expecting: expected)"])
  }

  private var drive: Declaration {
    Declaration(
      "Sends an event without expectations.", head: "mutating func drive(_ event: \(type).Event)",
      body: ["_ = subject.send(event)", Self.skipping])
  }

  private var send: Declaration {
    Declaration(
      "Sends an event that must be handled or deferred.",
      head: """
        mutating func send(
          _ event: \(type).Event, line: Swift.UInt, expecting expected: \(calls)? = nil
        )
        """,
      body: [
        #"if subject.send(event) == false { log.fail("\(event): must be handled, but is not", line) }"#,
        "log.check(newCalls(), after: event, line: line, expecting: expected)",
      ])
  }

  private var ignore: Declaration {
    Declaration(
      "Sends an event that must not be handled.",
      head: "mutating func ignore(_ event: \(type).Event, line: Swift.UInt)",
      body: [
        #"if subject.send(event) == true { log.fail("\(event): must not be handled, but is", line) }"#,
        "log.check(newCalls(), after: event, line: line, expecting: [])",
      ])
  }

  private var waiting: [Declaration] {
    [
      Declaration(
        "Lets time pass without expectations.", head: "mutating func drive(_ time: Swift.Duration)",
        body: ["subject.advance(by: time)", Self.skipping]),
      Declaration(
        "Lets time pass.",
        head: """
          mutating func wait(
            _ time: Swift.Duration, line: Swift.UInt, expecting expected: \(calls)? = nil
          )
          """,
        body: [
          "subject.advance(by: time)",
          #"log.check(newCalls(), after: "wait \(time)", line: line, expecting: expected)"#,
        ]),
    ]
  }

  private var facts: [Declaration] {
    let change = Declaration(
      "Changes a fact.", head: "mutating func set(_ fact: \(fact))", line: "subject.set(fact)")
    return (hasFacts ? [change] : []) + [
      Declaration(
        "Checks a fact.", head: "mutating func expectFact(_ fact: \(fact), line: Swift.UInt)",
        body: [#"if subject.holds(fact) == false { log.fail("\(fact) must hold, but does not", line) }"#])
    ]
  }

  private var stateCheck: Declaration {
    Declaration(
      "Checks that a state is active.", head: "mutating func expect(_ state: \(type).AnyState, line: Swift.UInt)",
      body: [#"if subject.isActive(state) == false { log.fail("\(state) must be active, but is not", line) }"#])
  }

  private func partCheck(_ type: String) -> Declaration {
    let failure = #"log.fail("\(part).\(state) must be active, but is not", line)"#
    return Declaration(
      "Checks that a state of a part is active.",
      head: "mutating func expect(_ state: \(type).AnyState, of part: \(part), line: Swift.UInt)",
      body: ["if subject.isActive(state, of: part) == false { \(failure) }"])
  }

  private var newCalls: Declaration {
    Declaration(
      "Returns the calls that have not been checked yet.",
      head: "private mutating func newCalls() -> [\(type).Callback]",
      body: [
        "defer { checkedCount = subject.calls.count }",
        .return("Swift.Array(subject.calls.dropFirst(checkedCount))"),
      ])
  }
}
