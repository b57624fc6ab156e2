import LifelineModel

/// The types of events that a host sends, of calls that the machine makes, and of what it did.
extension MachineDeclarations {
  /// The types in the machine, without that of its context.
  var types: [Declaration] {
    var types = stateTypes().map(declare)
    if !hasNesting {
      types.append(
        Declaration(
          "All states. No state contains others, so these are those of `State`.", isPublic: true,
          head: "typealias AnyState = State"))
    }
    types += [eventType, callbackType]
    if context.hasCallbacks { types.append(callbackNames.declaration) }
    types.append(reactionType)
    if isHidden {
      types.append(
        Declaration(
          "The machine, whose name is that of a type inside it.", isPublic: true, head: "typealias Machine = Self"))
    }
    types += declaredTypes.map(\.declaration)
    return types + (layout.hasRegions ? [configurationError] : [])
  }

  /// Whether a type inside the machine has the machine's name, which then has another one there.
  private var isHidden: Bool { TakenNames.hidesMachine(named: machine.name) }

  private var configurationError: Declaration {
    Declaration(
      "The error for states that can't be active together.", isPublic: true,
      head: "struct ConfigurationError: Swift.Error, Swift.Hashable, Swift.Sendable",
      members: [[Declaration(isPublic: true, head: "var states: [AnyState]")]])
  }

  private func parenthesized(_ parameters: [Parameter]) -> String {
    parameters.isEmpty ? "" : "(\(list(parameters)))"
  }

  /// Returns a type without values. Swift warns that code never runs if it takes a value of an enum without cases.
  private func emptyType(_ name: String, _ summary: String) -> Declaration {
    Declaration(
      "\(summary): none.", isPublic: true, head: "struct \(name): Swift.Hashable, Swift.Sendable",
      members: [["private init() {}"]])
  }

  private var eventType: Declaration {
    let summary = "The events that the host can send"
    if context.hostEvents.isEmpty { return emptyType("Event", summary) }
    var cases = CaseLines()
    for event in context.hostEvents.map({ machine[$0] }) {
      cases.append(
        "\(SwiftText.identifier(event.name))\(parenthesized(event.parameters))",
        documentation: documentation.lines(event.documentation))
    }
    return Declaration(
      "\(summary).", isPublic: true, head: "enum Event: Swift.Hashable, Swift.Sendable",
      members: [cases.finish().map { Declaration(stringLiteral: $0) }])
  }

  private var callbackType: Declaration {
    let summary = "The calls that the machine makes"
    if !context.hasCallbacks { return emptyType("Callback", summary) }
    let callNames = callbackNameCases
    var cases = CaseLines()
    for callback in machine.callbacks {
      cases.append(
        "\(SwiftText.identifier(callback.name))\(parenthesized(callback.parameters))",
        documentation: documentation.lines(callback.documentation, selectors: callback.selectors))
    }
    var ownNames = zip(machine.callbacks, callNames).map { callback, name in
      Case(".\(SwiftText.identifier(callback.name))", body: [.return(".\(name)")])
    }
    // A part's names follow each other as in the part itself.
    let rawType = SwiftText.rawType(caseCount: callNames.count)
    for part in context.ownParts where part.context.hasCallbacks {
      let rawValue = "\(part.part.place.callbacks) + \(rawType)(call.name.rawValue)"
      let first = SwiftText.qualified(callNames[0], in: "CallbackName")
      cases.append(
        "\(part.property)(\(part.type).Callback)", documentation: ["A call of the part `\(part.part.name)`."])
      ownNames.append(
        Case(
          ".\(part.property)(let call)", body: [.return("CallbackName(rawValue: \(rawValue)) ?? \(first)")]))
    }
    let name = Declaration(
      "The name of the call.", isPublic: true, head: "var name: CallbackName",
      body: [.joined(.switch("self", ownNames, default: .none))])
    return Declaration(
      "\(summary).", isPublic: true, head: "enum Callback: Swift.Hashable, Swift.Sendable",
      members: [cases.finish().map { Declaration(stringLiteral: $0) }, [name]])
  }

  private var reactionType: Declaration {
    let type = isHidden ? "Machine" : names.type
    let deferral = context.shape.defers ? " or deferred the event" : ""
    func property(_ documentation: String, _ declaration: String) -> Declaration {
      Declaration(documentation, isPublic: true, head: "var \(declaration)")
    }
    return Declaration(
      "The outcome of an event\(context.hasTimers ? ", of a timer that elapsed" : "") or of another occasion.",
      isPublic: true, head: "struct Reaction: Swift.Hashable, Swift.Sendable",
      members: [
        [causeType],
        [
          Declaration(isPublic: true, head: "var cause: Cause"),
          property(
            "Whether the machine handled the cause\(deferral). If not, it made no calls.", "isHandled: Swift.Bool"),
          property("The calls that the machine made, in order.", "callbacks: [Callback]"),
          property("The machine before and after the cause.", "before, after: \(type)"),
        ],
      ])
  }

  private var causeType: Declaration {
    var cases = ["start", "event(Event)"]
    var causes = ["The start of the machine", "an event of the host"]
    if context.shape.hasTimers {
      cases.append("timer(of: AnyState)")
      causes.append("a timer of a state that elapsed")
    }
    if !context.timedParts.isEmpty {
      cases += context.timedParts.map { "\($0.property)(\($0.type).Reaction.Cause)" }
      causes.append("a timer of a part that elapsed")
    }
    if context.hasContext {
      cases.append("contextUpdate")
      causes.append("a change of the context")
    }
    let last = causes.removeLast()
    return Declaration(
      "\(causes.joined(separator: ", ")) or \(last).", isPublic: true,
      head: "enum Cause: Swift.Hashable, Swift.Sendable", cases: cases)
  }
}
