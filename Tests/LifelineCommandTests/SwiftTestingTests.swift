import Foundation
import TestSupport
import XCTest

/// Generated tests that use Swift Testing, as `swift test` runs them in a package with the plugin.
final class SwiftTestingTests: PluginTestCase {
  /// A lamp with regions, timers and facts.
  private let lamp = """
    lifeline: 1
    machine: Lamp
    context: {isPaid: true, level: 1}
    callbacks: {lit: {parameters: {level: Int}}, dimmed: , rang: {channel: bell}}
    events: [press, ring]
    regions:
      light:
        states:
          off: {on: {press: [{if: isPaid, to: glowing, do: {lit: {level: level}}}, {do: dimmed}]}}
          glowing: {after: {5s: {to: off, do: dimmed}}}
      bell:
        states:
          quiet: {on: {ring: {do: rang}}}
    scenarios:
      "a \\"press\\"":
        where: {isPaid: [true, false], level: [1, 2]}
        when: [{press: {if: isPaid, expect: lit, else: dimmed}}, {ring: rang}]
      the light goes out:
        given: glowing
        observing: delegate
        never: rang
        when: {wait: 5s, expect: dimmed}
        then: off
    """

  /// A house whose part is a lamp.
  private let house = """
    lifeline: 1
    machine: House
    parts: {lamp: Lamp.yaml}
    callbacks: [greet]
    events: [come]
    states:
      empty: {on: {come: {to: full, do: [{lamp: press}, greet]}}}
      full:
    scenarios:
      the lamp is lit first:
        when: {come: [{lamp: lit}, greet]}
        then: [full, lamp.glowing]
    """

  /// A camera that somebody wrote by hand.
  private let camera = """
    lifeline: 1
    machine: Camera
    context: {isFull: false}
    callbacks: [didStart, didStop]
    events: [begin, stop]
    states:
      idle: {on: {begin: {if: not isFull, to: running, do: didStart}}}
      running: {on: {stop: {to: idle, do: didStop}}}
    scenarios:
      a recording:
        given: idle
        when:
          - begin: didStart
          - stop: didStop
      the card is full:
        where: {isFull: [false, true]}
        given: running
        when: {stop: didStop}
    """

  private func cameraUnderTest(stopping: String) -> String {
    """
    @MainActor
    final class CameraUnderTest: CameraSubject {
      private(set) var calls: [Camera.Callback] = []
      private var isRunning: Bool
      private var isFull: Bool
      init(given: CameraGiven) {
        isRunning = given.states == [.running]
        isFull = given.context.isFull
      }
      func set(_ fact: CameraFact) { if case .isFull(let value) = fact { isFull = value } }
      func isActive(_ state: Camera.AnyState) -> Bool? { state == (isRunning ? .running : .idle) }
      func send(_ event: Camera.Event) -> Bool? {
        switch event {
        case .begin where !isRunning && !isFull: calls.append(.didStart)
        case .stop where isRunning: calls += [\(stopping)]
        default: return false
        }
        isRunning.toggle()
        return true
      }
    }
    """
  }

  func testFailuresPointAtTheSpec() throws {
    try skipTest(below: .thorough)
    let settings = "tests: {framework: swift-testing, derive: transitions"
    try write(settings + "}\n", to: "Sources/App/lifeline.yaml")
    try write(lamp, to: "Sources/App/Lamp.yaml")
    try write(house, to: "Sources/App/House.yaml")
    try write(settings + ", subject: CameraUnderTest}\n", to: "Tests/AppTests/lifeline.yaml")
    try write(camera, to: "Tests/AppTests/Camera.yaml")
    try write(cameraUnderTest(stopping: ".didStop, .didStop"), to: "Tests/AppTests/Own.swift")
    let output = try build()
    XCTAssertFalse(output.contains("warning: "), output)

    let attachments = package.appending(path: "attachments")
    try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
    let failed = try swift("test", ["--skip-build", "--attachments-path", attachments.path])
    let report = failed.output + failed.errors
    XCTAssertNotEqual(failed.status, 0, report)
    // The camera stops twice: in each test that stops it, one of which is derived and one has two cases.
    let issues = report.split(separator: "\n").filter { $0.contains("recorded an issue") }
      .map { String($0.drop { $0 != "T" }) }.sorted()
    XCTAssertEqual(
      issues,
      [
        "Test \"a recording\" recorded an issue at Camera.yaml:14:1: Issue recorded",
        "Test \"the card is full\" recorded an issue with 1 argument row → isFull: false at Camera.yaml:18:1: "
          + "Issue recorded",
        "Test \"the card is full\" recorded an issue with 1 argument row → isFull: true at Camera.yaml:18:1: "
          + "Issue recorded",
        "Test test_running_stop_callsDidStop() recorded an issue at Camera.yaml:8:1: Issue recorded",
      ], report)
    let table = [
      "stop: other calls than expected", "    expected  actual", "    didStop   didStop", "  ! (none)    didStop",
    ]
    XCTAssertTrue(report.contains(table.joined(separator: "\n")), report)
    // Each failure has the run up to it beside it.
    let lifeLines = try FileManager.default.contentsOfDirectory(at: attachments, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
    XCTAssertEqual(lifeLines.count, 4)
    let recording = """
      ┃ idle
      13 begin
        → didStart
      14 stop
        → didStop
        → didStop
      ✗ stop: other calls than expected
        expected  actual
        didStop   didStop
      ! (none)    didStop
      """
    XCTAssertTrue(lifeLines.contains(recording), lifeLines.joined(separator: "\n\n"))
    // The machines pass.
    for suite in ["LampTests", "HouseTests"] { XCTAssertTrue(report.contains("Suite \(suite) passed"), report) }
    XCTAssertTrue(report.contains("Test \"a \"press\"\" with 4 test cases passed"), report)
  }
}
