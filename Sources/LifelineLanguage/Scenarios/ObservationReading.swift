import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads what is observed.
extension ScenarioReader {
  /// Returns the channels that scenarios observe, the events that logs show, and the choices of monitors.
  func observation(
    _ node: YAMLNode?
  ) -> (channels: Set<String>, events: IDSet<Event>, choices: MonitorChoices) {
    guard let node else { return (standardChannels, IDSet(), MonitorChoices()) }
    guard case .mapping = node.content else { return (observedChannels(node), IDSet(), MonitorChoices()) }
    guard let mapping = readMapping(node, .observation) else { return (standardChannels, IDSet(), MonitorChoices()) }
    let events = mapping["events"].map { observedEvents($0.value) }
    let channels = mapping["channels"].map { observedChannels($0.value) } ?? standardChannels
    return (channels, events ?? IDSet(), monitorChoices(mapping))
  }

  private func observedEvents(_ node: YAMLNode) -> IDSet<Event> {
    if case .scalar(let scalar) = node.content, scalar.text == "all", events.names["all"] == nil {
      return IDSet(declarations.events.compactMap { events.names[$0.name] }.filter { !events[$0].isInternal })
    }
    return IDSet(
      items(node, expected: "a list of events, or `all`").compactMap { item in
        text(item, expected: "an event's name").flatMap { sentEvent($0, at: item.usageRange, words: ["all"]) }
      })
  }

  /// All channels of the machine, and of each part those that its own file observes.
  private var standardChannels: Set<String> {
    declarations.parts.reduce(into: Set(declarations.ownCallbacks.map(\.channel))) { channels, part in
      channels.formUnion(part.machine.observing.map { part.place.translate($0) })
    }
  }

  // MARK: The choices of monitors

  private func monitorChoices(_ mapping: Mapping) -> MonitorChoices {
    let fields = mapping["given"].map { entry in
      items(entry.value, expected: "a list of fixed fields").compactMap(givenField)
    }
    let omissions = mapping["without"].map { entry in
      items(entry.value, expected: "a list of channels and callbacks").compactMap(omission)
    }
    let ignored = mapping["ignoring"].map { entry in
      items(entry.value, expected: "a list of channels and callbacks").compactMap(omission)
    }
    let choices = MonitorChoices(
      fields: fields ?? [], omissions: omissions ?? [],
      ignored: (ignored ?? []).reduce(into: IDSet()) { $0.formUnion($1.callbacks) },
      comparesArguments: mapping["arguments"].flatMap { flag($0.value) } ?? false,
      argumentsRange: mapping["arguments"]?.keyRange,
      tellsStories: mapping["stories"].flatMap { flag($0.value) } ?? false)
    if let entry = mapping["without"], choices.omissions.count > MonitorChoices.omissionLimit {
      diagnostics.report(
        .badChoice,
        "an app may leave out at most \(MonitorChoices.omissionLimit) channels and callbacks, and these are "
          + "\(choices.omissions.count); name channels instead of callbacks, or leave out some", at: entry.keyRange)
    }
    reportDoubled(mapping["given"]?.value)
    reportDoubled(mapping["without"]?.value)
    reportDoubled(mapping["ignoring"]?.value)
    return choices
  }

  private func reportDoubled(_ node: YAMLNode?) {
    guard let node, case .sequence(let items) = node.content else { return }
    var known: Set<String> = []
    for item in items {
      guard case .scalar(let scalar) = item.content, !known.insert(scalar.text).inserted else { continue }
      diagnostics.report(.badChoice, "`\(scalar.text)` is named twice; delete one of the two", at: item.usageRange)
    }
  }

  private func givenField(_ node: YAMLNode) -> ID<Field>? {
    guard let name = text(node, expected: "the name of a fixed field"), let id = field(name, at: node.usageRange)
    else { return nil }
    let declared = declarations[id]
    func refuse(_ reason: String) -> ID<Field>? {
      diagnostics.report(.badChoice, reason, at: node.usageRange)
      return nil
    }
    guard declared.isFixed else {
      return refuse("`\(name)` is not `fixed`: it may change at any time, so a value says nothing; leave it out")
    }
    guard id.index < declarations.ownFields.count else {
      return refuse("`\(name)` is a field of a part, and the machine gives it its value; leave it out")
    }
    switch declared.type {
    case .bool, .int, .duration, .string, .cases, .declared: return id
    case .double, .opaque:
      return refuse("`\(name)` \(declared.type.possession), of which a monitor takes no values; leave it out")
    }
  }

  private func omission(_ node: YAMLNode) -> MonitorChoices.Omission? {
    guard let name = text(node, expected: "a channel's or a callback's name") else { return nil }
    let ofChannel = declarations.callbacks.indices.filter { declarations.callbacks[$0].channel == name }
    if !ofChannel.isEmpty {
      usePart(ofPath: name)
      recordUse(of: .channel, name, at: node.usageRange)
      return MonitorChoices.Omission(name: name, callbacks: IDSet(ofChannel.map { ID($0) }))
    }
    if declarations.callbackNames[name] == nil, !isOfUnreadablePart(name), tree.partTrees[name] == nil {
      reportUnknown(
        name, "channel and no callback", at: node.usageRange,
        among: channels + declarations.callbacks.map(\.name))
      return nil
    }
    let found = callbacks(name, at: node.usageRange)
    return found.isEmpty ? nil : MonitorChoices.Omission(name: name, callbacks: IDSet(found))
  }
}
