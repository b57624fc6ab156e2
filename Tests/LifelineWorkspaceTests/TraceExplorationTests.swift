import LifelineAnalysis
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineWorkspace

final class TraceExplorationTests: XCTestCase {
  /// The machine compares two fixed fields with each other, so that every value of them may matter.
  private let spec = """
    context:
      mine: {default: 3, fixed: true}
      yours: {default: 5, fixed: true}
      open: {default: false, fixed: true}
    states:
      a: {on: {go: {if: mine < yours, to: b}}}
      b: {on: {go: {if: open, to: a, do: called}}}
    """

  func testEachExplorationIsMadeOnce() throws {
    let machine = try readMachine(callbacks: "called", events: "go", spec)
    let count = Counter()
    // Each exploration reports its progress first when there is no configuration yet.
    var explorations = TraceExplorations(limit: nil) { _, configurations in
      if configurations == 0 { count.increment() }
    }
    func explored(_ given: (String, Value)...) throws -> Exploration {
      explorations.exploration(
        of: machine,
        given: try given.map { name, value in
          FieldValue(field: ID(try XCTUnwrap(machine.fields.firstIndex { $0.name == name })), value: value)
        })
    }
    let whole = try explored()
    XCTAssertEqual(count.value, 1)
    XCTAssertEqual(try explored(("open", .bool(true))).configurationCount, whole.configurationCount)
    XCTAssertEqual(try explored(("mine", .int(3))).configurationCount, whole.configurationCount)
    XCTAssertEqual(count.value, 1)
    let restricted = try explored(("mine", .int(70)))
    XCTAssertEqual(count.value, 2)
    XCTAssertLessThan(restricted.configurationCount, whole.configurationCount)
    XCTAssertFalse(whole.includes([FieldValue(field: ID(0), value: .int(70))]))
    XCTAssertTrue(restricted.includes([FieldValue(field: ID(0), value: .int(70))]))
    XCTAssertFalse(restricted.includes([FieldValue(field: ID(0), value: .int(3))]))
    _ = try explored(("mine", .int(70)))
    _ = try explored()
    XCTAssertEqual(count.value, 2)
    _ = try explored(("mine", .int(70)), ("open", .bool(true)))
    XCTAssertEqual(count.value, 3)
  }
}

private final class Counter: @unchecked Sendable {
  private(set) var value = 0
  func increment() { value += 1 }
}
