import LifelineTemplating

/// A stored property of the machine.
struct StoredPropertyView: TemplateView {
  var doc = ""
  var declaration: String

  static let keys: ViewKeys<Self> = [
    "doc": .text(\.doc, "The summary of the property, or nothing."),
    "declaration": .text(\.declaration, "The property with its modifiers and its initial value."),
  ]
}
