import LifelineModel
import LifelineTemplating

/// The type of the machine's context.
struct ContextView: TemplateView {
  var types: [EnumerationView]
  var fields: [FieldView]
  var parameters: String
  var stored: String

  static let keys: ViewKeys<Self> = [
    "types": .list(\.types, "The enums of fields whose values the spec lists."),
    "fields": .list(\.fields, "The fields in document order."),
    "parameters": .text(\.parameters, "The initializer's parameters with their defaults, without parentheses."),
    "stored": .text(\.stored, "The machine's stored property that holds the fields."),
    "isProtected": .flag(
      { !$0.protectedFields.isEmpty },
      "Whether hosts can't write some fields, so that the machine's `context` is computed."),
    "protectedFields": .list(\.protectedFields, "The fields that hosts can't write."),
    "hasPrivateFields": .flag(
      { !$0.privateFields.isEmpty }, "Whether some fields have their defaults whenever the machine starts."),
    "privateFields": .list(\.privateFields, "The fields that only actions set."),
  ]
}

extension ContextView {
  private var protectedFields: [FieldView] { fields.filter(\.isProtected) }
  private var privateFields: [FieldView] { fields.filter(\.isPrivate) }
}

/// A field of the context.
struct FieldView: TemplateView {
  var doc: [String]
  var name: String
  var type: String
  var local: String
  var defaultValue: String
  var isProtected: Bool
  var isPrivate: Bool

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The property's name."),
    "type": .text(\.type, "The property's type, as it is called inside `Context`."),
    "local": .text(\.local, "The initializer's parameter for the field."),
    "defaultValue": .text(\.defaultValue, "The default, as it is written in the machine."),
    "isProtected": .flag(\.isProtected, "Whether hosts can't write the field."),
  ]
}

extension DeclarationViews {
  /// Returns the type of the context, if the machine has fields.
  func makeContext() -> ContextView? {
    guard context.hasContext else { return nil }
    let parameters = machine.fields.map { field in
      let (name, local) = (SwiftText.identifier(field.name), parameter(of: field))
      let label = name == local ? name : "\(name) \(local)"
      return "\(label): \(type(of: field)) = \(defaultValue(of: field))"
    }
    return ContextView(
      types: machine.fields.compactMap(makeFieldType),
      fields: machine.fields.map { field in
        FieldView(
          doc: documentation.lines(field.documentation), name: SwiftText.identifier(field.name),
          type: type(of: field), local: parameter(of: field), defaultValue: text.text(field.defaultValue),
          isProtected: field.isProtected, isPrivate: field.isPrivate)
      },
      parameters: parameters.joined(separator: ", "), stored: names.storedContext)
  }

  /// Returns the type of a field, as it is called inside `Context`.
  func type(of field: Field) -> String { names.fieldTypes[field.name] ?? text.type(field.type) }

  private func makeFieldType(of field: Field) -> EnumerationView? {
    guard case .cases(_, let cases) = field.type, let name = names.fieldTypes[field.name] else { return nil }
    return EnumerationView(doc: ["/// The values of `\(field.name)`."], name: name, cases: cases)
  }

  /// Returns the local name of the initializer's parameter, which also says `self`, and `Swift` in its types.
  private func parameter(of field: Field) -> String {
    ["self", "Swift"].contains(field.name) ? "\(field.name)_" : SwiftText.identifier(field.name)
  }

  /// Returns a field's default, without the name of the standard library: a field may be called `Swift`.
  private func defaultValue(of field: Field) -> String {
    let value = text.text(field.defaultValue)
    guard case .duration = field.defaultValue else { return value }
    return String(value.dropFirst("Swift.Duration".count))
  }
}
