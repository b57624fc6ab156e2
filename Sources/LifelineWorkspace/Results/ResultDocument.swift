import LifelineReporting
import LifelineSource

/// The results of a command as one JSON document, for programs.
package enum ResultDocument {
  /// The version of the format. It rises when the meaning of a key changes or a key is removed, not when one is added.
  package static let version = 1

  /// The commands that write such documents.
  package static let commands = ["check", "generate", "trace", "diagram", "format"]

  /// Returns the document about the results of a command. It ends with a line feed.
  /// - Parameter includesSummary: Whether the document has the lines that people read.
  package static func text(of result: JobResult, command: String, includesSummary: Bool = true) -> String {
    let diagnostics = result.diagnostics.diagnostics
    var members = head(command, status: result.isFailing ? 1 : 0)
    members += [
      ("errors", .number(diagnostics.count { $0.severity == .error })),
      ("warnings", .number(diagnostics.count { $0.severity == .warning })),
    ]
    if includesSummary, !result.lines.isEmpty {
      members.append(("summary", .array(result.lines.map { .string(VisibleText.escaped($0)) })))
    }
    members.append(("diagnostics", .array(diagnostics.map(DiagnosticDocument.object))))
    members += result.members()
    if let answer = result.answer { members.append(("scenario", .string(answer.map { $0 + "\n" }.joined()))) }
    if !result.files.isEmpty {
      members.append(
        ("files", .array(result.files.map { ["path": .string($0.path), "action": .string($0.action.rawValue)] })))
    }
    members += Self.members(result.differences)
    return JSON.object(members).foldedText() + "\n"
  }

  /// Returns the document about an invalid command line. It ends with a line feed.
  package static func text(ofUsageError message: String, command: String) -> String {
    let members = head(command, status: 64) + [("usageError", .string(message))]
    return JSON.object(members).foldedText() + "\n"
  }

  /// Returns the member about changes of files; none if there are none.
  static func members(_ differences: [UnifiedDifference]) -> [(name: String, value: JSON)] {
    let texts = differences.map { JSON.string($0.lines.map { $0.text + "\n" }.joined()) }
    return texts.isEmpty ? [] : [("differences", .array(texts))]
  }

  private static func head(_ command: String, status: Int) -> [(name: String, value: JSON)] {
    [
      ("lifeline", "result"), ("version", .number(version)), ("toolVersion", .string(toolVersion)),
      ("command", .string(command)), ("exitStatus", .number(status)),
    ]
  }
}
