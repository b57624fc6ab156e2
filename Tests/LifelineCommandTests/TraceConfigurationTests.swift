import Foundation
import TestSupport
import XCTest

/// The logs of `traces` in a configuration file.
final class TraceConfigurationTests: TraceTestCase {
  func testTracesInTheConfiguration() throws {
    try writeScreen()
    try write("viewDidLoad\nviewWillAppear\n", to: "Traces/good.log")
    try write("hello\n", to: "Traces/other.log")
    try write(
      """
      traces:
        - {log: Traces/good.log, spec: Screen.yaml, source: "https://example.com"}
        - {log: device.log, spec: Screen.yaml, without: viewWillDisappear}
        - {log: device.log, spec: Screen.yaml, violates: It has always been so.}

      """, to: "lifeline.yaml")
    let good = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(good.status, 0, good.errors)
    XCTAssertTrue(
      good.output.hasSuffix("traces: 3 logs are as said, 1 of them because it violates its spec as said\n"), good.output
    )
    try write(
      """
      traces:
        - {log: Traces/good.log, spec: Screen.yaml, violates: nothing}
        - {log: device.log, spec: Screen.yaml}
        - {log: Traces/other.log, spec: Screen.yaml}
        - {log: Traces/none.log, spec: Screen.yaml}
        - {log: device.log, spec: Screen.yml}
        - {log: device.log, spec: Screen.yaml, without: viewWilDisappear}
        - {log: device.log, spec: Screen.yaml, from: here}
        - {log: device.log}
        - {log: device.log, spec: Screen.yaml, by: "("}

      """, to: "lifeline.yaml")
    let bad = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(bad.status, 1)
    for message in [
      "lifeline.yaml:2:57: error: `Traces/good.log` violates nothing, although `violates` says so; delete `violates` [L956]",
      "device.log:4:37: error: `viewDidDisappear:` of DetailViewController came where it cannot [L951]",
      "lifeline.yaml:3:11: note: the log is listed here",
      "Traces/other.log: error: no line of this log begins with a callback of Screen",
      "Traces/none.log: error: there is no file",
      "lifeline.yaml:6:29: error: there is no spec `Screen.yml` in the folder of this file [L603]",
      "lifeline.yaml:7:51: error: Screen has no callback `viewWilDisappear`; did you mean `viewWillDisappear`? [L603]",
      "lifeline.yaml:8:48: error: `here` is not `start` or `anywhere` [L603]",
      "lifeline.yaml:9:5: error: a trace has no `spec`; write",
      "lifeline.yaml:10:46: error: `(` is no key: it is not a regular expression: a `(` has no `)` [L603]",
    ] {
      XCTAssertTrue(bad.errors.contains(message), "\(message) is missing in\n\(bad.errors)")
    }
  }

  func testFixturesThatNobodyWouldCheck() throws {
    try writeScreen()
    let page = try XCTUnwrap(read("Screen.yaml")).replacing("machine: Screen", with: "machine: Page")
    try write(page, to: "Inner/Page.yaml")
    try write("", to: "Inner/lifeline.yaml")
    try write("viewDidLoad\n", to: "load.log")
    try write("no: spec\n", to: "Other.yaml")
    try write(
      """
      traces:
        - {log: load.log, spec: Screen.yaml, source: "https://example.com/log"}
        - {log: load.log, spec: Inner/Page.yaml}
        - {log: load.log, spec: Other.yaml}

      """, to: "lifeline.yaml")
    let result = try lifeline("check", ".")
    XCTAssertEqual(result.status, 1)
    for message in [
      "lifeline.yaml:3:27: error: `Inner/Page.yaml` belongs to `Inner/lifeline.yaml`; list the log there [L603]",
      "lifeline.yaml:4:27: error: `Other.yaml` is no spec [L603]",
    ] {
      XCTAssertTrue(result.errors.contains(message), "\(message) is missing in\n\(result.errors)")
    }
    XCTAssertEqual(result.errors.components(separatedBy: ": error: ").count, 3, result.errors)
    XCTAssertEqual(try lifeline("check", "Screen.yaml").status, 0, "this run doesn't know the other files")
  }

