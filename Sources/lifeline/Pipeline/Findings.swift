import LifelineSource

/// What a run has found so far, and the texts that it was found in.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [String: SourceFile] = [:]
  private(set) var containErrors = false
  /// Whether warnings count as errors.
  let isStrict: Bool

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Adds findings about one file.
  mutating func add(_ found: [Diagnostic], in source: SourceFile? = nil) {
    if let source { sources[source.path] = source }
    guard !found.isEmpty else { return }
    var found = found.inSourceOrder().abridged()
    if isStrict {
      for index in found.indices { found[index].severity = .error }
    }
    diagnostics += found
    containErrors = containErrors || found.containsErrors
  }

  /// Adds what else was found, behind this.
  mutating func add(_ others: Findings) {
    diagnostics += others.diagnostics
    containErrors = containErrors || others.containErrors
    sources.merge(others.sources) { $1 }
  }

  /// Adds what ended something.
  mutating func add(_ refusal: Refusal) { add([refusal.diagnostic]) }
}
