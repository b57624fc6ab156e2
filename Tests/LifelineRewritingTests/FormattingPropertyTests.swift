import Foundation
import LifelineLanguage
import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

@testable import LifelineRewriting

/// Formats all documented life cycles, after somebody has scattered their keys and written comments everywhere.
final class FormattingPropertyTests: XCTestCase {
  func testScrambledSpecsAreInOrderAgain() throws {
    var random = SplitMix64(seed: testSeed())
    var (shuffled, comments) = (0, 0)
    let files = try documentedSpecs().shuffled(using: &random).prefix(forExtent(quick: 2, thorough: .max, all: .max))
    for file in files {
      let name = file.lastPathComponent
      let original = SpecReader.read(bytes: Array(try Data(contentsOf: file)), path: name)
      let root = try XCTUnwrap(original.document.root)
      for _ in 0..<forExtent(quick: 1, thorough: 3, all: 30) {
        let spec = ScrambledSpec(root, &random)
        var text = spec.text
        if random.happens(20) { text = text.replacing("\n", with: "\r\n") }
        if random.happens(20) { text = "\u{FEFF}" + text }
        // A text below `|` at the end would get the line end that it hasn't.
        let isBare = random.happens(20) && !spec.endsWithBlockText
        if isBare, text.last?.isNewline == true { text.removeLast() }
        (shuffled, comments) = (shuffled + spec.shuffledCount, comments + spec.comments.count)
        do { try check(text, spec, against: original, name) } catch { XCTFail("\(name): \(error)") }
        if testRun?.failureCount ?? 0 > 0 { return print(text) }
      }
    }
    XCTAssertGreaterThan(shuffled, 100)
    XCTAssertGreaterThan(comments, 100)
  }

  /// A comparison that takes everything for the same would let any damage pass.
  func testOnlyRangesMayDiffer() throws {
    let text = """
      lifeline: 1
      machine: Door
      callbacks: {ring: {selector: "ring:"}}
      events: {open: {parameters: {count: Int}}, close: }
      context: {isFree: true, level: {cases: [a, b], default: a}}
      states:
        closed: {on: {open: {if: isFree and count > 1 and level == a, to: opened, do: ring}}, after: {5s: opened}}
        opened: {on: {close: closed}}
      scenarios: {opening: {given: closed, when: {open: ring, with: {count: 2}}, then: opened}}
      """
    let door = try machine(text)
    XCTAssertTrue(areSame(door, try machine(text.replacing("\n", with: "  # a comment\n\n"))))
    for (old, new) in [
      ("Door", "Gate"), ("\"ring:\"", "\"ring\""), ("count > 1", "count > 0"), ("isFree: true", "isFree: false"),
      ("[a, b]", "[b, a]"), ("5s", "6s"), ("count: 2", "count: 3"), ("close: closed", "close: opened"),
      ("isFree and", "not isFree and"), (", do: ring", ", do: [ring, ring]"), ("opening", "an opening"),
    ] {
      let other = SpecReader.read(bytes: Array(text.replacing(old, with: new).utf8), path: "Spec.yaml").machine
      XCTAssertFalse(areSame(door, try XCTUnwrap(other, new)), new)
    }
  }

