import LifelineAnalysis
import LifelineModel
import TestSupport
import XCTest

/// Monitors whose reports tell the shortest run that leads to where the machine was.
final class MonitorStoryTests: CompilingTestCase {
  private func run(_ program: String, of spec: String, line: UInt = #line) throws -> String {
    try write(generate(spec, access: .public, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testStories() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Door
      context: {isLocked: false}
      callbacks: [willOpen, didOpen, didClose, beep]
      events: {open: {parameters: {byForce: Bool}}, close: }
      observing: {stories: true}
      states:
        closed: {on: {open: [{if: not isLocked, to: opened, do: willOpen}, {if: byForce, to: opened, do: willOpen}]}}
        opened: {entry: didOpen, on: {close: {to: closed, do: didClose}}, after: {5s: {do: beep}}}
      """
    let output = try run(
      """
      func report(_ monitor: DoorMonitor, _ calls: [Door.CallbackName]) {
        var monitor = monitor
        for call in calls { monitor.observe(call) }
        print(monitor.violation?.story ?? "fits")
      }
      report(DoorMonitor(), [.didClose])
      report(DoorMonitor(), [.willOpen, .didClose])
      report(DoorMonitor(), [.willOpen, .didOpen, .didOpen])
      report(DoorMonitor(), [.willOpen, .didOpen, .beep, .didClose, .willOpen, .didOpen, .beep, .willOpen])
      report(DoorMonitor(), [.willOpen, .didOpen, .didClose, .beep])
      report(.startingAnywhere, [.didClose, .beep])
      report(.startingAnywhere, [.didClose, .willOpen])
      var monitor = DoorMonitor.startingAnywhere
      monitor.observe(.didOpen)
      print(monitor.observe(.willOpen) ?? "fits")
      print(monitor.observe(.didClose) ?? "fits")
      """, of: spec)
    XCTAssertEqual(
      output,
      """
      nothing, not even the start
      open {byForce: false}  # opened
      open {byForce: false}  # opened
      open {byForce: false}, wait 5s  # opened
      nothing, not even the start
      nothing, not even the start
      fits
      `willOpen` came where it can't (Spec.yaml:4); could have come: didClose, beep; before it: didOpen; shortest story: open {byForce: false}  # opened
      `didClose` came where it can't (Spec.yaml:4); could have come: didOpen; before it: didOpen, willOpen; shortest story: open {byForce: false}  # opened

      """)
    // Nothing is different in a monitor that doesn't ask.
    let silent = try generate(
      spec.replacing("observing: {stories: true}", with: "observing: {stories: false}"), monitor: true)
    XCTAssertEqual(
      silent.machine,
      try generate(spec.replacing("observing: {stories: true}\n", with: "\n"), monitor: true).machine)
    XCTAssertFalse(silent.machine.lowercased().contains("stor"))
  }

  /// A value that the app gives belongs to the story, and the start is told if nothing else is.
  func testChoices() throws {
    let output = try run(
      """
      for version in [nil, 12, 17] {
        var monitor = TabMonitor(iOS: version)
        monitor.observe(.willAppear)
        monitor.send(.memoryWarning)
        print(monitor.violation?.story ?? "fits")
        monitor = TabMonitor(iOS: version, without: .warn)
        monitor.observe(.willAppear)
        monitor.observe(version == 17 ? .isAppearing : .didAppear)
        monitor.observe(.didAppear)
        monitor.observe(call: .warn(isSevere: true))
        print(monitor.violation.map { "\\($0)" } ?? "fits")
      }
      """,
      of: """
        lifeline: 1
        machine: Tab
        context: {iOS: {default: 17, fixed: true}}
        callbacks: {willAppear: , isAppearing: , didAppear: , warn: {parameters: {isSevere: Bool}}}
        events: [arrive, memoryWarning]
        observing: {stories: true, given: iOS, without: warn, events: memoryWarning, arguments: true}
        states:
          appearing:
            entry: willAppear
            on: {arrive: [{if: iOS >= 13, to: shown, do: [isAppearing, didAppear]}, {to: shown, do: didAppear}]}
          shown: {on: {memoryWarning: {do: {warn: {isSevere: false}}}}}
        """)
    XCTAssertEqual(
      output,
      """
      fits
      `didAppear` came where it can't (Spec.yaml:4); could have come: event memoryWarning; before it: willAppear, didAppear; shortest story: given {iOS: 12}, arrive  # shown
      fits
      `didAppear` came where it can't (Spec.yaml:4); could have come: event memoryWarning; before it: willAppear, didAppear; shortest story: given {iOS: 12}, arrive  # shown
      fits
      `warn` came where it can't (Spec.yaml:4); could have come: event memoryWarning; before it: willAppear, isAppearing, didAppear; shortest story: arrive  # shown

      """)
  }

  /// Of a long story, the last twelve steps are shown.
  func testLongStories() throws {
    let states = (0..<20).map { "  s\($0): {on: {go: {to: s\($0 + 1), do: a}}}" }
    let output = try run(
      """
      var monitor = LongMonitor()
      for _ in 0..<12 { monitor.observe(.a) }
      var other = monitor
      other.observe(.b)
      print(other.violation?.story ?? "fits")
      monitor.observe(.a)
      monitor.observe(.b)
      print(monitor.violation?.story ?? "fits")
      """,
      of: "lifeline: 1\nmachine: Long\ncallbacks: [a, b]\nevents: [go]\nobserving: {stories: true}\nstates:\n"
        + states.joined(separator: "\n") + "\n  s20: {on: {go: {do: b}}}\n")
    let steps = Array(repeating: "go", count: 12).joined(separator: ", ")
    XCTAssertEqual(output, "\(steps)  # s12\n…, \(steps)  # s13\n")
  }

  func testTooManyStories() throws {
    try skipTest(below: .thorough)
    let callbacks = (0..<8).map { "b\($0)" }.joined(separator: ", ")
    let states = (1..<20).map { "  s\($0): {on: {go: {to: s\($0 + 1), do: a}}}" }
    let machine = try machine(
      "lifeline: 1\nmachine: Long\ncallbacks: [a, \(callbacks)]\nevents: [go]\n"
        + "observing: {stories: true, without: [\(callbacks)]}\nstates:\n"
        + "  s0: {on: {go: {to: s1, do: [\(callbacks), a]}}}\n" + states.joined(separator: "\n") + "\n  s20: {}\n")
    XCTAssertThrowsError(try makeMonitor(for: machine)) { error in
      XCTAssertTrue((error as? MonitorRefusal)?.hasTooManyStories ?? false, "\(error)")
    }
  }
}
