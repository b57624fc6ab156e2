import LifelineModel
import LifelineTemplating

/// The protocol of a machine's delegates.
struct DelegateView: TemplateView {
  var name: String
  var attributes: String
  var methods: [DelegateMethodView]

  static let keys: ViewKeys<Self> = [
    "protocol": .text(\.name, "The protocol's name."),
    "attributes": .text(\.attributes, "The attributes of the protocol and of functions with a delegate, or nothing."),
    "methods": .list(\.methods, "The methods, one for each callback."),
  ]

  /// Returns the delegate's protocol, if the machine makes calls.
  static func make(for machine: MachineDeclarations) -> DelegateView? {
    let context = machine.context
    guard context.hasCallbacks else { return nil }
    let parts = context.ownParts.filter(\.context.hasCallbacks)
    let attributes = [machine.isolatedAvailability, machine.isolation].filter { !$0.isEmpty }
    return DelegateView(
      name: machine.names.delegate, attributes: attributes.joined(separator: "\n"),
      methods: machine.machine.callbacks.map { .make(for: $0, of: machine) } + parts.map(DelegateMethodView.make))
  }
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

  /// Returns the method for all calls of a part.
  fileprivate static func make(for part: PartContext) -> DelegateMethodView {
    DelegateMethodView(
      name: part.property,
      parameters: "_ callback: \(part.type).Callback", bindings: "(let callback)", arguments: "callback")
  }

  fileprivate static func make(for callback: Callback, of machine: MachineDeclarations) -> DelegateMethodView {
    let locals = LocalNames.assign(to: callback.parameters)
    let bindings = callback.parameters.map { "let \(locals[$0.name])" }.joined(separator: ", ")
    let arguments = callback.parameters.map { "\(SwiftText.argumentLabel($0.name)): \(locals[$0.name])" }
    return DelegateMethodView(
      name: SwiftText.identifier(callback.name), parameters: machine.list(callback.parameters, insideMachine: false),
      bindings: bindings.isEmpty ? "" : "(\(bindings))", arguments: arguments.joined(separator: ", "))
  }
}
