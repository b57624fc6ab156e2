import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns the places that declare the name at a position.
  func definition(_ context: FeatureContext) -> JSON {
    var seen: Set<SourceLocation> = []
    let locations = context.occurrences.map(\.symbol.location).filter { $0.range != nil }
    return .array(locations.filter { seen.insert($0).inserted }.map { json($0, context.translator) })
  }

  /// Returns the places at which the name at a position stands, in all files that are known.
  mutating func references(_ context: FeatureContext, includingDeclaration: Bool) -> JSON {
    var seen: Set<SourceLocation> = []
    var locations: [SourceLocation] = []
    for occurrence in context.occurrences {
      for spec in relatedSpecs(to: occurrence.symbol.location.path, context) {
        locations += spec.occurrences(of: occurrence.symbol).filter { includingDeclaration || !$0.isDeclaration }
          .map { SourceLocation(path: spec.reading.source.path, range: $0.range) }
      }
    }
    return .array(locations.filter { seen.insert($0).inserted }.map { json($0, context.translator) })
  }

  /// Returns the spec at a path and those that may use it: the open ones, and those of its package.
  mutating func relatedSpecs(to path: String, _ context: FeatureContext) -> [EditedSpec] {
    var specs: [PathKey: EditedSpec] = [PathKey(context.path): context.spec]
    for uri in documents.uris {
      guard let spec = documents.recoveredSpec(uri) else { continue }
      specs[PathKey(spec.reading.source.path)] = spec
    }
    // A text that is on no disk is no part of another.
    let paths = path.hasPrefix("/") ? [path] + specPaths(around: path, openFolders: documents.folders) : []
    for other in paths where specs[PathKey(other)] == nil {
      guard let bytes = readSpecText(other) else { continue }
      let document = OpenDocument(
        uri: DocumentURI.uri(ofPath: other), version: 0, text: String(decoding: bytes, as: UTF8.self))
      let spec = documents.job(for: document).readRecovering()
      if other == path || spec.usedPaths.contains(path) { specs[PathKey(other)] = spec }
    }
    return specs.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension EditedSpec {
  /// Returns whether a part uses another spec, directly or by way of others.
  func uses(_ other: EditedSpec) -> Bool {
    let path = PathKey(other.reading.source.path)
    return usedPaths.contains { PathKey($0) == path }
  }

  /// Returns the occurrences of something that this spec or another one declares.
  func occurrences(of symbol: Symbol) -> [SymbolOccurrence] {
    reading.symbols?.occurrences.filter { $0.symbol.isSame(as: symbol) && !$0.isImplied } ?? []
  }
}

extension Symbol {
  /// Returns whether two symbols, seen from different files, are the same.
  func isSame(as other: Symbol) -> Bool {
    role == other.role && name == other.name && PathKey(location.path) == PathKey(other.location.path)
      && isDeclared(like: other)
  }

  /// Returns whether two symbols of a file have the same declaration. The range that other files know includes quotes.
  private func isDeclared(like other: Symbol) -> Bool {
    guard let range = location.range, let otherRange = other.location.range else {
      return location.range == other.location.range && owner == other.owner
    }
    return range.contains(otherRange) || otherRange.contains(range)
  }
}

extension SourceRange {
  fileprivate func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }
}
