import TestSupport
import XCTest

/// The methods of many tests are in several classes of XCTest.
final class TestCaseTests: CompilingTestCase {
  private let numbers = (0..<10).map(String.init).joined(separator: ", ")

  /// Scenarios with 60, 4, 1 and 100 combinations.
  private var counter: String {
    """
    lifeline: 1
    machine: Counter
    context: {first: {type: Int, range: 0...9, default: 0}, second: {type: Int, range: 0...9, default: 0}}
    callbacks: [add]
    events: [press]
    states: {on: {on: {press: {do: add}}}}
    scenarios:
      a: {given: on, where: {first: [0, 1, 2, 3, 4, 5], second: [\(numbers)]}, when: {press: add}}
      b: {given: on, where: {first: [0, 1, 2, 3]}, when: {press: add}}
      c: {given: on, when: {press: add}}
      d: {given: on, where: {first: [\(numbers)], second: [\(numbers)]}, when: {press: add}}
    """
  }

  func testAClassHasAtMostSixtyFourMethods() throws {
    let generated = try generate(counter)
    XCTAssertEqual(
      generated.testCases.map(\.name), ["CounterTests", "CounterTests2", "CounterTests3", "CounterTests4"])
    XCTAssertEqual(generated.testCases.map(\.tests.count), [64, 1, 64, 36])
    XCTAssertEqual(Set(generated.testNames).count, 165)
  }

  func testAllRun() throws {
    let outcome = try test([try generate(counter)])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("Executed 165 tests, with 0 failures"), outcome.output)
  }

  func testASuiteHasThemAll() throws {
    let tests = try generate(counter, framework: .swiftTesting).tests
    XCTAssertFalse(tests.contains("CounterTests2"), tests)
  }
}
