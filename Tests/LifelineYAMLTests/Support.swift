import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

extension YAMLFormat {
  /// A format with expressions behind `if` and in `set`, except in scenarios, and with some kinds of mappings.
  static let sample = YAMLFormat(
    name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false, functions: ["min", "max"]
  ) { path in
    let keys = path.compactMap(\.self)
    switch (keys.dropLast().last, keys.last) {
    case (_, "if"): return .expression(negation: "not")
    case ("set", _) where keys.first != "scenarios": return .expression(negation: "not")
    case ("on", _): return .mapping("a transition", keys: ["to", "if"])
    case ("scenarios", _): return .mapping("a scenario", keys: ["given"], isTitled: true)
    case (_, "on"), (_, "press"): return .mapping()
    case (_, "machine"): return .other
    default: return .text
    }
  }
}

func document(_ text: String) -> YAMLDocument {
  YAMLReader.read(Array(text.utf8), path: "Spec.yaml", as: .sample)
}

/// Compares the diagnostics about a text with the marks in it, and returns the document.
@discardableResult
func expect(
  _ expected: String..., in marked: String, file: StaticString = #filePath, line: UInt = #line
) -> YAMLDocument {
  let text = MarkedText(marked)
  let document = document(text.text)
  for difference in differences(of: document.diagnostics, from: expected, markedIn: text) {
    XCTFail("\(difference)\nin\n\(text.text)", file: file, line: line)
  }
  return document
}

/// Returns the text with the first diagnostic's fix applied.
func fixed(_ document: YAMLDocument) -> String? {
  guard let fixIt = document.diagnostics.first?.fixIt, let range = fixIt.location.range else { return nil }
  let scalars = Array(document.source.text.unicodeScalars)
  func offset(_ position: SourcePosition) -> Int {
    var line = 1
    var index = 0
    while line < position.line, index < scalars.count {
      if scalars[index] == "\n" { line += 1 }
      index += 1
    }
    return index + position.column - 1
  }
  var view = String.UnicodeScalarView(scalars[..<offset(range.start)])
  view += fixIt.replacement.unicodeScalars
  view += scalars[offset(range.end)...]
  return String(view)
}

/// Returns the tree with its ranges, one node per line.
func outline(_ document: YAMLDocument) -> String {
  document.root.map { outline($0, "") } ?? "nothing"
}

private func outline(_ node: YAMLNode, _ indentation: String) -> String {
  let range = text(node.range) + (node.alias.map { " at " + text($0) } ?? "")
  switch node.content {
  case .scalar(let scalar):
    return "\(indentation)\(scalar.style) \(scalar.text.debugDescription) \(range)\n"
  case .sequence(let items):
    return "\(indentation)list \(range)\n" + items.map { outline($0, indentation + "  ") }.joined()
  case .mapping(let entries):
    return "\(indentation)mapping \(range)\n"
      + entries.map {
        "\(indentation)  \($0.key): \(text($0.keyRange))\n" + outline($0.value, indentation + "    ")
      }.joined()
  }
}

private func text(_ range: SourceRange) -> String {
  "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
}
