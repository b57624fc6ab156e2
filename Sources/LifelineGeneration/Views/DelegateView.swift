import LifelineModel
import LifelineTemplating

/// The protocol of a machine's delegates.
struct DelegateView: TemplateView {
  var name: String
  var methods: [DelegateMethodView]

  static let keys: ViewKeys<Self> = [
    "protocol": .text(\.name, "The protocol's name."),
    "methods": .list(\.methods, "The methods, one for each callback."),
  ]
}

/// A delegate's method for a callback.
struct DelegateMethodView: TemplateView {
  var name: String
  var parameters: String
  var bindings: String
  var arguments: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The name of the method and of its case of `Callback`."),
    "parameters": .text(\.parameters, "The method's parameters, without parentheses."),
    "bindings": .text(\.bindings, "The pattern that binds the case's associated values in parentheses, or nothing."),
    "arguments": .text(\.arguments, "The method's arguments made from these bindings, without parentheses."),
  ]
}

extension DeclarationViews {
  /// Returns the delegate's protocol, if the machine makes calls.
  func makeDelegate() -> DelegateView? {
    guard context.hasCallbacks else { return nil }
    let parts = context.ownParts.filter(\.context.hasCallbacks)
    return DelegateView(name: names.delegate, methods: machine.callbacks.map(makeMethod) + parts.map(makeMethod))
  }

  /// Returns the method for all calls of a part.
  private func makeMethod(for part: PartContext) -> DelegateMethodView {
    DelegateMethodView(
      name: part.property,
      parameters: "_ callback: \(part.type).Callback", bindings: "(let callback)", arguments: "callback")
  }

  private func makeMethod(for callback: Callback) -> DelegateMethodView {
    let locals = LocalNames.assign(to: callback.parameters)
    let bindings = callback.parameters.map { "let \(locals[$0.name])" }.joined(separator: ", ")
    let arguments = callback.parameters.map { "\(SwiftText.argumentLabel($0.name)): \(locals[$0.name])" }
    return DelegateMethodView(
      name: SwiftText.identifier(callback.name), parameters: list(callback.parameters, insideMachine: false),
      bindings: bindings.isEmpty ? "" : "(\(bindings))", arguments: arguments.joined(separator: ", "))
  }
}
