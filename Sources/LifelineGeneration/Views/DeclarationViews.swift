import LifelineModel

/// Makes the views of a machine's declarations.
struct DeclarationViews {
  let context: MachineContext
  let options: GenerationOptions

  var machine: Machine { context.machine }
  var names: MachineNames { context.names }
  var layout: StateLayout { context.layout }
  var documentation: DocumentationLines { DocumentationLines(machine: machine, citations: options.citations) }
  var text: ExpressionText { ExpressionText(of: context) }

  /// Returns parameters with their types, without parentheses.
  /// - Parameter isInsideMachine: Whether the list stands inside of the generated type.
  func list(_ parameters: [Parameter], insideMachine isInsideMachine: Bool = true) -> String {
    let text = ExpressionText(of: context, insideMachine: isInsideMachine)
    return parameters.map { "\(SwiftText.identifier($0.name)): \(text.type($0.type))" }.joined(separator: ", ")
  }

  private func parenthesized(_ parameters: [Parameter]) -> String {
    parameters.isEmpty ? "" : "(\(list(parameters)))"
  }

  /// Returns the cases of `Event`.
  func makeEvents() -> [CaseView] {
    context.hostEvents.map { id in
      let event = machine[id]
      return CaseView(
        doc: documentation.lines(event.documentation), name: SwiftText.identifier(event.name),
        parameters: parenthesized(event.parameters))
    }
  }

  /// Returns the cases of `Callback`.
  func makeCallbacks() -> [CallbackCaseView] {
    let names = callbackNames
    return zip(machine.callbacks, names).map { callback, callbackName in
      let name = SwiftText.identifier(callback.name)
      return CallbackCaseView(
        doc: documentation.lines(callback.documentation, selectors: callback.selectors), name: name,
        parameters: parenthesized(callback.parameters), pattern: ".\(name)", callbackName: ".\(callbackName)")
    }
      + context.ownParts.filter(\.context.hasCallbacks).map { part in
        // A part's names follow each other as in the part itself.
        let rawType = SwiftText.rawType(caseCount: names.count)
        let rawValue = "\(part.part.place.callbacks) + \(rawType)(call.name.rawValue)"
        return CallbackCaseView(
          doc: ["/// A call of the part `\(part.part.name)`."], name: part.property,
          parameters: "(\(part.type).Callback)", pattern: ".\(part.property)(let call)",
          callbackName: "CallbackName(rawValue: \(rawValue)) ?? \(SwiftText.qualified(names[0], in: "CallbackName"))")
      }
  }

  /// The cases of `CallbackName`: those of a part begin with its name.
  private var callbackNames: [String] {
    var taken: Set<String> = []
    return context.whole.callbacks.map { callback in
      SwiftText.iterableCase(uniqueName(SwiftText.camelCase(path: callback.name), &taken, suffix: "_"))
    }
  }

  /// Returns the cases of `Reaction.Cause` for parts with timers.
  func makeTimedParts() -> [CaseView] {
    context.timedParts.map { CaseView(name: $0.property, parameters: "(\($0.type).Reaction.Cause)") }
  }

  /// Returns the enum of the names of callbacks, if the machine makes calls.
  func makeCallbackNames() -> EnumerationView? {
    guard context.hasCallbacks else { return nil }
    return EnumerationView(
      doc: ["/// The names of the calls that the machine makes."], name: "CallbackName",
      cases: context.whole.callbacks.map(\.name), caseNames: callbackNames)
  }
}

/// Returns cases of an enum as a pattern.
func casePattern(_ cases: [String]) -> String {
  cases.map { ".\($0)" }.joined(separator: ", ")
}
