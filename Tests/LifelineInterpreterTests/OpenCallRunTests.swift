import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Runs of machines that leave the order of calls open, or which of them are made.
final class OpenCallRunTests: XCTestCase {
  private static let spec = """
    context: {n: 1}
    callbacks: {a: , b: , c: {parameters: {n: Int}}}
    states:
      s:
        on: {go: {to: t, do: [{anyOrder: [a, [b, c]]}, {set: {n: n + 1}}, {oneOf: [{c: {n: n}}, []]}, {optional: b}]}}
      t: {entry: a}
    """

  func testTheFirstAlternativeIsPlayed() throws {
    var run = try Run(events: "go", Self.spec)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: a b c(n: 1) c(n: 2) b a > t")
  }

  func testChosenAlternatives() throws {
    var run = try Run(events: "go", Self.spec)
    _ = run.start()
    for (alternatives, expected) in [
      ([1], "b c(n: 1) a c(n: 2) b a > t"), ([0, 1, 1], "a b c(n: 1) a > t"), ([1, 1, 1, 1], "b c(n: 1) a a > t"),
      // There is no such alternative.
      ([7], "a b c(n: 1) c(n: 2) b a > t"),
    ] {
      var copy = run
      copy.interpreter.alternatives = alternatives
      XCTAssertEqual(try copy.send("go"), "handled: " + expected, "\(alternatives)")
      XCTAssertEqual(copy.interpreter.alternatives, [], "they count for one reaction")
    }
  }

  func testReactionsTellWhatStaysOpen() throws {
    var run = try Run(events: "go", Self.spec)
    _ = run.start()
    let reaction = run.interpreter.send(try run.event("go"))
    XCTAssertEqual(reaction.openCalls.map(\.form), [.anyOrder, .oneOf, .optional])
    XCTAssertEqual(reaction.openCalls.map(\.range), [0..<3, 3..<4, 4..<5])
    XCTAssertEqual(reaction.openCalls[1].items.map { $0.map(\.arguments) }, [[[.int(2)]], []])
    let sequences = reaction.callSequences.map { $0.map { run.machine[$0.callback].name }.joined() }
    XCTAssertEqual(
      Set(sequences), ["abccba", "abcba", "abcca", "abca", "bcacba", "bcaba", "bcaca", "bcaa"])
  }

  /// An argument of another alternative that has no value is no fault of this one.
  func testFaultsOfOtherAlternatives() throws {
    var run = try Run(
      events: "go",
      """
      context: {n: 0}
      callbacks: {a: , c: {parameters: {n: Int}}}
      states: {s: {on: {go: {do: {oneOf: [a, {c: {n: 1 / n}}]}}}}}
      """)
    _ = run.start()
    var other = run
    XCTAssertEqual(try run.send("go"), "handled: a")
    other.interpreter.alternatives = [1]
    XCTAssertTrue(try other.send("go").hasPrefix("fault"))
  }
}
