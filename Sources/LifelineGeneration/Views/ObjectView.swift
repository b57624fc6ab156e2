import LifelineTemplating

/// The class that holds a machine.
struct ObjectView: TemplateView {
  var name: String
  var inputType: String
  var takesInput: Bool

  static let keys: ViewKeys<Self> = [
    "objectType": .text(\.name, "The class's name."),
    "inputType": .text(\.inputType, "The private enum of what waits for the machine."),
    "takesInput": .flag(\.takesInput, "Whether the class accepts time or changes of the context besides events."),
  ]
}

extension DeclarationViews {
  /// Returns the class that holds the machine.
  func makeObject() -> ObjectView {
    // Inside of the class, the enum would hide a machine of its name.
    ObjectView(
      name: names.object, inputType: machine.name == "Input" ? "ObjectInput" : "Input",
      takesInput: context.hasTimers || context.hasContext)
  }
}
