import LifelineGeneration
import TestSupport
import XCTest

/// Machines with parts, compiled and run.
final class PartTests: CompilingTestCase {
  private let bell = """
    lifeline: 1
    machine: Bell
    types: {Tone: [low, high]}
    context:
      volume: {default: 3, fixed: true}
      mode: {cases: [slow, fast], default: slow, fixed: true}
      isOn: false
      count: {default: 0, private: true}
    callbacks:
      ring: {parameters: {tone: Tone, times: Int}}
      fade:
    events: {press: {parameters: {tone: Tone, times: Int}}, rest: }
    states:
      idle:
        on:
          press: {if: isOn or volume > 2 and mode == slow, to: busy, do: [{set: {count: count + 1}}, ring]}
      busy:
        on: {rest: idle}
        after: {5s: {to: idle, do: fade}}

    """

  func testTwoPartsOfOneType() throws {
    try skipTest(below: .thorough)
    let door = """
      lifeline: 1
      machine: Door
      types: {Pitch: [low, high]}
      context: {loud: {default: 1, fixed: true}, kind: {cases: [slow, fast], default: fast, fixed: true}, opened: 0}
      parts:
        front: {use: Bell.yaml, context: {volume: loud, mode: kind}, doc: The one at the front.}
        back: {use: Bell.yaml, context: {isOn: true}}
      callbacks: {open: , shut: }
      events: {come: {parameters: {pitch: Pitch}}, leave: , reset: }
      states:
        closed:
          on:
            come:
              to: open
              do: [{front: {press: {tone: high, times: 2}}}, {back: {press: {tone: low, times: opened + 1}}}, {set: {opened: opened + 1}}]
        open:
          entry: open
          always: {if: in(front.idle) and in(back.idle) and back.count > 0, to: closed, do: shut}
          on:
            leave: {do: [{back: rest}]}
            reset: {do: [{restart: back}]}
      scenarios:
        somebody comes:
          given: [closed]
          when:
            - come: [back.ring, open]
              with: {pitch: low}
              then: [open, back.busy]
            - leave: shut
          then: {state: [closed, front.idle], back.count: 1}
        both ring:
          given: {state: [closed, front.idle], loud: 3, kind: slow, front.count: 4}
          when:
            - come: [{front: ring}, {back.ring: {times: 1}}, open]
              with: {pitch: low}
            - reset: []
              then: {state: back.idle, back.count: 0}
            - wait: 5s
              expect: [front.fade]
              then: {front.count: 5, state: open}
        from the start:
          when:
            - set: {front.isOn: true}
            - come: [{front: ring, back: ring}, open]
              with: {pitch: low}
      """
    let files = [
      try generate(bell, object: true, name: "Bell.yaml"),
      try generate(door, object: true, name: "Door.yaml", using: ["Bell.yaml": bell]),
    ]
    let outcome = try test(files)
    XCTAssertEqual(outcome.status, 0, outcome.output)
  }

  private let home = """
    lifeline: 1
    machine: Home
    context: {volume: {default: 9, fixed: true}, guests: 0}
    parts: {bell: {use: Bell.yaml, context: {volume: volume}}, other: {use: Bell.yaml, context: {volume: 1}}}
    callbacks: [greet]
    events: [come]
    states:
      empty:
        on: {come: {to: full, do: [{bell: {press: {tone: low, times: 1}}}, {set: {guests: guests + 1}}]}}
      full:
        always: {if: in(bell.idle) and other.volume == 1, to: over, do: greet}
      over: {final: true}

    """

