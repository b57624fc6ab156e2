import LifelineSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private var isInLongLine = false

  package init() {}

  /// Waits for the next line, and returns it; `nil` at the end of the input.
  package mutating func readLine() throws(SystemError) -> Line? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return finish(buffer[..<end])
      }
      if buffer.count > Self.longestLine {
        isInLongLine = true
        buffer = []
      }
      if isAtEnd {
        if buffer.isEmpty, !isInLongLine { return nil }
        defer { buffer = [] }
        return finish(buffer[...])
      }
      try fill()
    }
  }

  private mutating func finish(_ bytes: ArraySlice<UInt8>) -> Line {
    if isInLongLine || bytes.count > Self.longestLine {
      isInLongLine = false
      return .tooLong
    }
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
    return (try? decodeUTF8(Array(line))).map { .text($0) } ?? .notUTF8
  }

  private mutating func fill() throws(SystemError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = try FileSystem.readNext(STDIN_FILENO, into: &chunk)
    buffer += chunk.prefix(count)
    isAtEnd = count == 0
  }
}
