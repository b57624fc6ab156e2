import LifelineLanguage
import TestSupport
import XCTest

/// Reading any input results in a machine or in errors, whose ranges are in the text.
final class RobustnessTests: XCTestCase {
  func testThirtyOneNestedStatesAndNoMore() throws {
    func spec(_ depth: Int) -> String {
      var text = "lifeline: 1\nmachine: M\nstates: "
      for level in 1...depth { text += "{s\(level): {" + (level < depth ? "states: " : "") }
      return text + String(repeating: "}", count: 2 * depth)
    }
    XCTAssertEqual(try machine(spec(31)).states.count, 32)
    let reading = SpecReader.read(bytes: Array(spec(32).utf8), path: "Spec.yaml")
    XCTAssertNil(reading.machine)
    XCTAssertEqual(reading.diagnostics.count, 1)
    XCTAssertTrue(reading.diagnostics[0].message.contains("64"), reading.diagnostics[0].message)
  }

  func testTokensOfTheSampleInAnyOrder() throws {
    let seed = testSeed()
    var random = SplitMix64(seed: seed)
    let lines = sampleSpec.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let words = [
      "{", "}", "[", "]", ": ", "- ", "&a ", "*a", "\"", "'", " #", "!x ", "if", "to", "in(", ")", "5s", "not", "\t",
      "ä",
    ]
    for _ in 0..<600 {
      var mutated = lines
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mutated.remove(at: index)
        case 1: mutated.swapAt(index, Int.random(in: 0..<mutated.count, using: &random))
        case 2: mutated[index] = lines.randomElement(using: &random) ?? ""
        default:
          var line = Array(mutated[index])
          let word = words.randomElement(using: &random) ?? ""
          line.insert(contentsOf: word, at: Int.random(in: 0...line.count, using: &random))
          mutated[index] = String(line)
        }
      }
      let text = mutated.joined(separator: "\n")
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      XCTAssertEqual(reading.machine == nil, reading.diagnostics.containsErrors, "seed \(seed):\n\(text)")
      for diagnostic in reading.diagnostics {
        let locations = [diagnostic.location] + diagnostic.notes.compactMap(\.location)
        for range in locations.compactMap(\.range) {
          let line = reading.source.line(range.start.line)
          XCTAssertTrue(range.start <= range.end, "seed \(seed): \(diagnostic)\n\(text)")
          XCTAssertTrue(
            line.map { range.start.column <= $0.unicodeScalars.count + 1 } ?? false,
            "seed \(seed): \(diagnostic)\n\(text)")
        }
      }
    }
  }

  /// Searching for the name that each misspelt one means would take minutes.
  func testManyMisspeltNamesAmongMany() {
    let count = 4_000
    let names = (0..<count).map { "name\($0)" }.joined(separator: ", ")
    let misspelt = (0..<count).map { "nmae\($0)" }
    let list = misspelt.joined(separator: ", ")
    let steps = misspelt.map { "{\($0): []}" }.joined(separator: ", ")
    for (text, code) in [
      ("callbacks: [\(names)]\nstates: {a: {entry: [\(list)]}}", "L213"),
      ("events: [\(names)]\nstates: {a: {defer: [\(list)]}}", "L213"),
      ("events: [\(names)]\nstates: {a: {}}\nscenarios: {b: {given: a, when: [\(steps)]}}", "L213"),
      ("events: [e]\nstates: {a: {on: {e: [\(list)]}}, \(names.replacing(",", with: ": {},")): {}}", "L216"),
    ] {
      let reading = SpecReader.read(bytes: Array("lifeline: 1\nmachine: M\n\(text)\n".utf8), path: "Spec.yaml")
      let found = reading.diagnostics.filter { $0.kind.code == code }
      XCTAssertEqual(found.count, 100, String(text.prefix(80)))
      XCTAssertEqual(found.first?.fixIt?.replacement, "name0")
      XCTAssertEqual(found.last?.notes.last?.message, "3900 more diagnostics of this kind are not shown")
    }
  }

  func testOfOneKindOfErrorAHundredAreShown() {
    for (item, code) in [("*no", "L115"), ("no", "L213"), ("{raise: no, set: {n: 1}}", "L202")] {
      let list = [String](repeating: item, count: 300).joined(separator: ", ")
      let text = "lifeline: 1\nmachine: M\nstates: {a: {entry: [\(list)]}}\n"
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      let found = reading.diagnostics.filter { $0.kind.code == code }
      XCTAssertEqual(found.count, 100, code)
      XCTAssertEqual(
        found.last?.notes.map(\.message), ["200 more diagnostics of this kind are not shown"], code)
      XCTAssertNil(reading.machine)
    }
  }
}
