import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the actions that concern parts.
extension BehaviorReader {
  private static let sendShape =
    "an event of the part, `{event: {parameter: …}}`, `{optional: event}`, or a list of these"

  /// Returns whether `name` is that of a part, whether or not it can be read.
  func isPart(_ name: String) -> Bool {
    declarations.partNames[name] != nil || declarations.unreadableParts.contains(name)
  }

  /// Returns the action that a mapping from a part to events writes, or `nil` with a diagnostic.
  func sending(
    _ entries: [YAMLEntry], to entry: YAMLEntry, at node: YAMLNode, scope: ExpressionScope
  ) -> Action? {
    for other in entries.dropFirst() {
      diagnostics.skip(other)
      diagnostics.report(
        .wrongShape, "`\(other.key)` is a second action in one mapping; write a list of actions", at: other.keyRange,
        notes: [("the first is here", entry.keyRange)])
    }
    guard let part = declarations.partNames[entry.key] else {
      diagnostics.skip(entry.value)
      return nil
    }
    uses.parts.insert(part)
    recordUse(of: .part, entry.key, at: entry.keyRange)
    if case .sequence(let items) = entry.value.content, items.isEmpty {
      diagnostics.report(
        .wrongShape, "this list of events is empty; name an event of the part, or delete the action",
        at: entry.value.usageRange)
    }
    let events = items(entry.value, expected: Self.sendShape).compactMap { sentEvent($0, to: part, scope: scope) }
    return events.isEmpty ? nil : .send(part, events, range: node.usageRange)
  }

  private func sentEvent(_ node: YAMLNode, to part: ID<Part>, scope: ExpressionScope) -> SentEvent? {
    if case .scalar = node.content {
      return text(node, expected: Self.sendShape).flatMap { event($0, of: part, at: node.usageRange) }
        .flatMap { sentEvent($0, to: part, given: [], at: node.usageRange, scope: scope) }
    }
    guard let entries = entries(node, expected: Self.sendShape) else { return nil }
    guard let entry = entries.first else {
      reportShape(of: node, expected: Self.sendShape)
      return nil
    }
    for other in entries.dropFirst() {
      diagnostics.skip(other)
      diagnostics.report(
        .wrongShape, "`\(other.key)` is a second event in one mapping; write a list of events", at: other.keyRange,
        notes: [("the first is here", entry.keyRange)])
    }
    if entry.key == "optional" {
      guard var sent = sentEvent(entry.value, to: part, scope: scope) else { return nil }
      if sent.isOptional {
        diagnostics.report(.wrongShape, "this `optional` is in another one; delete one of them", at: entry.keyRange)
      }
      sent.isOptional = true
      return sent
    }
    guard let event = event(entry.key, of: part, at: entry.keyRange) else {
      diagnostics.skip(entry.value)
      return nil
    }
    if entry.value.isEmpty {
      diagnostics.report(
        .emptyValue, "the arguments of `\(entry.key)` are missing; without any, write the name alone",
        at: entry.keyRange)
      return nil
    }
    let shape = "a mapping from the event's parameters to arguments"
    guard let given = self.entries(entry.value, expected: shape) else { return nil }
    return sentEvent(event, to: part, given: given, at: entry.keyRange, scope: scope)
  }

  /// Returns the event with `name` that `part` takes, as the part's own machine numbers it, or `nil` with a diagnostic.
  private func event(_ name: String, of part: ID<Part>, at range: SourceRange) -> ID<Event>? {
    let owner = declarations[part]
    let events = owner.machine.declared.events
    guard let index = events.firstIndex(where: { $0.name == name }) else {
      reportUnknown(
        name, "event", at: range, among: events.filter { !$0.isInternal }.map(\.name),
        hint: " of `\(owner.machine.name)`, which is the part `\(owner.name)`")
      return nil
    }
    recordUse(of: .event, name, ofPart: owner.name, at: range)
    guard events[index].isInternal else { return ID(index) }
    diagnostics.report(
      .badUseOfPart, "`\(name)` is an internal event of `\(owner.machine.name)`, which only that machine raises",
      at: range)
    return nil
  }

  private func sentEvent(
    _ event: ID<Event>, to part: ID<Part>, given: [YAMLEntry], at range: SourceRange, scope: ExpressionScope
  ) -> SentEvent {
    let owner = declarations[part]
    let declared = owner.place.translate(owner.machine[event])
    let name = owner.machine[event].name
    let receiver = Receiver(name: declared.name, parameters: declared.parameters, path: owner.path) {
      "{\(owner.name): {\(name): {\($0): …}}}"
    }
    var scope = scope
    scope.isArgumentOfPart = true
    let arguments = arguments(given, of: receiver, at: range, scope: scope)
    return SentEvent(event: event, arguments: arguments, range: range)
  }

  /// Returns the part that `restart` names, or `nil` with a diagnostic.
  func restartedPart(_ node: YAMLNode) -> ID<Part>? {
    guard let name = text(node, expected: "a part's name") else { return nil }
    if let part = declarations.partNames[name] {
      uses.parts.insert(part)
      recordUse(of: .part, name, at: node.usageRange)
      return part
    }
    if declarations.unreadableParts.contains(name) { return nil }
    let isNested = declarations.partOfPath(name) != nil
    usePart(ofPath: name)
    reportUnknown(
      name, "part", at: node.usageRange, among: isNested ? [] : declarations.parts.map(\.name),
      hint: isNested ? "; a part restarts its own parts itself" : "")
    return nil
  }
}
