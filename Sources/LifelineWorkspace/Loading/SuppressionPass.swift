import LifelineSource

/// Removes the diagnostics that specs and their folders suppress, and finds the suppressions without an effect.
struct SuppressionPass {
  /// The suppressions of a folder's configuration.
  private struct Folder {
    var configuration: FolderConfiguration
    var filter: SuppressionFilter
    /// The codes of the warnings that were looked for in all specs so far; `nil` before the first spec.
    var checkedCodes: Set<String>?
  }

  private var folders: [Folder] = []
  /// The indices of the folders by their paths.
  private var indices: [PathKey: Int] = [:]

  /// Returns the configuration's own diagnostics that it doesn't suppress. Only the first call for a configuration
  /// returns any.
  mutating func diagnostics(of configuration: FolderConfiguration) -> [Diagnostic] {
    let key = PathKey(configuration.folder)
    guard indices[key] == nil else { return [] }
    indices[key] = folders.count
    var folder = Folder(configuration: configuration, filter: SuppressionFilter.prepare(configuration.suppressions))
    let remaining = folder.filter.wanted(configuration.diagnostics)
    folders.append(folder)
    return remaining
  }

  /// Returns the diagnostics of a spec that neither the spec nor its folder suppresses, with warnings about the spec's
  /// suppressions that have no effect.
  mutating func diagnostics(of spec: SpecFindings) -> [Diagnostic] {
    let checkedCodes = spec.checkedCodes
    var filter = SuppressionFilter.prepare(spec.spec.reading.suppressions)
    var remaining = filter.wanted(spec.diagnostics)
    if let checkedCodes { remaining += filter.unusedSuppressions(lookedFor: checkedCodes, in: "this part") }

    guard let folder = spec.spec.spec.configuration?.folder, let index = indices[PathKey(folder)] else {
      return remaining
    }
    let codes = checkedCodes ?? []
    folders[index].checkedCodes = folders[index].checkedCodes?.intersection(codes) ?? codes
    return folders[index].filter.wanted(remaining)
  }

  /// Adds warnings about suppressions in configurations that have no effect. Only configurations count whose folders
  /// were searched completely.
  mutating func addUnusedSuppressions(searched: Set<FileIdentity>, to collector: inout RunDiagnostics) {
    for index in folders.indices {
      guard let identity = folders[index].configuration.identity, searched.contains(identity),
        let codes = folders[index].checkedCodes, !codes.isEmpty
      else { continue }
      let unused = folders[index].filter.unusedSuppressions(lookedFor: codes, in: "the specs of this folder")
      collector.add(unused, in: folders[index].configuration.source)
    }
  }
}

extension SuppressionFilter {
  /// Returns warnings about the suppressions that had no effect.
  /// - Parameter codes: The codes of the warnings that were looked for.
  fileprivate mutating func unusedSuppressions(lookedFor codes: Set<String>, in scope: String) -> [Diagnostic] {
    let kinds = Dictionary(DiagnosticKind.allKinds.map { ($0.code, $0) }) { first, _ in first }
    return unused(lookedFor: codes, among: kinds, in: scope)
  }
}
