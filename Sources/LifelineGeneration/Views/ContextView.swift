import LifelineModel
import LifelineTemplating

/// The type of the machine's context.
struct ContextView: TemplateView {
  var types: [EnumerationView]
  var fields: [FieldView]
  var parameters: String
  var computed: [String]
  var hasPrivateFields: Bool

  static let keys: ViewKeys<Self> = [
    "types": .list(\.types, "The enums of fields whose values the spec lists."),
    "fields": .list(\.fields, "The fields in document order, and then the facts of parts."),
    "parameters": .text(\.parameters, "The initializer's parameters with their defaults, without parentheses."),
    "isComputed": .flag(
      { !$0.computed.isEmpty },
      "Whether the machine's `context` is computed, because hosts can't write some fields, fields have ranges, or parts "
        + "have fields."),
    "computed": .texts(\.computed, "The lines of the computed property `context`."),
    "hasPrivateFields": .flag(
      \.hasPrivateFields, "Whether some fields have their defaults whenever the machine starts."),
  ]
}

/// A field of the context.
struct FieldView: TemplateView {
  var doc: [String]
  var name: String
  var type: String
  var local: String
  var isProtected: Bool

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The property's name."),
    "type": .text(\.type, "The property's type, as it is called inside `Context`."),
    "local": .text(\.local, "The initializer's parameter for the field."),
    "isProtected": .flag(\.isProtected, "Whether hosts can't write the field."),
  ]
}

extension DeclarationViews {
  /// Returns the type of the context, if the machine has fields.
  func makeContext(_ printer: ProgramPrinter) -> ContextView? {
    guard context.hasContext else { return nil }
    let parts = context.ownParts.filter(\.context.hasContext)
    let parameters =
      machine.fields.map { field in
        let (name, local) = (SwiftText.identifier(field.name), parameter(of: field))
        let label = name == local ? name : "\(name) \(local)"
        return "\(label): \(type(of: field)) = \(defaultValue(of: field))"
      } + parts.map { "\($0.property): \($0.type).Context = .init(\(defaults(of: $0)))" }
    return ContextView(
      types: machine.fields.compactMap(makeFieldType),
      fields: machine.fields.map { field in
        FieldView(
          doc: documentation.lines(field.documentation) + rangeLines(of: field), name: SwiftText.identifier(field.name),
          type: type(of: field), local: parameter(of: field), isProtected: field.isProtected)
      }
        + parts.map { part in
          FieldView(
            doc: ["/// The facts of the part `\(part.part.name)`."], name: part.property, type: "\(part.type).Context",
            local: part.property, isProtected: false)
        },
      parameters: parameters.joined(separator: ", "), computed: printer.computedContext(),
      hasPrivateFields: machine.fields.contains(where: \.isPrivate))
  }

  /// Returns the defaults that the spec gives a part, as arguments.
  private func defaults(of part: PartContext) -> String {
    let fields = part.part.place.fields
    let facts = FactArguments(text: shortText, usesShortTypes: true)
    return facts.list(for: part.context) { field in
      let source = fields[field.index]
      return source.index < machine.fields.count ? nil : context.whole[source].defaultValue
    }.joined(separator: ", ")
  }

  /// Returns the type of a field, as it is called inside `Context`.
  func type(of field: Field) -> String { names.fieldTypes[field.name] ?? text.type(field.type) }

  private func makeFieldType(of field: Field) -> EnumerationView? {
    guard case .cases(_, let cases) = field.type, let name = names.fieldTypes[field.name] else { return nil }
    // A field called `Self` hides the word.
    let selfType = machine.fields.contains { $0.name == "Self" } ? name : "Self"
    return EnumerationView(
      doc: ["/// The values of `\(field.name)`."], name: name, cases: cases, selfType: selfType)
  }

  /// Returns the line of documentation about a field's range, if there is one.
  private func rangeLines(of field: Field) -> [String] { field.boundsText.map { ["/// The range is `\($0)`."] } ?? [] }

  /// Returns the local name of the initializer's parameter, which also says `self`, and `Swift` in its types.
  private func parameter(of field: Field) -> String {
    ["self", "Swift"].contains(field.name) ? "\(field.name)_" : SwiftText.identifier(field.name)
  }

  /// Returns a field's default, without the name of the standard library: a field may be called `Swift`.
  private func defaultValue(of field: Field) -> String { shortText(field.defaultValue) }

  private func shortText(_ value: Value) -> String {
    let text = text.text(value)
    guard case .duration = value else { return text }
    return String(text.dropFirst("Swift.Duration".count))
  }
}
