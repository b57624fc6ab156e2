import LifelineSource

/// A text with tags in Mustache's syntax, parsed.
///
/// Sections, inverted sections, partials, comments, set delimiters, dotted names and standalone lines mean
/// what Mustache's specification says. There is no escaping: `{{{x}}}` and `{{&x}}` mean `{{x}}`. There are no
/// lambdas, no inheritance and no dynamic names.
package struct Template: Sendable {
  /// The name by which partial tags call it.
  package let name: String
  /// The path by which messages call it.
  package let path: String
  /// What it does; its partials are known once it is one of a library's.
  var code: TemplateCode

  /// Parses `text`. Messages call it by `path`, or by the name with `.mustache` behind it.
  ///
  /// Throws all faults of the text's syntax.
  package init(name: String, path: String? = nil, text: String) throws(TemplateErrors) {
    try self.init(name: name, path: path, utf8: Array(text.utf8))
  }

  /// Parses a text in UTF-8. Messages call it by `path`, or by the name with `.mustache` behind it.
  ///
  /// Throws all faults of the text's syntax.
  package init(name: String, path: String? = nil, utf8 bytes: [UInt8]) throws(TemplateErrors) {
    self.name = name
    self.path = path ?? "\(name).mustache"
    var parser = TemplateParser(bytes: bytes, path: self.path)
    code = try parser.parse()
  }

  /// Where a stretch of the template's bytes is for a person.
  func location(_ range: Range<Int>) -> SourceLocation {
    sourceLocation(of: range, in: code.bytes, path: path)
  }
}

/// The place of a stretch of UTF-8, counted from the beginning: messages alone need it.
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
