import TestSupport
import XCTest

/// The clock that generated tests have if the configuration asks for it.
final class ManualClockTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Bell
    callbacks: [ring, knock]
    states:
      quiet: {after: {5s: {to: loud, do: ring}}}
      loud: {after: {3s: {to: done, do: knock}}}
      done: {final: true}
    scenarios:
      ringing:
        given: quiet
        when: {wait: 5s, expect: ring}
        then: loud

    """

  private let program = """
    import XCTest

    func settle(_ isReached: @MainActor () -> Bool) async { for _ in 0..<100_000 where await !isReached() { await Task.yield() } }

    @MainActor func run() async {
      let clock = BellTests.ManualClock()
      let bell = BellObject()
      var calls: [Bell.Callback] = []
      func names() -> [String] { calls.map { "\\($0)" } }
      bell.start { calls.append($0) }
      let time = Task { await bell.run(clock: clock) }
      await settle { clock.timeUntilNextDeadline != nil }
      print(clock.timeUntilNextDeadline!, names())
      clock.move(by: .milliseconds(4_999))
      for _ in 0..<1_000 { await Task.yield() }
      print(clock.timeUntilNextDeadline!, names())
      clock.move(by: .milliseconds(1))
      await settle { clock.timeUntilNextDeadline != nil && !calls.isEmpty }
      print(clock.timeUntilNextDeadline!, names())
      clock.move(by: .seconds(10))
      await time.value
      print(clock.timeUntilNextDeadline as Any, names(), clock.now.time)

      // Code wakes when its own deadline has come, whichever began to sleep first.
      var sleepers: [Task<Void, any Error>] = []
      for seconds in [3, 2, 1] {
        sleepers.append(
          Task {
            try await clock.sleep(for: .seconds(seconds))
            print("woken after", seconds)
          })
        await settle { clock.timeUntilNextDeadline == .seconds(seconds) }
      }
      for sleeper in sleepers.reversed() {
        clock.move(by: .seconds(1))
        _ = try? await sleeper.value
      }
      // A task that is cancelled doesn't sleep.
      let early = Task { try await clock.sleep(for: .seconds(1)) }
      early.cancel()
      let late = Task { try await clock.sleep(for: .seconds(1)) }
      await settle { clock.timeUntilNextDeadline != nil }
      late.cancel()
      for task in [early, late] {
        do { try await task.value } catch { print(type(of: error)) }
      }
      print(clock.timeUntilNextDeadline as Any)
      try! await clock.sleep(for: .zero)
    }

    await run()
    """

  func testAnObjectKeepsTimeByTheClock() throws {
    try skipTest(below: .thorough)
    let files = try generate(spec, object: true, manualClock: true)
    try write(files.machine, to: "Machine.swift")
    try write(files.tests, to: "Tests.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift", "Tests.swift"], ["-module-name", "Main", "-o", "program"])
    let result = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true, limit: 60)
    XCTAssertEqual(
      result.output,
      """
      5.0 seconds []
      0.001 seconds []
      3.0 seconds ["ring"]
      nil ["ring", "knock"] 15.0 seconds
      woken after 1
      woken after 2
      woken after 3
      CancellationError
      CancellationError
      nil

      """)
    XCTAssertEqual(result.status, 0)
  }

  /// Two machines of a module have a clock each, and the names of the spec don't get in the way.
  func testTheClockOfAnySuiteCompiles() throws {
    let hostile = spec.replacing("Bell", with: "Gong").replacing("ring", with: "Instant").replacing(
      "knock", with: "now")
    var files: [String] = []
    for (index, text) in [spec, hostile].enumerated() {
      let generated = try generate(text, manualClock: true)
      try write(generated.machine, to: "Machine\(index).swift")
      try write(generated.tests, to: "Tests\(index).swift")
      files += ["Machine\(index).swift", "Tests\(index).swift"]
    }
    try compile(files, ["-module-name", "Main", "-typecheck", "-parse-as-library"])
    let suite = try generate(spec, framework: .swiftTesting, manualClock: true).tests
    XCTAssertTrue(suite.contains("import Testing\nimport Foundation\n"), suite)
    XCTAssertTrue(suite.contains("nonisolated extension BellTests {\n"), suite)
  }

  func testNothingIsGeneratedWithoutTheSetting() throws {
    let tests = try generate(spec, object: true).tests
    XCTAssertFalse(tests.contains("ManualClock") || tests.contains("Foundation"))
  }
}
