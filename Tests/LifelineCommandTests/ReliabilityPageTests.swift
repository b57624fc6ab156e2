import Foundation
import TestSupport
import XCTest

/// Checks that the tests and scripts exist which `docs/reliability.md` names, and that each limit has one.
final class ReliabilityPageTests: XCTestCase {
  /// The names of test methods by their classes, by the folders of their modules.
  private typealias TestNames = [String: [String: Set<String>]]

  func testNamedTestsAndScriptsExist() throws {
    let tests = try testNames()
    var count = 0
    for line in try lines(of: "docs/reliability.md") {
      let found = try findFaults(in: line, tests)
      XCTAssertEqual(found.faults, [], line)
      count += found.nameCount
      let cells = cells(of: line)
      guard cells.count == 2, !["checked by", "---"].contains(cells[1]) else { continue }
      XCTAssertGreaterThan(found.nameCount, 0, "nothing checks this: \(line)")
    }
    XCTAssertGreaterThan(count, 40)
  }

  func testEachLimitOfTheLanguageHasATest() throws {
    let limits = try table("| what | limit |", of: "docs/language.md")
    XCTAssertGreaterThan(limits.count, 10)
    XCTAssertEqual(try table("| limit | checked by |", of: "docs/reliability.md").map(\.[0]), limits.map(\.[0]))
  }

  func testMissingNamesAreFound() throws {
    let tests = try testNames()
    for (line, fault) in [
      ("`ReliabilityPageTests`", nil),
      ("`ReliabilityPageTests` (`testMissingNamesAreFound`)", nil),
      ("`LifelineCommandTests`, and `TreeTests` of `LifelineYAMLTests`", nil),
      ("`.ci/kill-trial`, `lifeline.yaml`, and `check --accept`", nil),
      ("`ReliabilityTests`", "no ReliabilityTests"),
      ("`ReliabilityPageTests` (`testOther`)", "no testOther"),
      ("`testMissingNamesAreFound`", "no testMissingNamesAreFound"),
      ("`TreeTests`", "several TreeTests"),
      ("`TreeTests` of `LifelineCommandTests`", "no TreeTests"),
      ("`.ci/killed`", "no .ci/killed"),
    ] {
      XCTAssertEqual(try findFaults(in: line, tests).faults, fault.map { [$0] } ?? [], line)
    }
  }

  /// Returns the faults of the tests and scripts that a line names, and their number.
  private func findFaults(in line: String, _ tests: TestNames) throws -> (faults: [String], nameCount: Int) {
    let parts = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let names = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    let modules = names.filter { tests[$0] != nil }
    let classes = names.filter { $0.hasSuffix("Tests") && tests[$0] == nil }
    let methods = names.filter { $0.hasPrefix("test") }
    let scripts = names.filter { $0.hasPrefix(".ci/") || $0.hasPrefix("Benchmarks/") }
    var faults: [String] = []
    var known: Set<String> = []
    for name in classes {
      // Modules tell classes of one name apart.
      let all = tests.filter { $0.value[name] != nil }
      let meant = all.count > 1 && !modules.isEmpty ? all.filter { modules.contains($0.key) } : all
      if meant.count != 1 { faults.append("\(meant.isEmpty ? "no" : "several") \(name)") }
      for module in meant.values { known.formUnion(module[name] ?? []) }
    }
    faults += methods.filter { !known.contains($0) }.map { "no \($0)" }
    faults += scripts.filter { !FileManager.default.fileExists(atPath: packageRoot.appending(path: $0).path) }
      .map { "no \($0)" }
    return (faults, modules.count + classes.count + methods.count + scripts.count)
  }

  /// Returns the names of all test methods.
  private func testNames() throws -> TestNames {
    let folder = packageRoot.appending(path: "Tests")
    var result: TestNames = [:]
    for module in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let files = FileManager.default.enumerator(at: folder.appending(path: module), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        var type = ""
        for line in try text(of: file).split(separator: "\n") where !line.hasPrefix("//") {
          let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
          let keyword = words.dropLast().firstIndex { $0 == "class" || $0 == "extension" }
          if let index = keyword, !line.hasPrefix(" ") {
            type = words[index + 1]
          } else if words.count > 1, words[0] == "func", words[1].hasPrefix("test") {
            result[module, default: [:]][type, default: []].insert(words[1])
          }
        }
      }
    }
    return result
  }

  /// Returns the rows of the table with a head line, each as its cells.
  private func table(_ head: String, of path: String) throws -> [[String]] {
    try lines(of: path).drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("| ") }.map(cells)
  }

  /// Returns the cells of a row, or nothing for other lines.
  private func cells(of line: String) -> [String] {
    guard line.hasPrefix("| ") else { return [] }
    return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func lines(of path: String) throws -> [String] {
    try text(of: packageRoot.appending(path: path)).split(separator: "\n").map(String.init)
  }
}
