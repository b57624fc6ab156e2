import LifelineTemplating

/// The class that holds a machine.
struct ObjectView: TemplateView {
  var name: String
  var takesInput: Bool

  static let keys: ViewKeys<Self> = [
    "objectType": .text(\.name, "The class's name."),
    "takesInput": .flag(\.takesInput, "Whether the class accepts time or changes of the context besides events."),
  ]
}

extension DeclarationViews {
  /// Returns the class that holds the machine.
  func makeObject() -> ObjectView {
    ObjectView(name: names.object, takesInput: context.hasTimers || context.hasContext)
  }
}
