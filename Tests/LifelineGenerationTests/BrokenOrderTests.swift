import Foundation
import TestSupport
import XCTest

/// The generated tests notice a broken order, and say where the spec promises another.
final class BrokenOrderTests: CompilingTestCase {
  /// The line of the sample on which the text stands.
  private func line(of text: String) throws -> Int {
    let place = try XCTUnwrap(sampleSpec.range(of: text))
    return sampleSpec[..<place.lowerBound].filter { $0 == "\n" }.count + 1
  }

  func testInTheGeneratedCode() throws {
    var files = try Generated(sampleSpec)
    let right = "call(.willFinishLaunching)\n        call(.didFinishLaunching)"
    XCTAssertTrue(files.machine.contains(right), files.machine)
    files.machine = files.machine.replacingOccurrences(
      of: right, with: "call(.didFinishLaunching)\n        call(.willFinishLaunching)")
    let outcome = try test([files])
    XCTAssertNotEqual(outcome.status, 0)
    let line = try line(of: "launch: [willFinishLaunching, didFinishLaunching, didBecomeActive]")
    XCTAssertTrue(outcome.output.contains("Spec.yaml:\(line): error: "), outcome.output)
    XCTAssertTrue(outcome.output.contains("! (none)               didFinishLaunching"), outcome.output)
    XCTAssertTrue(outcome.output.contains("with 1 failure"), outcome.output)
  }

  func testInATemplate() throws {
    // What a transition does, with the exits behind its own actions.
    let microstep = """
      {{#actions}}
      {{>statement}}
      {{/actions}}
      {{#exits}}
      {{>statement}}
      {{/exits}}
      {{#state}}
      state = .{{.}}
      {{/state}}
      {{#entries}}
      {{>statement}}
      {{/entries}}
      return {{taken}}

      """
    let outcome = try test([try Generated(sampleSpec, overriding: ["microstep": microstep])])
    XCTAssertNotEqual(outcome.status, 0)
    let line = try line(of: "when: {pressHome: [willResignActive, didEnterBackground]}")
    XCTAssertTrue(outcome.output.contains("Spec.yaml:\(line): error: "), outcome.output)
    XCTAssertTrue(outcome.output.contains("with 3 failures"), outcome.output)
  }
}
