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
    var files = try generate(sampleSpec)
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

  /// The calls that a pattern matches are beside it, without a mark. Lines that differ are marked.
  func testBesidePatterns() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Talk
      callbacks: {say: {parameters: {text: String, loud: Bool}}, a: , b: , c: , d: }
      context: {loud: true}
      events: {go: {parameters: {text: String}}, rest: }
      states:
        s:
          on:
            go: {do: [say, a, b, c]}
            rest: {do: [a, a, b, d]}
      scenarios:
        partly: {given: s, when: {go: [{say: {text: "x\\ny"}}, a, {optional: d}, b, c], with: {text: "x\\ny"}}}
        again: {given: s, when: {rest: [{repeat: {oneOf: [a, c]}}, {anyOrder: [d, b]}]}}
      """
    var files = try generate(spec)
    for (right, wrong) in [("call(.b)\n        call(.c)", "call(.c)\n        call(.b)"), ("call(.d)", "call(.c)")] {
      XCTAssertTrue(files.machine.contains(right), files.machine)
      files.machine = files.machine.replacingOccurrences(of: right, with: wrong)
    }
    let outcome = try test([files])
    XCTAssertTrue(
      outcome.output.contains(
        """
          expected              actual
          say(text: "x\\ny", …)  say(text: "x\\ny", loud: true)
          a                     a
          optional: d
        ! (none)                c
          b                     b
        ! c                     (none)

        """), outcome.output)
    XCTAssertTrue(
      outcome.output.contains(
        """
          expected               actual
          repeat: oneOf: [a, c]  a
                                 a
        ! anyOrder: [d, b]       b
        ! (none)                 c

        """), outcome.output)
  }

  func testOfExitsAfterATransitionsOwnActions() throws {
    var files = try generate(sampleSpec)
    let right = "call(.willResignActive)\n        call(.didEnterBackground)"
    XCTAssertTrue(files.machine.contains(right), files.machine)
    files.machine = files.machine.replacingOccurrences(
      of: right, with: "call(.didEnterBackground)\n        call(.willResignActive)")
    let outcome = try test([files])
    XCTAssertNotEqual(outcome.status, 0)
    let line = try line(of: "when: {pressHome: [willResignActive, didEnterBackground]}")
    XCTAssertTrue(outcome.output.contains("Spec.yaml:\(line): error: "), outcome.output)
    XCTAssertTrue(outcome.output.contains("with 3 failures"), outcome.output)
  }
}
