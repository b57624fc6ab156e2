import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns the places in a file that name what is at a position.
  func highlights(_ context: FeatureContext) -> JSON {
    var seen: Set<SourceRange> = []
    let occurrences = context.occurrences.flatMap { context.symbols?.occurrences(of: $0.symbol) ?? [] }
    return .array(
      occurrences.filter { seen.insert($0.range).inserted }.map { occurrence in
        // The protocol's kinds for what is written and what is read.
        ["range": context.translator.json(occurrence.range), "kind": .number(occurrence.isDeclaration ? 3 : 2)]
      })
  }

  /// Returns what the specs of the open folders, and those that are open, declare with a name that contains the letters of a
  /// query in their order.
  mutating func workspaceSymbols(_ query: String) -> JSON {
    var specs: [PathKey: EditedSpec] = [:]
    for uri in documents.uris {
      guard let spec = documents.recoveredSpec(uri) else { continue }
      specs[PathKey(spec.reading.source.path)] = spec
    }
    for path in documents.folders.flatMap({ specPaths(around: $0 + "/-", openFolders: documents.folders) })
    where specs[PathKey(path)] == nil {
      guard let bytes = readSpecText(path) else { continue }
      let document = OpenDocument(
        uri: DocumentURI.uri(ofPath: path), version: 0, text: String(decoding: bytes, as: UTF8.self))
      specs[PathKey(path)] = documents.job(for: document).readRecovering()
    }
    var found: [JSON] = []
    for spec in specs.sorted(by: { $0.key < $1.key }).map(\.value) {
      let translator = PositionTranslator(source: spec.reading.source, encoding: encoding)
      let machine = spec.reading.draft?.name ?? ""
      for occurrence in spec.reading.symbols?.occurrences ?? []
      where occurrence.isDeclaration && contains(occurrence.symbol.name, query) {
        guard let kind = SymbolKind(occurrence.symbol.role) else { continue }
        let location = SourceLocation(path: spec.reading.source.path, range: occurrence.range)
        found.append([
          "name": .string(occurrence.symbol.name), "kind": .number(kind.rawValue), "containerName": .string(machine),
          "location": json(location, translator),
        ])
      }
    }
    return .array(found)
  }

  private func contains(_ name: String, _ query: String) -> Bool {
    var rest = query.lowercased()[...]
    for letter in name.lowercased() where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

extension SymbolKind {
  /// The kind of something with a role; `nil` for what isn't worth a search.
  fileprivate init?(_ role: Symbol.Role) {
    switch role {
    case .machine: self = .module
    case .type: self = .enumeration
    case .state: self = .state
    case .event: self = .event
    case .callback: self = .method
    case .field: self = .field
    case .part: self = .object
    case .source, .claim: self = .constant
    case .scenario: self = .function
    case .parameter, .enumCase, .channel: return nil
    }
  }
}
