import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let unavailableParameter = DiagnosticKind(
    "L233", .error, "a parameter that cannot be read here",
    explanation: """
      An event's parameters are readable in the microstep that takes it: in the guards and actions of its \
      transitions, and in entry and exit actions that only such microsteps run. They are not readable in \
      `always`, in `done`, after a timer, at the start, or while a raised event is handled: by then the \
      event is over. Under `"*"` no event's are: it does not say which event it handles.

          events: {tapLink: {parameters: {isSafe: Bool}}}
          states:
            idle: {on: {tapLink: loading}}
            loading: {always: {if: isSafe, to: shown}}        # after the event

      Decide in the event's own transition, or keep the value for later: `tapLink: {to: loading, do: {set: \
      {wasSafe: isSafe}}}`.
      """)
  static let missingArgument = DiagnosticKind(
    "L234", .error, "an argument that nothing supplies",
    explanation: """
      A callback's arguments are forwarded by name: from the event being handled, then from the context. \
      Neither has a value of this name and type here, at least not on every way to this action, so the call \
      would have nothing to pass on.

          callbacks: {openURL: {parameters: {url: String}}}
          events: {tapLink: {parameters: {link: String}}}       # url: String
          states: {idle: {on: {tapLink: {do: openURL}}}}

      Give the event such a parameter, add a context field of that name, or make the call where an event is \
      handled that has it.
      """)
  static let badEvent = DiagnosticKind(
    "L226", .error, "an event that cannot be used so",
    explanation: """
      `raise` and `defer` take events without parameters, because nothing keeps the values, and only an \
      event that the host sends can be deferred. An event that is not declared in `events` is internal: some \
      action must raise it, and some state must take it by its name.

          states:
            idle: {on: {begin: {to: busy, do: {raise: next}}}}      # nothing takes `next`
            busy: {on: {nxt: idle}}                                 # nothing raises `nxt`

      Correct the name, declare the event in `events` if the host sends it, or declare another one without \
      parameters.
      """)
}

extension DiagnosticKind {
  static let fixedField = DiagnosticKind(
    "L235", .error, "a fixed field that changes",
    explanation: """
      A context field with `fixed: true` keeps the value with which the machine starts, like the version of the system \
      that it runs on. No action assigns it, and in no scenario does the host change it.

          context: {version: {default: 18, fixed: true}}
          scenarios:
            an update: {given: off, when: [{set: {version: 19}}, …]}   # not in one life

      Leave the `set` out and begin another scenario with the other value (`given` or `where`), or take `fixed` away.
      """)
}

extension MachineBuilder {
  private static let actionKeys = ["set", "raise", "if"]
  private static let actionShape =
    "an action: a callback's name, `{set: …}`, `{raise: …}` or `{if: …, do: …, else: …}`"

  /// The actions of a list, or the one that stands alone.
  mutating func actions(_ node: YAMLNode, scope: ExpressionScope) -> [Action] {
    findings.items(node, expected: "a list of actions").compactMap { action($0, scope: scope) }
  }

  private mutating func action(_ node: YAMLNode, scope: ExpressionScope) -> Action? {
    if case .scalar = node.content {
      return findings.text(node, expected: Self.actionShape).flatMap { call($0, at: node.place, scope: scope) }
    }
    guard let entries = findings.entries(node, expected: Self.actionShape) else { return nil }
    guard let key = entries.first(where: { Self.actionKeys.contains($0.key) }) else {
      guard let entry = entries.first else {
        findings.reportShape(of: node, expected: Self.actionShape)
        return nil
      }
      if declarations.callbackNames[entry.key] != nil {
        findings.report(
          .wrongShape, "a callback is called by its name alone; its arguments are forwarded by name",
          at: entry.keyRange)
      } else {
        findings.reportUnknownKey(entry, keys: Self.actionKeys, what: "an action")
      }
      return nil
    }
    let keys = key.key == "if" ? ["if", "do", "else"] : [key.key]
    for entry in entries where !keys.contains(entry.key) {
      findings.reportUnknownKey(entry, keys: keys, what: "an action with `\(key.key)`")
    }
    switch key.key {
    case "set": return assignments(key.value, scope: scope).map { .set($0, range: node.place) }
    case "raise": return raise(key.value).map { .raise($0, range: node.place) }
    default: return choice(Parts(entries), key: key, node: node, scope: scope)
    }
  }

  private mutating func choice(
    _ parts: Parts, key: YAMLEntry, node: YAMLNode, scope: ExpressionScope
  ) -> Action? {
    let condition = expression(key.value, type: .bool, scope: scope)
    guard let then = parts["do"] else {
      findings.report(.missingKey, "`if` as an action has no `do`: what to do when it holds", at: key.keyRange)
      return nil
    }
    let first = actions(then.value, scope: scope)
    let second = parts["else"].map { actions($0.value, scope: scope) } ?? []
    return condition.map { .choose($0, then: first, else: second, range: node.place) }
  }

