import LifelineSource

/// The lines of standard input, whether it's a terminal, a pipe or a file.
package struct StandardInputLines {
  /// The number of bytes up to which a line is read.
  package static let longestLine = 1 << 16

  /// A line without its end.
  package enum Line: Equatable {
    case text(String)
    /// The line isn't encoded in UTF-8.
    case notUTF8
    /// The line has more than ``longestLine`` bytes.
    case tooLong
  }

  private var stream = LineStream(FileSystem.standardInput, longestLine: longestLine, chunk: 1 << 14)

  package init() {}

  /// Waits for the next line, and returns it; `nil` at the end of the input.
  package mutating func readLine() throws(SystemError) -> Line? {
    guard let line = try stream.next() else { return nil }
    guard case .whole(let range) = line else { return .tooLong }
    let bytes = stream.buffer[range]
    return (try? decodeUTF8(Array(bytes.last == 0x0D ? bytes.dropLast() : bytes))).map { .text($0) } ?? .notUTF8
  }
}
