import LifelineSource

extension YAMLReader {
  /// The number of faults that are passed over.
  private static let faultLimit = 12

  /// Reads as much of a document as possible, for editors: in a text that somebody is still writing, one line is often
  /// wrong, and the others mean what they will mean afterwards.
  ///
  /// The text from each fault to the end of its line is taken as blank, and brackets in front of it are closed. The
  /// positions in the tree are those of the text.
  ///
  /// - Returns: The document, with the diagnostics of the whole text. Its tree may lack anything.
  package static func readRecovering(_ bytes: [UInt8], path: String, as format: YAMLFormat) -> YAMLDocument {
    var document = read(bytes, path: path, as: format)
    guard document.root == nil, document.source.bytes.count <= YAMLLimits.bytes else { return document }
    var text = BlankableText(document.source.text)
    for attempt in 0...faultLimit {
      let tree = TreeBuilder.build(
        YAMLText(text.content), path: path, format: format, keepingIncompleteTree: true)
      if let root = tree.root {
        document.root = root
        return document
      }
      guard let fault = tree.diagnostics.last(where: { $0.severity == .error })?.location.range?.start else { break }
      let isBlanked = attempt + 1 < faultLimit ? text.blank(from: fault) : text.blankEverything(from: fault)
      if !isBlanked { break }
    }
    return document
  }
}

/// A text of which parts can be replaced with spaces, without any change of positions.
private struct BlankableText {
  private var lines: [[Unicode.Scalar]]

  init(_ text: String) {
    lines = [[]]
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      // A line feed belongs to the carriage return in front of it.
      if isBehindReturn, scalar != "\n" { lines.append([]) }
      lines[lines.count - 1].append(scalar)
      if scalar == "\n" { lines.append([]) }
      isBehindReturn = scalar == "\r"
    }
  }

  var content: String {
    var view = String.UnicodeScalarView()
    // Each `append(contentsOf:)` would copy the whole text.
    for line in lines { for scalar in line { view.append(scalar) } }
    return String(view)
  }

  /// Takes the rest of a line as blank, or all of it, or the nearest line before it that isn't blank.
  ///
  /// - Returns: Whether anything changed.
  mutating func blank(from position: SourcePosition) -> Bool {
    let index = min(position.line - 1, lines.count - 1)
    // A bracket that nobody closed yet shows its fault in a later line, or at the end of the text.
    if let opening = openingLine(before: index), close(line: opening, from: lines[opening].count) { return true }
    if close(line: index, from: lines[index].count) { return true }
    if close(line: index, from: position.column - 1) || blank(line: index, from: 0) { return true }
    var earlier = index - 1
    while earlier >= 0 {
      if blank(line: earlier, from: 0) { return true }
      earlier -= 1
    }
    return false
  }

  /// Takes a line and everything behind it as blank.
  mutating func blankEverything(from position: SourcePosition) -> Bool {
    var isChanged = false
    for index in min(position.line - 1, lines.count - 1)..<lines.count where blank(line: index, from: 0) {
      isChanged = true
    }
    return isChanged
  }

  /// Returns the line that opens a bracket or a quote which the text closes nowhere, as far as indentation tells: a line
  /// behind it isn't indented any deeper.
  private func openingLine(before index: Int) -> Int? {
    var indentation = lines[index].prefix { $0 == " " }.count
    for line in (0..<index).reversed() where lines[line].contains(where: { !" \r\n".unicodeScalars.contains($0) }) {
      let own = lines[line].prefix { $0 == " " }.count
      if own >= indentation, !closingBrackets(of: lines[line]).isEmpty { return line }
      indentation = min(indentation, own)
      if index - line > 20 { break }
    }
    return nil
  }

  /// Replaces the rest of a line with the brackets that its beginning leaves open, so that they don't swallow the lines
  /// behind it.
  private mutating func close(line: Int, from start: Int) -> Bool {
    let beginning = Array(lines[line].prefix(max(0, start)))
    let end = lines[line].suffix(while: { $0 == "\n" || $0 == "\r" })
    let closed = beginning.prefix(lines[line].count - end.count) + closingBrackets(of: beginning) + end
    let old = lines[line]
    lines[line] = closed
    func content(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] { line.filter { $0 != " " } }
    return content(old) != content(closed)
  }

  private mutating func blank(line: Int, from start: Int) -> Bool {
    var isChanged = false
    for index in lines[line].indices.dropFirst(max(0, start)) {
      let scalar = lines[line][index]
      if scalar == " " || scalar == "\n" || scalar == "\r" { continue }
      lines[line][index] = " "
      isChanged = true
    }
    return isChanged
  }
}

extension [Unicode.Scalar] {
  fileprivate func suffix(while belongs: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
    Array(self[(lastIndex { !belongs($0) }.map { $0 + 1 } ?? 0)...])
  }
}
