import LifelineModel

/// The declarations that differ for a subject whose calls come later, or from other threads.
extension SubjectPrinting {
  // MARK: - The protocol

  var asyncBeginning: Declaration {
    Declaration(
      Self.beginningText, "", "- Parameters:", "  - given: Where the subject begins.",
      "  - calls: Takes the subject's calls, from any thread.",
      head: "init(given: \(given), calls: \(callsType)) async throws")
  }

  /// The requirements about waiting, both of which have defaults.
  var waitingRequirements: [Declaration] {
    [
      Declaration(
        "Waits until nothing is under way any more that makes calls, unless another event or more time comes.", "",
        "- Returns: `true` then; `false`, the default, at once if the subject can't tell.",
        head: "func settle() async -> Swift.Bool"),
      Declaration(
        "The time after which a step fails that is still waiting; 10 seconds by default.",
        head: "static var timeLimit: Swift.Duration { get }"),
    ]
  }

  var waitingDefaults: [Declaration] {
    [
      Declaration(head: "func settle() async -> Swift.Bool", line: "false"),
      Declaration(head: "static var timeLimit: Swift.Duration", line: ".seconds(10)"),
    ]
  }

  /// The type with which a subject reports its calls.
  var callsDeclaration: Declaration {
    Declaration(
      "The calls of a subject of `\(type)`, in the order in which they were appended, from any thread.",
      attribute: MachineContext.durationAvailability, head: "nonisolated struct \(callsType): Swift.Sendable",
      members: [
        hasTests ? ["fileprivate let inbox: ScenarioInbox<\(type).Callback>"] : ["fileprivate init() {}"],
        [
          Declaration(
            head: "func append(_ call: \(type).Callback)", body: hasTests ? ["inbox.add(.call(call))"] : [])
        ],
      ].filter { !$0.isEmpty })
  }

  // MARK: - Making a subject

  var asyncMaking: Declaration {
    Declaration(
      "Begins a test.", attribute: isolated(),
      head: """
        private func makeScenarioSubject<Subject: \(subjectProtocol)>(
          _ type: Subject.Type, given: \(given), in steps: ScenarioSteps<\(self.type)>
        ) async throws -> any \(subjectProtocol)
        """,
      body: [
        .constant("calls", "\(callsType)(inbox: steps.inbox)"), "steps.timeLimit = type.timeLimit",
        "return try await steps.begin { try await type.init(given: given, calls: calls) }",
      ])
  }

  // MARK: - Playing

  var asyncPlay: Declaration {
    let storage: [Declaration] = [
      "private let subject: any \(subjectProtocol)", "private let steps: ScenarioSteps<\(type)>",
    ]
    let checks = (context.hasContext ? asyncFacts : []) + [asyncStateCheck] + partTypes.map(asyncPartCheck)
    let members = [asyncInit] + asyncSteps + (context.hasTimers ? asyncWaiting : []) + checks + [finishing]
    return Declaration(
      "A test that drives a `\(subjectType)`.", attribute: isolated(),
      head: "private final class ScenarioSubjectPlay", members: [storage] + members.map { [$0] })
  }

  private var asyncInit: Declaration {
    Declaration(
      head: """
        init(
          given: \(given), observing channels: Swift.Set<Swift.String>? = nil, never: Swift.Set<Swift.String> = [],
          where combination: Swift.String = ""
        ) async throws
        """,
      body: [
        "var log = ScenarioLog<\(type)>(observing: channels, never: never, where: combination)",
        "if !given.states.isEmpty { log.show(given.states.map(\\.description)) }",
        .constant("steps", "ScenarioSteps(log)"),
        .constant("subject", "try await makeScenarioSubject(\(subjectType).self, given: given, in: steps)"),
        "(self.subject, self.steps) = (subject, steps)", "steps.settle = { await subject.settle() }",
        .comment("Entering the given states is silent, so the calls on the way don't count."),
        "if !given.states.isEmpty { try await steps.skipCalls() }",
      ])
  }

  /// Returns a function that takes a step.
  private func step(_ documentation: String, _ head: String, _ call: String, _ work: String) -> Declaration {
    Declaration(documentation, head: "func \(head) async", body: ["await steps.\(call) { [subject] in \(work) }"])
  }

  private var expectation: String { "line: Swift.UInt, expecting expected: \(calls)? = nil" }
  private var following: String { "\(expectation), observing channels: Swift.Set<Swift.String>? = nil" }
  private static let isDriven = "line: line, expecting: expected, observing: channels"

  private var asyncSteps: [Declaration] {
    [
      Declaration(
        "Checks the calls of the subject's start.",
        head: "func start(line: Swift.UInt, expecting expected: \(calls)) async",
        body: [#"await steps.take("start", line: line, expecting: expected) { nil }"#]),
      Declaration(
        "Waits for the calls of the start in a scenario that the test follows.",
        head: "func drive(\n  \(following)\n) async",
        body: [#"await steps.drive("start", \#(Self.isDriven)) {}"#]),
      step(
        "Sends an event of a scenario that the test follows.",
        "drive(\n  _ event: \(type).Event, \(following)\n)", "drive(event, \(Self.isDriven))",
        "_ = await subject.send(event)"),
      step(
        "Sends an event that must be handled or deferred.",
        "send(\n  _ event: \(type).Event, \(expectation)\n)", "take(event, line: line, expecting: expected)",
        "await subject.send(event)"),
      step(
        "Sends an event that must not be handled.", "ignore(_ event: \(type).Event, line: Swift.UInt)",
        "take(event, line: line, expecting: [], isHandled: false)", "await subject.send(event)"),
    ]
  }

  private var asyncWaiting: [Declaration] {
    let work = "await subject.advance(by: time)"
    return [
      step(
        "Lets time pass in a scenario that the test follows.", "drive(\n  _ time: Swift.Duration, \(following)\n)",
        #"drive("wait \(time)", \#(Self.isDriven))"#, work),
      step(
        "Lets time pass.", "wait(\n  _ time: Swift.Duration, \(expectation)\n)",
        #"take("wait \(time)", line: line, expecting: expected)"#, "\(work); return nil"),
    ]
  }

  private var asyncFacts: [Declaration] {
    let change = step(
      "Changes a fact, which calls nothing.", "set(_ fact: \(fact), line: Swift.UInt)",
      #"take("set \(fact)", line: line, expecting: [])"#, "await subject.set(fact); return nil")
    return (hasFacts ? [change] : []) + [
      step(
        "Checks a fact.", "expectFact(_ fact: \(fact), line: Swift.UInt)",
        #"ask("\(fact) must hold, but does not", line: line)"#, "await subject.holds(fact)")
    ]
  }

  private var asyncStateCheck: Declaration {
    step(
      "Checks that a state is active.", "expect(_ state: \(type).AnyState, line: Swift.UInt)",
      #"ask("\(state) must be active, but is not", line: line)"#, "await subject.isActive(state)")
  }

  private func asyncPartCheck(_ type: String) -> Declaration {
    step(
      "Checks that a state of a part is active.",
      "expect(_ state: \(type).AnyState, of part: \(part), line: Swift.UInt)",
      #"ask("\(part).\(state) must be active, but is not", line: line)"#, "await subject.isActive(state, of: part)")
  }

  private var finishing: Declaration {
    Declaration(
      "Ends the test, and checks the calls that have come since the last step.", head: "func finish() async",
      line: "await steps.finish()")
  }
}