  /// A log that needs what wasn't explored isn't wrong, and a warning says so.
  func testFixturesAreExploredAsTheConfigurationSays() throws {
    try writeScreen()
    try write("viewDidLoad\nviewWillAppear:\n", to: "load.log")
    try write("limit: 1\ntraces: [{log: load.log, spec: Screen.yaml, source: here}]\n", to: "lifeline.yaml")
    let result = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(result.status, 0)
    XCTAssertFalse(result.errors.contains("[L951]"), result.errors)
    XCTAssertTrue(
      result.errors.contains(
        "warning: it isn't known whether `viewDidLoad` can come here, so the rest of its session isn't judged [L961]"
      ),
      result.errors)
    XCTAssertTrue(result.errors.contains("note: the exploration"), result.errors)
    XCTAssertTrue(result.errors.contains("note: the log is listed here, with its source here"), result.errors)
    XCTAssertEqual(try lifeline("check", "--strict", "Screen.yaml").status, 1)
    // Nobody knows either whether it violates the spec.
    try write("limit: 1\ntraces: [{log: load.log, spec: Screen.yaml, violates: twice}]\n", to: "lifeline.yaml")
    let violating = try lifeline("check", "Screen.yaml")
    XCTAssertTrue(violating.errors.contains("[L961]"), violating.errors)
    XCTAssertFalse(violating.errors.contains("[L956]"), violating.errors)
  }

  func testErrorsOfTheConfiguration() throws {
    try writeScreen()
    try write("viewDidLoad\n", to: "load.log")
    try write("limt: 1\n", to: "lifeline.yaml")
    let result = try lifeline("trace", "Screen.yaml", "load.log")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("lifeline.yaml:1:1: error: "), result.errors)
  }

  func testTheKeyOfObjectsIsNoneOfLines() throws {
    try writeScreen()
    try write("user=1 viewDidLoad\nuser=2 viewDidLoad\n", to: "users.log")
    try write(#"{"callback": "viewDidLoad", "user": 1}"# + "\n", to: "users.ndjson")
    let result = try lifeline("trace", "Screen.yaml", "users.log", "users.ndjson", "--by", "user")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.errors.contains(
        "users.log: error: `user` finds no sessions in a log of text: it has no group; put parentheses around the key, "
          + "as in `user=([0-9]+)` [L624]"), result.errors)
    XCTAssertTrue(result.output.contains("sessions: 1 conforms"), result.output)
  }

  func testSettingsThatContradictEachOther() throws {
    try writeScreen()
    try write(
      "lifeline: 1\nmachine: Pair\nparts: {a: Screen.yaml, b: Screen.yaml}\n"
        + "context: {version: {default: 1, fixed: true}}\nevents: [go]\n"
        + "states: {s: {on: {go: {if: version == 1, do: [{a: load}, {b: load}]}}}}\n", to: "Pair.yaml")
    try write("viewDidLoad\n", to: "load.log")
    let twice = try lifeline("trace", "Pair.yaml", "load.log", "--given", "version=1", "--given", "version=2")
    XCTAssertEqual(twice.status, 64)
    XCTAssertTrue(twice.errors.contains("--given: `version` is given two values; leave one out."), twice.errors)
    try write(
      "lifeline: 1\nmachine: Ranged\ncontext: {version: {default: 1, fixed: true, range: 1...3}}\nevents: [go]\n"
        + "callbacks: [didGo]\nstates: {s: {on: {go: {if: version == 1, do: didGo}}}}\n", to: "Ranged.yaml")
    let outside = try lifeline("trace", "Ranged.yaml", "load.log", "--given", "version=4")
    XCTAssertEqual(outside.status, 64)
    XCTAssertTrue(
      outside.errors.contains("--given: `4` lies outside of `1...3`, the range of `version`; write a value from"),
      outside.errors)
    let both = try lifeline("trace", "Pair.yaml", "load.log", "--as", "a=Screen", "--as", "b=Screen")
    XCTAssertEqual(both.status, 64)
    XCTAssertTrue(both.errors.contains("--as: the lines of `Screen` can't belong to `a` and to `b`;"), both.errors)
  }
}
