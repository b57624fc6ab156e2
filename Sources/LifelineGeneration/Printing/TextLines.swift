/// Lists of texts as code.
enum TextLines {
  /// The greatest length of a line with several texts.
  private static let width = 100

  /// Returns a literal of texts, which aren't escaped: on one line if they fit, or else with as many on each line as fit.
  static func list(_ texts: [String]) -> String {
    let line = texts.map { "\"\($0)\"" }.joined(separator: ", ")
    if line.utf8.count <= width * 2 / 3 { return "[\(line)]" }
    var lines: [String] = []
    for text in texts {
      if let last = lines.last, last.utf8.count + text.utf8.count + 4 <= width {
        lines[lines.count - 1] += " \"\(text)\","
      } else {
        lines.append("\"\(text)\",")
      }
    }
    return "[\n" + lines.map { "  \($0)\n" }.joined() + "]"
  }
}
