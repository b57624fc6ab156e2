import LifelineSource

/// A parsed text with tags in Mustache's syntax.
///
/// Sections, inverted sections, partials, comments, set delimiters, dotted names and standalone lines follow Mustache's
/// specification. Nothing is escaped: `{{{x}}}` and `{{&x}}` mean the same as `{{x}}`. There are no lambdas, no
/// inheritance and no dynamic names.
struct Template: Sendable {
  /// The name that partial tags use.
  let name: String
  /// The path that messages show.
  let path: String
  /// The template's text, in UTF-8.
  let bytes: [UInt8]
  let instructions: [Instruction]

  /// The source location of a range of the template's bytes.
  func location(_ range: Range<Int>) -> SourceLocation { sourceLocation(of: range, in: bytes, path: path) }
}

/// A step of rendering. Addresses are indices of a template's instructions.
enum Instruction: Sendable {
  /// Writes literal text. The line starts are the positions in the template's bytes at which a line begins that isn't
  /// empty; an indented partial writes its indentation there.
  case text(Range<Int>, lineStarts: [Int])
  /// Writes the value of a tag.
  case variable(Tag)
  /// Begins a section, or goes to `end` if there is nothing to render. The instruction before `end` is `endSection`.
  case section(Tag, end: Int)
  /// Goes back for the section's next value, or goes on.
  case endSection
  /// Goes to `end` unless a section of the value would render nothing.
  case inverted(Tag, end: Int)
  /// Renders another template. The indentation is the text in front of a tag that has a line for itself; `nil` if the
  /// tag shares its line.
  case partial(Tag, indentation: [UInt8]?)
}

/// A tag that names something.
struct Tag: Sendable {
  /// The name as written.
  var name: String
  /// The range of the template's bytes, including the delimiters.
  var range: Range<Int>

  /// Whether the tag is `{{.}}`, which names the current value.
  var isCurrentValue: Bool { name == "." }

  /// The keys of a dotted name, or the only key.
  var keys: [String] { name.split(separator: ".").map(String.init) }
}

/// Returns the line and column of a byte range for messages.
func sourceLocation(of range: Range<Int>, in bytes: [UInt8], path: String) -> SourceLocation {
  var position = SourcePosition.start
  var start = position
  for index in 0..<range.upperBound {
    if index == range.lowerBound { start = position }
    let byte = bytes[index]
    let isLoneReturn = byte == Byte.carriageReturn && !bytes.has(Byte.lineFeed, at: index + 1)
    if byte == Byte.lineFeed || isLoneReturn {
      position = SourcePosition(line: position.line + 1, column: 1)
    } else if byte & 0xC0 != 0x80 {
      position.column += 1
    }
  }
  if range.isEmpty { start = position }
  return SourceLocation(path: path, range: SourceRange(start, position))
}
