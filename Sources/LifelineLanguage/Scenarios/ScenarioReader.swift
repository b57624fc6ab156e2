import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the scenarios.
struct ScenarioReader: StateUsing {
  let diagnostics: DiagnosticCollector
  let uses = NameUses()
  let declarations: Declarations
  let tree: StateTree
  let events: EventTable
  /// The channels of the declared callbacks.
  let channels: [String]

  private static let maximumCombinations = 10_000
  /// The number of steps and expectations in all combinations of scenarios with `where` or `follows`.
  private static let maximumSize = 250_000

  /// The scenarios of a spec.
  struct Reading {
    var scenarios: [Scenario]
    /// The channels that a scenario observes unless it lists others.
    var observing: Set<String>
    /// The events that logs show.
    var observedEvents: IDSet<Event>
    /// The facts that an app may tell a monitor.
    var monitorChoices: MonitorChoices
    /// The declared parts that the scenarios use.
    var uses: NameUses
  }

  /// Returns the scenarios in the root mapping of a spec.
  static func read(
    _ spec: Mapping, _ declarations: Declarations, _ tree: StateTree, events: EventTable, channels: [String],
    _ diagnostics: DiagnosticCollector
  ) -> Reading {
    let reader = ScenarioReader(
      diagnostics: diagnostics, declarations: declarations, tree: tree, events: events, channels: channels)
    let (observing, observedEvents, choices) = reader.observation(spec["observing"]?.value)
    return Reading(
      scenarios: reader.readScenarios(spec, observing: observing), observing: observing,
      observedEvents: observedEvents, monitorChoices: choices, uses: reader.uses)
  }

  private func readScenarios(_ spec: Mapping, observing: Set<String>) -> [Scenario] {
    guard let scenarios = spec["scenarios"],
      let entries = entries(scenarios.value, expected: "a mapping from scenarios' names to scenarios")
    else { return [] }
    let mappings = entries.map { entry -> Mapping in
      if entry.key.isEmpty || entry.key.unicodeScalars.contains(where: isLineBreakOrControl) {
        diagnostics.report(
          .badScenarioName, "a scenario's name must be a text on one line without control characters",
          at: entry.keyRange)
      }
      diagnostics.symbols?.declare(.scenario, entry.key, at: entry.keyRange)
      return readMapping(entry.value, .scenario) ?? Mapping()
    }
    var result = entries.map { Scenario(name: $0.key, observing: observing, range: $0.keyRange) }
    resolveFollows(of: &result, mappings)
    // A scenario inherits the `where` of the one that it follows, so that one is read first.
    let order = readingOrder(of: &result)
    for index in order {
      if case .end(let other) = result[index].beginning {
        result[index].variations = result[other.index].variations
        result[index].addedStates = result[other.index].addedStates
      }
      read(mappings[index], extent: entries[index].extent, into: &result[index])
    }
    reportUndecided(in: result)
    reportTooManySteps(in: result, order: order)
    return result
  }

  /// Reports the scenario at which `where` and `follows` make more steps and expectations than a spec may have.
  /// - Parameter order: The indices of the scenarios, each behind the one that it follows.
  private func reportTooManySteps(in scenarios: [Scenario], order: [Int]) {
    /// The sizes of the steps of each scenario and of those that it follows, without what they expect.
    var stimulation = scenarios.map { $0.steps.reduce(0) { $0 + $1.stimulationSize } }
    var total = 0
    var sizes = scenarios.map { max(1, $0.size) }
    for index in order {
      guard case .end(let other) = scenarios[index].beginning else { continue }
      sizes[index] += stimulation[other.index]
      stimulation[index] += stimulation[other.index]
    }
    for (scenario, size) in zip(scenarios, sizes) {
      let plays = scenario.combinationCount
      var isFollowing = false
      if case .end = scenario.beginning { isFollowing = true }
      guard plays > 1 || isFollowing else { continue }
      total += plays * size
      guard total > Self.maximumSize else { continue }
      let share = "\(grouped(size)) of this scenario\(isFollowing ? " and the steps that it follows" : "")"
      let combinations = plays > 1 ? ", in \(counted(plays, "combination"))" : ""
      return diagnostics.report(
        .tooManySteps,
        "up to here, `where` and `follows` make \(grouped(total)) steps and expectations (\(share)\(combinations)); at "
          + "most \(grouped(Self.maximumSize)) are allowed (see Limits): vary fewer values, expect less, or "
          + "write `given` "
          + "instead of `follows`", at: scenario.range)
    }
  }

