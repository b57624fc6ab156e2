import LifelineModel
import LifelineSource
import LifelineYAML

extension ScenarioReader {
  private static let stepShape =
    "a step: `event: calls`, `ignored: event`, `wait: 5s`, `set: {field: value}`, `start: calls` or an event's name"
  /// The words that can be meant by a name that is no event.
  private static let words = MappingKind.step.keys + MappingKind.stepAddition.keys

  /// Returns the steps of a list, or of one step.
  func steps(_ node: YAMLNode, of scenario: Scenario) -> [Step] {
    items(node, expected: "a list of steps").enumerated().compactMap { index, item in
      step(item, isFirst: index == 0, scenario)
    }
  }

  private func step(_ node: YAMLNode, isFirst: Bool, _ scenario: Scenario) -> Step? {
    if case .scalar = node.content {
      guard let name = text(node, expected: Self.stepShape), let event = sentEvent(name, at: node.usageRange) else {
        return nil
      }
      return Step(
        .send(event, arguments: arguments(of: event, nil, at: node.usageRange), expected: nil), range: node.usageRange)
    }
    guard let entries = entries(node, expected: Self.stepShape) else { return nil }
    let mapping = Mapping(entries, nil)
    let key = mainKey(entries, of: node)
    let kind = key.flatMap { stepKind($0, mapping, isFirst: isFirst, scenario) }
    // The rest is read even if the main key is wrong, to report its faults too.
    let through = mapping["through"]?.value
    let states = through.map { atomicStates($0) }
    let expectedState = mapping["then"].map { self.expectedState($0.value) }
    guard let key, let kind else { return nil }
    return Step(
      kind, through: states, throughRange: through?.usageRange, expectedState: expectedState, range: key.keyRange)
  }

  /// Returns the only key that says what happens, or `nil` with a diagnostic.
  private func mainKey(_ entries: [YAMLEntry], of node: YAMLNode) -> YAMLEntry? {
    let main = entries.filter { !MappingKind.stepAddition.keys.contains($0.key) }
    if main.count == 1 { return main[0] }
    diagnostics.skip(node)
    if main.count > 1 {
      diagnostics.report(
        .badStep, "a step is a single stimulus, but `\(main[1].key)` is a second one; write a list of steps",
        at: main[1].keyRange, notes: [("the first is here", main[0].keyRange)])
    } else {
      diagnostics.report(.badStep, "this step has no stimulus; write \(Self.stepShape)", at: node.usageRange)
    }
    return nil
  }

  private func stepKind(_ key: YAMLEntry, _ mapping: Mapping, isFirst: Bool, _ scenario: Scenario) -> Step.Kind? {
    let additions = MappingKind.additions(toStepWith: key.key).map(\.name)
    // Somebody who writes `after` means `wait`.
    if !additions.contains("expect"), key.key != "after", let expect = mapping["expect"] {
      diagnostics.report(
        .badStep, "`expect` belongs to `wait`; write the calls of an event after its name", at: expect.keyRange
      )
    }
    if !additions.contains("with"), let with = mapping["with"] {
      diagnostics.report(.badStep, "`with` belongs to a step that sends an event", at: with.keyRange)
    }
    switch key.key {
    case "start":
      checkStart(at: key.keyRange, isFirst: isFirst, scenario)
      return pattern(key.value, of: scenario).map { .start(expected: $0) }
    case "ignored":
      guard let name = text(key.value, expected: "an event's name"),
        let event = sentEvent(name, at: key.value.usageRange)
      else {
        _ = mapping["with"].flatMap { givenArguments($0) }
        return nil
      }
      return .ignored(event, arguments: arguments(of: event, mapping["with"], at: key.value.usageRange))
    case "wait":
      let milliseconds = text(key.value, expected: ValueType.duration.valueText)
        .flatMap { duration($0, at: key.value.usageRange) }
      let expected = mapping["expect"].flatMap { pattern($0.value, of: scenario) }
      return milliseconds.map { .wait(milliseconds: $0, expected: expected) }
    case "set":
      guard let entries = entries(key.value, expected: "a mapping from context fields to values") else { return nil }
      for entry in entries {
        if let field = declarations.fieldNames[entry.key] { refuseChange(of: field, at: entry.keyRange, byHost: true) }
      }
      return .set(fieldValues(entries))
    default:
      return sending(key, mapping, scenario)
    }
  }

  private func checkStart(at range: SourceRange, isFirst: Bool, _ scenario: Scenario) {
    if !isFirst {
      diagnostics.report(.misplacedStart, "`start` can only be the first step; move it to the front", at: range)
    } else if case .start = scenario.beginning {
      return
    } else {
      diagnostics.report(
        .misplacedStart,
        "the machine does not start in this scenario, which begins in a state or at the end of another scenario",
        at: range)
    }
  }

