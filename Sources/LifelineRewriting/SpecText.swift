import LifelineScenarios
import LifelineSource
import LifelineYAML

/// The text of a spec with what of it is not in its tree: comments, spaces, and which parts aliases stand for.
struct SpecText {
  let source: SourceFile
  let bytes: [UInt8]
  /// The comments in order.
  let comments: [Range<Int>]
  /// Where nodes are written that an alias elsewhere stands for.
  private let shared: Set<SourceRange>
  private let sharedStretches: [Range<Int>]
  /// How lines end.
  let lineEnd: String

  init(_ document: YAMLDocument) {
    source = document.source
    bytes = document.source.bytes
    var marks = Marks()
    if let root = document.root { marks.collect(root) }
    shared = marks.shared
    let source = document.source
    sharedStretches = marks.shared.compactMap { source.bytes(of: $0) }
    comments = Self.comments(in: bytes, outside: marks.scalars.compactMap { source.bytes(of: $0) })
    lineEnd = Self.lineEnd(of: bytes)
  }

  /// Where a stretch lies in the bytes.
  func bytes(of range: SourceRange) -> Range<Int>? { source.bytes(of: range) }

  /// What stands in a stretch.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// Whether an alias elsewhere stands for the node written there.
  func isShared(_ range: SourceRange) -> Bool { shared.contains(range) }

  /// Whether something is written in a stretch that an alias elsewhere stands for.
  func hasShared(in range: Range<Int>) -> Bool {
    sharedStretches.contains { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound }
  }

  /// The comments in a stretch.
  func comments(in range: Range<Int>) -> [String] {
    comments.filter { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound }.map(string)
  }

  /// The first byte from `offset` on that is not of a space, a line's end or a comment.
  func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count {
      if isSpace(bytes[offset]) {
        offset += 1
      } else if bytes[offset] == UInt8(ascii: "#") {
        while offset < bytes.count, !isLineEnd(bytes[offset]) { offset += 1 }
      } else {
        break
      }
    }
    return offset
  }

  /// The end of the line that `offset` is in.
  func endOfLine(at offset: Int) -> Int {
    bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
  }

  /// The beginning of the line behind the line's end at `offset`.
  func startOfNextLine(after offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    return offset + (bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1)
  }

  /// The column of a byte, counted from 0, in Unicode scalars.
  func column(of offset: Int) -> Int {
    let start = bytes[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
    return bytes[start..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// A line's end and spaces up to the column of a byte.
  func newLine(toColumnOf offset: Int) -> String {
    lineEnd + String(repeating: " ", count: column(of: offset))
  }

  /// How the first line ends.
  private static func lineEnd(of bytes: [UInt8]) -> String {
    guard let end = bytes.firstIndex(where: isLineEnd), bytes[end] == 0x0D else { return "\n" }
    return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// Whatever begins with `#` behind a space, outside of texts.
  private static func comments(in bytes: [UInt8], outside scalars: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var offset = 0
    for scalar in scalars.sorted(by: { $0.lowerBound < $1.lowerBound }) + [bytes.count..<bytes.count] {
      while offset < scalar.lowerBound {
        guard bytes[offset] == UInt8(ascii: "#"), offset == 0 || !isWord(bytes[offset - 1]) else {
          offset += 1
          continue
        }
        let end = bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
        result.append(offset..<end)
        offset = end
      }
      offset = max(offset, scalar.upperBound)
    }
    return result
  }
}

/// What a walk through the tree finds: every node as it is written, each once.
private struct Marks {
  var scalars: [SourceRange] = []
  var shared: Set<SourceRange> = []

  mutating func collect(_ node: YAMLNode) {
    guard node.alias == nil else {
      shared.insert(node.range)
      return
    }
    switch node.content {
    case .scalar: scalars.append(node.range)
    case .sequence(let items): for item in items { collect(item) }
    case .mapping(let entries):
      for entry in entries {
        scalars.append(entry.keyRange)
        collect(entry.value)
      }
    }
  }
}

extension SourceFile {
  fileprivate func bytes(of range: SourceRange) -> Range<Int>? {
    guard let start = byteOffset(of: range.start), let end = byteOffset(of: range.end), start <= end else { return nil }
    return start..<end
  }
}

func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

private func isSpace(_ byte: UInt8) -> Bool { isLineEnd(byte) || byte == 0x20 || byte == 0x09 }

/// Whether a `#` behind the byte belongs to a word, such as an anchor's or a tag's.
private func isWord(_ byte: UInt8) -> Bool { !isSpace(byte) && !",[]{}".utf8.contains(byte) }
