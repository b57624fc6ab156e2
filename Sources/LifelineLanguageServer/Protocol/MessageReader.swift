import LifelineSource

/// Splits a stream of bytes into the messages of the base protocol: a header with `Content-Length`, a blank line, and as
/// many bytes.
struct MessageReader {
  /// A reason that no further message can be found in the stream.
  struct Fault: Error, Equatable {
    var message: String
  }

  /// The greatest length of a message. A spec has at most 16 MiB, which grow when they are escaped.
  static let lengthLimit = 128 << 20
  /// The greatest length of a header.
  private static let headerLimit = 1 << 14

  private var bytes: [UInt8] = []
  private var start = 0
  /// The offset up to which there is no end of a header.
  private var searched = 0

  /// Adds bytes of the stream.
  mutating func append(_ chunk: some Sequence<UInt8>) {
    if start > 1 << 16 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += chunk
  }

  /// Returns the next message, or `nil` if the stream has no more whole ones yet.
  mutating func next() throws(Fault) -> [UInt8]? {
    guard let headerEnd = findHeaderEnd() else {
      if bytes.count - start > Self.headerLimit { throw Fault(message: "a header of a message has no end") }
      if hasOtherLineEnd {
        throw Fault(message: "a line of a header doesn't end with a carriage return and a line feed")
      }
      return nil
    }
    let length = try contentLength(in: bytes[start..<headerEnd])
    guard bytes.count - headerEnd >= length else { return nil }
    let message = Array(bytes[headerEnd..<headerEnd + length])
    start = headerEnd + length
    searched = start
    return message
  }

  /// Returns the offset behind the blank line.
  private mutating func findHeaderEnd() -> Int? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    var index = max(start, searched - 3)
    while index + end.count <= bytes.count {
      if bytes[index] == end[0], bytes[index..<index + end.count].elementsEqual(end) {
        searched = index
        return index + end.count
      }
      index += 1
    }
    searched = bytes.count
    return nil
  }

  /// Whether the header that has no end yet contains a line feed without a carriage return. Its end may never come.
  private var hasOtherLineEnd: Bool {
    (start..<bytes.count).contains { bytes[$0] == 0x0A && ($0 == start || bytes[$0 - 1] != 0x0D) }
  }

  private func contentLength(in header: ArraySlice<UInt8>) throws(Fault) -> Int {
    var length: Int?
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      guard length == nil else { throw Fault(message: "the header of a message has two `Content-Length`") }
      let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      let text = String(parts[1].drop(while: blanks).reversed().drop(while: blanks).reversed())
      guard let number = Int(text), text.utf8.allSatisfy(isDigit) else {
        throw Fault(message: "`\(VisibleText.escaped(text))` is not the length of a message".shorteningQuotes())
      }
      guard number <= Self.lengthLimit else {
        throw Fault(message: "a message of \(number) bytes is longer than the limit of \(Self.lengthLimit)")
      }
      length = number
    }
    if let length { return length }
    throw Fault(message: "the header of a message has no `Content-Length`")
  }
}

/// Returns the bytes of a message in the base protocol.
func framed(_ message: String) -> [UInt8] {
  let content = Array(message.utf8)
  return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
}
