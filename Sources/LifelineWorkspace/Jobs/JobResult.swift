import LifelineReporting

/// The results of a job.
package struct JobResult: Sendable {
  package var diagnostics = RunDiagnostics()
  /// The lines that tell the user about the results.
  package var lines: [String] = []
  /// Returns the members of the JSON document about the results that belong to the command alone. They are made only if
  /// somebody asks for the document.
  package var members: @Sendable () -> [(name: String, value: JSON)] = { [] }
  /// The lines that the user asked for, which stand alone on standard output; `nil` if the user didn't ask for any.
  package var answer: [String]?
  /// The bytes that the user asked for, which stand alone on standard output.
  package var output: [UInt8]?
  /// The changes that the job would make.
  package var differences: [UnifiedDifference] = []
  /// The paths of the files that were written.
  package var written: [String] = []
  /// The paths of the files that already had the same content.
  package var unchanged: [String] = []
  /// The outcomes for all files of the output.
  package var files: [FileOutcome] = []
  /// Whether something that is no error makes the command fail.
  var hasFailed = false

  /// Whether the command fails.
  package var isFailing: Bool { hasFailed || diagnostics.containsErrors }

  /// Adds the results of writing files.
  mutating func add(_ files: WrittenFiles) {
    diagnostics.add(files.diagnostics)
    written += files.written
    unchanged += files.unchanged
    self.files += files.outcomes
    lines += files.written.map { "wrote \($0)" } + files.unchanged.map { "unchanged \($0)" }
  }

  /// Writes files, all of them or none.
  static func write(_ files: [GeneratedFile]) -> JobResult {
    var result = JobResult()
    result.add(OutputWriter.write(files))
    return result
  }
}
