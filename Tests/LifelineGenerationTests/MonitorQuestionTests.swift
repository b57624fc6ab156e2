import LifelineModel
import TestSupport
import XCTest

/// Promises of answers to events, and those of parts' files, in generated monitors.
final class MonitorQuestionTests: CompilingTestCase {
  private static let spec = """
    lifeline: 1
    machine: Token
    callbacks: [refresh, resume, fail, note]
    events: {request: {answeredBy: [resume, fail], before: note, within: 5s}, done: , close: , ping: {answeredBy: note}}
    observing: {events: all}
    states:
      ready: {on: {request: {to: refreshing, do: refresh}, close: closed, ping: {do: note}}}
      refreshing: {on: {request: {}, ping: {do: note}, done: {to: ready, do: resume}}, after: {1min: {to: ready, do: fail}}}
      closed: {on: {done: {to: ready, do: note}}}
    """

  private func run(_ program: String, _ files: (spec: String, name: String)...) throws -> String {
    for file in files { try write(file.spec, to: file.name) }
    try write(program, to: "main.swift")
    try compile(["main.swift"] + files.map(\.name), ["-o", "program"])
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testEventsAsk() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      enum Step { case send(TokenMonitor.EventName, Int?), call(Token.CallbackName, Int?) }
      func report(_ steps: [Step], in start: TokenMonitor = TokenMonitor()) {
        var monitor = start
        for step in steps {
          switch step {
          case .send(let event, let time):
            if let violation = monitor.send(event, at: time.map { .seconds($0) }) { print(violation) }
          case .call(let callback, let time):
            if let violation = monitor.observe(callback, at: time.map { .seconds($0) }) { print(violation) }
          }
        }
        while let violation = monitor.finish() { print(violation.event as Any, violation.callback as Any, violation) }
        print()
      }
      report([.send(.request, 0), .call(.refresh, 0), .send(.done, 5), .call(.resume, 5)])
      report([.send(.request, 0), .call(.refresh, 0), .send(.request, 4), .send(.done, 6), .call(.resume, 6)])
      // What is late is reported once, whatever asks again.
      report([.send(.request, 0), .call(.refresh, 0), .send(.request, 6), .send(.request, 12)])
      report([.send(.request, nil), .call(.refresh, nil)])
      report([.send(.request, nil), .call(.refresh, nil), .send(.ping, nil), .call(.note, nil), .call(.fail, nil)])
      // An event that the machine ignores, or may ignore, asks nothing.
      report([.send(.close, 0), .send(.request, 0), .send(.done, 9), .call(.note, 9)])
      report([.send(.request, 0)], in: .startingAnywhere)
      report([.send(.ping, 0), .send(.request, 0)])
      """, (try generate(Self.spec, monitor: true).machine, "Machine.swift"))
    let request = "`request` has no answer `resume` or `fail`"
    XCTAssertEqual(
      output,
      """

      `event done` breaks a promise: \(request) within 5s (Spec.yaml:4); before it: event request, refresh, event request

      `event request` breaks a promise: \(request) within 5s (Spec.yaml:4); before it: event request, refresh

      Optional(request) nil the end breaks a promise: \(request) (Spec.yaml:4); before it: event request, refresh

      `note` breaks a promise: \(request) (Spec.yaml:4); before it: event request, refresh, event ping



      `event request` came where it can't (Spec.yaml:4); could have come: note; before it: event ping

      """ + "\n")
  }

  /// More events may ask than a digit of the table has bits.
  func testManyEventsAsk() throws {
    try skipTest(below: .thorough)
    let names = (0..<8).map { "e\($0)" }
    let asking = names.map { "\($0): {answeredBy: a}" }.joined(separator: ", ")
    let quiet = names.dropFirst().map { "\($0): {}" }.joined(separator: ", ")
    let output = try run(
      """
      for isDeaf in [false, true] {
        for event in ManyMonitor.EventName.allCases where event != .leave {
          var monitor = ManyMonitor()
          if isDeaf { monitor.send(.leave) }
          monitor.send(event)
          if event == .e0 { monitor.observe(.a) }
          print(monitor.finish()?.event.map { "\\($0)" } ?? "-", terminator: " ")
        }
        print()
      }
      """,
      (
        try generate(
          """
          lifeline: 1
          machine: Many
          callbacks: [a]
          events: {\(asking), leave: }
          observing: {events: all}
          states:
            calm: {on: {e0: {do: a}, \(quiet), leave: deaf}}
            deaf: {on: {e0: {do: a}, e7: {}}}
          """, monitor: true
        ).machine, "Machine.swift"
      ))
    XCTAssertEqual(output, "- e1 e2 e3 e4 e5 e6 e7 \n- - - - - - - e7 \n")
  }

  /// An event of which the monitor isn't told asks nothing.
  func testEventsThatAreNotObserved() throws {
    let text = try generate(Self.spec.replacing("events: all", with: "events: [done, ping]"), monitor: true).machine
    XCTAssertFalse(text.contains("`request` has no answer"))
    XCTAssertTrue(text.contains("`ping` has no answer `note`"))
    XCTAssertFalse(text.contains("at time:"))
    XCTAssertFalse(
      try generate(Self.spec.replacing("{events: all}", with: "{channels: delegate}"), monitor: true).machine
        .contains("finish()"))
  }

  func testPromisesOfAPartsFile() throws {
    try skipTest(below: .thorough)
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {answeredBy: rest, before: ring}, rest: , tap: {between: [ring, rest]}}
      events: [strike, calm, knock]
      states:
        still: {on: {strike: {to: loud, do: ring}}}
        loud: {on: {calm: {to: still, do: rest}, knock: {do: tap}, strike: {do: ring}}}
      """
    func house(_ leave: String) -> String {
      """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [a, b, leave]
      states: {here: {on: {a: {do: {bell: strike}}, b: {do: {bell: {optional: calm}}}, leave: \(leave)}}}
      """
    }
    let used: KeyValuePairs = ["Bell.yaml": bell]
    let text = try generate(house("{do: {bell: {optional: knock}}}"), monitor: true, using: used).machine
    let output = try run(
      """
      var monitor = HouseMonitor()
      print(monitor.observe(.bellRing) as Any)
      print(monitor.observe(.bellRing)!)
      // What is broken is reported once.
      print(monitor.observe(.bellRing) as Any)
      print(monitor.finish() as Any, monitor.observe(.bellRest) as Any)
      monitor.observe(.bellRing)
      print(monitor.finish()!)
      """,
      (try generate(bell).machine, "Bell.swift"), (text, "Machine.swift"))
    XCTAssertEqual(
      output,
      """
      nil
      `bell.ring` breaks a promise: `bell.ring` has no answer `bell.rest` (Bell.yaml:3); before it: bell.ring
      nil
      nil nil
      the end breaks a promise: `bell.ring` has no answer `bell.rest` (Bell.yaml:3); before it: bell.ring, bell.ring, bell.ring, bell.rest, bell.ring

      """)
    // Nobody tells a monitor that a part was made new.
    let renewing = try generate(house("{do: {restart: bell}}"), monitor: true, using: used).machine
    XCTAssertFalse(renewing.contains("brokenPromise"))
  }

  /// A part is made new with the one around it.
  func testPromisesOfAPartInsideOfAPart() throws {
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {answeredBy: rest}, rest: }
      events: [strike, calm]
      states: {still: {on: {strike: {to: loud, do: ring}}}, loud: {on: {calm: {to: still, do: rest}}}}
      """
    let hall = """
      lifeline: 1
      machine: Hall
      parts: {bell: Bell.yaml}
      events: [a, b]
      states: {here: {on: {a: {do: {bell: {optional: strike}}}, b: {do: {bell: {optional: calm}}}}}}
      """
    for (leave, isFollowed) in [("{hall: b}", true), ("{restart: hall}", false)] {
      let house = """
        lifeline: 1
        machine: House
        parts: {hall: Hall.yaml}
        events: [a, b, leave]
        states: {here: {on: {a: {do: {hall: a}}, b: {do: {hall: b}}, leave: {do: \(leave)}}}}
        """
      let text = try generate(house, monitor: true, using: ["Bell.yaml": bell, "Hall.yaml": hall]).machine
      XCTAssertEqual(text.contains("brokenPromise"), isFollowed, leave)
    }
  }
}
