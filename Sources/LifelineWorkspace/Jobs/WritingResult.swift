/// The results of writing files that aren't generated from specs.
package struct WritingResult: Sendable {
  package var diagnostics = RunDiagnostics()
  /// The paths of the files that were written.
  package var written: [String] = []
  /// The paths of the files that already had the same content.
  package var unchanged: [String] = []

  /// Writes files, all of them or none.
  static func write(_ files: [GeneratedFile]) -> WritingResult {
    let written = OutputWriter.write(files)
    var result = WritingResult(written: written.written, unchanged: written.unchanged)
    result.diagnostics.add(written.diagnostics)
    return result
  }
}
