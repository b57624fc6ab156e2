/// Indented lines of code.
struct CodeWriter {
  /// The lines without their line breaks.
  private(set) var lines: [String] = []
  private var indentation: String

  /// Creates a writer for lines at a level of indentation.
  init(level: Int = 0) { indentation = String(repeating: "  ", count: level) }

  /// The lines with a line break between two.
  var text: String { lines.joined(separator: "\n") }

  /// Writes a line. An empty one isn't indented.
  mutating func line(_ line: String = "") {
    lines.append(line.isEmpty ? "" : indentation + line)
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
