import LifelineModel
import LifelineSource
import LifelineYAML

extension BehaviorReader {
  static let actionShape =
    "an action: a callback's name, `{callback: {parameter: …}}`, `{set: …}`, `{raise: …}`, `{if: …, do: …, else: …}`, "
    + "`{anyOrder: […]}`, `{optional: …}`, `{oneOf: […]}`, `{part: event}` or `{restart: part}`"

  /// Returns the actions of a list, or of one action.
  mutating func actions(_ node: YAMLNode, scope: ExpressionScope) -> [Action] {
    var actions: [Action] = []
    for item in items(node, expected: "a list of actions") {
      if let action = action(item, scope: scope) { actions.append(action) }
    }
    return actions
  }

  private mutating func action(_ node: YAMLNode, scope: ExpressionScope) -> Action? {
    if case .scalar = node.content {
      guard let name = text(node, expected: Self.actionShape), let callback = callback(name, at: node.usageRange) else {
        return nil
      }
      return .call(call(callback, at: node.usageRange, scope: scope))
    }
    guard let entries = entries(node, expected: Self.actionShape) else { return nil }
    guard let key = entries.first(where: { MappingKind.action.keys.contains($0.key) }) else {
      if let part = entries.first, isPart(part.key) { return sending(entries, to: part, at: node, scope: scope) }
      return callWithArguments(entries, of: node, scope: scope).map { .call($0) }
    }
    let kind = MappingKind.actions[key.key] ?? .action
    let mapping = readMapping(node, kind, at: key.keyRange) ?? Mapping()
    switch key.key {
    case "set": return assignments(key.value, scope: scope).map { .set($0, range: node.usageRange) }
    case "raise": return raisedEvent(key.value).map { .raise($0, range: node.usageRange) }
    case "restart": return restartedPart(key.value).map { .restart($0, range: node.usageRange) }
    default:
      if let form = OpenForm(rawValue: key.key) { return openCalls(form, key, range: node.usageRange, scope: scope) }
      return choice(mapping, key: key, range: node.usageRange, scope: scope)
    }
  }

  /// Returns the call that a mapping from a callback to its arguments writes, or `nil` with a diagnostic.
  func callWithArguments(_ entries: [YAMLEntry], of node: YAMLNode, scope: ExpressionScope) -> Call? {
    guard let entry = entries.first else {
      reportShape(of: node, expected: Self.actionShape)
      return nil
    }
    let isMapping = if case .mapping = entry.value.content { true } else { false }
    let isWord =
      ["do", "else"].contains(entry.key) || nearestName(to: entry.key, among: MappingKind.action.keys) != nil
    guard declarations.callbackNames[entry.key] != nil || (isMapping && !isWord) else {
      diagnostics.skip(node)
      if let branch = entries.first(where: { $0.key == "do" || $0.key == "else" }) {
        diagnostics.report(
          .unknownKey,
          "`\(branch.key)` needs `if` beside it; without a condition, write the actions themselves",
          at: branch.keyRange)
      } else if declarations.partNames.isEmpty {
        reportUnknownKey(entry, in: .action)
      } else {
        let parts = declarations.partNames.keys.sorted()
        diagnostics.report(
          .unknownKey, "an action has no key `\(entry.key)`, and there is no part of that name",
          at: entry.keyRange, suggestion: nearestName(to: entry.key, among: parts + MappingKind.action.keys),
          advice: "; its parts are " + parts.map { "`\($0)`" }.joined(separator: ", "))
      }
      return nil
    }
    for other in entries.dropFirst() {
      diagnostics.skip(other)
      diagnostics.report(
        .wrongShape, "`\(other.key)` is a second action in one mapping; write a list of actions", at: other.keyRange,
        notes: [("the first is here", entry.keyRange)])
    }
    guard let callback = callback(entry.key, at: entry.keyRange),
      let given = arguments(entry, of: declarations[callback], kind: "arguments")
    else {
      diagnostics.skip(entry.value)
      return nil
    }
    return call(callback, given: given, at: entry.keyRange, scope: scope)
  }

  private mutating func choice(
    _ mapping: Mapping, key: YAMLEntry, range: SourceRange, scope: ExpressionScope
  ) -> Action? {
    let condition = expression(key.value, type: .bool, scope: scope)
    guard let then = mapping["do"] else {
      mapping["else"].map { diagnostics.skip($0) }
      return nil
    }
    let first = actions(then.value, scope: scope)
    let second = mapping["else"].map { actions($0.value, scope: scope) } ?? []
    return condition.map { .choose($0, then: first, else: second, range: range) }
  }

