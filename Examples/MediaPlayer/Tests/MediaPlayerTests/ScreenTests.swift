import XCTest

@testable import MediaPlayer

/// The screen shows what the player does. The scenarios test the player itself.
@MainActor final class ScreenTests: XCTestCase {
  private let clock = PlayerTests.ManualClock()
  private var lines: [String] = []
  private var time: Task<Void, Never>?

  override func tearDown() async throws { time?.cancel() }

  private func makeScreen(tracks: Int = 3) async -> Screen {
    let screen = Screen(
      tracks: tracks, load: { _ in for _ in 0..<50 { await Task.yield() } },
      print: { [weak self] in self?.lines.append($0) })
    time = Task { await screen.run(clock: clock) }
    await check("■ stopped   [toggle] [next]")
    return screen
  }

  func testAListOfTracks() async {
    let screen = await makeScreen(tracks: 2)
    screen.type("toggle")
    await check(
      "(loads track 1)", "… track 1 of 2   [toggle] [next]", "(the sound begins)", "▶ track 1 of 2   [toggle] [next]")
    screen.type("next")
    await check(
      "(the sound ends)", "(loads track 2)", "… track 2 of 2   [toggle] [next]", "(the sound begins)",
      "▶ track 2 of 2   [toggle] [next]")
    screen.type("next")
    await check("(the sound ends)", "■ stopped   [toggle] [next]")
  }

  func testTheControlsDisappearAndACallShowsThem() async {
    let screen = await makeScreen()
    screen.type("toggle")
    await check(
      "(loads track 1)", "… track 1 of 3   [toggle] [next]", "(the sound begins)", "▶ track 1 of 3   [toggle] [next]")
    clock.move(by: .milliseconds(2_999))
    await check()
    clock.move(by: .milliseconds(1))
    await check("▶ track 1 of 3")
    screen.type("call")
    await check("(the sound ends)", "☎ track 1 of 3   [toggle] [next]")
    screen.type("hang up")
    await check("(the sound begins)", "▶ track 1 of 3   [toggle] [next]")
  }

  func testAPauseOutlastsACall() async {
    let screen = await makeScreen()
    screen.type("toggle")
    await settle()
    screen.type("toggle")
    await settle()
    lines = []
    screen.type("call")
    await check("☎ track 1 of 3   [toggle] [next]")
    screen.type("hang up")
    await check("‖ track 1 of 3   [toggle] [next]")
  }

  func testWhatIsIgnoredDrawsNothing() async {
    let screen = await makeScreen()
    XCTAssertFalse(screen.type("next"))
    XCTAssertFalse(screen.type("dance"))
    await check()
  }

  /// Waits for lines, and checks that nothing else was printed since the last time.
  private func check(_ expected: String..., line: UInt = #line) async {
    let end = ContinuousClock.now + .seconds(10)
    while lines.count < expected.count, ContinuousClock.now < end { await Task.yield() }
    await settle()
    XCTAssertEqual(lines, expected, line: line)
    lines = []
  }

  /// Lets all other tasks run.
  private func settle() async { for _ in 0..<200 { await Task.yield() } }
}