  private func run(_ program: String) throws -> String {
    try write(generate(bell, name: "Bell.yaml").machine, to: "Bell.swift")
    try write(generate(home, object: true, name: "Home.yaml", using: ["Bell.yaml": bell]).machine, to: "Home.swift")
    try write("import Foundation\n" + program, to: "main.swift")
    try compile(["main.swift", "Bell.swift", "Home.swift"], ["-o", "program"])
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testPartsAreStored() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      func text(_ home: Home) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(home), as: UTF8.self)
      }
      func home(_ text: String) throws -> Home { try JSONDecoder().decode(Home.self, from: Data(text.utf8)) }

      var first = Home()
      first.handle(.come) { _ in }
      first.advance(by: .seconds(2)) { _ in }
      print(try text(first))
      var second = try home(try text(first))
      print(second == first)
      let reactions = second.advance(by: .seconds(4))
      print(reactions.map(\\.callbacks.count), second.state, second.timeUntilNextTimer as Any)
      let old = try home(#"{"states": ["empty"], "context": {"volume": 4}, "parts": {"bell": {"states": ["idle"]}}}"#)
      print(old.bell.context.volume, old.other.context.volume, old.other.state)
      do {
        _ = try home(#"{"states": ["empty"], "parts": {"bells": {"states": ["idle"]}}}"#)
      } catch DecodingError.dataCorrupted(let context) {
        print(context.debugDescription)
      }
      """)
    XCTAssertEqual(
      output,
      """
      {"context":{"guests":1,"volume":9},"parts":{"bell":{"context":{"count":1,"isOn":false,"mode":"slow","volume":9},\
      "states":["busy"],"timers":{"busy":[[3,0]]}},"other":{"context":{"count":0,"isOn":false,"mode":"slow","volume":1},\
      "states":["idle"],"timers":{}}},"states":["full"]}
      true
      [2] over nil
      4 1 idle
      there is no such part

      """)
  }

  private let lamp = """
    lifeline: 1
    machine: Lamp
    callbacks: [dim]
    events: [light, later]
    states:
      off: {on: {light: on}, defer: later}
      on: {after: {5s: {to: off, do: dim}}, on: {light: {to: on}}}

    """

  private let desk = """
    lifeline: 1
    machine: Desk
    parts: {near: Lamp.yaml, far: Lamp.yaml}
    events: [lit]
    initial: dark
    states:
      dark: {on: {lit: {to: bright, do: [{near: light}, {far: light}]}}}
      bright: {always: {if: in(near.off), to: left}}
      left: {final: true}

    """

  private let room = """
    lifeline: 1
    machine: Room
    parts: {desk: Desk.yaml, door: Lamp.yaml}
    events: [enter, leave]
    regions:
      one: {initial: inside, states: {inside: {entry: {door: [light, light]}, on: {enter: {do: {desk: lit}}, leave: out}}, out: {final: true}}}
      two: {initial: on, states: {on: {on: {leave: off}, after: {5s: {do: {door: {optional: later}}}}}, off: {final: true}}}

    """

  func testTheEndOfAMachineDropsWhatItsPartsKeep() throws {
    try skipTest(below: .thorough)
    let files: KeyValuePairs = ["Lamp.yaml": lamp, "Desk.yaml": desk]
    try write(generate(lamp, name: "Lamp.yaml").machine, to: "Lamp.swift")
    try write(generate(desk, name: "Desk.yaml", using: files).machine, to: "Desk.swift")
    try write(generate(room, name: "Room.yaml", using: files).machine, to: "Room.swift")
    try write(
      """
      import Foundation

      func checkStored<Machine: Codable & Equatable>(_ machine: Machine) throws {
        let copy = try JSONDecoder().decode(Machine.self, from: JSONEncoder().encode(machine))
        precondition(copy == machine)
      }

      // Both timers are due at once, and the first ends the machine.
      var desk = Desk()
      desk.handle(.lit) { _ in }
      desk.advance(by: .seconds(5)) { print($0.name) }
      print(desk.state, desk.far.state, desk.far.timeUntilNextTimer as Any, desk.timeUntilNextTimer as Any)
      try checkStored(desk)

      // The end of a machine with regions reaches the parts of its parts.
      var room = Room { _ in }
      room.handle(.enter) { _ in }
      print(room.desk.near.timeUntilNextTimer != nil, room.door.timeUntilNextTimer != nil)
      try checkStored(room)
      room.handle(.leave) { _ in }
      print(room.states, room.desk.near.state, room.door.state, room.timeUntilNextTimer as Any)
      print(room.desk.near.timeUntilNextTimer as Any, room.door.timeUntilNextTimer as Any)
      room.advance(by: .seconds(60)) { _ in print("never") }
      try checkStored(room)

      // A machine that has ended takes parts that are given or decoded as if it had ended with them.
      var lit = Lamp()
      lit.handle(.light) { _ in }
      let ended = Desk(resumingIn: .left, far: lit)
      print(ended.far.state, ended.far.timeUntilNextTimer as Any, Desk(resumingIn: .dark, far: lit).timeUntilNextTimer!)
      let text = #"{"states": ["left"], "parts": {"far": {"states": ["off"], "kept": ["later"], "timers": {}}}}"#
      print(try JSONDecoder().decode(Desk.self, from: Data(text.utf8)) == Desk(resumingIn: .left))
      """, to: "main.swift")
    try compile(["main.swift", "Lamp.swift", "Desk.swift", "Room.swift"], ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(
      output,
      """
      near.dim
      left on nil nil
      true true
      [one.out, two.off] on on nil
      nil nil
      on nil 5.0 seconds
      true

      """)
  }

  func testTheObjectShowsItsParts() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      @MainActor func play() {
        let object = HomeObject()
        var causes: [Home.Reaction.Cause] = []
        object.onChange = { causes.append($0.cause) }
        object.start { callback in print(callback.name) }
        object.updateContext { $0.other.isOn = true }
        object.handle(.come)
        print(object.bell.state, object.other.context.isOn)
        object.advance(by: .seconds(5))
        print(object.bell.state, object.state, causes.count, causes[3] == .bell(.timer(of: .busy)))
      }
      play()
      """)
    XCTAssertEqual(
      output,
      """
      bell.ring
      busy true
      bell.fade
      greet
      idle over 4 true

      """)
  }

  private let houseOfSubjects = """
    lifeline: 1
    machine: House
    parts: {bell: {use: Bell.yaml, context: {isOn: true}}}
    callbacks: [greet]
    events: [come]
    states:
      empty: {on: {come: {to: full, do: [{bell: {press: {tone: low, times: 1}}}, greet]}}}
      full: {on: {come: {if: in(bell.busy), do: {bell: rest}}}}
    scenarios:
      somebody comes:
        given: {state: [empty, bell.idle], bell.count: 2}
        when:
          - come: [bell.ring, greet]
            then: {state: [full, bell.busy], bell.count: 3}
          - set: {bell.isOn: false}
          - come: []
        then: bell.idle
    """

  func testAnAsynchronousSubjectWithParts() throws {
    let subject = """
      final class WaitingHouse: HouseSubject {
        private let calls: HouseCalls
        private let rings: Int
        init(given: HouseGiven, calls: HouseCalls) async throws {
          self.calls = calls
          rings = given.bell.context.count
        }
        func send(_ event: House.Event) async -> Bool? {
          calls.append(.bell(.ring(tone: .low, times: rings)))
          return nil
        }
        func advance(by duration: Duration) async {}
        func set(_ fact: HouseFact) async {}
        func isActive(_ state: Bell.AnyState, of part: HousePart) async -> Bool? { part == .bell ? nil : true }
      }
      """
    let files = try generate(
      houseOfSubjects, asyncSubject: "WaitingHouse", name: "House.yaml", using: ["Bell.yaml": bell])
    try write(files.machine, to: "House.swift")
    try write(files.tests, to: "HouseTests.swift")
    try write(generate(bell, name: "Bell.yaml").machine, to: "Bell.swift")
    try write(subject, to: "Subject.swift")
    try compile(["House.swift", "HouseTests.swift", "Bell.swift", "Subject.swift"], ["-typecheck"])
  }

  func testASubjectWithParts() throws {
    try skipTest(below: .thorough)
    let spec = houseOfSubjects
    let subject = """
      struct HouseByHand: HouseSubject {
        private var house: House
        private(set) var calls: [House.Callback] = []
        init(given: HouseGiven) throws {
          let bell = given.bell.states.first.map { Bell(resumingIn: $0, context: given.bell.context) }
          house = House(resumingIn: given.states.first ?? .empty, context: given.context, bell: bell)
        }
        mutating func send(_ event: House.Event) -> Bool? { house.handle(event) { calls.append($0) } }
        mutating func advance(by duration: Duration) { house.advance(by: duration) { calls.append($0) } }
        mutating func set(_ fact: HouseFact) {
          if case .bell(.isOn(let value)) = fact { house.context.bell.isOn = value }
        }
        func holds(_ fact: HouseFact) -> Bool? {
          if case .bell(.count(let value)) = fact { house.context.bell.count == value } else { nil }
        }
        func isActive(_ state: House.AnyState) -> Bool? { house.isActive(state) }
        func isActive(_ state: Bell.AnyState, of part: HousePart) -> Bool? {
          switch part {
          case .bell: house.bell.isActive(state)
          }
        }
      }
      """
    try write(subject, to: "Subject.swift")
    try write(generate(bell, name: "Bell.yaml").machine, to: "Bell.swift")
    let files = try generate(spec, subject: "HouseByHand", name: "House.yaml", using: ["Bell.yaml": bell])
    let outcome = try test([files], with: ["Subject.swift", "Bell.swift"])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }

  func testNamesThatGeneratedCodeNeedsAreRefused() throws {
    for name in ["run", "context", "timeUntilNextTimer", "handle", "name", "enterA", "Bell"] {
      let machine = try machine(
        """
        lifeline: 1
        machine: M
        parts: {\(name): Bell.yaml}
        events: [go]
        states: {a: {on: {go: {do: {\(name): rest}}}}}
        """, using: ["Bell.yaml": bell])
      XCTAssertEqual(PreparedMachine.prepare(machine).errors.map { $0.location.range?.start.line }, [3], name)
    }
  }

  func testHostileNamesOfParts() throws {
    try skipTest(below: .thorough)
    let names = [
      "default", "none", "some", "values", "result", "each", "self1", "switch", "parts", "left", "item", "Swift1",
    ]
    let actions = names.map { "{\($0): {press: {tone: low, times: 1}}}" }.joined(separator: ", ")
    let calls = names.map { "\($0).ring" }.joined(separator: ", ")
    let spec = """
      lifeline: 1
      machine: Hostile
      parts: {\(names.map { "\($0): {use: Bell.yaml, context: {isOn: true}}" }.joined(separator: ", "))}
      events: {go: {parameters: {none: Int, values: Int}}}
      states:
        a: {on: {go: {if: none > values and in(switch.idle), do: [\(actions)]}}, after: {1s: b}}
        b: {on: {go: {do: {restart: default}}}}
      scenarios:
        it goes:
          given: [a, default.idle]
          when:
            - go: [\(calls)]
              with: {none: 2, values: 1}
              then: [default.busy, Swift1.busy]
      """
    let files = try [
      generate(bell, access: .public, name: "Bell.yaml"),
      generate(spec, access: .public, object: true, name: "Hostile.yaml", using: ["Bell.yaml": bell]),
    ]
    let outcome = try test(files)
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("Executed 1 test, with 0 failures"), outcome.output)
  }
}
