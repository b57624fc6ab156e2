/// Indented lines of code.
struct CodeWriter {
  /// The lines without their line breaks.
  private(set) var lines: [String] = []
  private var indentation: String

  /// Creates a writer for lines at a level of indentation.
  init(level: Int = 0) { indentation = String(repeating: "  ", count: level) }

  /// The lines with a line break between two.
  var text: String { lines.joined(separator: "\n") }

  /// Writes a line, or the lines of a short text. An empty one isn't indented, and neither is a condition of the compiler.
  mutating func line(_ line: String = "") {
    if line.utf8.contains(UInt8(ascii: "\n")) { return lines(line) }
    lines.append(line.isEmpty || Self.isCondition(line) ? line : indentation + line)
  }

  private static func isCondition(_ line: String) -> Bool {
    line.utf8.first == UInt8(ascii: "#") && (line.hasPrefix("#if ") || line == "#else" || line == "#endif")
  }

  /// Writes the lines of a text.
  mutating func lines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { self.line(String(line)) }
  }

  /// Writes lines that were written before, all of them indented.
  mutating func inset(_ other: CodeWriter) {
    for line in other.lines { lines.append(line.isEmpty ? "" : indentation + line) }
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
