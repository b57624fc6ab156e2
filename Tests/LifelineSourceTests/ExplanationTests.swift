import Foundation
import XCTest

/// What all explanations of findings have in common, wherever in the sources they stand.
final class ExplanationTests: XCTestCase {
  func testEveryKindIsExplainedWithAnExample() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for kind in text.matches(of: /DiagnosticKind\(\s*"(L[0-9]+)"/) {
        count += 1
        XCTAssertTrue(hasExample(text[kind.range.upperBound...]), "\(kind.1) in \(file.lastPathComponent)")
      }
    }
    XCTAssertGreaterThan(count, 100)
  }

  /// Whether some line of the explanation in `declaration` is indented more than its prose.
  private func hasExample(_ declaration: Substring) -> Bool {
    guard let start = declaration.firstRange(of: "explanation: \"\"\"\n")?.upperBound,
      let end = declaration[start...].firstRange(of: "\"\"\"")?.lowerBound
    else { return false }
    let indentations = declaration[start..<end].split(separator: "\n").dropLast()
      .map { $0.prefix { $0 == " " }.count }
    return (indentations.max() ?? 0) > (indentations.min() ?? 0)
  }
}
