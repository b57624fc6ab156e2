import LifelineLanguage
import LifelineSource

/// The diagnostics of a run, with the texts that they refer to.
package struct RunDiagnostics: Sendable {
  /// The diagnostics, file by file, in source order within each.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The texts by their paths.
  package private(set) var sources: [PathKey: SourceFile] = [:]
  /// Whether warnings count as errors.
  package let isStrict: Bool

  /// Creates a collector without diagnostics.
  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Whether any of the diagnostics is an error.
  package var containsErrors: Bool { diagnostics.containsErrors }

  /// Adds diagnostics about one file, in source order.
  package mutating func add(_ diagnostics: [Diagnostic], in source: SourceFile? = nil) {
    if let source { sources[PathKey(source.path)] = source }
    self.diagnostics += diagnostics.inSourceOrder().abridged().map(adjusted)
  }

  /// Adds the errors in a spec.
  mutating func addErrors(of reading: SpecReading) {
    add(reading.diagnostics.filter { $0.severity == .error }, in: reading.source)
  }

  /// Adds the diagnostics of another collector after these.
  package mutating func add(_ other: RunDiagnostics) {
    diagnostics += other.diagnostics.map(adjusted)
    sources.merge(other.sources) { $1 }
  }

  /// Adds an error that stopped the work on a file.
  mutating func add(_ error: FileError) { add([error.diagnostic]) }

  /// Returns a diagnostic with the severity that it has in this run.
  private func adjusted(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    if isStrict { diagnostic.severity = .error }
    return diagnostic
  }
}
