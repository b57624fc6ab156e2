import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badStep = DiagnosticKind(
    "L310", .error, "a step that means nothing",
    explanation: """
      A step is a mapping with exactly one of `event: calls`, `ignored: event`, `wait: time`, `set: {…}` and \
      `start: calls`, and beside it, as needed, `with`, `through` and `then`; or it is an event's name \
      alone. One step is one thing that happens, so that its calls are its own.

          when:
            - pressHome: willResignActive
              open: willEnterForeground      # a second event
          when:
            - pressHome: willResignActive
            - open: willEnterForeground

      Make a list with one item for each step.
      """)
  static let badArguments = DiagnosticKind(
    "L311", .error, "an event sent without its parameters",
    explanation: """
      `with` gives every parameter of the event a value, and nothing else: a host cannot send half an event.

          events: {tapLink: {parameters: {url: String, isSafe: Bool}}}
          scenarios:
            a link: {given: idle, when: {tapLink: openURL, with: {url: "x"}}}        # isSafe: true

      Add the values that are missing; remove those that the event does not have.
      """)
  static let misplacedStart = DiagnosticKind(
    "L312", .error, "a start in the middle",
    explanation: """
      `start` says what starting calls. It is the first step, and only of a scenario in which the machine \
      starts: one without `follows` and without a state in `given`. A machine starts once.

          the first launch:
            given: {isPad: true}             # facts, but no state
            when:
              - start: didLaunch
              - pressHome: didEnterBackground

      Put it first, and leave out the state in `given`.
      """)
  static let notSendable = DiagnosticKind(
    "L313", .error, "an internal event in a scenario",
    explanation: """
      An event that is not declared in `events` is raised by the machine itself. Neither the host nor a \
      scenario can send it: what a scenario promises has to happen by the ways that a host has.

          events: [launch]
          states:
            notRunning: {on: {launch: {to: inactive, do: {raise: activate}}}}
            inactive: {on: {activate: active}}
            active: {}
          scenarios:
            activating: {given: inactive, when: activate}     # send `launch` instead

      Send what raises it. If the host may send it too, declare it in `events`.
      """)
}

/// What the steps of a scenario need to know of it.
struct StepReading {
  var startsMachine: Bool
  var observing: Set<String>
  var variedFields: IDSet<Field>

  init(scenario: Scenario) {
    if case .start = scenario.beginning { startsMachine = true } else { startsMachine = false }
    observing = scenario.observing
    variedFields = IDSet(scenario.variations.map(\.field))
  }
}

extension MachineBuilder {
  private static let stepWords = ["start", "ignored", "wait", "set"]
  private static let besides = ["with", "through", "then", "expect"]
  /// What may have been meant by a word that is no event.
  private static let words = stepWords + besides
  private static let stepShape =
    "a step: `event: calls`, `ignored: event`, `wait: 5s`, `set: {field: value}`, `start: calls` or an event's name"

  /// The steps of a list, or the one that stands alone.
  mutating func readSteps(_ node: YAMLNode, _ reading: inout StepReading) -> [Step] {
    findings.items(node, expected: "a list of steps").enumerated().compactMap { index, item in
      step(item, isFirst: index == 0, reading)
    }
  }

  private mutating func step(_ node: YAMLNode, isFirst: Bool, _ reading: StepReading) -> Step? {
    if case .scalar = node.content {
      guard let name = findings.text(node, expected: Self.stepShape),
        let event = sendable(name, at: node.place)
      else { return nil }
      let arguments = arguments(of: event, nil, at: node.place)
      return Step(.send(event, arguments: arguments, expected: nil), range: node.place)
    }
    guard let entries = findings.entries(node, expected: Self.stepShape) else { return nil }
    let parts = Parts(entries)
    let key = mainKey(entries, of: node)
    let kind = key.flatMap { stepKind($0, parts: parts, isFirst: isFirst, reading) }
    // A fault of what happens hides none of what is said beside it.
    let through = parts["through"]?.value
    let states = through.map { atomicStates($0) }
    let outcome = parts["then"].flatMap { self.outcome($0.value) }
    guard let key, let kind else { return nil }
    return Step(kind, through: states, throughRange: through?.place, outcome: outcome, range: key.keyRange)
  }

  /// The one key of a step that says what happens; reported if there is another number of them.
  private mutating func mainKey(_ entries: [YAMLEntry], of node: YAMLNode) -> YAMLEntry? {
    let main = entries.filter { !Self.besides.contains($0.key) }
    if main.count == 1 { return main[0] }
    if let second = main.dropFirst().first {
      findings.report(
        .badStep, "a step does one thing, and `\(second.key)` is a second; write a list of steps",
        at: second.keyRange,
        notes: [("the first is here", main[0].keyRange)])
    } else {
      findings.report(.badStep, "nothing happens in this step; expected is \(Self.stepShape)", at: node.place)
    }
    return nil
  }