  private func resolveFollows(of scenarios: inout [Scenario], _ mappings: [Mapping]) {
    let indices = Dictionary(
      scenarios.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { _, last in last })
    for index in scenarios.indices {
      guard let follows = mappings[index]["follows"]?.value,
        let name = text(follows, expected: "a scenario's name")
      else { continue }
      scenarios[index].beginningRange = follows.usageRange
      guard let other = indices[name] else {
        reportUnknown(name, "scenario", at: follows.usageRange, among: scenarios.map(\.name))
        continue
      }
      diagnostics.symbols?.use(.scenario, name, at: follows.usageRange)
      if let refuted = mappings[other]["refuted"] {
        diagnostics.report(
          .badBeginning, "the scenario `\(name)` is refuted, so nothing can follow it", at: follows.usageRange,
          notes: [("it is refuted here", refuted.keyRange)])
        continue
      }
      scenarios[index].beginning = .end(of: ID(other))
    }
  }

  /// Returns an order in which each scenario stands behind the one that it follows. Cycles are reported and broken.
  private func readingOrder(of scenarios: inout [Scenario]) -> [Int] {
    var order: [Int] = []
    var isOrdered = [Bool](repeating: false, count: scenarios.count)
    for index in scenarios.indices where !isOrdered[index] {
      var chain: [Int] = []
      var next = index
      var onChain: Set<Int> = []
      while !isOrdered[next] {
        guard onChain.insert(next).inserted else {
          diagnostics.report(
            .badBeginning,
            "this scenario follows itself, directly or by way of others; let one of them begin with `given`",
            at: scenarios[next].beginningRange ?? scenarios[next].range,
            notes: chain.drop { $0 != next }.dropFirst().map { ("by way of this one", scenarios[$0].range) })
          scenarios[next].beginning = .start
          break
        }
        chain.append(next)
        guard case .end(let other) = scenarios[next].beginning else { break }
        next = other.index
      }
      for link in chain { isOrdered[link] = true }
      order += chain.reversed()
    }
    return order
  }

  private func read(_ mapping: Mapping, extent: SourceRange, into scenario: inout Scenario) {
    scenario.documentation = documentation(mapping, extent: extent)
    scenario.refutation = mapping["refuted"].flatMap { prose($0.value, expected: "why the claim is wrong") }
    scenario.isDecision = mapping["decides"].flatMap { flag($0.value) } ?? false
    if let observing = mapping["observing"] { scenario.observing = observedChannels(observing.value) }
    if mapping["follows"] == nil {
      let given = mapping["given"].map { readGiven($0.value, of: &scenario) } ?? []
      if let variations = mapping["where"] { readVariations(variations, of: &scenario, besides: given) }
      refusePrivateFields(in: mapping)
    }
    if let never = mapping["never"] {
      scenario.never = items(never.value, expected: "a list of callbacks").flatMap { item in
        text(item, expected: "a callback's name").map { callbacks($0, at: item.usageRange) } ?? []
      }
    }
    if let when = mapping["when"] { scenario.steps = steps(when.value, of: scenario) }
    if let then = mapping["then"] { scenario.expectedState = expectedState(then.value) }
  }

  /// Reports scenarios that follow one that decides, and don't decide themselves.
  private func reportUndecided(in scenarios: [Scenario]) {
    for scenario in scenarios where !scenario.isDecision {
      guard case .end(let other) = scenario.beginning, scenarios[other.index].isDecision else { continue }
      diagnostics.report(
        .badDecision,
        "this scenario follows one that `decides`, so it rests on what no source promises; write `decides: true` here as "
          + "well, or begin with `given`",
        at: scenario.beginningRange ?? scenario.range,
        notes: [("that scenario is here", scenarios[other.index].range)])
    }
  }

