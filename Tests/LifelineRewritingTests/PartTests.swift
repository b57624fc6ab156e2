import LifelineLanguage
import LifelineRewriting
import TestSupport
import XCTest

/// Tests how scenarios of machines with parts are rewritten.
final class PartTests: XCTestCase {
  private let head = """
    lifeline: 1
    machine: M
    parts: {root: Screen.yaml, detail: Screen.yaml}
    callbacks: [mine]
    events: [push]
    states: {a: {on: {push: {to: b, do: [{root: hide}, {detail: [create, show]}, mine]}}}, b: {}}
    scenarios:

    """

  private func check(_ scenario: String, becomes expected: String, line: UInt = #line) throws {
    let reading = SpecReader.read(
      bytes: Array((head + scenario).utf8), path: "M.yaml", using: usedSpecs(["Screen.yaml": screenSpec]))
    let machine = try XCTUnwrap(reading.machine, reading.diagnostics.map(\.message).joined(separator: "\n"), line: line)
    let acceptance = acceptScenarios(
      in: reading.source.bytes, reading: reading, report: playForAcceptance(machine))
    XCTAssertEqual(
      String(decoding: acceptance.bytes, as: UTF8.self).dropFirst(head.count), expected[...],
      "\(acceptance.diagnostics.map(\.message))", line: line)
  }

  func testCallsOfOnePartAreOneItem() throws {
    try check(
      "  s: {given: [a, root.visible], when: {push: {detail: [load]}}}\n",
      becomes: "  s: {given: [a, root.visible], when: {push: [root.willDisappear, {detail: [load, willAppear]}, "
        + "mine]}}\n")
  }

  func testRightPatternsStay() throws {
    let right =
      "  s: {given: [a, root.visible], when: {push: [{detail: [load, willAppear], root: "
      + "willDisappear}, mine]}}\n"
    try check(right, becomes: right)
    try check(
      right.replacing(", mine]", with: "]"),
      becomes: right)
  }

  func testStatesOfParts() throws {
    try check(
      "  s: {given: [a, root.visible], when: push, then: [b, root.hidden]}\n",
      becomes: "  s: {given: [a, root.visible], when: push, then: [b, root.disappearing]}\n")
  }
}
