import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badScenarioName = DiagnosticKind(
    "L301", .error, "a scenario's name that cannot be used",
    explanation: """
      A scenario's name is free text on one line, and not empty: tests and messages call it by it.

          scenarios:
            "": {given: idle}
            a visit in the evening: {given: idle}

      Say in a few words what happens.
      """)
  static let badBeginning = DiagnosticKind(
    "L302", .error, "a scenario that begins in two ways",
    explanation: """
      A scenario begins where `given` says, or where the one that it `follows` ends, or at the machine's \
      start. One that follows another has that one's `where` and none of its own. A refuted scenario ends \
      where nothing is promised, so none can follow it; and no scenario can follow itself, however many \
      stand in between.

          back again:
            follows: away
            given: background                # `away` ends somewhere already

      Leave out `given` and `where`, or `follows`. What is to change in between is a first step, `set: \
      {field: value}`.
      """)
  static let tooManyCombinations = DiagnosticKind(
    "L303", .error, "too many combinations",
    explanation: """
      The values of a scenario's `where` make more than 10,000 combinations, each of which would be played. \
      So many are rarely promised, and take long.

          where:
            size: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            width: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            …

      Vary only the fields that the promise depends on, or split the scenario.
      """)
  static let refutesNothing = DiagnosticKind(
    "L304", .error, "a refuted scenario without steps",
    explanation: """
      Of a refuted scenario every step but the last must hold, and the last, with `then` and `never`, must \
      fail. Without a step there is nothing that could fail.

          the bell rings by itself:
            refuted: Somebody has to press the button.
            given: waiting
            when: {wait: 1h, expect: ring}

      Add the step that the wrong claim is about.
      """)
}

extension MachineBuilder {
  private static let scenarioKeys =
    ["given", "follows", "where", "when", "then", "never", "observing", "refuted"] + documentationKeys
  private static let maximumCombinations = 10_000

  /// Reads all scenarios.
  /// - Parameter observing: the channels that expectations speak of unless a scenario says otherwise.
  mutating func readScenarios(_ node: YAMLNode, observing: Set<String>) -> [Scenario] {
    guard let entries = findings.entries(node, expected: "a mapping from scenarios' names to scenarios") else {
      return []
    }
    var names: [String: ID<Scenario>] = [:]
    for (index, entry) in entries.enumerated() { names[entry.key] = ID(index) }
    let parts = entries.map { entry -> Parts in
      if entry.key.isEmpty || entry.key.unicodeScalars.contains(where: isLineBreakOrControl) {
        findings.report(
          .badScenarioName, "a scenario's name is a text on one line without control characters", at: entry.keyRange)
      }
      return findings.parts(entry.value, keys: Self.scenarioKeys, what: "a scenario") ?? Parts()
    }
    var scenarios = entries.map { Scenario(name: $0.key, observing: observing, range: $0.keyRange) }
    // In the order in which they follow each other, since one inherits the `where` of that which it follows.
    for id in following(entries, parts, names: names, &scenarios) {
      var inherited: [Scenario.Variation] = []
      if case .end(let other) = scenarios[id.index].beginning { inherited = scenarios[other.index].variations }
      read(parts[id.index], extent: entries[id.index].extent, into: &scenarios[id.index], inheriting: inherited)
    }
    return scenarios
  }

  /// Resolves `follows`; gives an order in which each scenario comes behind the one that it follows.
  private mutating func following(
    _ entries: [YAMLEntry], _ parts: [Parts], names: [String: ID<Scenario>], _ scenarios: inout [Scenario]
  ) -> [ID<Scenario>] {
    for index in entries.indices {
      guard let follows = parts[index]["follows"],
        let name = findings.text(follows.value, expected: "a scenario's name")
      else { continue }
      scenarios[index].beginningRange = follows.value.place
      guard let other = names[name] else {
        findings.reportUnknown(name, what: "scenario", at: follows.value.place, among: entries.map(\.key))
        continue
      }
      if let refuted = parts[other.index]["refuted"] {
        findings.report(
          .badBeginning, "the scenario `\(name)` is refuted, so nothing can follow it", at: follows.value.place,
          notes: [("it is refuted here", refuted.keyRange)])
        continue
      }
      scenarios[index].beginning = .end(of: other)
    }
    return breakCycles(&scenarios)
  }

  private mutating func breakCycles(_ scenarios: inout [Scenario]) -> [ID<Scenario>] {
    var order: [ID<Scenario>] = []
    var isPlaced = [Bool](repeating: false, count: scenarios.count)
    for index in scenarios.indices where !isPlaced[index] {
      var chain: [Int] = []
      var next = index
      var onChain: Set<Int> = []
      while !isPlaced[next] {
        guard onChain.insert(next).inserted else {
          findings.report(
            .badBeginning, "this scenario follows itself by way of others",
            at: scenarios[next].beginningRange ?? scenarios[next].range,
            notes: chain.drop { $0 != next }.dropFirst().map { ("by way of this one", scenarios[$0].range) })
          scenarios[next].beginning = .start
          break
        }
        chain.append(next)
        guard case .end(let other) = scenarios[next].beginning else { break }
        next = other.index
      }
      for place in chain.reversed() {
        isPlaced[place] = true
        order.append(ID(place))
      }
    }
    return order
  }

