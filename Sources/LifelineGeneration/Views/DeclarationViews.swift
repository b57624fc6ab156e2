import LifelineModel

/// Makes the views of a machine's declarations.
struct DeclarationViews {
  let context: MachineContext

  var machine: Machine { context.machine }
  var names: MachineNames { context.names }
  var layout: StateLayout { context.layout }
  var documentation: DocumentationLines { DocumentationLines(machine: machine) }
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
    machine.callbacks.map { callback in
      CallbackCaseView(
        doc: documentation.lines(callback.documentation, selectors: callback.selectors),
        name: SwiftText.identifier(callback.name), parameters: parenthesized(callback.parameters),
        callbackName: SwiftText.iterableCase(callback.name))
    }
  }

  /// Returns the enum of the names of callbacks, if the machine makes calls.
  func makeCallbackNames() -> EnumerationView? {
    if machine.callbacks.isEmpty { return nil }
    return EnumerationView(
      doc: ["/// The names of the calls that the machine makes."], name: "CallbackName",
      cases: machine.callbacks.map(\.name))
  }
}

/// Returns cases of an enum as a pattern.
func casePattern(_ cases: [String]) -> String {
  cases.map { ".\($0)" }.joined(separator: ", ")
}
