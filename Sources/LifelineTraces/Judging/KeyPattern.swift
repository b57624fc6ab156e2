/// The regular expression whose first group is the key of a line.
struct KeyPattern {
  private let regex: Regex<AnyRegexOutput>?

  /// Creates a pattern. One that isn't a regular expression finds nothing; see ``fault(in:)``.
  init(_ pattern: String) { regex = try? Regex(pattern) }

  /// Returns what the first group of the first match in a line has; `nil` if there is none.
  func key(of bytes: [UInt8], in range: Range<Int>) -> String.UTF8View? {
    guard let regex, let match = try? regex.firstMatch(in: String(decoding: bytes[range], as: UTF8.self)),
      match.output.count > 1, let group = match.output[1].substring
    else { return nil }
    return String(group).utf8
  }

  /// Returns why a text can't be a pattern: it isn't a regular expression, or it has no group.
  static func fault(in pattern: String) -> String? {
    do {
      // A pattern may be none although the alternative is one, such as `a)|(b`.
      _ = try Regex(pattern)
      // Only a match tells the number of groups, and an alternative that is empty always matches.
      let alternative = try Regex("(?:\(pattern))|")
      if let match = try alternative.firstMatch(in: ""), match.output.count < 2 {
        return "it has no group; put parentheses around the key"
      }
      return nil
    } catch {
      return "it is not a regular expression"
    }
  }
}

/// Returns why a text can't be the regular expression that finds the keys of lines; `nil` if it can.
package func keyPatternFault(_ pattern: String) -> String? { KeyPattern.fault(in: pattern) }
