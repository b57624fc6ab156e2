import LifelineSource
import LifelineTraces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of bytes up to which a line of a log is read. A longer one is only counted.
private let longestLine = 1 << 20

/// A reader of the lines of files.
protocol LineReader {
  /// Whether the rest of the lines needn't be read.
  var isDone: Bool { get }
  /// Begins with another file.
  mutating func beginFile(_ path: String)
  /// Reads a line.
  mutating func readLine(_ bytes: [UInt8], in range: Range<Int>, number: Int)
  /// Counts a line that is too long.
  mutating func skipLine()
  /// Adds an error that stopped the reading of a file.
  mutating func add(_ diagnostic: Diagnostic)
}

extension TraceJudge: LineReader {}

extension VerdictCounter: LineReader {
  var isDone: Bool { false }
  mutating func skipLine() {}
}

/// Reads a file, line by line. No more of it than the current line is kept.
///
/// - Parameter path: The path of the file; `-` for standard input.
func readLines(of path: String, into reader: inout some LineReader) {
  reader.beginFile(path)
  do throws(FileError) {
    if path != "-", try fileStatus(of: path).kind == .directory {
      throw FileError(.notAFile, "this is a folder, but a log is needed here", path: path)
    }
    var lines = LogLines(path)
    try lines.read(into: &reader)
  } catch {
    reader.add(error.diagnostic)
  }
}

/// A log that is read in pieces.
private struct LogLines {
  private let path: String
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  /// The range of the bytes in the buffer that weren't judged.
  private var rest = 0..<0
  private var lineNumber = 1
  /// Whether the beginning of the line was dropped because the line is too long.
  private var isInLongLine = false

  init(_ path: String) { self.path = path }

  mutating func read(into reader: inout some LineReader) throws(FileError) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(.last) }
    defer { if path != "-" { close(descriptor) } }
    var isFirst = true
    while !reader.isDone {
      let count = buffer.withUnsafeMutableBytes { bytes in
        readBytes(descriptor, bytes.baseAddress?.advanced(by: rest.upperBound), bytes.count - rest.upperBound)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(.last) }
      if count == 0 { break }
      let searched = rest.upperBound
      rest = rest.lowerBound..<rest.upperBound + count
      if isFirst, let reason = reasonNotText(buffer[..<count]) { throw FileError(.unreadableLog, reason, path: path) }
      isFirst = false
      judgeLines(from: searched, &reader)
      makeRoom(&reader)
    }
    if isInLongLine {
      reader.skipLine()
    } else if !rest.isEmpty, !reader.isDone {
      reader.readLine(buffer, in: rest, number: lineNumber)
    }
  }

  /// Judges the lines that end behind `start`.
  private mutating func judgeLines(from start: Int, _ reader: inout some LineReader) {
    var start = start
    while !reader.isDone, let end = lineEnd(from: start) {
      if isInLongLine {
        reader.skipLine()
        isInLongLine = false
      } else {
        reader.readLine(buffer, in: rest.lowerBound..<end, number: lineNumber)
      }
      lineNumber += 1
      rest = end + 1..<rest.upperBound
      start = end + 1
    }
  }

  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < rest.upperBound,
        let found = memchr(base + start, 0x0A, rest.upperBound - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Moves the line that isn't complete to the beginning of the buffer, or drops it if it is too long.
  private mutating func makeRoom(_ reader: inout some LineReader) {
    if isInLongLine || rest.count >= longestLine {
      isInLongLine = true
      rest = 0..<0
      return
    }
    if rest.lowerBound > 0 {
      let count = rest.count
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + rest.lowerBound, count)
      }
      rest = 0..<count
    }
    if rest.upperBound == buffer.count { buffer += repeatElement(0, count: buffer.count) }
  }

  private func unreadable(_ error: SystemError) -> FileError {
    FileError(.unreadableFile, "the log cannot be read: \(error.message)", path: path)
  }
}

/// Returns why the beginning of a file isn't that of a log; `nil` if it may be one.
private func reasonNotText(_ bytes: ArraySlice<UInt8>) -> String? {
  let signatures: [(bytes: [UInt8], reason: String)] = [
    ([0x1F, 0x8B], "this is a file of gzip; unpack it first, with `gunzip`"),
    ([0xFF, 0xFE], "this text is encoded in UTF-16; write it in UTF-8, with `iconv -f UTF-16 -t UTF-8`"),
    ([0xFE, 0xFF], "this text is encoded in UTF-16; write it in UTF-8, with `iconv -f UTF-16 -t UTF-8`"),
    (Array("PK\u{3}\u{4}".utf8), "this is a file of zip; unpack it first"),
    (Array("bplist".utf8), "this is a binary property list; a log consists of lines of text, or of JSON"),
  ]
  if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.reason }
  guard let zero = bytes.prefix(8_192).firstIndex(of: 0) else { return nil }
  return "this is no text: byte \(zero - bytes.startIndex + 1) is zero; a log consists of lines of text, or of JSON"
}

/// Calls `read` of the system, whose name the functions here have, too.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  guard let buffer else { return 0 }
  return read(descriptor, buffer, count)
}
