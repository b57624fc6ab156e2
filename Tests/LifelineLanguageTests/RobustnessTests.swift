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

  func testTokensOfTheSampleInAnyOrder() {
    checkMutations(of: sampleSpec, count: forExtent(quick: 200, thorough: 600, all: 600))
  }

  func testTokensOfASpecInBlockStyleInAnyOrder() {
    checkMutations(of: blockSpec, count: forExtent(quick: 600, thorough: 2_000, all: 2_000))
  }

  func testTokensOfASpecWithOtherLineEndsInAnyOrder() {
    checkMutations(of: blockSpec, count: forExtent(quick: 200, thorough: 600, all: 600), lineEnd: "\r\n")
  }

  /// A spec with a value at the end of each line.
  private let blockSpec = """
    lifeline: 1
    machine: M
    sources:
      s:
        claims:
          - A1
    context:
      n: 1
      t: 5s
      d:
        cases:
          - phone
          - pad
    callbacks:
      c:
        parameters:
          x: Int
      ö:
        needs: c
        onlyAfter: {any: [c, c]}
        answeredBy: [c]
        before: {state: a}
        within: 5s
    events:
      - e
      - f
    states:
      a:
        entry:
          - if: n + 1 > 2 and d == phone
            do:
              - set:
                  n: (n - 1) * 2
        on:
          e:
            if: not in(b) or d == pad
            cites: s A1
            to: b
        after:
          t: b
      b:
        defer: f
        always:
          if: t <= 5s + t
          to: a
    scenarios:
      s:
        given:
          state: a
          n: 1
        where:
          d:
            - phone
            - pad
        when:
          - e: []
            then: b
          - wait: 5s
            expect:
              - if: d == phone
                expect: c
    """

  /// Checks that mutations of a spec become machines or have errors, and that all ranges are in the text.
  private func checkMutations(
    of spec: String, count: Int, lineEnd: String = "\n", file: StaticString = #filePath, line: UInt = #line
  ) {
    let seed = testSeed()
    var random = SplitMix64(seed: seed)
    let lines = spec.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let words = [
      "{", "}", "[", "]", ": ", "- ", "&a ", "*a", "\"", "'", " #", "!x ", "if", "to", "in(", ")", "5s", "not", "\t",
      "ä", " >", "==", "|",
    ]
    for _ in 0..<count {
      var mutated = lines
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: mutated.remove(at: index)
        case 1: mutated.swapAt(index, Int.random(in: 0..<mutated.count, using: &random))
        case 2: mutated[index] = lines.randomElement(using: &random) ?? ""
        case 3:
          let length = Int.random(in: 0...mutated[index].count, using: &random)
          mutated[index] = String(mutated[index].prefix(length))
        default:
          var line = Array(mutated[index])
          let word = words.randomElement(using: &random) ?? ""
          line.insert(contentsOf: word, at: Int.random(in: 0...line.count, using: &random))
          mutated[index] = String(line)
        }
      }
      let text = mutated.joined(separator: lineEnd)
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      XCTAssertEqual(
        reading.machine == nil, reading.diagnostics.containsErrors, "seed \(seed):\n\(text)", file: file, line: line)
      if let fault = misplacedRange(of: reading.diagnostics, in: reading.source) {
        return XCTFail("seed \(seed): \(fault)\n\(text)", file: file, line: line)
      }
    }
  }

  /// Searching for the name that each misspelt one means would take minutes.
  func testManyMisspeltNamesAmongMany() throws {
    try skipTest(below: .thorough)
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

  func testAHundredErrorsOfAKindAreShown() {
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
