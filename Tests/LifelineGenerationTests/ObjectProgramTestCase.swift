import Foundation
import TestSupport
import XCTest

/// A test that runs a program with an object, a manual clock and the function `check`.
class ObjectProgramTestCase: CompilingTestCase {
  /// A player with two regions that are active together, and timers in both.
  let duo = """
    lifeline: 1
    machine: Duo
    context: {attempts: 0}
    callbacks: [willPlay, didPlay, didFail, didPause, blinked]
    events: [play, pause, refuse, toggle, power]
    states:
      on:
        on: {power: off}
        regions:
          transport:
            states:
              stopped: {on: {play: {to: playing, do: [willPlay, {set: {attempts: attempts + 1}}, didPlay]}}}
              playing:
                after: {300ms: {to: stopped, do: didFail}}
                on: {pause: {to: stopped, do: didPause}, play: {to: playing, do: didPlay}}
          lamp:
            states:
              dark: {on: {toggle: blinking}}
              blinking: {after: {100ms: {to: blinking, do: blinked}}, on: {toggle: dark}}
      off: {on: {power: on, refuse: {}}}
    """

  /// The declarations that programs use.
  private let support = """
    import Foundation

    func check(_ isRight: Bool, _ label: String, line: Int = #line) {
      if !isRight { print("line \\(line): \\(label)") }
    }

    /// Waits until a condition holds.
    @MainActor func wait(for label: String, line: Int = #line, until condition: () -> Bool) async {
      let end = ContinuousClock.now + .seconds(10)
      while !condition() {
        if ContinuousClock.now > end { return check(false, label, line: line) }
        await Task.yield()
      }
    }

    /// Lets other tasks run.
    @MainActor func settle() async { for _ in 0..<100 { await Task.yield() } }

    struct Generator: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
      }
    }

    """

  /// Runs a program whose checks must all hold.
  func check(
    _ machine: String, _ program: String, _ options: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try write(machine, to: "Machine.swift")
    let clock = packageRoot.appending(path: "Tests/TestSupport/ManualClock.swift")
    try write(String(contentsOf: clock, encoding: .utf8), to: "ManualClock.swift")
    try write(support, to: "Support.swift")
    try write(program + "\nprint(\"end\")\n", to: "main.swift")
    let files = ["Machine.swift", "ManualClock.swift", "Support.swift", "main.swift"]
    try compile(files, ["-o", "program"] + options, file: file, line: line)
    // A stream or a run that doesn't end would wait forever.
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true, limit: 120)
    XCTAssertEqual(outcome.output, "end\n", file: file, line: line)
  }
}
