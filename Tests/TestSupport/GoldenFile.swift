import Foundation
import XCTest

extension XCTestCase {
  /// Compares a text with that of a file, such as `Tests/LifelineDrawingTests/Golden/swipe.txt`.
  ///
  /// With `LIFELINE_UPDATE_GOLDEN=1` in the environment, the file is written and the test fails, so that an update is never
  /// taken for a comparison.
  package func checkGolden(_ text: String, at path: String, line: UInt = #line) throws {
    let file = packageRoot.appending(path: path)
    let name = file.lastPathComponent
    if ProcessInfo.processInfo.environment["LIFELINE_UPDATE_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return XCTFail("\(name) has been updated; review the difference and run the test again", line: line)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    if expected == text { return }
    let lines = (expected.components(separatedBy: "\n"), text.components(separatedBy: "\n"))
    let index = zip(lines.0, lines.1).prefix { $0 == $1 }.count
    XCTFail(
      """
      \(name):\(index + 1) differs from the generated file.
      expected:  \(lines.0.dropFirst(index).first ?? "(nothing)")
      generated: \(lines.1.dropFirst(index).first ?? "(nothing)")
      """, line: line)
  }
}
