import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// Fields that only carry values.
final class CarriedFieldTests: XCTestCase {
  private let spec = """
    lifeline: 1
    machine: Link
    context: {device: {type: Device, private: true}}
    events: {open: {parameters: {other: Device}}}
    states: {a: {on: {open: {do: {set: {device: other}}}}}}
    scenarios: {s: {given: {state: a, device: nil}, when: [open: []], then: a}}
    """

  func testHover() {
    XCTAssertEqual(
      Session.hover(spec.replacing("{device: {", with: "{dev‸ice: {"))?.hasPrefix(
        "private context field `device`\ntype: Device?\ndefault: nil\n"), true)
  }

  func testCompletion() {
    let value = Session.completions(spec.replacing("device: nil", with: "device: ‸"))
    XCTAssertEqual(value, ["nil"])
    let assigned = Session.completions(spec.replacing("device: other", with: "device: ‸"))
    XCTAssertTrue(Set(["other", "device", "nil"]).isSubset(of: assigned), "\(assigned)")
  }
}
