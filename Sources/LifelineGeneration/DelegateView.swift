import LifelineModel
import LifelineTemplating

/// What hears a machine's calls, as templates see it.
struct DelegateView: TemplateView {
  /// The protocol's name.
  var name: String
  var methods: [DelegateMethodView]

  static let keys = ["protocol", "methods"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "protocol": .text(name)
    case "methods": .list(methods)
    default: nil
    }
  }
}

/// The method for a callback, as templates see it.
struct DelegateMethodView: TemplateView {
  var doc: [String]
  var name: String
  /// The method's parameters, without parentheses.
  var parameters = ""
  /// What stands behind the callback's name in a pattern, with parentheses; empty if there are no parameters.
  var bindings = ""
  /// What the method is called with, without parentheses.
  var arguments = ""

  static let keys = ["doc", "name", "parameters", "bindings", "arguments"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .texts(doc)
    case "name": .text(name)
    case "parameters": .text(parameters)
    case "bindings": .text(bindings)
    case "arguments": .text(arguments)
    default: nil
    }
  }
}

extension Declarations {
  /// The delegate that hears `cases`, which are the machine's callbacks; a machine that calls nothing has none.
  func delegate(hearing cases: [CaseView]) -> DelegateView? {
    guard !cases.isEmpty else { return nil }
    let methods = zip(machine.callbacks, cases).map { callback, view in
      var method = DelegateMethodView(doc: view.doc, name: view.name)
      guard !callback.parameters.isEmpty else { return method }
      let locals = Parameters(callback.parameters).locals
      method.parameters = list(callback.parameters)
      let bindings = callback.parameters.map { "let \(locals[$0.name] ?? "_")" }
      method.bindings = "(\(bindings.joined(separator: ", ")))"
      method.arguments = callback.parameters.map { parameter in
        "\(SwiftText.argumentLabel(parameter.name)): \(locals[parameter.name] ?? "")"
      }.joined(separator: ", ")
      return method
    }
    return DelegateView(name: names.delegate, methods: methods)
  }
}