  /// Returns the channels in a list. Channels without callbacks are reported.
  func observedChannels(_ node: YAMLNode) -> Set<String> {
    let names = items(node, expected: "a list of channels").flatMap { item -> [String] in
      guard let name = text(item, expected: "a channel's name") else { return [] }
      usePart(ofPath: name)
      if channels.contains(name) {
        recordUse(of: .channel, name, at: item.usageRange)
        return [name]
      }
      if tree.partTrees[name] != nil {
        usePart(ofPath: name + ".")
        recordUse(ofPart: name, at: item.usageRange)
        return channels.filter { $0.hasPrefix(name + ".") }
      }
      if isOfUnreadablePart(name) { return [] }
      reportUnknown(name, "callback with the channel", at: item.usageRange, among: channels)
      return []
    }
    return Set(names)
  }

  /// Returns whether a name belongs to a part that can't be read, or is that of such a part.
  func isOfUnreadablePart(_ name: String) -> Bool {
    declarations.unreadableParts.contains(declarations.partOfPath(name)?.part ?? name)
  }

  /// Returns the callback with `name`, or all callbacks of the part with it, or nothing with a diagnostic.
  func callbacks(_ name: String, at range: SourceRange) -> [ID<Callback>] {
    guard tree.partTrees[name] != nil else { return callback(name, at: range).map { [$0] } ?? [] }
    usePart(ofPath: name + ".")
    recordUse(ofPart: name, at: range)
    return declarations.callbacks.indices.filter { declarations.callbacks[$0].name.hasPrefix(name + ".") }
      .map { ID($0) }
  }

  /// Returns the callback with `name`, or `nil` with a diagnostic.
  /// - Parameter isWritten: Whether the text at the range is the whole name.
  func callback(_ name: String, at range: SourceRange, isWritten: Bool = true) -> ID<Callback>? {
    usePart(ofPath: name)
    if let callback = declarations.callbackNames[name] {
      if isWritten { recordUse(of: .callback, name, at: range) }
      return callback
    }
    if isOfUnreadablePart(name) { return nil }
    let isNothing = ["none", "nothing"].contains(name)
    reportUnknown(
      name, "callback", at: range, among: isNothing ? [] : declarations.callbacks.map(\.name),
      hint: isNothing ? "; write `[]` for no calls" : "")
    return nil
  }

  // MARK: States and fields

  /// Reads `given`, and returns its states.
  private func readGiven(_ node: YAMLNode, of scenario: inout Scenario) -> [(state: ID<State>, range: SourceRange)] {
    scenario.beginningRange = node.usageRange
    let (states, fields) = statesAndFields(node)
    scenario.fields = fields
    guard let states else { return [] }
    let given = statesOfRegions(states, in: Machine.root, allowingHistory: false)
    if !given.isEmpty { scenario.beginning = .states(given.map(\.state)) }
    return given
  }

  /// Reports the private fields in the `given` and `where` of a scenario, unless it begins in a state.
  private func refusePrivateFields(in mapping: Mapping) {
    var entries: [YAMLEntry] = []
    for node in ["given", "where"].compactMap({ mapping[$0]?.value }) {
      guard case .mapping(let part) = node.content else { return }
      entries += part
    }
    if entries.contains(where: { $0.key == "state" }) { return }
    for entry in entries {
      guard let field = declarations.fieldNames[entry.key], declarations[field].isPrivate else { continue }
      diagnostics.report(
        .privateField,
        "`\(entry.key)` is `private`: the machine starts with its default; name the `state` in which it has "
          + "another value, or let steps lead there", at: entry.keyRange,
        notes: field.index < declarations.ownFields.count
          ? [("it is declared here", declarations[field].range)] : [])
    }
  }

  /// Returns the expected state that `node` describes.
  func expectedState(_ node: YAMLNode) -> ExpectedState {
    if case .mapping(let entries) = node.content, entries.isEmpty {
      reportShape(of: node, expected: "the states that are active, or `{state: …, field: value}`")
    }
    let (states, fields) = statesAndFields(node)
    return ExpectedState(
      states: states.map { self.states($0, in: Machine.root, allowingHistory: false) } ?? [], fields: fields,
      range: node.usageRange)
  }

