import LifelineModel
import LifelineTemplating

/// The type of the machine's context.
struct ContextView: TemplateView {
  var types: String
  var fields: [FieldView]
  var parameters: String

  static let keys: ViewKeys<Self> = [
    "types": .text(\.types, "The enums of fields whose values the spec lists, or nothing."),
    "fields": .list(\.fields, "The fields in document order, and then the facts of parts."),
    "parameters": .text(\.parameters, "The initializer's parameters with their defaults, without parentheses."),
  ]

  /// Returns the type of the context, if the machine has fields.
  static func make(for machine: MachineDeclarations) -> ContextView? {
    let context = machine.context
    guard context.hasContext else { return nil }
    let parts = context.ownParts.filter(\.context.hasContext)
    let fields = machine.machine.fields
    let parameters =
      fields.map { field in
        let (name, local) = (SwiftText.identifier(field.name), machine.parameter(of: field))
        let label = name == local ? name : "\(name) \(local)"
        return "\(label): \(machine.type(of: field)) = \(machine.defaultValue(of: field))"
      } + parts.map { "\($0.property): \($0.type).Context = .init(\(machine.defaults(of: $0)))" }
    return ContextView(
      types: machine.printer.text(machine.fieldTypes.map { [$0.declaration] }, level: 2),
      fields: fields.map { .make(for: $0, of: machine) } + parts.map(FieldView.make),
      parameters: parameters.joined(separator: ", "))
  }
}

/// A field of the context.
struct FieldView: TemplateView {
  var doc: [String]
  var name: String
  var type: String
  var local: String
  var modifiers: String

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The property's name."),
    "type": .text(\.type, "The property's type, as it is called inside `Context`."),
    "local": .text(\.local, "The initializer's parameter for the field."),
    "modifiers": .text(\.modifiers, "`fileprivate(set)` with a space if hosts can't write the field, or else nothing."),
  ]

  fileprivate static func make(for field: Field, of machine: MachineDeclarations) -> FieldView {
    let range = field.boundsText.map { ["The range is `\($0)`."] } ?? []
    return FieldView(
      doc: DocumentationLines.comment(machine.documentation.lines(field.documentation) + range),
      name: SwiftText.identifier(field.name), type: machine.type(of: field), local: machine.parameter(of: field),
      modifiers: field.isProtected ? "fileprivate(set) " : "")
  }

  fileprivate static func make(for part: PartContext) -> FieldView {
    FieldView(
      doc: ["/// The facts of the part `\(part.part.name)`."], name: part.property, type: "\(part.type).Context",
      local: part.property, modifiers: "")
  }
}

extension MachineDeclarations {
  /// The enums of fields whose values the spec lists.
  var fieldTypes: [Enumeration] {
    // A field called `Self` hides the word.
    let hidesSelf = machine.fields.contains { $0.name == "Self" }
    return machine.fields.compactMap { field in
      guard case .cases(_, let cases) = field.type, let name = names.fieldTypes[field.name] else { return nil }
      return Enumeration(
        documentation: ["The values of `\(field.name)`."], name: name, cases: cases,
        selfType: hidesSelf ? name : "Self")
    }
  }

  /// Returns the type of a field, as it is called inside `Context`.
  func type(of field: Field) -> String { names.fieldTypes[field.name] ?? text.type(field.type) }

  /// Returns the defaults that the spec gives a part, as arguments.
  fileprivate func defaults(of part: PartContext) -> String {
    let fields = part.part.place.fields
    let facts = FactArguments(text: shortText, usesShortTypes: true)
    return facts.list(for: part.context) { field in
      let source = fields[field.index]
      return source.index < machine.fields.count ? nil : context.whole[source].defaultValue
    }.joined(separator: ", ")
  }

  /// Returns the local name of the initializer's parameter, which also says `self`, and `Swift` in its types.
  fileprivate func parameter(of field: Field) -> String {
    ["self", "Swift"].contains(field.name) ? "\(field.name)_" : SwiftText.identifier(field.name)
  }

  /// Returns a field's default, without the name of the standard library: a field may be called `Swift`.
  fileprivate func defaultValue(of field: Field) -> String { shortText(field.defaultValue) }

  private func shortText(_ value: Value) -> String {
    let text = text.text(value)
    guard case .duration = value else { return text }
    return String(text.dropFirst("Swift.Duration".count))
  }
}
