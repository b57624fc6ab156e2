import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// Promises under the caret.
final class PromiseFeatureTests: XCTestCase {
  private let spec = """
    lifeline: 1
    machine: Scanner
    callbacks:
      startScan: {answeredBy: [stopScan, didFail], before: {state: idle}, within: 1min}
      stopScan: {needs: startScan}
      didFail: {needs: {any: [startScan, stopScan]}}
      didDiscover: {between: [startScan, stopScan]}
    events: {scan: , stop: {answeredBy: stopScan, within: 1s}, found: , fail: }
    initial: idle
    states:
      idle: {on: {scan: {to: scanning, do: startScan}}}
      scanning:
        answeredBy: stopScan
        on: {stop: {to: idle, do: stopScan}, found: {do: didDiscover}, fail: {do: [didFail, stopScan], to: idle}}

    """

  private func spec(_ old: String, _ new: String, line: UInt = #line) -> String {
    XCTAssertTrue(spec.contains(old), line: line)
    return spec.replacing(old, with: new, maxReplacements: 1)
  }

  private func assert(_ marked: String, offers: [String], not others: [String] = [], line: UInt = #line) {
    let labels = Set(Session.completions(marked))
    XCTAssertEqual(Set(offers).subtracting(labels), [], "\(labels)", line: line)
    XCTAssertEqual(Set(others).intersection(labels), [], line: line)
  }

  func testKeysAreOffered() {
    assert(
      spec("{between: [startScan, stopScan]}", "{‸}"),
      offers: ["needs", "onlyAfter", "between", "answeredBy", "before", "within"])
    assert(
      spec("within: 1s}", "‸}"), offers: ["before", "within", "parameters"], not: ["needs", "between", "answeredBy"])
    assert(
      spec("    answeredBy: stopScan\n", "    answeredBy: stopScan\n    ‸\n"), offers: ["before", "within", "entry"],
      not: ["answeredBy", "needs", "between"])
    assert(spec("{any: [startScan, stopScan]}", "{‸}"), offers: ["any", "all"], not: ["needs"])
    assert(spec("{state: idle}", "{‸}"), offers: ["state"], not: ["any"])
  }

  func testNamesAreOffered() {
    let callbacks = ["startScan", "stopScan", "didFail", "didDiscover"]
    // No promise names the callback that it is about, except behind `before`.
    assert(
      spec("answeredBy: [stopScan, didFail]", "answeredBy: [stopScan, ‸]"), offers: ["didFail"],
      not: ["scan", "idle", "startScan"])
    assert(spec("before: {state: idle}", "before: ‸"), offers: ["startScan", "stopScan"])
    assert(spec("{any: [startScan, stopScan]}", "{any: [‸]}"), offers: ["startScan"], not: ["didFail"])
    assert(spec("answeredBy: stopScan, within", "answeredBy: ‸, within"), offers: callbacks, not: ["scan", "idle"])
    assert(
      spec("between: [startScan, stopScan]", "between: [startScan, ‸]"), offers: ["stopScan"], not: ["found", "idle"])
    assert(spec("{any: [startScan, stopScan]}", "{any: [startScan, ‸]}"), offers: ["stopScan"], not: ["idle"])
    assert(spec("before: {state: idle}", "before: {state: ‸}"), offers: ["idle", "scanning"], not: ["stopScan"])
    assert(spec("before: {state: idle}", "before: ‸"), offers: ["didDiscover"], not: ["found"])
  }

  func testHover() {
    for (place, beginning) in [
      ("answ‸eredBy: [stop", "key `answeredBy`\nThe callbacks that answer"),
      ("bef‸ore: {state", "key `before`\nWith `answeredBy`: a callback"),
      ("with‸in: 1min", "key `within`\nWith `answeredBy`: the time"),
      ("betw‸een: [", "key `between`\nTwo callbacks, `[open, close]`"),
      ("{an‸y: [", "key `any`\nCallbacks of which one"),
      ("{sta‸te: idle", "key `state`\nThe state that isn't entered"),
    ] {
      let hover = Session.hover(spec(place.filter { $0 != "‸" }, place))
      XCTAssertEqual(hover?.hasPrefix(beginning), true, "\(place): \(hover ?? "nothing")")
    }
    for (place, line) in [
      ("  start‸Scan: {", "answeredBy: stopScan or didFail before the state idle within 1min"),
      ("  didDis‸cover: {", "between: startScan and stopScan"),
      ("  didF‸ail: {", "needs: any of startScan, stopScan"),
      ("st‸op: {answeredBy", "answeredBy: stopScan within 1s"),
      ("  scan‸ning:", "answeredBy: stopScan"),
    ] {
      let hover = Session.hover(spec(place.filter { $0 != "‸" }, place))
      XCTAssertEqual(hover?.split(separator: "\n").contains(Substring(line)), true, "\(place): \(hover ?? "nothing")")
    }
  }
}