  /// Returns the node of states and the fields of `{state: …, field: value}`, or of states alone.
  private func statesAndFields(_ node: YAMLNode) -> (states: YAMLNode?, fields: [FieldEntry]) {
    guard case .mapping(let entries) = node.content else { return (node, []) }
    return (entries.first { $0.key == "state" }?.value, fieldValues(entries.filter { $0.key != "state" }))
  }

  /// Returns the values of fields in a mapping.
  func fieldValues(_ entries: [YAMLEntry]) -> [FieldEntry] {
    entries.compactMap { entry in
      let hint = tree.named[entry.key] == nil ? "" : "; list states under `state`: `{state: […]}`"
      guard let field = field(entry.key, at: entry.keyRange, hint: hint) else { return nil }
      return value(entry.value, of: field)
        .map { FieldEntry(field: field, value: $0, range: entry.value.usageRange) }
    }
  }

  /// Reads the `where` of a scenario that begins in the states `given`, or starts.
  private func readVariations(
    _ entry: YAMLEntry, of scenario: inout Scenario, besides given: [(state: ID<State>, range: SourceRange)]
  ) {
    var combinations = 1
    func multiply(by count: Int) {
      let (product, overflows) = combinations.multipliedReportingOverflow(by: count)
      combinations = overflows ? .max : product
    }
    for entry in entries(entry.value, expected: "a mapping from context fields, or `state`, to lists of values") ?? [] {
      if entry.key == "state" {
        readAddedStates(entry.value, of: &scenario, besides: given)
        multiply(by: max(1, scenario.addedStates.count))
        continue
      }
      let isParameter = declarations.parameters[entry.key] != nil
      let hint = isParameter ? "; a parameter gets its value in `with`, beside the event" : ""
      guard let field = field(entry.key, at: entry.keyRange, hint: hint) else { continue }
      if field.index >= declarations.ownFields.count, declarations[field].isPrivate {
        diagnostics.report(
          .privateField,
          "`\(entry.key)` is `private`, and of a part's private fields `where` varies none; write "
            + "it in `given`",
          at: entry.keyRange)
        continue
      }
      let values = items(entry.value, expected: "a list of values").compactMap { item in
        value(item, of: field).map { (value: $0, range: item.usageRange) }
      }
      if case .sequence(let items) = entry.value.content, items.isEmpty {
        diagnostics.report(
          .wrongShape, "this list of values is empty; list a value, or delete the field", at: entry.value.usageRange)
      }
      if let given = scenario.fields.first(where: { $0.field == field }) {
        diagnostics.report(
          .badBeginning, "`given` sets `\(entry.key)` already; delete one of the two", at: entry.keyRange,
          notes: [("it is set here", given.range)])
        continue
      }
      guard !values.isEmpty else { continue }
      multiply(by: values.count)
      scenario.variations.append(.init(field: field, values: values.map(\.value), ranges: values.map(\.range)))
    }
    if combinations <= Self.maximumCombinations { return }
    scenario.variations = []
    scenario.addedStates = []
    diagnostics.report(
      .tooManyCombinations,
      "these values make \(combinations == .max ? "far too many" : "\(combinations)") combinations; at most "
        + "\(Self.maximumCombinations) are allowed; leave out values, or split the scenario", at: entry.keyRange)
  }

  /// Reads the list of states in which the scenario begins, one after the other, besides those of `given`.
  private func readAddedStates(
    _ node: YAMLNode, of scenario: inout Scenario, besides given: [(state: ID<State>, range: SourceRange)]
  ) {
    if case .sequence(let items) = node.content, items.isEmpty {
      diagnostics.report(
        .wrongShape, "this list of states is empty; list a state, or delete `state`", at: node.usageRange)
    }
    scenario.addedStates = items(node, expected: "a list of states, or of lists of states in different regions")
      .compactMap { item in
        let states = statesOfRegions(item, besides: given)
        return states.isEmpty ? nil : Scenario.AddedStates(states: states, range: item.usageRange)
      }
    guard !scenario.addedStates.isEmpty else { return }
    scenario.beginning = .states(given.map(\.state))
    scenario.beginningRange = scenario.beginningRange ?? node.usageRange
  }
}

private func isLineBreakOrControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
