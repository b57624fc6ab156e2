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

/// Returns the source location of a byte range.
func sourceLocation(of range: Range<Int>, in bytes: [UInt8], path: String) -> SourceLocation {
  let file = SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
  return SourceLocation(
    path: path,
    range: SourceRange(file.position(ofByte: range.lowerBound), file.position(ofByte: range.upperBound)))
}
