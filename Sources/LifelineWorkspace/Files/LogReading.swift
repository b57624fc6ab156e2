import LifelineSource
import LifelineTraces

/// The number of bytes up to which a line of a log is read. A longer one is only counted.
private let longestLine = 1 << 20

/// A reader of the lines of files.
protocol LineReader {
  /// Begins with another file.
  mutating func beginFile(_ path: String)
  /// Reads a line.
  /// - Returns: Whether to go on with the next one.
  mutating func readLine(_ bytes: [UInt8], in range: Range<Int>, number: Int) -> Bool
  /// Counts a line that is too long.
  mutating func skipLine(number: Int)
  /// Adds an error that stopped the reading of a file.
  mutating func add(_ diagnostic: Diagnostic)
}

extension TraceJudge: LineReader {}

extension VerdictCounter: LineReader {
  mutating func readLine(_ bytes: [UInt8], in range: Range<Int>, number: Int) -> Bool {
    countLine(bytes, in: range, number: number)
    return true
  }

  mutating func skipLine(number: Int) {}
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
    try readLog(path, into: &reader)
  } catch {
    reader.add(error.diagnostic)
  }
}

private func readLog(_ path: String, into reader: inout some LineReader) throws(FileError) {
  do throws(SystemError) {
    let descriptor = path == "-" ? FileSystem.standardInput : try FileSystem.openLog(path)
    defer { if path != "-" { FileSystem.closeFile(descriptor) } }
    var stream = LineStream(descriptor, longestLine: longestLine, chunk: 1 << 18)
    let beginning = try stream.fill()
    if let reason = reasonNotText(stream.buffer[beginning]) {
      return reader.add(FileError(.unreadableLog, reason, path: path).diagnostic)
    }
    var number = 1
    while let line = try stream.next() {
      switch line {
      case .whole(let range): guard reader.readLine(stream.buffer, in: range, number: number) else { return }
      case .tooLong: reader.skipLine(number: number)
      }
      number += 1
    }
  } catch {
    throw FileError(.unreadableFile, "the log cannot be read: \(error.message)", path: path)
  }
}

/// Returns why the beginning of a file isn't that of a log; `nil` if it may be one.
private func reasonNotText(_ bytes: ArraySlice<UInt8>) -> String? {
  let wideText = "this text is encoded in UTF-16; write it in UTF-8, with `iconv -f UTF-16 -t UTF-8`"
  let signatures: [(bytes: [UInt8], reason: String)] = [
    ([0x1F, 0x8B], "this is a file of gzip; unpack it first, with `gunzip`"),
    ([0xFF, 0xFE], wideText),
    ([0xFE, 0xFF], wideText),
    (Array("PK\u{3}\u{4}".utf8), "this is a file of zip; unpack it first"),
    (Array("bplist".utf8), "this is a binary property list; a log consists of lines of text, or of JSON"),
  ]
  if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.reason }
  return isWide(bytes) ? wideText : nil
}

/// Returns whether every other byte is zero, as in UTF-16 without a mark. A zero elsewhere is only a character that no line
/// should have.
private func isWide(_ bytes: ArraySlice<UInt8>) -> Bool {
  let zeros = bytes.prefix(16).map { $0 == 0 }
  return zeros.count >= 4 && zeros.indices.dropFirst().allSatisfy { zeros[$0] != zeros[$0 - 1] }
}
