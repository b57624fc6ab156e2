import LifelineSource

/// Writes diagnostics as a report of GitLab's Code Quality, which shows them in merge requests.
///
/// GitLab compares the fingerprints of two reports to find what is new. So a fingerprint doesn't depend on the lines of a
/// file, and none occurs twice in a report.
package struct GitLabRenderer: Sendable {
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

  /// Returns a report with the diagnostics in the given order. It ends with a line feed.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    var counts: [[String]: Int] = [:]
    let violations = diagnostics.map { diagnostic in
      let path = paths.pathInRepository(diagnostic.location.path)
      let identity = [diagnostic.kind.code, path, diagnostic.message]
      counts[identity, default: 0] += 1
      return violation(
        diagnostic, path: path, fingerprint: fingerprint(of: identity + [String(counts[identity, default: 0])]))
    }
    return JSON.array(violations, onLines: !violations.isEmpty).text + "\n"
  }

  private func violation(_ diagnostic: Diagnostic, path: String, fingerprint: String) -> JSON {
    // A diagnostic about a file as a whole is shown in its first line.
    let line = diagnostic.location.range?.start.line ?? 1
    return .object([
      ("description", .string(VisibleText.escaped(diagnostic.message))),
      ("check_name", .string(diagnostic.kind.code)),
      ("fingerprint", .string(fingerprint)),
      ("severity", .string(diagnostic.severity == .error ? "major" : "minor")),
      ("location", .object([("path", .string(path)), ("lines", .object([("begin", .number(line))]))])),
    ])
  }

  /// Returns 32 hexadecimal digits that depend on the texts alone: FNV-1a in 64 bits, from two beginnings.
  private func fingerprint(of texts: [String]) -> String {
    let beginnings: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142]
    return beginnings.map { beginning in
      var hash = beginning
      for text in texts {
        // No text has this byte, so the ends of texts count.
        for byte in Array(text.utf8) + [0xFF] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