  private mutating func assignments(_ node: YAMLNode, scope: ExpressionScope) -> [Assignment]? {
    guard let entries = findings.entries(node, expected: "a mapping from context fields to expressions") else {
      return nil
    }
    return entries.compactMap { entry in
      guard let field = field(entry.key, at: entry.keyRange) else { return nil }
      refuseChange(of: field, at: entry.keyRange)
      return expression(entry.value, type: declarations.fields[field.index].type, scope: scope)
        .map { Assignment(field: field, value: $0) }
    }
  }

  /// The field of that name; reported if there is none.
  mutating func field(_ name: String, at range: SourceRange) -> ID<Field>? {
    if let index = declarations.fieldNames[name] {
      usedFields.insert(ID(index))
      return ID(index)
    }
    if !declarations.unreadableFields.contains(name) {
      findings.reportUnknown(name, what: "context field", at: range, among: declarations.fields.map(\.name))
    }
    return nil
  }

  /// Reports a `set` of a field that is fixed.
  mutating func refuseChange(of field: ID<Field>, at range: SourceRange) {
    let declaration = declarations.fields[field.index]
    guard declaration.isFixed else { return }
    findings.report(
      .fixedField, "`\(declaration.name)` is `fixed`: it keeps the value with which the machine starts", at: range,
      notes: [("it is declared here", declaration.range)])
  }

  private mutating func raise(_ node: YAMLNode) -> ID<Event>? {
    guard let name = findings.text(node, expected: "an event's name") else { return nil }
    let event = internalEvent(name, at: node.place) { $0.raised = $0.raised ?? node.place }
    if let event, let parameter = events[event.index].parameters.first {
      findings.report(
        .badEvent, "`\(name)` has parameters, and an event is raised without; declare another event for this",
        at: node.place, notes: [("the parameter `\(parameter.name)` is declared here", parameter.range)])
      return nil
    }
    return event
  }

  /// The event of that name, made an internal one if it is not declared.
  mutating func internalEvent(
    _ name: String, at range: SourceRange,
    noting note: (inout InternalUse) -> Void
  ) -> ID<Event>? {
    if let event = eventNames[name] {
      usedEvents.insert(event)
      if events[event.index].isInternal { note(&internalUses[event, default: InternalUse()]) }
      return event
    }
    guard findings.checkName(name, at: range, as: .event) else { return nil }
    let event = ID<Event>(events.count)
    events.append(Event(name: name, isInternal: true, range: range))
    eventNames[name] = event
    note(&internalUses[event, default: InternalUse()])
    return event
  }

  private mutating func call(_ name: String, at range: SourceRange, scope: ExpressionScope) -> Action? {
    guard let index = declarations.callbackNames[name] else {
      let isEvent = eventNames[name] != nil
      findings.reportUnknown(
        name, what: "callback", at: range, among: isEvent ? [] : declarations.callbackNames.keys.sorted(),
        hint: isEvent ? "; to raise the event of that name, write `{raise: \(name)}`" : "")
      return nil
    }
    usedCallbacks.insert(ID(index))
    let callback = declarations.callbacks[index]
    let arguments = callback.parameters.compactMap { argument($0, of: callback, at: range, scope: scope) }
    return .call(Call(callback: ID(index), arguments: arguments, range: range))
  }

  private mutating func argument(
    _ parameter: Parameter, of callback: Callback, at range: SourceRange, scope: ExpressionScope
  ) -> Call.Argument? {
    let note = ("the parameter is declared here", parameter.range)
    let argument: (value: Call.Argument, type: ValueType, origin: String)
    if let type = scope.parameters[parameter.name] {
      argument = (.parameter(parameter.name), type, "the event's parameter")
    } else if let index = declarations.fieldNames[parameter.name] {
      usedFields.insert(ID(index))
      let isReported = findings.reportMaybeParameter(
        parameter.name, as: "the argument `\(parameter.name)` of `\(callback.name)`", in: scope, at: range)
      if isReported { return nil }
      argument = (.field(ID(index)), declarations.fields[index].type, "the context field")
    } else {
      if declarations.unreadableFields.contains(parameter.name) { return nil }
      let isParameter = scope.parameterNames.contains(parameter.name)
      findings.report(
        .missingArgument,
        "nothing supplies the argument `\(parameter.name)` of `\(callback.name)` here; no event's parameter and no "
          + "context field of that name can be read" + (isParameter ? ": \(scope.unavailability.reason)" : ""),
        at: range, notes: [note] + (isParameter ? scope.unavailability.notes : []))
      return nil
    }
    if argument.type == parameter.type { return argument.value }
    findings.report(
      .missingArgument,
      "`\(callback.name)` takes `\(parameter.name)` as \(parameter.type.article), but \(argument.origin) of that name "
        + "is \(argument.type.article)", at: range, notes: [note])
    return nil
  }
}