  private func assignments(_ node: YAMLNode, scope: ExpressionScope) -> [Assignment]? {
    entries(node, expected: "a mapping from context fields to expressions")?.compactMap { entry in
      guard let field = field(entry.key, at: entry.keyRange) else {
        diagnostics.skip(entry.value)
        return nil
      }
      if entry.key.contains(".") {
        diagnostics.report(
          .badUseOfPart,
          "actions do not set `\(entry.key)`: only the host sets the fields of a part, and the part its private ones",
          at: entry.keyRange)
        diagnostics.skip(entry.value)
        return nil
      }
      uses.assignedFields.insert(field)
      refuseChange(of: field, at: entry.keyRange, byHost: false)
      guard let value = expression(entry.value, type: declarations[field].type, scope: scope) else { return nil }
      if let literal = value.literal, refuse(literal, for: field, at: value.range) { return nil }
      return Assignment(field: field, value: value)
    }
  }

  private mutating func raisedEvent(_ node: YAMLNode) -> ID<Event>? {
    guard let name = text(node, expected: "an event's name"), let event = event(name, at: node.usageRange) else {
      return nil
    }
    events.recordRaising(event, at: node.usageRange)
    guard let parameter = events[event].parameters.first else { return event }
    diagnostics.report(
      .badEvent,
      "`\(name)` has parameters, and only an event without parameters can be raised; declare another event for this",
      at: node.usageRange, notes: [("the parameter `\(parameter.name)` is declared here", parameter.range)])
    return nil
  }

  /// Returns the callback with `name`, or `nil` with a diagnostic.
  func callback(_ name: String, at range: SourceRange) -> ID<Callback>? {
    if declarations.partOfPath(name) != nil {
      usePart(ofPath: name)
      diagnostics.report(
        .badUseOfPart,
        "`\(name)` belongs to a part, which makes its calls itself; send the part an event, as in "
          + "`{\(name.prefix { $0 != "." }): event}`", at: range)
      return nil
    }
    if let part = declarations.partNames[name] {
      uses.parts.insert(part)
      diagnostics.report(
        .badUseOfPart, "`\(name)` is a part; to send it an event, write `{\(name): event}`", at: range,
        notes: [("the part is declared here", declarations[part].range)])
      return nil
    }
    if declarations.unreadableParts.contains(name) { return nil }
    guard let id = declarations.callbackNames[name] else {
      let isEvent = events.names[name] != nil
      let isAssignment = name.hasPrefix("set ")
      reportUnknown(
        name, "callback", at: range, among: isEvent || isAssignment ? [] : declarations.callbacks.map(\.name),
        hint: isEvent
          ? "; to raise the event of that name, write `{raise: \(name)}`"
          : isAssignment ? "; to assign to a field, write `{set: {field: value}}`" : "")
      return nil
    }
    uses.callbacks.insert(id)
    recordUse(of: .callback, name, at: range)
    return id
  }

  /// Returns a call with the `given` arguments. The others are forwarded by name.
  func call(
    _ id: ID<Callback>, given: [YAMLEntry] = [], at range: SourceRange, scope: ExpressionScope
  ) -> Call {
    let callback = declarations[id]
    let receiver = Receiver(
      name: callback.name, parameters: callback.parameters, owner: "callback \(callback.name)"
    ) { "{\(callback.name): {\($0): …}}" }
    return Call(callback: id, arguments: arguments(given, of: receiver, at: range, scope: scope), range: range)
  }

  /// Something that takes arguments.
  struct Receiver {
    var name: String
    var parameters: [Parameter]
    /// The path of the spec that declares it; `nil` for this one.
    var path: String?
    /// The owner of the parameters among the symbols of this spec, if it declares them.
    var owner: String?
    /// Returns the action that gives a parameter an argument, for messages.
    var example: (_ parameter: String) -> String
  }

  /// Returns an argument for each parameter of `receiver`: those that are given, and the others forwarded by name.
  func arguments(
    _ given: [YAMLEntry], of receiver: Receiver, at range: SourceRange, scope: ExpressionScope
  ) -> [Expression] {
    let names = receiver.parameters.map(\.name)
    if let symbols = diagnostics.symbols, let owner = receiver.owner {
      for entry in given where names.contains(entry.key) {
        symbols.use(.parameter, entry.key, owner: owner, at: entry.keyRange)
      }
    } else if let path = receiver.path {
      for entry in given {
        guard let parameter = receiver.parameters.first(where: { $0.name == entry.key }) else { continue }
        diagnostics.symbols?.use(
          .parameter, entry.key, owner: "event \(receiver.name)", at: entry.keyRange,
          foreign: SourceLocation(path: path, range: parameter.range))
      }
    }
    for entry in given where !names.contains(entry.key) {
      diagnostics.skip(entry.value)
      reportUnknown(entry.key, "parameter", at: entry.keyRange, among: names, hint: " of `\(receiver.name)`")
    }
    return receiver.parameters.compactMap { parameter in
      if let entry = given.first(where: { $0.key == parameter.name }) {
        expression(entry.value, type: parameter.type, scope: scope)
      } else {
        forwardedArgument(for: parameter, of: receiver, at: range, scope: scope)
      }
    }
  }

