import XCTest

/// Tests that hold an implementation of the user's to the scenarios.
final class SubjectTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Door
    context:
      isLocked: false
      colour: {cases: [red, green], default: red}
      openings: {default: 0, private: true}
    callbacks: [didOpen, didClose, didAlarm, didStart]
    events:
      open:
      close:
      paint: {parameters: {times: Int}}
    initial: {to: closed, do: didStart}
    states:
      closed:
        on:
          open: {if: not isLocked, to: opened, do: [didOpen, {set: {openings: openings + 1}}]}
      opened:
        after: {5s: {to: closed, do: [didAlarm, didClose]}}
        on:
          close: {to: closed, do: didClose}
          paint: {if: times > 1, do: {set: {colour: green}}}
    scenarios:
      started:
        when: {start: didStart}
        then: closed
      started anyhow:
        when: {start: {oneOf: [didStart, didAlarm]}}
      opened and closed:
        given: closed
        when:
          - open: didOpen
          - close: didClose
        then: closed
      and opened again:
        follows: opened and closed
        when:
          - open: {anyOrder: [didOpen]}
          - wait: 5s
            expect: [didAlarm, didClose]
        then: closed
      locked:
        given: {state: closed, isLocked: true}
        when: {ignored: open}
      unlocked:
        given: {state: closed, isLocked: true}
        when:
          - set: {isLocked: false}
          - open: didOpen
      counted:
        given: {state: closed, openings: 4}
        when:
          open: didOpen
          then: {openings: 5}
      painted:
        where: {isLocked: [true, false]}
        given: opened
        when:
          - paint: []
            with: {times: 2}
        then: {state: opened, colour: green}
    """

  /// A door as somebody wrote it by hand, who could not do without the main actor.
  private func door(alarm: String = "didAlarm, .didClose") -> String {
    """
    @MainActor
    final class HandMadeDoor: DoorSubject {
      private(set) var calls: [Door.Callback] = []
      private var isOpen: Bool
      private var isLocked: Bool
      private var colour: Door.Context.Colour
      private var time = Duration.zero
      private var openings: Int

      init(given: DoorGiven) throws {
        isOpen = given.states == [.opened]
        isLocked = given.context.isLocked
        colour = given.context.colour
        openings = given.context.openings
        calls = [.didStart]
      }

      func send(_ event: Door.Event) -> Bool? {
        switch event {
        case .open where !isOpen && !isLocked:
          (isOpen, time) = (true, .zero)
          openings += 1
          calls.append(.didOpen)
        case .close where isOpen:
          isOpen = false
          calls.append(.didClose)
        case .paint(let times) where isOpen && times > 1: colour = .green
        default: return false
        }
        return true
      }

      func advance(by duration: Duration) {
        time += duration
        guard isOpen, time >= .seconds(5) else { return }
        isOpen = false
        calls += [.\(alarm)]
      }

      func set(_ fact: DoorFact) {
        switch fact {
        case .isLocked(let value): isLocked = value
        case .colour(let value): colour = value
        case .openings: fatalError("a private field")
        }
      }

      func holds(_ fact: DoorFact) -> Bool? {
        switch fact {
        case .isLocked(let value): isLocked == value
        case .colour(let value): colour == value
        case .openings(let value): openings == value
        }
      }

      func isActive(_ state: Door.AnyState) -> Bool? { state == (isOpen ? .opened : .closed) }
    }
    """
  }

  func testACorrectSubjectPasses() throws {
    try write(door(), to: "Door.swift")
    let result = try test([generate(spec, subject: "HandMadeDoor")], with: ["Door.swift"])
    XCTAssertEqual(result.status, 0, result.output)
    XCTAssertTrue(result.output.contains("Executed 9 tests, with 0 failures"), result.output)
  }

  func testAWrongOrderFails() throws {
    try write(door(alarm: "didClose, .didAlarm"), to: "Door.swift")
    let result = try test([generate(spec, subject: "HandMadeDoor")], with: ["Door.swift"])
    let line = 1 + (spec.split(separator: "\n").firstIndex { $0.contains("wait: 5s") } ?? 0)
    XCTAssertEqual(result.output.components(separatedBy: ": error: ").count, 2, result.output)
    XCTAssertTrue(
      result.output.contains(
        "Spec.yaml:\(line): error: DoorTests.testAndOpenedAgain : failed - wait 5.0 seconds: other calls"),
      result.output)
    XCTAssertTrue(
      result.output.contains(
        "\n┃ closed\n\(line - 1) open\n  → didOpen\n\(line) wait 5.0 seconds\n  → didClose\n  → didAlarm\n✗ wait"),
      result.output)
  }

  func testASubjectWithoutStatesPasses() throws {
    let implementation = """
      struct Silent: DoorSubject {
        private var door: Door
        private(set) var calls: [Door.Callback] = []
        init(given: DoorGiven) throws {
          var calls: [Door.Callback] = []
          door = Door(context: given.context) { calls.append($0) }
          self.calls = calls
          if given.states == [.opened] { door = Door(resumingIn: .opened, context: given.context) }
        }
        mutating func send(_ event: Door.Event) -> Bool? {
          door.handle(event) { calls.append($0) }
          return nil
        }
        mutating func advance(by duration: Duration) { door.advance(by: duration) { calls.append($0) } }
        mutating func set(_ fact: DoorFact) {
          if case .isLocked(let value) = fact { door.context.isLocked = value }
        }
      }
      """
    try write(implementation, to: "Door.swift")
    let result = try test([generate(spec, subject: "Silent")], with: ["Door.swift"])
    XCTAssertEqual(result.status, 0, result.output)
  }
}
