import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Reports and scenarios about arguments.
final class ArgumentReportTests: XCTestCase {
  private func judge(
    _ log: String, _ spec: String, showing names: [String] = [],
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws -> TraceResult {
    try judgeLog(log, spec, showing: names, change, spelling: ArgumentLogTests.object)
  }

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  /// Several wrong arguments cannot be together only if each of them could be alone.
  func testArgumentsThatCannotBeTogether() throws {
    let spec = """
      callbacks: {tell: {parameters: {n: Int, big: Bool}}}
      events: [low, high]
      states:
        s: {on: {low: {do: {tell: {n: 1, big: false}}}, high: {do: {tell: {n: 9, big: true}}}}}
      """
    let together = text(try judge("tell \"n\": 1, \"big\": true", spec))
    XCTAssertTrue(together.contains("came with `n: 1` and `big: true`, which cannot be together [L951]"), together)
    let alone = """
      callbacks: {tell: {parameters: {n: Int, big: Bool}}}
      events: [low]
      states: {s: {on: {low: {do: {tell: {n: 1, big: false}}}}}}
      """
    let each = text(try judge("tell \"n\": 2, \"big\": true", alone))
    XCTAssertTrue(each.contains("came with `n: 2` and `big: true`, which cannot be [L951]"), each)
  }

  /// Not every number is one of Swift's `Int`.
  func testANumberBeyondAll() throws {
    let spec = """
      callbacks: {tell: {parameters: {n: Int}}}
      events: {go: {parameters: {n: Int}}}
      states: {s: {on: {go: {do: tell}}}}
      """
    let report = text(try judge("tell \"n\": 9223372036854775808", spec))
    XCTAssertTrue(report.contains("could have been: any whole number of 64 bits as `n`"), report)
  }

  /// A text that no scenario can have as a value gets a name.
  func testTheScenarioNamesTextsThatAreNoNames() throws {
    let spec = """
      imports: [Foundation]
      callbacks: {connect: {parameters: {peripheral: "UUID?"}}, didConnect: {parameters: {peripheral: "UUID?"}}}
      context: {peripheral: {type: UUID, private: true}}
      events: {open: {parameters: {device: UUID}}, answer: , close: }
      states:
        idle: {on: {open: {to: busy, do: [{set: {peripheral: device}}, connect]}}}
        busy: {on: {answer: {do: didConnect}, close: {to: idle, do: {set: {peripheral: nil}}}}}
      """
    let first = "5C9F-11"
    let result = try judge(
      "connect \"peripheral\": \"\(first)\"\ndidConnect \"peripheral\": \"\(first)\"\nconnect \"peripheral\": \"headset\"\nconnect \"peripheral\": \"yes\"",
      spec
    ) { $0.keepsCalls = true }
    XCTAssertEqual(
      result.scenario.filter { $0.hasPrefix("      -") || $0.contains("#") },
      [
        "      - {open: [{connect: {peripheral: device1}}], with: {device: device1}}",
        "      - answer: [{didConnect: {peripheral: device1}}]", "      - close: []",
        "      - {open: [{connect: {peripheral: headset}}], with: {device: headset}}", "      - close: []",
        "      - {open: [{connect: {peripheral: device2}}], with: {device: device2}}",
        "    # `device1` is 5C9F-11 in the log.", "    # `device2` is yes in the log.",
      ])
    let machine = try readMachine(spec + "\n" + result.scenario.joined(separator: "\n"))
    XCTAssertEqual(checkScenarios(of: machine).failedScenarios, 0)
  }

  /// A name that an event doesn't have is reported once, and one of a call if it looks misspelt.
  func testMisspeltArguments() throws {
    let log = """
      event resume "when": 3
      didStart "animated": true
      event progress "cuont": 3, "count": 3
      didSend "totl": 3, "error": "none"
      event progress "cuont": 3
      didSend "totl": 3
      """
    let result = try judge(log, ArgumentLogTests.upload, showing: ["resume", "progress"])
    XCTAssertEqual(result.sessions.map(\.verdict), [.conforms])
    XCTAssertEqual(
      result.diagnose().map(\.message),
      [
        "`when` is no parameter of the event `resume`, so its values are not compared",
        "`cuont` is no parameter of the event `progress`, so its values are not compared; did you mean `count`?",
        "`totl` is no parameter of `didSend`, so its values are not compared; did you mean `total`?",
      ])
    XCTAssertEqual(Set(result.diagnose().map(\.kind.code)), ["L952"])
  }
}
