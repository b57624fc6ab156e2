import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

/// Tests that reading any bytes ends, and that every range is within the text.
final class MutationTests: XCTestCase {
  func testRandomChangesOfTheSampleSpec() throws {
    try skipTest(below: .thorough)
    let seed = testSeed()
    let count = 3_000
    var random = SplitMix64(seed: seed)
    let original = Array(sampleSpec.utf8)
    for index in 0..<count {
      let bytes = mutation(of: original, &random)
      guard let fault = fault(bytes) else { continue }
      return XCTFail("seed \(seed), change \(index): \(fault) in\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  func testRandomTextsOfYAMLsCharacters() {
    let seed = testSeed()
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "b", ":", ": ", "- ", "-", "? ", "?", "[", "]", "{", "}", ",", "&x ", "*x", "!", "!!str ",
      "!!int ", "|", ">", "|+2", "\"", "'", "#", " #", "\n", "\n  ", "\n    ", "\r", "\r\n", "\t", " ", "%",
      "%YAML 1.2", "---", "...", "\n---\n", "\n...\n", "\\", "\\x", "é", "😀", "<<: ", "@", "`", "\u{FEFF}",
      "key: ", "key:",
    ]
    for index in 0..<forExtent(quick: 2_000, thorough: 5_000, all: 5_000) {
      let length = Int.random(in: 1...24, using: &random)
      let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let fault = fault(Array(text.utf8)) else { continue }
      return XCTFail("seed \(seed), text \(index): \(fault) in \(text.debugDescription)")
    }
  }

  private func mutation(of original: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    let hostile = Array(": -?[]{},&*!|>'\"%@`#\t\n\r\\<".utf8) + [0, 0x80, 0xC3, 0xE2, 0xFF]
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] = hostile.randomElement(using: &random) ?? 0
      case 1: bytes.insert(hostile.randomElement(using: &random) ?? 0, at: index)
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
      case 3:
        let part = Array(bytes[index..<min(bytes.count, index + 40)])
        bytes.insert(contentsOf: part, at: Int.random(in: bytes.indices, using: &random))
      case 4: bytes.removeSubrange(index...)
      default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }

  /// Returns the fault in reading `bytes`, if there is one.
  private func fault(_ bytes: [UInt8]) -> String? {
    let document = YAMLReader.read(bytes, path: "Spec.yaml", as: .sample)
    let source = document.source
    let lengths = (1...source.lineCount).map { source.line($0)?.unicodeScalars.count ?? 0 }
    func isInside(_ range: SourceRange) -> Bool {
      let isInLine = [range.start, range.end].allSatisfy { position in
        guard lengths.indices.contains(position.line - 1) else { return false }
        return (1...(lengths[position.line - 1] + 1)).contains(position.column)
      }
      return isInLine && range.start <= range.end
    }

    if let fault = misplacedRange(of: document.diagnostics, in: source) { return fault }
    for diagnostic in document.diagnostics
    where diagnostic.location.range == nil && !["L102", "L104"].contains(diagnostic.kind.code) {
      return "the diagnostic \(diagnostic.message) has no range"
    }
    if !document.diagnostics.containsErrors, document.root == nil { return "there is no tree and no error" }
    guard let root = document.root else { return nil }
    var nodes = [root]
    while let node = nodes.popLast() {
      if !isInside(node.range) || !isInside(node.usageRange) { return "a node is at \(node.range)" }
      switch node.content {
      case .scalar: break
      case .sequence(let items):
        // The nodes inside an alias are elsewhere.
        for item in items where !(node.range.start <= item.usageRange.start && item.usageRange.end <= node.range.end) {
          return "an item at \(item.usageRange) is outside its list at \(node.range)"
        }
        nodes += items
      case .mapping(let entries):
        if Set(entries.map(\.key)).count != entries.count { return "a key stands twice" }
        for entry in entries where !isInside(entry.keyRange) { return "a key is at \(entry.keyRange)" }
        nodes += entries.map(\.value)
      }
    }
    return nil
  }
}