  private func check(_ text: String, _ spec: ScrambledSpec, against original: SpecReading, _ name: String) throws {
    let bytes = Array(text.utf8)
    let reading = SpecReader.read(bytes: bytes, path: name)
    guard reading.document.root != nil else {
      return XCTFail(
        "\(name) is no YAML: \(reading.diagnostics.filter { $0.severity == .error }.map { "\($0.location): \($0.message)" })"
      )
    }
    let formatted = try XCTUnwrap(format(bytes, reading: reading)).get()
    XCTAssertEqual(formatted.diagnostics.map(\.message), [], name)
    let new = SpecReader.read(bytes: formatted.bytes, path: name)
    XCTAssertEqual(try XCTUnwrap(format(formatted.bytes, reading: new)).get().bytes, formatted.bytes, "\(name): again")
    XCTAssertEqual(
      reading.machine == nil, original.machine == nil,
      "\(name): \(reading.diagnostics.map { "\($0.location.range?.start.line ?? 0): \($0.message)" })")
    XCTAssertEqual(new.machine == nil, original.machine == nil, name)
    if let machine = new.machine, let old = reading.machine, let first = original.machine {
      XCTAssertTrue(areSame(machine, old), name)
      XCTAssertTrue(areSame(machine.scenarios, first.scenarios) && areSame(machine.states, first.states), name)
    }
    checkOrder(try XCTUnwrap(new.document.root), at: .spec, name)
    let places = Places(new)
    XCTAssertEqual(
      text.matches(of: /#[^\r\n]*/).map { String($0.output) }.sorted(),
      String(decoding: formatted.bytes, as: UTF8.self).matches(of: /#[^\r\n]*/).map { String($0.output) }.sorted(), name
    )
    for comment in spec.comments {
      XCTAssertEqual(places.path(of: comment), comment.path, "\(name): \(comment.text)")
    }
  }

  private func checkOrder(_ node: YAMLNode, at place: SpecPlace, _ name: String) {
    switch node.content {
    case .scalar: break
    case .sequence(let items): for item in items { checkOrder(item, at: place, name) }
    case .mapping(let entries):
      let keys = entries.map(\.key)
      if let order = place.writtenOrder(of: keys) { XCTAssertEqual(keys, order, name) }
      for entry in entries { checkOrder(entry.value, at: place.value(of: entry.key, among: keys), name) }
    }
  }

  /// The keys of a spec by their lines.
  private struct Places {
    private let lines: [String]
    /// The paths of the keys of each line, in order.
    private var paths: [Int: [[String]]] = [:]
    /// The paths of the values that end on a line, if they began on an earlier one.
    private var ends: [Int: [[String]]] = [:]

    init(_ reading: SpecReading) {
      lines = (1...reading.source.lineCount).map { reading.source.line($0) ?? "" }
      if let root = reading.document.root { add(root, []) }
    }

    private mutating func add(_ node: YAMLNode, _ path: [String]) {
      switch node.content {
      case .scalar: break
      case .sequence(let items):
        for (index, item) in items.enumerated() {
          let path = path + ["\(index)"]
          paths[item.usageRange.start.line, default: []].append(path)
          addEnd(of: item, from: item.usageRange.start.line, path)
          add(item, path)
        }
      case .mapping(let entries):
        for entry in entries {
          let path = path + [entry.key]
          paths[entry.keyRange.start.line, default: []].append(path)
          addEnd(of: entry.value, from: entry.keyRange.start.line, path)
          add(entry.value, path)
        }
      }
    }

    private mutating func addEnd(of node: YAMLNode, from line: Int, _ path: [String]) {
      let end = node.usageRange.end.line
      if end > line { ends[end, default: []].append(path) }
    }

    /// Returns the keys to the one that a comment is above or beside.
    func path(of comment: ScrambledSpec.Comment) -> [String]? {
      guard let index = lines.firstIndex(where: { $0.hasSuffix(comment.text) }) else { return nil }
      if comment.isBeside {
        // Beside a value on several lines, or beside one of the keys on the line.
        let candidates = (paths[index + 1] ?? []) + (ends[index + 1] ?? [])
        // Beside a dash, above the item.
        if candidates.isEmpty, lines[index].drop(while: { $0 == " " }).hasPrefix("-  #") { return comment.path }
        return candidates.first { $0 == comment.path } ?? candidates.first
      }
      let next = lines.indices.first { line in
        line > index && !lines[line].drop { $0 == " " }.hasPrefix("#") && !lines[line].allSatisfy { $0 == " " }
      }
      // An item of a list is where its first key is.
      return next.flatMap { line in paths[line + 1]?.first { $0.last.map { Int($0) == nil } ?? false } }
    }
  }
}
