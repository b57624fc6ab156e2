import LifelineScenarios
import TestSupport
import XCTest

/// Scenarios of machines with parts.
final class PartTests: XCTestCase {
  private func check(_ scenario: String, _ expected: String..., line: UInt = #line) throws {
    let marked = MarkedText(
      """
      lifeline: 1
      machine: Navigation
      parts:
        root: Screen.yaml
        detail: {use: Screen.yaml, context: {version: 16}}
      events: [launch, push, finish, pop, warn]
      initial: off
      states:
        off: {on: {launch: {to: atRoot, do: {root: [create, show, finish]}}}}
        atRoot:
          on: {push: {to: pushing, do: [{detail: create}, {root: hide}, {detail: show}]}, warn: {do: {root: memoryWarning}}}
        pushing: {on: {finish: {to: atDetail, do: [{root: finish}, {detail: finish}]}}}
        atDetail: {on: {pop: {to: atRoot, do: [{restart: detail}, {root: [show, finish]}]}, push: {do: {root: ⟦hide⟧}}}}
      allow: {L212: Not everything is used.}
      scenarios:
        s:

      """ + scenario + "\n")
    let reading = try machine(marked.text, using: ["Screen.yaml": screenSpec])
    let report = checkScenarios(of: reading)
    let usesNote = expected.contains { $0.hasPrefix("L411") }
    let text = usesNote ? marked : MarkedText("")
    let codes = report.diagnostics.map { "\($0.kind.code) \($0.message)" }
    if usesNote {
      XCTAssertEqual(differences(of: report.diagnostics, from: expected, markedIn: text), [], line: line)
    } else {
      XCTAssertEqual(codes.count, expected.count, "\(codes)", line: line)
      for (code, part) in zip(codes, expected) { XCTAssertTrue(code.contains(part), code, line: line) }
    }
  }

  func testCallsOfParts() throws {
    try check(
      """
          when:
            - start: []
            - launch: {root: [load, willAppear, didAppear]}
            - push: [root.willDisappear, {detail: [load, willAppear]}]
            - finish: [root.didDisappear, detail.didAppear]
          then: [atDetail, root.hidden, detail.visible]
      """)
    try check(
      """
          given: [atRoot, root.visible]
          when:
            - push: {detail: [load, willAppear], root: willDisappear}
            - finish: {root: [didDisappear], detail: [{optional: didAppear}]}
              then: {state: detail.visible, detail.loads: 1, detail.version: 16}
      """)
    try check(
      """
          given: [atRoot, root.visible]
          when: {push: [detail.load, root.willDisappear, detail.willAppear]}
      """, "L402")
  }

  func testInterleavedCallsKeepTheirOrderWithinAPart() throws {
    try check(
      """
          given: [atRoot, root.visible]
          when: {push: {root: willDisappear, detail: [willAppear, load]}}
      """, "L402")
    try check(
      """
          given: [atRoot, root.visible]
          when: {push: {root: [], detail: [load, willAppear]}}
      """, "L402")
  }

  func testObserving() throws {
    // The screen's own file doesn't observe its log.
    try check("    given: [atRoot, root.visible]\n    when: {warn: []}")
    try check("    observing: [root.log]\n    given: [atRoot, root.visible]\n    when: {warn: root.warn}")
    try check("    observing: root\n    given: [atRoot, root.visible]\n    when: {warn: {root: warn}}")
    try check("    given: [atRoot, root.visible]\n    when: warn\n    never: [detail, root]", "L405")
    try check("    given: [atRoot, root.visible]\n    when: warn\n    never: detail")
  }

  func testAnEventThatAPartDoesNotTakeFails() throws {
    try check(
      """
          given: [atDetail, root.hidden, detail.visible]
          when: [{⟪push⟫: []}]
      """, "L411 `push`: `root.hide` is sent, but `root` doesn't take it in `root.hidden`")
  }

  func testFactsOfParts() throws {
    try check(
      """
          where: {detail.version: [16, 17]}
          given: {state: [atRoot, root.visible], detail.isModal: true}
          when:
            - set: {root.isModal: true}
            - push: {if: detail.version == 16, expect: {detail: [load, willAppear], root: willDisappear}, else:
                {root: willDisappear, detail: [load, willAppear]}}
          then: {root.isModal: true, detail.isModal: true}
      """)
  }

  func testTheTextOfInterleavedCalls() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: M
      parts: {root: Screen.yaml, detail: Screen.yaml}
      events: [go]
      states: {a: {on: {go: {do: [{root: create}, {detail: create}]}}}}
      scenarios:
        s: {given: a, when: {go: {root: [load, {optional: willAppear}], detail: didAppear}}}

      """, using: ["Screen.yaml": screenSpec])
    XCTAssertEqual(
      checkScenarios(of: machine).diagnostics.first?.details.last,
      "! root: [load, {optional: willAppear}], detail: didAppear  (none)")
  }
}
