import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// Specs whose machine has a part `Bell`.
class PartTestCase: SpecTestCase {
  static let bell = """
    lifeline: 1
    machine: Bell
    types: {Tone: [low, high]}
    context:
      volume: {default: 3, fixed: true}
      mode: {cases: [slow, fast], default: slow, fixed: true}
      isOn: false
      count: {default: 0, private: true}
    callbacks:
      ring: {parameters: {tone: Tone, times: Int}}
      log: {channel: log}
    events: {press: {parameters: {tone: Tone, times: Int}}, rest: , quit: }
    observing: delegate
    initial: idle
    states:
      idle:
        on:
          press: {if: isOn or volume > 2 or mode == fast, to: busy.short, do: [{set: {count: count + 1}}, ring, log]}
          rest: {do: {raise: calm}}
          calm: idle
      busy:
        states:
          short: {on: {rest: long}}
          long: {on: {rest: idle, quit: over}}
      over: {final: true}

    """

  /// Checks the diagnostics of a spec that can use the bell.
  func inspect(_ marked: String, _ expected: String..., line: UInt = #line) {
    inspect(marked, expected, line: line)
  }

  func readHouse(_ yaml: String) throws -> Machine {
    try machine("lifeline: 1\nmachine: M\n" + yaml, using: ["Bell.yaml": Self.bell])
  }

  /// The rest of a spec with a part `bell`.
  func rest(_ actions: String, events: String = "[go]") -> String {
    "events: \(events)\nstates: {a: {on: {go: {do: \(actions)}}}}\n"
  }

  func inspect(_ marked: String, _ expected: [String], line: UInt) {
    let marked = MarkedText("lifeline: 1\nmachine: M\n" + marked)
    let reading = SpecReader.read(
      bytes: Array(marked.text.utf8), path: "Spec.yaml", using: usedSpecs(["Bell.yaml": Self.bell]))
    XCTAssertEqual(TestSupport.differences(of: reading.diagnostics, from: expected, markedIn: marked), [], line: line)
    XCTAssertEqual(schemaDifferences(of: marked.text, reading.diagnostics), [], line: line)
  }
}
