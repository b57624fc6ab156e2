#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of an open file, which is read in pieces. No more of it than the current line is kept.
struct LineStream {
  /// A line without its end.
  enum Line {
    /// The line in a range of ``LineStream/buffer``, until the next one is read.
    case whole(Range<Int>)
    /// The line is too long to be kept.
    case tooLong
  }

  /// The bytes that were read last, among others.
  private(set) var buffer: [UInt8]
  private let descriptor: Int32
  private let longestLine: Int
  /// The range of the bytes in the buffer that weren't returned.
  private var rest = 0..<0
  /// The number of bytes of the rest in which there is no end of a line.
  private var searchedCount = 0
  /// Whether the beginning of the line was dropped because the line is too long.
  private var isInLongLine = false
  private var isAtEnd = false

  /// Creates a stream.
  /// - Parameters:
  ///   - longestLine: The number of bytes up to which a line is kept.
  ///   - chunk: The number of bytes that are read at once, at first.
  init(_ descriptor: Int32, longestLine: Int, chunk: Int) {
    self.descriptor = descriptor
    self.longestLine = longestLine
    buffer = [UInt8](repeating: 0, count: chunk)
  }

  /// Waits for the next line, and returns it; `nil` at the end of the file.
  mutating func next() throws(SystemError) -> Line? {
    while true {
      if let end = lineEnd() { return take(upTo: end, dropping: 1) }
      searchedCount = rest.count
      if isAtEnd { return rest.isEmpty && !isInLongLine ? nil : take(upTo: rest.upperBound, dropping: 0) }
      try fill()
    }
  }

  /// Reads more bytes, and returns the range of the buffer in which they are.
  @discardableResult
  mutating func fill() throws(SystemError) -> Range<Int> {
    makeRoom()
    let count = try FileSystem.readNext(descriptor, into: &buffer, from: rest.upperBound)
    isAtEnd = count == 0
    defer { rest = rest.lowerBound..<rest.upperBound + count }
    return rest.upperBound..<rest.upperBound + count
  }

  private mutating func take(upTo end: Int, dropping count: Int) -> Line {
    defer {
      rest = end + count..<rest.upperBound
      searchedCount = 0
      isInLongLine = false
    }
    return isInLongLine || end - rest.lowerBound > longestLine ? .tooLong : .whole(rest.lowerBound..<end)
  }

  private func lineEnd() -> Int? {
    let start = rest.lowerBound + searchedCount
    return buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < rest.upperBound,
        let found = memchr(base + start, 0x0A, rest.upperBound - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Moves the line that isn't complete to the beginning of the buffer, or drops it if it is too long.
  private mutating func makeRoom() {
    if isInLongLine || rest.count > longestLine {
      isInLongLine = true
      rest = 0..<0
      searchedCount = 0
    } else if rest.lowerBound > 0 {
      buffer.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[rest])) }
      rest = 0..<rest.count
    }
    if rest.upperBound == buffer.count { buffer += repeatElement(0, count: buffer.count) }
  }
}
