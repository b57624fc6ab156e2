/// Indented lines of code.
struct CodeWriter {
  /// The lines, each with its line break.
  private(set) var text = ""
  private var indentation: String

  /// Creates a writer for lines at a level of indentation.
  init(level: Int = 0) { indentation = String(repeating: "  ", count: level) }

  /// The lines without their line breaks.
  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

  /// Writes a line. An empty one isn't indented.
  mutating func line(_ line: String = "") {
    if !line.isEmpty {
      text += indentation
      text += line
    }
    text += "\n"
  }

  /// Writes the lines of a text.
  mutating func lines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { self.line(String(line)) }
  }

  /// Writes what `body` writes, one level deeper.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    indentation += "  "
    body(&self)
    indentation.removeLast(2)
  }

  /// Writes a block in braces.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line("\(head) {")
    indented(body)
    line("}")
  }
}
