import LifelineSource

/// The form of a file.
enum LogForm {
  case text
  /// A JSON object on each line.
  case objects
  /// A JSON array with everything in it, which can't be read line by line.
  case array

  /// Returns the form of a file that has a certain line before all others; `nil` if the line doesn't show it.
  ///
  /// A program that was stopped may leave zeros before the first character that it writes then.
  /// - Parameters:
  ///   - first: The offset of the first character of the line that isn't blank.
  ///   - format: The format that the user wants; `nil` for the one that the line shows.
  static func find(in bytes: [UInt8], from first: Int, to end: Int, as format: LogFormat?) -> LogForm? {
    if format == .text { return .text }
    let first = bytes.skip(from: first, to: end) { isBlank($0) || $0 == 0 }
    if first == end { return nil }
    // `log` of macOS says first how it was called.
    let notes: [StaticString] = ["Filtering the log data using ", "Skipping info and debug messages"]
    if notes.contains(where: { bytes.has($0, at: first, to: end) }) { return nil }
    if bytes[first] == UInt8(ascii: "[") {
      let next = bytes.skipBlanks(from: first + 1, to: end)
      if next == end || bytes[next] == UInt8(ascii: "{") || bytes[next] == UInt8(ascii: "]") { return .array }
    }
    return format == .ndjson || bytes[first] == UInt8(ascii: "{") ? .objects : .text
  }
}
