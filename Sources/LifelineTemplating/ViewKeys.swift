/// The keys of a view type: a dictionary literal of names and their declarations.
///
/// ```swift
/// static let keys: ViewKeys<Self> = [
///   "name": .text(\.name, "The state's name as a Swift identifier."),
///   "states": .list(\.states, "The states inside, in document order."),
/// ]
/// ```
package struct ViewKeys<View: TemplateView>: Sendable, ExpressibleByDictionaryLiteral {
  /// The names and kinds of the keys, in the order of their declaration.
  package let declarations: [KeyDeclaration]
  private let keys: [String: ViewKey<View>]

  package init(dictionaryLiteral elements: (String, ViewKey<View>)...) {
    declarations = elements.map { KeyDeclaration(name: $0, kind: $1.kind, documentation: $1.documentation) }
    keys = Dictionary(uniqueKeysWithValues: elements)
  }

  /// The key called `name`, if the view type has it.
  subscript(name: String) -> ViewKey<View>? { keys[name] }
}

/// A key of a view type: its kind, its value for a view, and a line for the reference of all keys.
package struct ViewKey<View: TemplateView>: Sendable {
  let kind: KeyKind
  let documentation: String
  let value: @Sendable (View) -> TemplateValue

  /// A text, which is written as it is.
  package static func text(_ value: @escaping @Sendable (View) -> String, _ documentation: String) -> Self {
    Self(kind: .text, documentation: documentation) { .text(value($0)) }
  }

  /// A flag, which decides whether a section is rendered.
  package static func flag(_ value: @escaping @Sendable (View) -> Bool, _ documentation: String) -> Self {
    Self(kind: .flag, documentation: documentation) { .flag(value($0)) }
  }

  /// A view that is always there, so that dotted names may look keys up in it.
  package static func view<Inner: TemplateView>(
    _ value: @escaping @Sendable (View) -> Inner, _ documentation: String
  ) -> Self {
    Self(kind: .view(Inner.self), documentation: documentation) { .view(value($0)) }
  }

  /// One view or none.
  package static func section<Inner: TemplateView>(
    _ value: @escaping @Sendable (View) -> Inner?, _ documentation: String
  ) -> Self {
    Self(kind: .optionalView(Inner.self), documentation: documentation) { .view(value($0)) }
  }

  /// A list of views.
  package static func list<Item: TemplateView>(
    _ value: @escaping @Sendable (View) -> [Item], _ documentation: String
  ) -> Self {
    Self(kind: .list(Item.self), documentation: documentation) { .list(value($0)) }
  }

  /// A list of texts.
  package static func texts(_ value: @escaping @Sendable (View) -> [String], _ documentation: String) -> Self {
    Self(kind: .texts, documentation: documentation) { .texts(value($0)) }
  }
}