  /// Returns the step that sends the event with the name `key`, or `nil` with a diagnostic.
  private func sending(_ key: YAMLEntry, _ mapping: Mapping, _ scenario: Scenario) -> Step.Kind? {
    if key.key == "after", events.names["after"] == nil {
      diagnostics.report(
        .unknownName, "there is no event `after`; to let time pass, write `wait`, and the calls in `expect`",
        at: key.keyRange)
      return nil
    }
    guard let event = sentEvent(key.key, at: key.keyRange, words: Self.words) else {
      // The arguments and calls are read for their faults.
      _ = mapping["with"].flatMap { givenArguments($0) }
      // No calls stand behind a misspelt word.
      let isMisspeltWord = events.names[key.key] == nil && nearestName(to: key.key, among: Self.words) != nil
      if !key.value.isEmpty, !isMisspeltWord { _ = pattern(key.value, of: scenario) }
      return nil
    }
    let arguments = arguments(of: event, mapping["with"], at: key.keyRange)
    if key.value.isEmpty {
      diagnostics.report(
        .emptyValue,
        "the calls that `\(key.key)` makes are missing; write `[]` for none"
          + (events[event].parameters.isEmpty ? ", or the event's name alone for any" : ", or list them"),
        at: key.keyRange)
      return nil
    }
    return pattern(key.value, of: scenario).map { .send(event, arguments: arguments, expected: $0) }
  }

  /// Returns the event with `name` if the host can send it, or `nil` with a diagnostic.
  /// - Parameter words: Other words that can be meant.
  func sentEvent(_ name: String, at range: SourceRange, words: [String] = []) -> ID<Event>? {
    guard let event = events.names[name] else {
      let callee = name.firstIndex(of: "(").map { String(name[..<$0]) }.flatMap { events.names[$0] == nil ? nil : $0 }
      let hint = callee.map { "; write `\($0)`" + (name.hasSuffix("()") ? "" : ", and its arguments in `with`") }
      reportUnknown(
        name, "event", at: range, among: callee == nil ? declarations.events.map(\.name) + words : [], hint: hint ?? "")
      return nil
    }
    uses.events.insert(event)
    recordUse(of: .event, name, at: range)
    guard events[event].isInternal else { return event }
    diagnostics.report(
      .notSendable, "`\(name)` is an internal event, which only the machine raises; declare it in `events` to send it",
      at: range, notes: [("it is raised here", events[event].range)])
    return nil
  }

  private func arguments(of event: ID<Event>, _ with: YAMLEntry?, at range: SourceRange) -> [Value] {
    let event = events[event]
    var given: [String: YAMLNode] = [:]
    if let with {
      guard let entries = givenArguments(with) else { return [] }
      for entry in entries {
        if event.parameters.contains(where: { $0.name == entry.key }) {
          given[entry.key] = entry.value
          diagnostics.symbols?.use(.parameter, entry.key, owner: "event \(event.name)", at: entry.keyRange)
        } else {
          reportUnknown(
            entry.key, "parameter", at: entry.keyRange, among: event.parameters.map(\.name),
            hint: " of `\(event.name)`")
        }
      }
    }
    let missing = event.parameters.map(\.name).filter { given[$0] == nil }
    if !missing.isEmpty {
      diagnostics.report(
        .badArguments,
        "`\(event.name)` takes \(missing.map { "`\($0)`" }.joined(separator: ", ")); write "
          + "`{\(event.name): …, with: {\(event.parameters.map { "\($0.name): …" }.joined(separator: ", "))}}`",
        at: with?.keyRange ?? range)
    }
    return event.parameters.compactMap { parameter in
      given[parameter.name].flatMap { value($0, type: parameter.type) }
    }
  }

  private func givenArguments(_ with: YAMLEntry) -> [YAMLEntry]? {
    entries(with.value, expected: "a mapping from parameters to values")
  }

  private func atomicStates(_ node: YAMLNode) -> [ID<State>] {
    items(node, expected: "a list of atomic states").compactMap { item in
      guard let name = text(item, expected: "a state's name"),
        let state = state(name, in: Machine.root, at: item.usageRange)
      else { return nil }
      if state.index >= tree.ownCount {
        diagnostics.report(
          .badUseOfPart, "`\(name)` is a state of a part; `through` lists the states of the machine itself",
          at: item.usageRange)
        return nil
      }
      if tree[state].isAtomic { return state }
      diagnostics.report(
        .wrongShape, "`\(name)` is not atomic: `through` lists the atomic states that are entered", at: item.usageRange,
        notes: [("it is declared here", tree[state].range)])
      return nil
    }
  }
}