  private mutating func read(
    _ parts: Parts, extent: SourceRange, into scenario: inout Scenario, inheriting variations: [Scenario.Variation]
  ) {
    scenario.documentation = findings.documentation(parts, extent: extent, declarations: &declarations)
    scenario.refutation = parts["refuted"].flatMap { findings.prose($0.value, expected: "why the claim is wrong") }
    if let observing = parts["observing"] { scenario.observing = channels(observing.value) }
    if let follows = parts["follows"] {
      for key in ["given", "where"] {
        guard let entry = parts[key] else { continue }
        findings.report(
          .badBeginning, "a scenario that follows another has no `\(key)`: it inherits that one's end and `where`",
          at: entry.keyRange, notes: [("it follows one here", follows.keyRange)])
      }
      scenario.variations = variations
    } else {
      if let given = parts["given"] { readGiven(given.value, of: &scenario) }
      if let variations = parts["where"] { readVariations(variations, of: &scenario) }
    }
    if let never = parts["never"] {
      scenario.never = findings.items(never.value, expected: "a list of callbacks").compactMap { item in
        findings.text(item, expected: "a callback's name").flatMap { callback($0, at: item.place) }
      }
    }
    var steps = StepReading(scenario: scenario)
    if let when = parts["when"] { scenario.steps = readSteps(when.value, &steps) }
    if let then = parts["then"] { scenario.outcome = outcome(then.value) }
    if let refuted = parts["refuted"], scenario.steps.isEmpty, parts["when"] == nil {
      findings.report(
        .refutesNothing, "a refuted scenario has a step that fails, its last; add `when`", at: refuted.keyRange)
    }
  }

  /// The channels of a list; every one has a callback.
  mutating func channels(_ node: YAMLNode) -> Set<String> {
    let names = findings.items(node, expected: "a list of channels").compactMap { item -> String? in
      guard let name = findings.text(item, expected: "a channel's name") else { return nil }
      if channels.contains(name) { return name }
      findings.reportUnknown(name, what: "callback with the channel", at: item.place, among: channels)
      return nil
    }
    return Set(names)
  }

  /// The callback of that name; reported if there is none.
  mutating func callback(_ name: String, at range: SourceRange) -> ID<Callback>? {
    if let index = declarations.callbackNames[name] { return ID(index) }
    findings.reportUnknown(name, what: "callback", at: range, among: declarations.callbackNames.keys.sorted())
    return nil
  }

  private mutating func readGiven(_ node: YAMLNode, of scenario: inout Scenario) {
    scenario.beginningRange = node.place
    var statesNode: YAMLNode? = node
    if case .mapping(let entries) = node.content {
      statesNode = entries.first { $0.key == "state" }?.value
      scenario.fields = fieldValues(entries.filter { $0.key != "state" })
    }
    guard let statesNode else { return }
    let states = tree.resolveList(statesNode, in: Machine.root, allowingHistory: false, findings: &findings)
    if !states.isEmpty { scenario.beginning = .states(states.map(\.state)) }
  }

  /// The fields of a mapping with their values.
  mutating func fieldValues(_ entries: [YAMLEntry]) -> [FieldValue] {
    entries.compactMap { entry in
      guard let field = field(entry.key, at: entry.keyRange) else { return nil }
      return findings.value(entry.value, type: declarations.fields[field.index].type)
        .map { FieldValue(field: field, value: $0, range: entry.value.place) }
    }
  }

  private mutating func readVariations(_ entry: YAMLEntry, of scenario: inout Scenario) {
    guard let entries = findings.entries(entry.value, expected: "a mapping from context fields to lists of values")
    else { return }
    var combinations = 1
    for entry in entries {
      guard let field = field(entry.key, at: entry.keyRange) else { continue }
      let type = declarations.fields[field.index].type
      let values = findings.items(entry.value, expected: "a list of values").compactMap {
        findings.value($0, type: type)
      }
      if case .sequence(let items) = entry.value.content, items.isEmpty {
        findings.report(.wrongShape, "this list of values is empty", at: entry.value.place)
      }
      if let given = scenario.fields.first(where: { $0.field == field }) {
        findings.report(
          .badBeginning, "`given` sets `\(entry.key)` already", at: entry.keyRange,
          notes: [("it is set here", given.range)])
        continue
      }
      guard !values.isEmpty else { continue }
      combinations =
        combinations.multipliedReportingOverflow(by: values.count).overflow
        ? .max : combinations * values.count
      scenario.variations.append(.init(field: field, values: values))
    }
    if combinations > Self.maximumCombinations {
      findings.report(
        .tooManyCombinations,
        "these values make \(combinations == .max ? "far too many" : "\(combinations)") combinations; at most "
          + "\(Self.maximumCombinations) are played", at: entry.keyRange)
      scenario.variations = []
    }
  }

  /// What is so at some point: states, or a mapping with `state` and fields.
  mutating func outcome(_ node: YAMLNode) -> Outcome? {
    var statesNode: YAMLNode? = node
    var fields: [FieldValue] = []
    if case .mapping(let entries) = node.content {
      statesNode = entries.first { $0.key == "state" }?.value
      fields = fieldValues(entries.filter { $0.key != "state" })
      if entries.isEmpty {
        findings.reportShape(of: node, expected: "the states that are active, or `{state: …, field: value}`")
      }
    }
    let states = statesNode.map {
      tree.resolveEach($0, in: Machine.root, allowingHistory: false, findings: &findings)
    }
    return Outcome(states: states ?? [], fields: fields, range: node.place)
  }
}

// No method: to hand one on is to copy all that is being read.
private func isLineBreakOrControl(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
