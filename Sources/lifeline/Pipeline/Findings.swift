import LifelineDiagnostics

/// What a run has found so far, and the texts that it was found in.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [String: SourceFile] = [:]
  private(set) var containErrors = false

  /// Adds findings about one file.
  mutating func add(_ found: [Diagnostic], in source: SourceFile? = nil) {
    diagnostics += found.inSourceOrder().abridged()
    containErrors = containErrors || found.containsErrors
    if let source { sources[source.path] = source }
  }

  /// Adds what ended something.
  mutating func add(_ refusal: Refusal) { add([refusal.diagnostic]) }
}
