import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineRewriting
import LifelineScenarios
import XCTest

/// Scenarios that are added to specs: every byte of the spec stays, whatever it looks like.
final class InsertionTests: XCTestCase {
  private let head =
    "lifeline: 1\nmachine: Door\ncallbacks: [ring]\nevents: [open]\nstates: {closed: {on: {open: {do: ring}}}}\n"

  private func inserting(_ name: String = "new", into text: String) throws -> String {
    let bytes = Array(text.utf8)
    let reading = SpecReader.read(bytes: bytes, path: "Door.yaml")
    let machine = try XCTUnwrap(reading.machine, "\(reading.diagnostics.map(\.message))")
    var session = try SimulationSession.begin(MachineIndex.build(for: machine))
    try session.perform(.send(ID(0), arguments: []))
    return String(decoding: try insert(session.record(named: name), into: bytes, reading: reading).bytes, as: UTF8.self)
  }

  private let scenario = ["new:", "  when:", "    - open: ring", "  then: closed"]

  private func lines(_ indentation: Int) -> String {
    scenario.map { String(repeating: " ", count: indentation) + $0 + "\n" }.joined()
  }

  func testTheFirstScenario() throws {
    XCTAssertEqual(try inserting(into: head), head + "\nscenarios:\n" + lines(2))
    XCTAssertEqual(try inserting(into: head + "\n# the end\n"), head + "\nscenarios:\n" + lines(2) + "\n# the end\n")
    XCTAssertEqual(
      try inserting(into: String(head.dropLast())), head + "\nscenarios:\n" + String(lines(2).dropLast()))
    XCTAssertEqual(try inserting(into: head + "...\n"), head + "\nscenarios:\n" + lines(2) + "...\n")
    XCTAssertEqual(
      try inserting(into: head + "scenarios: {}\n"), head + "scenarios: {new: {when: [{open: ring}], then: closed}}\n")
  }

  func testBehindTheLastScenario() throws {
    let one = head + "scenarios:\n    old: {when: open}  # a remark\n      # another\n"
    XCTAssertEqual(try inserting(into: one), one + lines(4))
    let two = head + "scenarios:\n  a:\n    when: open\n\n  # the second\n  b:\n    when: open\n"
    XCTAssertEqual(try inserting(into: two), two + "\n" + lines(2))
    XCTAssertEqual(try inserting(into: two + "\n# the end\n"), two + "\n" + lines(2) + "\n# the end\n")
    let text = head + "scenarios:\n  a:\n    when: open\n    doc: |\n      A text.\n\n"
    XCTAssertEqual(try inserting(into: text), text.dropLast() + lines(2) + "\n")
    let behind = head + "scenarios:\n  a: {when: open}\nobserving: delegate\n"
    XCTAssertEqual(
      try inserting(into: behind), behind.replacing("observing", with: lines(2) + "observing"))
  }

  /// A scenario expects everything that the machine leaves open.
  func testCallsThatStayOpen() throws {
    let open = head.replacing("[ring]", with: "[ring, knock, creak]").replacing(
      "do: ring",
      with: "do: [ring, {anyOrder: [[knock, ring], creak]}, {optional: [creak, ring]}, {oneOf: [[], knock]}, ring]")
    XCTAssertEqual(
      try inserting(into: open),
      open + "\nscenarios:\n"
        + lines(2).replacing(
          "open: ring",
          with:
            "open: [ring, {anyOrder: [[knock, ring], creak]}, {optional: [creak, ring]}, {oneOf: [[], knock]}, ring]"))
    // Calls that scenarios don't observe are left out of that.
    let unseen = open.replacing(
      "[ring, knock, creak]\n",
      with: "{ring: , knock: {channel: other}, creak: {channel: other}}\nobserving: delegate\n")
    XCTAssertTrue(try inserting(into: unseen).contains("- open: [ring, ring, {optional: ring}, ring]\n"))
  }

  func testBetweenBraces() throws {
    let flow = head + "scenarios: {a: {when: open}, b: {when: open},  # both\n  }\n"
    XCTAssertEqual(
      try inserting(into: flow),
      flow.replacing("},  #", with: "}, new: {when: [{open: ring}], then: closed},  #"))
    let all =
      "{lifeline: 1, machine: Door, callbacks: [ring], events: [open], states: {closed: {on: {open: {do: ring}}}}}"
    XCTAssertEqual(
      try inserting(into: all), all.dropLast() + ", scenarios: {new: {when: [{open: ring}], then: closed}}}")
  }

  func testOtherLineEndsAndAByteOrderMark() throws {
    let windows = ("\u{FEFF}" + head).replacing("\n", with: "\r\n")
    XCTAssertEqual(try inserting(into: windows), windows + ("\nscenarios:\n" + lines(2)).replacing("\n", with: "\r\n"))
  }

  func testNamesThatNeedQuotes() throws {
    let names = [
      "a: b": "\"a: b\"", "1st": "\"1st\"", "it's": "\"it's\"", "été 2": "été 2", "\"": "\"\\\"\"", "- a": "\"- a\"",
      "a ": "\"a \"", "Yes": "\"Yes\"", "null": "\"null\"", "no entry": "no entry",
    ]
    for (name, key) in names {
      XCTAssertTrue(try inserting(name, into: head).contains("scenarios:\n  \(key):\n    when:"), name)
      XCTAssertTrue(try inserting(name, into: head + "scenarios: {}\n").contains("{\(key): {when:"), name)
    }
  }

  func testRefusals() throws {
    XCTAssertThrowsError(try inserting("old", into: head + "scenarios: {old: {when: open}}\n")) { error in
      guard case InsertionRefusal.nameIsTaken = error else { return XCTFail("\(error)") }
    }
    // With `+`, blank lines belong to the text.
    let kept = head + "scenarios:\n  a:\n    when: open\n    doc: |+\n      A text.\n\n"
    XCTAssertThrowsError(try inserting(into: kept)) { error in
      guard case InsertionRefusal.unsafe(let reason) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(reason, "other parts of the spec would change")
    }
    XCTAssertThrowsError(try inserting(String(repeating: "x", count: 1_100), into: head)) { error in
      guard case InsertionRefusal.unsafe(let reason) = error else { return XCTFail("\(error)") }
      XCTAssertTrue(reason.hasPrefix("the spec couldn't be read then: "), reason)
    }
  }
}
