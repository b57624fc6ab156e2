/// The regular expression whose first group is the key of a line.
///
/// Whatever the expression and the line, a search takes a bounded number of steps: that of the expression times that of the
/// characters, at most ``workLimit``. The regular expressions of Swift have no such bound.
struct KeyPattern {
  /// The number of steps after which the search in a line ends.
  static let workLimit = 50_000_000

  /// The search; `nil` if the text is no pattern.
  private var search: PatternSearch?

  /// Creates a pattern. One that can't be used finds nothing; see ``fault(in:)``.
  init(_ pattern: String) { search = (try? Self.compile(pattern)).map { PatternSearch($0, workLimit: Self.workLimit) } }

  /// Returns where the first group of the first match in a line is.
  mutating func findKey(in bytes: [UInt8], _ line: Range<Int>) -> PatternSearch.Result {
    search?.findKey(in: bytes, line) ?? .nothing
  }

  /// Returns why a text can't be a pattern; `nil` if it can. The reason goes on after "it".
  static func fault(in pattern: String) -> String? {
    do throws(PatternFault) {
      _ = try compile(pattern)
      return nil
    } catch {
      return error.message
    }
  }

  private static func compile(_ pattern: String) throws(PatternFault) -> PatternProgram {
    try PatternProgram.compile(try PatternParser.parse(pattern))
  }
}

/// Returns why a text can't be the regular expression that finds the keys of lines; `nil` if it can.
package func keyPatternFault(_ pattern: String) -> String? { KeyPattern.fault(in: pattern) }
