import Foundation
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

@testable import LifelineRewriting

/// Breaks random expectations of the documented life cycles, and checks that accepting mends them.
final class CatalogueTests: XCTestCase {
  func testBrokenExpectationsHoldAgain() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed(default: 4))
    var broken = 0
    let files = try documentedSpecs()
    XCTAssertGreaterThan(files.count, 5)
    for file in files {
      let original = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      // Here, a spec is accepted without the files beside it.
      if original.contains("\nparts:\n") { continue }
      for times in [1, 12] {
        let text = try breaking(original, path: file.lastPathComponent, times: times, &random)
        broken += try check(text, like: original, path: file.lastPathComponent)
      }
    }
    XCTAssertGreaterThan(broken, 40)
  }

  /// Accepts a broken text.
  /// - Returns: The number of scenarios that were mended.
  private func check(_ text: String, like original: String, path: String) throws -> Int {
    let acceptance = try acceptFailures(in: Array(text.utf8), path: path)
    let accepted = String(decoding: acceptance.bytes, as: UTF8.self)
    let mended = try XCTUnwrap(acceptance.reading.machine)
    // Some scenarios aren't rewritten, because other aliases use the same anchor. A diagnostic names each of these.
    let left = acceptance.report.corrections.map { mended[$0.scenario].name }
    XCTAssertEqual(left.count, acceptance.diagnostics.count, path)
    for name in left {
      XCTAssertTrue(acceptance.diagnostics.contains { $0.message.hasPrefix("scenario `\(name)` is not") }, name)
    }
    XCTAssertEqual(comments(accepted), comments(text), path)
    XCTAssertEqual(head(accepted), head(original), path)
    // The parts that weren't broken stay as they were. Each step has only a few lines.
    XCTAssertLessThanOrEqual(
      linesChanged(text, accepted), 4 * linesChanged(original, text) + 8,
      UnifiedDifference.compare(text, with: accepted, path: path).lines.map(\.text).joined(separator: "\n"))
    return acceptance.accepted.count
  }

  private func linesChanged(_ old: String, _ new: String) -> Int {
    UnifiedDifference.compare(old, with: new, path: "").lines.count { if case .new = $0 { true } else { false } }
  }

  private func comments(_ text: String) -> [String] {
    let source = CommentedSource.scan(YAMLReader.read(Array(text.utf8), path: "Spec.yaml", as: .spec))
    return source.comments.map(source.string).sorted()
  }

  private func head(_ text: String) -> Substring { text.prefix(upTo: text.firstRange(of: "\nscenarios:")!.lowerBound) }

  // MARK: Breaking

  /// Returns the text with the names of some callbacks and states in expectations replaced by others.
  private func breaking(
    _ original: String, path: String, times: Int, _ random: inout SplitMix64
  ) throws -> String {
    let document = YAMLReader.read(Array(original.utf8), path: path, as: .spec)
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(original.utf8), path: path).machine)
    let names = expectedNames(try XCTUnwrap(document.root), machine).shuffled(using: &random).prefix(times)
    var bytes = Array(original.utf8)
    for name in names.sorted(by: { $0.range > $1.range }) {
      var others: [String]
      if let callback = machine.callbacks.first(where: { $0.name == name.text }) {
        others = machine.callbacks.filter { $0.channel == callback.channel && $0.parameters.isEmpty }.map(\.name)
      } else {
        others = machine.states.filter(\.isAtomic).map(\.path)
      }
      others.removeAll { $0 == name.text }
      guard let other = others.randomElement(using: &random),
        let start = document.source.byteOffset(of: name.range.start),
        let end = document.source.byteOffset(of: name.range.end)
      else { continue }
      bytes.replaceSubrange(start..<end, with: other.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the names in expectations, except those in aliases.
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
