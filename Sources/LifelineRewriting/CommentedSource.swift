import LifelineSource
import LifelineYAML

/// The text of a spec with the facts that its tree doesn't have: comments, spaces, and the nodes that aliases stand for.
struct CommentedSource {
  private let file: SourceFile
  /// The bytes of the text.
  let bytes: [UInt8]
  /// The ranges of the comments, in order.
  let comments: [Range<Int>]
  /// The anchors and the aliases, in order.
  let anchorNames: [AnchorName]
  /// The characters that end a line.
  let lineEnd: String
  /// The ranges of the nodes that aliases stand for.
  private let sharedNodes: Set<SourceRange>
  private let sharedRanges: [Range<Int>]

  /// Finds the comments and the shared nodes in the text of a document.
  static func scan(_ document: YAMLDocument) -> CommentedSource {
    let file = document.source
    let written = document.root.map(writtenParts) ?? WrittenParts()
    // An alias may be a key.
    let scalars = written.scalars.compactMap { file.bytes(of: $0) }
      .filter { file.bytes[$0].first != UInt8(ascii: "*") }
    let comments = file.bytes.comments(outside: scalars)
    return CommentedSource(
      file: file, bytes: file.bytes, comments: comments,
      anchorNames: file.bytes.anchorNames(outside: scalars + comments), lineEnd: file.bytes.firstLineEnd,
      sharedNodes: written.shared,
      sharedRanges: written.shared.compactMap { file.bytes(of: $0) })
  }

  /// Returns the range of bytes of a range in the text.
  func bytes(of range: SourceRange) -> Range<Int>? { file.bytes(of: range) }

  /// Returns the text in a range.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// Returns whether an alias stands for the node in this range.
  func isShared(_ range: SourceRange) -> Bool { sharedNodes.contains(range) }

  /// Returns whether the range contains a node that an alias stands for.
  func hasShared(in range: Range<Int>) -> Bool { sharedRanges.contains { range.encloses($0) } }

  /// Returns the comments in a range.
  func comments(in range: Range<Int>) -> [String] {
    let first = comments.firstIndex(from: range.lowerBound) { $0.lowerBound }
    return comments[first...].prefix { $0.lowerBound < range.upperBound }.filter { range.encloses($0) }.map(string)
  }

  /// Returns whether a comment begins at an offset.
  func isComment(at offset: Int) -> Bool {
    let index = comments.firstIndex(from: offset) { $0.lowerBound }
    return index < comments.count && comments[index].lowerBound == offset
  }

  /// Returns the anchors and aliases in a range.
  func anchorNames(in range: Range<Int>) -> ArraySlice<AnchorName> {
    let first = anchorNames.firstIndex(from: range.lowerBound) { $0.offset }
    return anchorNames[first...].prefix { $0.offset < range.upperBound }
  }

  /// Returns the offset of the first byte from `offset` on that isn't part of a space, a line end or a comment.
  func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count {
      if isSpace(bytes[offset]) {
        offset += 1
      } else if bytes[offset] == UInt8(ascii: "#") {
        offset = endOfLine(at: offset)
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the end of the line that contains `offset`.
  func endOfLine(at offset: Int) -> Int { bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count }

  /// Returns the start of the line that contains `offset`.
  func startOfLine(at offset: Int) -> Int { bytes[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0 }

  /// Returns the start of the line after the line end at `offset`.
  func startOfNextLine(after offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    return offset + (bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1)
  }

  /// Returns a line end and spaces up to the column of the byte at `offset`.
  func newLine(toColumnOf offset: Int) -> String {
    let start = startOfLine(at: offset)
    let column = String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.count
    return lineEnd + String(repeating: " ", count: column)
  }
}

/// An anchor or an alias in a text.
struct AnchorName {
  var offset: Int
  var name: String
  /// Whether it is an anchor, and not an alias.
  var isAnchor: Bool
}

/// The nodes of a tree that are written in the text, each once.
private struct WrittenParts {
  var scalars: [SourceRange] = []
  /// The nodes that aliases stand for.
  var shared: Set<SourceRange> = []
}

private func writtenParts(of root: YAMLNode) -> WrittenParts {
  var parts = WrittenParts()
  func collect(_ node: YAMLNode) {
    guard node.alias == nil else {
      parts.shared.insert(node.range)
      return
    }
    switch node.content {
    case .scalar: parts.scalars.append(node.range)
    case .sequence(let items): items.forEach(collect)
    case .mapping(let entries):
      for entry in entries {
        parts.scalars.append(entry.keyRange)
        collect(entry.value)
      }
    }
  }
  collect(root)
  return parts
}

extension SourceFile {
  fileprivate func bytes(of range: SourceRange) -> Range<Int>? {
    guard let start = byteOffset(of: range.start), let end = byteOffset(of: range.end), start <= end else { return nil }
    return start..<end
  }
}

extension [UInt8] {
  /// The characters that end the first line.
  fileprivate var firstLineEnd: String {
    guard let end = firstIndex(where: isLineEnd), self[end] == 0x0D else { return "\n" }
    return end + 1 < count && self[end + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// Returns the ranges of comments: they begin with a `#` outside of scalars that doesn't belong to a word.
  fileprivate func comments(outside scalars: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var offset = 0
    for scalar in scalars.sorted(by: { $0.lowerBound < $1.lowerBound }) + [count..<count] {
      while offset < scalar.lowerBound {
        guard self[offset] == UInt8(ascii: "#"), offset == 0 || !isWordByte(self[offset - 1]) else {
          offset += 1
          continue
        }
        let end = self[offset...].firstIndex(where: isLineEnd) ?? count
        result.append(offset..<end)
        offset = end
      }
      offset = Swift.max(offset, scalar.upperBound)
    }
    return result
  }
}

extension [UInt8] {
  /// Returns the anchors and aliases outside of scalars and comments.
  fileprivate func anchorNames(outside ranges: [Range<Int>]) -> [AnchorName] {
    var result: [AnchorName] = []
    var offset = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) + [count..<count] {
      while offset < range.lowerBound {
        let start = offset
        offset += 1
        guard self[start] == UInt8(ascii: "&") || self[start] == UInt8(ascii: "*"),
          start == 0 || !isWordByte(self[start - 1])
        else { continue }
        offset = self[offset..<range.lowerBound].firstIndex { !isNameByte($0) } ?? range.lowerBound
        let name = String(decoding: self[start + 1..<offset], as: UTF8.self)
        result.append(AnchorName(offset: start, name: name, isAnchor: self[start] == UInt8(ascii: "&")))
      }
      offset = Swift.max(offset, range.upperBound)
    }
    return result
  }
}

extension Array {
  /// Returns the index of the first element that is at an offset or after it, in an array that is sorted by offsets.
  fileprivate func firstIndex(from offset: Int, _ place: (Element) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if place(self[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Returns whether libyaml takes the byte for one of an anchor's name.
private func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
}

extension Range<Int> {
  func encloses(_ other: Self) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

private func isSpace(_ byte: UInt8) -> Bool { isLineEnd(byte) || isBlank(byte) }

/// Returns whether a `#` after the byte belongs to a word, such as an anchor or a tag.
private func isWordByte(_ byte: UInt8) -> Bool { !isSpace(byte) && !",[]{}".utf8.contains(byte) }