  private mutating func stepKind(
    _ key: YAMLEntry, parts: Parts, isFirst: Bool, _ reading: StepReading
  ) -> Step.Kind? {
    if key.key != "wait", let expect = parts["expect"] {
      findings.report(
        .badStep, "`expect` stands beside `wait` only; an event's calls stand behind it", at: expect.keyRange)
    }
    if Self.stepWords.contains(key.key), key.key != "ignored", let with = parts["with"] {
      findings.report(.badStep, "`with` stands where an event is sent only", at: with.keyRange)
    }
    switch key.key {
    case "start":
      if !isFirst || !reading.startsMachine {
        findings.report(
          .misplacedStart,
          isFirst
            ? "the machine does not start in this scenario: it begins elsewhere" : "`start` is the first step or none",
          at: key.keyRange)
      }
      return pattern(key.value, reading).map { .start(expected: $0) }
    case "ignored":
      guard let name = findings.text(key.value, expected: "an event's name"),
        let event = sendable(name, at: key.value.place)
      else {
        _ = parts["with"].flatMap { givenArguments($0) }
        return nil
      }
      return .ignored(event, arguments: arguments(of: event, parts["with"], at: key.value.place))
    case "wait":
      let milliseconds = findings.text(key.value, expected: ValueType.duration.valueText)
        .flatMap { findings.duration($0, at: key.value.place) }
      let expected = parts["expect"].flatMap { pattern($0.value, reading) }
      return milliseconds.map { .wait(milliseconds: $0, expected: expected) }
    case "set":
      return findings.entries(key.value, expected: "a mapping from context fields to values").map { entries in
        for entry in entries {
          if let index = declarations.fieldNames[entry.key] { refuseChange(of: ID(index), at: entry.keyRange) }
        }
        return .set(fieldValues(entries))
      }
    default:
      guard let event = sendable(key.key, at: key.keyRange, words: Self.words) else {
        readRest(of: key, parts: parts, reading)
        return nil
      }
      let arguments = arguments(of: event, parts["with"], at: key.keyRange)
      if key.value.isEmpty {
        findings.report(
          .emptyValue, "which calls does `\(key.key)` make? Write `[]` for none, or the event's name alone for any",
          at: key.keyRange)
        return nil
      }
      return pattern(key.value, reading).map { .send(event, arguments: arguments, expected: $0) }
    }
  }

  /// Reads what a step with an unknown event says, for its faults alone: what `with` gives cannot be checked.
  private mutating func readRest(of key: YAMLEntry, parts: Parts, _ reading: StepReading) {
    _ = parts["with"].flatMap { givenArguments($0) }
    let nearest =
      findings.isFull(of: .unknownName)
      ? nil : nearestName(to: key.key, among: declarations.events.map(\.name) + Self.words)
    // No calls stand behind a misspelt word.
    if key.value.isEmpty || nearest.map(Self.words.contains) == true { return }
    _ = pattern(key.value, reading)
  }

  /// The event of that name, if a scenario can send it.
  /// - Parameter words: what else may have been meant.
  private mutating func sendable(_ name: String, at range: SourceRange, words: [String] = []) -> ID<Event>? {
    guard let event = eventNames[name] else {
      findings.reportUnknown(name, what: "event", at: range, among: declarations.events.map(\.name) + words)
      return nil
    }
    usedEvents.insert(event)
    guard events[event.index].isInternal else { return event }
    findings.report(
      .notSendable, "`\(name)` is an internal event, which only the machine raises; declare it in `events` to send it",
      at: range, notes: [("it is raised here", events[event.index].range)])
    return nil
  }

  private mutating func arguments(of event: ID<Event>, _ with: YAMLEntry?, at range: SourceRange) -> [Value] {
    let parameters = events[event.index].parameters
    let name = events[event.index].name
    var given: [String: YAMLEntry] = [:]
    if let with {
      guard let entries = givenArguments(with) else { return [] }
      for entry in entries {
        if parameters.contains(where: { $0.name == entry.key }) {
          given[entry.key] = entry
        } else {
          findings.reportUnknown(
            entry.key, what: "parameter", at: entry.keyRange, among: parameters.map(\.name), hint: " of `\(name)`")
        }
      }
    }
    let missing = parameters.filter { given[$0.name] == nil }
    if !missing.isEmpty {
      let list = missing.map { "\($0.name): …" }.joined(separator: ", ")
      findings.report(
        .badArguments,
        "`\(name)` takes \(missing.map { "`\($0.name)`" }.joined(separator: ", ")); write `with: {\(list)}`",
        at: with?.keyRange ?? range)
    }
    return parameters.compactMap { parameter in
      given[parameter.name].flatMap { findings.value($0.value, type: parameter.type) }
    }
  }

  private mutating func givenArguments(_ with: YAMLEntry) -> [YAMLEntry]? {
    findings.entries(with.value, expected: "a mapping from parameters to values")
  }

  private mutating func atomicStates(_ node: YAMLNode) -> [ID<State>] {
    findings.items(node, expected: "a list of atomic states").compactMap { item in
      guard let name = findings.text(item, expected: "a state's name"),
        let state = tree.resolve(name, in: Machine.root, at: item.place, findings: &findings)
      else { return nil }
      if tree[state].state.isAtomic { return state }
      findings.report(
        .wrongShape, "`\(name)` is not atomic: `through` lists the atomic states that are entered", at: item.place,
        notes: [("it is declared here", tree[state].state.range)])
      return nil
    }
  }
}
