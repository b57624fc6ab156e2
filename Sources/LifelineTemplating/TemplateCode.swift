#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a parsed template does, one step after another. Addresses are indices of `instructions`.
struct TemplateCode: Sendable {
  /// The template's text, in UTF-8.
  let bytes: [UInt8]
  var instructions: [Instruction] = []
  var runs: [TextRun] = []
  /// Where in `bytes` a line begins that is to be indented when the template is an indented partial.
  var lineStarts: [Int] = []
  var tags: [Tag] = []
}

/// A step of rendering.
enum Instruction: Sendable {
  /// Write the text of a run.
  case text(run: Int)
  /// Write the value of a tag.
  case variable(tag: Int)
  /// Begin a section; go to `end` if there is nothing to render. The step before `end` is `endSection`.
  case section(tag: Int, end: Int)
  /// Go back for the section's next value, or go on.
  case endSection
  /// Go to `end` unless there is nothing to render.
  case inverted(tag: Int, end: Int)
  /// Render the template `target` of the library, which is known once templates are linked.
  case partial(tag: Int, target: Int)
  /// The end of a template.
  case finish
}

/// Literal text between two tags.
struct TextRun: Sendable {
  /// The stretch of the code's `bytes`.
  var bytes: Range<Int>
  /// The stretch of the code's `lineStarts`.
  var lineStarts: Range<Int>
}

/// A tag that names something.
struct Tag: Sendable {
  /// The name as written.
  var name: String
  var lookup: Lookup
  /// The stretch of the template's bytes, with the delimiters.
  var range: Range<Int>
  /// What stands in front of a partial tag that has a line for itself; `nil` if it shares the line.
  var indentation: [UInt8]?
}

/// How the value of a tag is found.
enum Lookup: Sendable {
  /// `{{.}}`: the value on top of the stack.
  case current
  case key(String)
  /// The parts of a dotted name.
  case path([String])
}

enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let dot = UInt8(ascii: ".")

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
  static func isWhitespace(_ byte: UInt8) -> Bool {
    isBlank(byte) || (0x0A...0x0D).contains(byte)
  }
}

extension [UInt8] {
  /// Whether `byte` stands at `index`, which may lie behind the end.
  func has(_ byte: UInt8, at index: Int) -> Bool { index < count && self[index] == byte }

  /// Whether `other` stands at `index`, which may lie behind the end.
  func has(_ other: [UInt8], at index: Int) -> Bool {
    guard index + other.count <= count else { return false }
    for offset in other.indices where self[index + offset] != other[offset] { return false }
    return true
  }

  /// Where `other` begins for the first time at or behind `start`.
  func firstIndex(of other: [UInt8], from start: Int) -> Int? {
    firstIndex(of: other, in: Swift.min(start, count)..<count)
  }

  /// Where `other` begins for the first time in `range`; it may end behind it.
  func firstIndex(of other: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = other.first else { return nil }
    var start = range.lowerBound
    while let index = firstIndex(of: first, in: start..<range.upperBound) {
      if has(other, at: index) { return index }
      start = index + 1
    }
    return nil
  }

  /// Where `byte` stands for the first time in `range`. Most of a template's text is read by this alone.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes { bytes in
      let range = range.clamped(to: bytes.indices)
      guard let start = bytes.baseAddress,
        let found = memchr(start + range.lowerBound, CInt(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - start
    }
  }
}
