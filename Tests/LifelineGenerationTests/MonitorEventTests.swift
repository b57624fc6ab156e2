import LifelineModel
import TestSupport
import XCTest

/// Monitors that are told of events.
final class MonitorEventTests: CompilingTestCase {
  /// A transfer that a host can cancel. `pause` and the passing of time stay open.
  private static let spec = """
    lifeline: 1
    machine: Transfer
    callbacks: [didStart, didReceive, didFail, didEnd]
    events: {resume: , cancel: {parameters: {code: Int}}, receive: , default: , pause: }
    observing: {channels: delegate, events: [resume, cancel, default]}
    states:
      idle: {on: {resume: {to: running, do: didStart}}}
      running:
        on:
          receive: {do: didReceive}
          cancel: {to: over, do: [didFail, didEnd]}
          default: {to: over, do: didEnd}
          pause: paused
      paused: {on: {resume: running, cancel: {to: over, do: [didFail, didEnd]}}}
      over: {}
    """

  private func run(_ program: String, of spec: String = spec, line: UInt = #line) throws -> String {
    try write(generate(spec, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testTheWholeFile() throws {
    try checkGolden(
      try generate(Self.spec, access: .public, monitor: true, name: "Transfer.yaml").machine, "Transfer.swift")
  }

  /// A system that ignores `cancel` explains its calls by nothing; without the event, they could have come.
  func testAnEventThatTheSystemIgnores() throws {
    let output = try run(
      """
      var monitor = TransferMonitor()
      print(monitor.expected, monitor.expectedEvents)
      monitor.send(.resume)
      print(monitor.expected, monitor.expectedEvents, monitor.isResting)
      monitor.observe(.didStart)
      print(monitor.send(.resume) as Any)
      monitor.observe(.didReceive)
      print(monitor.isResting, monitor.expectedEvents)
      monitor.send(.cancel)
      let violation = monitor.observe(.didReceive)!
      print(violation)
      print(violation.callback!, violation.event as Any, violation.expected, violation.expectedEvents)
      print(violation.recentCallbacks, monitor.violation == violation)
      """)
    XCTAssertEqual(
      output,
      """
      [] [resume, cancel, default]
      [didStart] [] false
      nil
      true [resume, cancel, default]
      `didReceive` came where it can't (Spec.yaml:3); could have come: didFail; before it: event resume, didStart, event resume, didReceive, event cancel
      didReceive nil [didFail] []
      [didStart, didReceive] true

      """)
  }

  /// The calls of a step come before the next event.
  func testAnEventInsideOfAStep() throws {
    let output = try run(
      """
      var monitor = TransferMonitor()
      monitor.send(.resume)
      let violation = monitor.send(.default)!
      print(violation, violation.callback as Any, violation.event!)
      // The monitor goes on behind the event that didn't fit.
      print(monitor.expected, monitor.observe(.didEnd) as Any)
      print(TransferMonitor.EventName.allCases, TransferMonitor.EventName("cancel")!)
      print(TransferMonitor.startingAnywhere.expectedEvents, monitor == TransferMonitor.startingAnywhere)
      """)
    XCTAssertEqual(
      output,
      """
      `event default` came where it can't (Spec.yaml:4); could have come: didStart; before it: event resume nil default
      [didEnd] nil
      [resume, cancel, default] cancel
      [resume, cancel, default] false

      """)
  }

  /// Before the machine has started, nobody sends it an event.
  func testAnEventBeforeTheStart() throws {
    let output = try run(
      """
      var monitor = EventNameMonitor()
      print(monitor.expectedEvents, monitor.send(.go)!)
      monitor = EventNameMonitor()
      monitor.observe(.begin)
      print(monitor.send(.go, at: .seconds(1)) as Any)
      monitor.observe(.ask, at: .seconds(1))
      print(monitor.send(.stay, at: .seconds(6)) as Any)
      let late = monitor.send(.stay, at: .seconds(7))!
      print(late, late.brokenPromise!)
      print(monitor.send(.stay, at: .seconds(8)) as Any, monitor.finish() as Any)
      monitor.observe(.no)
      monitor.send(.go)
      monitor.observe(.ask)
      print(monitor.finish()!.callback!, monitor.finish() as Any)
      """,
      of: """
        lifeline: 1
        machine: EventName
        callbacks: {begin: , ask: {answeredBy: no, within: 5s}, no: }
        events: [go, stay]
        observing: {events: [go, stay]}
        initial: calm
        states:
          calm: {entry: begin, on: {go: {to: asking, do: ask}}}
          asking: {on: {go: {to: rest, do: no}}, after: {1min: {to: rest, do: no}}}
          rest: {on: {go: {to: asking, do: ask}}}
        """)
    let promise = "`ask` has no answer `no` within 5s (Spec.yaml:3)"
    XCTAssertEqual(
      output,
      """
      [] `event go` came where it can't (Spec.yaml:4); could have come: begin; before it: (none)
      nil
      nil
      `event stay` breaks a promise: \(promise); before it: begin, event go, ask, event stay \(promise)
      nil nil
      ask nil

      """)
  }
}
