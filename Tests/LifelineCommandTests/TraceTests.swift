import Foundation
import TestSupport
import XCTest

/// Reports of `lifeline trace`, and its exit codes.
final class TraceTests: TraceTestCase {
  func testALongKeyIsNotQuotedAsAWhole() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("ring\n", to: "log.txt")
    let key = String(repeating: "k", count: 100_000)
    for arguments in [
      ["--by", "(" + key], ["--by", key + "-(x"], ["--only", key], ["--without", key], ["--observing", key],
    ] {
      let result = try lifeline(["trace", "Door.yaml", "log.txt"] + arguments)
      XCTAssertEqual(result.status, 64, result.errors)
      XCTAssertLessThan(result.errors.utf8.count, 2_000, arguments[0])
      XCTAssertTrue(result.errors.contains(String(repeating: "k", count: 150)), arguments[0])
    }
  }

  func testALogThatConforms() throws {
    try writeScreen()
    try write("-[A viewDidLoad]\n-[A viewWillAppear:]\nhello\n", to: "a.log")
    let result = try lifeline("trace", "Screen.yaml", "a.log")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(
      result.output, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 2 calls, 1 other line\n")
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "a.log", "--quiet").output, "")
  }

  func testStrictLogs() throws {
    try writeScreen()
    try write("viewDidDisappear\n", to: "a.log")
    try write("didReceiveMemoryWarning\n", to: "little.log")
    for (arguments, status, code) in [
      (["a.log", "--from", "anywhere"], Int32(0), ""), (["a.log", "--from", "anywhere", "--strict"], 0, ""),
      (["a.log"], 1, "L951"), (["device.log", "--without", "viewWillDisappear"], 0, ""),
      (["little.log", "--from", "anywhere"], 0, "warning: this log fits, but it doesn't show where the machine is"),
      (["little.log", "--from", "anywhere", "--strict"], 1, "[L955]"),
    ] {
      let result = try lifeline(["trace", "Screen.yaml"] + arguments)
      XCTAssertEqual(result.status, status, "\(arguments): \(result.errors)")
      XCTAssertTrue(code.isEmpty || result.errors.contains(code), "\(arguments): \(result.errors)")
    }
    try write(Self.step, to: "Step.yaml")
    try write("a\n", to: "step.log")
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "step.log").status, 0)
    let strict = try lifeline("trace", "Step.yaml", "step.log", "--strict")
    XCTAssertEqual(strict.status, 1)
    XCTAssertTrue(strict.errors.contains("error: this log ends inside a step: `b` is still owed [L954]"), strict.errors)
  }

  func testFormatsOfDiagnostics() throws {
    try writeScreen()
    let github = try lifeline("trace", "Screen.yaml", "device.log", "--diagnostics", "github")
    XCTAssertTrue(github.output.hasPrefix("::error file=device.log,line=4"), github.output)
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "device.log", "--diagnostics", "sarif").status, 1)
  }

  /// What a machine does at its start may depend on a fact, which a scenario has to give.
  func testAScenarioWithAFactOfTheStart() throws {
    let spec = """
      lifeline: 1
      machine: Door
      context: {locked: {default: false}}
      callbacks: [open, closed]
      events: [go]
      states:
        s:
          entry: {if: locked, do: closed, else: open}
          on: {go: {}}

      """
    try write(spec, to: "Door.yaml")
    try write("closed\n", to: "door.log")
    let scenario = try lifeline("trace", "Door.yaml", "door.log", "--scenario").output
    XCTAssertTrue(scenario.contains("    given: {locked: true}\n"), scenario)
    try write(spec + scenario, to: "Told.yaml")
    let result = try lifeline("check", "Told.yaml")
    XCTAssertEqual(result.status, 0, result.errors + scenario)
    XCTAssertTrue(result.output.contains("1 scenario holds"), result.output)
  }

  /// The orders of scenarios are those of the callbacks that the log is held against.
  func testCoverageOfFewerCallbacks() throws {
    try write(
      """
      lifeline: 1
      machine: Steps
      callbacks: {a: , b: , c: , d: {channel: other}}
      events: [go]
      observing: delegate
      states: {s: {on: {go: {do: [a, d, b, c]}}}}
      scenarios: {there: {observing: [delegate, other], when: {go: [a, d, b, c]}}}

      """, to: "Steps.yaml")
    try write("a\nd\nc\n", to: "steps.log")
    for arguments in [["--without", "b"], ["--observing", "a", "--observing", "c", "--observing", "d"]] {
      let result = try lifeline(["trace", "Steps.yaml", "steps.log", "--coverage"] + arguments)
      XCTAssertFalse(result.output.contains("the order"), result.output)
    }
  }

  func testCoverage() throws {
    try write(
      Self.step + """
        scenarios:
          there:
            when: {go: [a, b]}

        """, to: "Step.yaml")
    try write("a\nb\nb\na\n", to: "step.log")
    let result = try lifeline("trace", "Step.yaml", "step.log", "--coverage")
    XCTAssertEqual(
      result.output,
      """
      shown by logs, and promised by no scenario:
        the transition of `t` for `go` (Step.yaml:9)
        the order `b`, `a`
        the order `b`, `b`
      promised by scenarios, and shown by no log for certain:
        the state `t` (Step.yaml:9)
      sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 4 calls, 0 other lines

      """)
  }

  func testALateAnswerViolatesASpecAsSaid() throws {
    try writeDialog()
    try write("traces: [{log: late.log, spec: Dialog.yaml, violates: too late}]\n", to: "lifeline.yaml")
    let result = try lifeline("check", "Dialog.yaml")
    XCTAssertFalse(result.errors.contains("L959"), result.errors)
    XCTAssertTrue(
      result.output.hasSuffix("traces: 1 log is as said, 1 of them because it violates its spec as said\n"),
      result.output)
    try write("traces: [{log: late.log, spec: Dialog.yaml}]\n", to: "lifeline.yaml")
    XCTAssertTrue(try lifeline("check", "Dialog.yaml").errors.contains("[L959]"))
  }

  /// A value that the user gives is no default of the machine, so the scenario begins with it.
  func testTheScenarioHasTheGivenValues() throws {
    let spec = """
      lifeline: 1
      machine: Versions
      context: {version: {default: 1, fixed: true}}
      callbacks: [old, new]
      events: [go]
      states:
        s: {on: {go: [{if: version < 2, do: old}, {do: new}]}}

      """
    try write(spec, to: "Versions.yaml")
    try write("new\n", to: "new.log")
    let scenario = try lifeline("trace", "Versions.yaml", "new.log", "--given", "version=3", "--scenario").output
    XCTAssertTrue(scenario.contains("    given: {version: 3}\n"), scenario)
    try write(spec + scenario, to: "Told.yaml")
    let result = try lifeline("check", "Told.yaml")
    XCTAssertTrue(result.output.contains("1 scenario holds"), result.errors + scenario)
  }
}