  /// Returns the argument for `parameter`, which is forwarded by name, or `nil` with a diagnostic.
  private func forwardedArgument(
    for parameter: Parameter, of receiver: Receiver, at range: SourceRange, scope: ExpressionScope
  ) -> Expression? {
    let name = parameter.name
    let argument: (value: Expression.Kind, type: ValueType, origin: String)
    if let type = scope.parameters[name] {
      for event in scope.events {
        diagnostics.symbols?.use(.parameter, name, owner: "event \(event)", at: range, isImplied: true)
      }
      argument = (.parameter(name), type, "the event's parameter")
    } else if let field = declarations.fieldNames[name] {
      uses.fields.insert(field)
      diagnostics.symbols?.use(.field, name, at: range, isImplied: true)
      let description = "the argument `\(name)` of `\(receiver.name)`"
      if refuseField(named: name, as: description, in: scope, at: range) { return nil }
      argument = (.field(field), declarations[field].type, "the context field")
    } else {
      if declarations.unreadableFields.contains(name) || diagnostics.isRefused(name, as: NameRole.parameter.word) {
        return nil
      }
      reportMissing(parameter, of: receiver, at: range, scope: scope)
      return nil
    }
    let expression = Expression(argument.value, type: argument.type, range: range)
    if scope.isArgumentOfPart, refuseCarriedArgument(expression, at: range) { return nil }
    if argument.type == parameter.type || parameter.type.isOptional && argument.type == parameter.type.wrapped {
      return Expression(argument.value, type: parameter.type, range: range)
    }
    diagnostics.report(
      .missingArgument,
      "`\(receiver.name)` takes `\(name)` as `\(parameter.type.name)`, but \(argument.origin) of that name "
        + "\(argument.type.possession); "
        + (ExpressionTyping.remedy(for: parameter.type, getting: argument.type)
          ?? "write the argument, as in `\(receiver.example(name))`, or rename one of them"),
      at: range, located: [declaration(of: parameter, receiver)])
    return nil
  }

  private func declaration(of parameter: Parameter, _ receiver: Receiver) -> Diagnostic.Note {
    .init(
      "the parameter is declared here",
      at: SourceLocation(path: receiver.path ?? diagnostics.path, range: parameter.range))
  }

  /// Reports that neither an event nor the context supplies the argument for `parameter`.
  private func reportMissing(
    _ parameter: Parameter, of receiver: Receiver, at range: SourceRange, scope: ExpressionScope
  ) {
    let name = parameter.name
    let type = parameter.type.name
    let isKnown = declarations.parameters[name] != nil
    var remedy =
      "write the argument, as in `\(receiver.example(name))`, or "
      + (scope.suppliers.map { "give \($0) a parameter `\(name)` of type `\(type)`" }
        ?? "make the call in a transition of an event that has a parameter `\(name)` of type `\(type)`")
    if parameter.type.canBeFieldType, canDeclareField(name, in: scope) {
      remedy += ", or add a context field `\(name)` of type `\(type)`"
    }
    diagnostics.report(
      .missingArgument,
      "nothing supplies the argument `\(name)` of `\(receiver.name)` here"
        + (isKnown ? " (\(scope.unavailability.reason))" : "") + "; \(remedy)",
      at: range,
      notes: isKnown ? scope.unavailability.notes : [], located: [declaration(of: parameter, receiver)])
  }

  /// Returns whether a new context field with `name` could be read in `scope`.
  private func canDeclareField(_ name: String, in scope: ExpressionScope) -> Bool {
    let isCase =
      declarations.fields.contains { $0.type.caseNames?.contains(name) == true }
      || declarations.types.contains { $0.cases.contains(name) }
    let isOtherParameter = scope.otherEvents.map { events in
      declarations.parameters[name]?.contains { !events.contains($0.event) } ?? false
    }
    return !isCase && isOtherParameter != true && !NameRole.field.reservedWords.contains(name)
  }
}
