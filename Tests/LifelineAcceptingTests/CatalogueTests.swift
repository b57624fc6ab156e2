import Foundation
import LifelineAccepting
import LifelineDiagnostics
import LifelineExecution
import LifelineLanguage
import LifelineModel
import LifelineYAML
import XCTest

/// Breaks what the documented life cycles expect, at random, and accepts what the machines do.
final class CatalogueTests: XCTestCase {
  private let specs = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")
    .resolvingSymlinksInPath()

  func testBrokenExpectationsHoldAgain() throws {
    var random = SplitMix(state: 4)
    var broken = 0
    let files = try FileManager.default.contentsOfDirectory(at: specs, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" && $0.lastPathComponent != "lifeline.yaml" }
      .sorted { $0.path < $1.path }
    XCTAssertGreaterThan(files.count, 5)
    for file in files {
      let original = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for round in 1...4 {
        let text = breaking(original, path: file.lastPathComponent, times: round * round, &random)
        broken += try check(text, like: original, path: file.lastPathComponent)
      }
    }
    XCTAssertGreaterThan(broken, 60)
  }

  /// Accepts a broken text; gives how many scenarios were mended.
  private func check(_ text: String, like original: String, path: String) throws -> Int {
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: path).machine)
    let failing = CheckReport(checking: machine).failedScenarios
    let acceptance = Acceptance(of: Array(text.utf8), path: path, machine: machine)
    XCTAssertEqual(acceptance.diagnostics.map(\.message), [], text)
    let accepted = String(decoding: acceptance.bytes, as: UTF8.self)
    let mended = try XCTUnwrap(SpecReader.read(bytes: acceptance.bytes, path: path).machine)
    XCTAssertEqual(CheckReport(checking: mended).failedScenarios, 0, path)
    XCTAssertEqual(comments(accepted), comments(text), path)
    XCTAssertEqual(head(accepted), head(original), path)
    if failing == 0 { XCTAssertEqual(accepted, text) }
    // What nobody has broken is as it was.
    let changed = UnifiedDifference(from: text, to: accepted, path: path).lines.count {
      if case .new = $0 { true } else { false }
    }
    let broken = UnifiedDifference(from: original, to: text, path: path).lines.count {
      if case .new = $0 { true } else { false }
    }
    XCTAssertLessThanOrEqual(changed, broken, path)
    return acceptance.accepted.count
  }

  private func comments(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      line.firstRange(of: /(^| )#.*/).map { line[$0].trimmingCharacters(in: .whitespaces) }
    }.sorted()
  }

  private func head(_ text: String) -> Substring { text.prefix(upTo: text.firstRange(of: "\nscenarios:")!.lowerBound) }

  // MARK: Breaking

  /// The text with some names of callbacks and states in expectations replaced by others.
  private func breaking(_ original: String, path: String, times: Int, _ random: inout SplitMix) -> String {
    var text = original
    var done = 0
    var tries = 0
    while done < times, tries < times * 8 {
      tries += 1
      let document = YAMLDocument(parsing: Array(text.utf8), path: path)
      guard let machine = SpecReader.read(bytes: Array(text.utf8), path: path).machine, let root = document.root,
        let name = expectedNames(root, machine).randomElement(using: &random)
      else { break }
      let isCall = machine.callbacks.contains { $0.name == name.text }
      let other =
        isCall
        ? machine.callbacks.randomElement(using: &random)?.name : machine.states.randomElement(using: &random)?.path
      guard let other, let new = replacing(name.range, in: text, by: other) else { continue }
      // Not every name may stand everywhere.
      guard SpecReader.read(bytes: Array(new.utf8), path: path).machine != nil else { continue }
      text = new
      done += 1
    }
    return text
  }

  private func replacing(_ range: SourceRange, in text: String, by new: String) -> String? {
    let source = SourceFile(path: "", text: text)
    guard let start = source.byteOffset(of: range.start), let end = source.byteOffset(of: range.end) else { return nil }
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(start..<end, with: new.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in what steps and scenarios expect, as far as they are written where they are used.
  private func expectedNames(_ root: YAMLNode, _ machine: Machine) -> [(text: String, range: SourceRange)] {
    var names: [(text: String, range: SourceRange)] = []
    let known = Set(machine.callbacks.map(\.name) + machine.states.map(\.name) + machine.states.map(\.path))
    func collect(_ node: YAMLNode) {
      guard node.alias == nil else { return }
      switch node.content {
      case .scalar(let scalar) where known.contains(scalar.text): names.append((scalar.text, node.range))
      case .scalar: break
      case .sequence(let items): items.forEach(collect)
      case .mapping(let entries):
        for entry in entries where !["with", "ignored", "set", "if"].contains(entry.key) { collect(entry.value) }
      }
    }
    for scenario in entries(root, "scenarios") where value(scenario.value, "refuted") == nil {
      for key in ["when", "then"] { value(scenario.value, key).map(collect) }
    }
    return names
  }

  private func entries(_ node: YAMLNode, _ key: String) -> [YAMLEntry] {
    if case .mapping(let entries)? = value(node, key)?.content { entries } else { [] }
  }

  private func value(_ node: YAMLNode, _ key: String) -> YAMLNode? {
    if case .mapping(let entries) = node.content { entries.first { $0.key == key }?.value } else { nil }
  }
}

/// The same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
