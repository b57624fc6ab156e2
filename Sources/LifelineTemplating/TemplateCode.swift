/// What a parsed template does, one step after another. Addresses are indices of `instructions`.
struct TemplateCode: Sendable {
  var instructions: [Instruction] = []
  /// The literal text of all `runs`, end to end.
  var text: [UInt8] = []
  var runs: [TextRun] = []
  /// Where in `text` a line begins that is to be indented when the template is an indented partial.
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
  /// Render the template that begins at `target`, which is known once templates are linked.
  case partial(tag: Int, target: Int)
  /// The end of a template.
  case finish
}

/// Literal text between two tags.
struct TextRun: Sendable {
  /// The stretch of the code's `text`.
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
  /// Which of a library's templates the tag is in.
  var template = 0
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
    guard let first = other.first else { return nil }
    var index = start
    while index + other.count <= count {
      if self[index] == first, has(other, at: index) { return index }
      index += 1
    }
    return nil
  }
}
