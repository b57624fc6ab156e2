import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Checks that the whole analysis hides no error that an exploration finds.
final class ReachableErrorTests: XCTestCase {
  func testAWarningHidesNoError() throws {
    let machine = try readMachine(
      callbacks: "called", events: "go",
      """
      context: {n: {default: 0, private: true}}
      states:
        a: {on: {go: b}}
        b: {entry: [called, {if: n < 1, do: {set: {n: n + 1}}}], always: {if: n < 5, to: b, reenter: true}}
      """)
    let report = analyze(machine)
    XCTAssertEqual(report.diagnostics.map(\.kind.code), ["L859", "L801"])
    XCTAssertEqual(report.diagnostics[0].location, report.diagnostics[1].location)
    XCTAssertEqual(findReachableErrors(in: machine, limit: 100).diagnostics, [report.diagnostics[1]])
  }

  /// Only a diagnostic that says the same explains why something never happens.
  func testAnUnrelatedWarningHidesNothing() throws {
    let machine = try readMachine(
      events: "go back",
      """
      states:
        a: {on: {go: {to: b, reenter: true}}, states: {c: {on: {go: b}}}}
        b: {on: {back: {to: a}}}
      """)
    let codes = analyze(machine).diagnostics.map(\.kind.code)
    XCTAssertEqual(codes, ["L851", "L859"])
    XCTAssertEqual(
      checkReachability(
        in: explore(.build(for: machine)), besides: checkStatically(machine).filter { $0.kind.code == "L859" }
      )
      .map(\.kind.code), ["L812"])
  }

  func testTheAnalysisOfRandomMachinesHidesNoError() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed(default: 8))
    var counts: [String: Int] = [:]
    var beside = 0
    let count = numberOfRandomMachines(quick: 4, thorough: 20, all: 30)
    for number in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: number.isMultiple(of: 2))
      // Some state loops, with a warning at the same place: `reenter` has no effect there.
      let state = "s\(1 + random.below(6))"
      let condition = number.isMultiple(of: 2) ? "f" : "in(s\(1 + random.below(6)))"
      let loop = "\(state): {always: {if: \(condition), to: \(state), reenter: true}, "
      let text = spec.text.replacing("\(state): {", with: loop)
      guard var machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", text) else { continue }
      for callback in machine.callbacks.indices where random.below(3) == 0 {
        let other = ID<Callback>(random.below(machine.callbacks.count))
        let range = machine.callbacks[callback].range
        let need = Promise.Mention(callback: other, range: range)
        let form = random.below(2) == 0 ? Promise.Form.needs(.any, [need]) : .onlyAfter(.any, [need])
        machine.promises.append(Promise(.call(ID(callback)), form, range: range, subjectRange: range))
      }
      // What is known about a callback is known at the place of its promise.
      let known = machine.callbacks.filter { _ in random.below(2) == 0 }.map { callback in
        Diagnostic(.unusedParameter, "", at: SourceLocation(path: machine.path, range: callback.range))
      }
      let errors = findReachableErrors(in: machine, limit: 40).diagnostics.filter { $0.severity == .error }
      let found = analyze(machine, limit: 40, besides: known).diagnostics
      let warned = Set((known + found.filter { $0.severity == .warning }).map(\.location))
      for error in errors {
        counts[error.kind.code, default: 0] += 1
        if warned.contains(error.location) { beside += 1 }
        XCTAssertTrue(found.contains(error), "\(error.kind.code) \(error.message) in\n\(text)")
      }
    }
    XCTAssertFalse(counts.isEmpty)
    guard count >= 30 else { return }
    for code in ["L801", "L803", "L804"] { XCTAssertGreaterThan(counts[code, default: 0], 1, code) }
    XCTAssertGreaterThan(beside, 5, "Warnings should be at the places of errors now and then.")
  }
}
