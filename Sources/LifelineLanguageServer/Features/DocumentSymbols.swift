import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineYAML

extension ServerState {
  /// Returns the outline of a spec: its declarations, states and scenarios.
  func documentSymbols(_ context: FeatureContext) -> JSON {
    guard case .mapping(let entries)? = context.spec.reading.document.root?.content else { return .array([]) }
    return .array(
      entries.compactMap { entry in
        SymbolKind.section(entry.key).flatMap { section(entry, $0, context.translator) }
      })
  }

  private func section(_ entry: YAMLEntry, _ kind: SymbolKind, _ translator: PositionTranslator) -> JSON? {
    if kind == .module {
      guard case .scalar(let scalar) = entry.value.content, !scalar.text.isEmpty else { return nil }
      return symbol(scalar.text, kind, entry, selection: entry.value.usageRange, [], translator)
    }
    return symbol(
      entry.key, .namespace, entry, selection: entry.keyRange, children(of: entry.value, kind, translator), translator)
  }

  /// Returns the symbols of a mapping from names, or of a list of names.
  private func children(of node: YAMLNode, _ kind: SymbolKind, _ translator: PositionTranslator) -> [JSON] {
    switch node.content {
    case .mapping(let entries):
      return entries.map { entry in
        var inner: [JSON] = []
        if kind == .state, case .mapping(let keys) = entry.value.content {
          for key in keys where SymbolKind.section(key.key) == .state {
            inner += children(of: key.value, .state, translator)
          }
        }
        return symbol(entry.key, kind, entry, selection: entry.keyRange, inner, translator)
      }
    case .sequence(let items):
      return items.flatMap { children(of: $0, kind, translator) }
    case .scalar(let scalar):
      guard !scalar.text.isEmpty else { return [] }
      return [symbol(scalar.text, kind, range: node.usageRange, selection: node.usageRange, [], translator)]
    }
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, _ entry: YAMLEntry, selection: SourceRange, _ children: [JSON],
    _ translator: PositionTranslator
  ) -> JSON {
    let end = max(entry.keyRange.end, entry.value.usageRange.end)
    return symbol(
      name, kind, range: SourceRange(entry.keyRange.start, end), selection: selection, children, translator)
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, range: SourceRange, selection: SourceRange, _ children: [JSON],
    _ translator: PositionTranslator
  ) -> JSON {
    [
      // A client refuses a symbol without a name.
      "name": .string(name.isEmpty ? "(no name)" : name), "kind": .number(kind.rawValue),
      "range": translator.json(range), "selectionRange": translator.json(selection),
      "children": children.isEmpty ? nil : .array(children),
    ]
  }
}

/// The kinds of symbols that the protocol knows.
enum SymbolKind: Int {
  case module = 2
  case namespace = 3
  case state = 5
  case method = 6
  case field = 8
  case enumeration = 10
  case function = 12
  case constant = 14
  case object = 19
  case event = 24

  /// The kind of what stands in a section of a spec, or `nil` if no names stand there.
  static func section(_ key: String) -> SymbolKind? {
    switch key {
    case "machine": .module
    case "types": .enumeration
    case "sources": .constant
    case "context": .field
    case "parts": .object
    case "callbacks": .method
    case "events": .event
    case "states", "regions": .state
    case "scenarios": .function
    default: nil
    }
  }
}
