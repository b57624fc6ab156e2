import LifelineSource

/// Writes diagnostics as workflow commands of GitHub Actions, which shows them beside the lines that they are about.
///
/// GitHub looks for paths in the repository, so the paths of files inside it are relative to its root. Details, notes
/// and the fix-it become further lines of the message.
package struct GitHubRenderer: Sendable {
  private let paths: RepositoryPaths

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - roots: The absolute paths by which the repository is known: several if links lead to it, and none if the
  ///     working folder is its root.
  ///   - workingFolder: The absolute path of the folder to which relative paths refer.
  package init(roots: [String] = [], workingFolder: String) {
    paths = RepositoryPaths(roots: roots, workingFolder: workingFolder)
  }

  /// Returns the diagnostics in the given order, each on a line that ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { command($0) + "\n" }.joined()
  }

  /// Returns lines that GitHub doesn't take for workflow commands.
  ///
  /// A line is a command if it begins with `::`, behind any white space, or if it has `##[` anywhere. In the result, a
  /// backslash stands before the colons or the bracket.
  package static func withoutCommands(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      let plain = line[start...].hasPrefix("::") ? "\(line[..<start])\\\(line[start...])" : String(line)
      return plain.split(separator: "##[", omittingEmptySubsequences: false).joined(separator: "##\\[")
    }.joined(separator: "\n")
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    var properties = [("file", property(paths.pathInRepository(diagnostic.location.path)))]
    if let range = diagnostic.location.range {
      properties.append(("line", String(range.start.line)))
      properties.append(("endLine", String(range.end.line)))
      // GitHub only accepts columns within one line.
      if range.start.line == range.end.line {
        properties.append(("col", String(range.start.column)))
        properties.append(("endColumn", String(range.end.column)))
      }
    }
    properties.append(("title", property("\(diagnostic.kind.code): \(diagnostic.kind.title)")))
    let list = properties.map { "\($0)=\($1)" }.joined(separator: ",")
    return "::\(diagnostic.severity.rawValue) \(list)::\(data(lines(diagnostic)))"
  }

  private func lines(_ diagnostic: Diagnostic) -> [String] {
    let help = diagnostic.fixIt.map { ["help: \($0.help)"] } ?? []
    let notes = diagnostic.notes.map { note in
      guard let location = note.location else { return "note: \(note.message)" }
      let position = location.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      return "\(paths.pathInRepository(location.path))\(position): note: \(note.message)"
    }
    return [diagnostic.message] + diagnostic.details + help + notes
  }

  /// Returns lines as the message of a command.
  ///
  /// Characters that aren't plainly visible are escaped, so that no spec can begin a line, and with it a command.
  private func data(_ lines: [String]) -> String {
    lines.map { percentEncoded(VisibleText.escaped($0), "%") }.joined(separator: "%0A")
  }

  private func property(_ text: String) -> String { percentEncoded(VisibleText.escaped(text), "%:,") }

  private func percentEncoded(_ text: String, _ special: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if special.unicodeScalars.contains(scalar) {
        result += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
