/// The cases of an enum as lines of its declaration. Neighbors without documentation share a line.
struct CaseLines {
  private(set) var lines: [String] = []
  /// The names that wait for the next line.
  private var names = ""

  /// The greatest length of a line of several cases.
  private static let width = 100

  /// Returns the lines for names without documentation.
  static func lines(of names: some Sequence<String>) -> [String] {
    var result = CaseLines()
    for name in names { result.append(name) }
    return result.finish()
  }

  /// Adds a case with the lines of its documentation.
  mutating func append(_ name: String, documentation: [String] = []) {
    if !documentation.isEmpty || names.utf8.count + name.utf8.count > Self.width { endLine() }
    lines += DocumentationLines.comment(documentation)
    names += names.isEmpty ? name : ", \(name)"
    if !documentation.isEmpty { endLine() }
  }

  /// Returns all lines.
  mutating func finish() -> [String] {
    endLine()
    return lines
  }

  private mutating func endLine() {
    if !names.isEmpty { lines.append("case \(names)") }
    names = ""
  }
}
