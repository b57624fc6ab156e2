/// The outcome of a run for a file of its output.
package struct FileOutcome: Hashable, Sendable {
  /// The thing that happened to the file, or would happen if the run wrote.
  package enum Action: String, CaseIterable, Sendable {
    case written, unchanged, removed, wouldBeWritten, wouldBeRemoved
  }

  package var path: String
  package var action: Action
}

extension FileOutcome {
  /// Returns the outcomes for files that share one.
  static func list(_ paths: [String], _ action: Action) -> [FileOutcome] {
    paths.map { FileOutcome(path: $0, action: action) }
  }
}

extension WrittenFiles {
  /// The outcomes for all files.
  var outcomes: [FileOutcome] {
    FileOutcome.list(written, .written) + FileOutcome.list(unchanged, .unchanged)
      + FileOutcome.list(removed, .removed)
  }
}
