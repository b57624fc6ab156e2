import BannerMachine
import Observation
import XCTest

@testable import ViewModels

/// All models show a message for three seconds, or until it is tapped.
@MainActor final class ViewModelsTests: XCTestCase {
  private let clock = ManualClock()

  func testClosure() async {
    let model = ClosureModel()
    let time = Task { await model.run(clock: clock) }
    await check({ model.text }, show: { model.show($0) }, tap: { model.tap() })
    time.cancel()
  }

  func testDelegate() async {
    let model = DelegateModel()
    let time = Task { await model.run(clock: clock) }
    await check({ model.text }, show: { model.show($0) }, tap: { model.tap() })
    time.cancel()
  }

  func testObservableObject() async {
    let model = ObservableModel()
    let time = Task { await model.run(clock: clock) }
    await check(
      { model.text }, show: { model.banner.handle(.show(text: $0)) }, tap: { model.banner.handle(.tap) })

    // A view is told of each change of what it shows.
    for event in [Banner.Event.show(text: "Saved"), .show(text: "Sent"), .tap] {
      let change = expectation(description: "\(event)")
      withObservationTracking {
        _ = model.text
      } onChange: {
        change.fulfill()
      }
      model.banner.handle(event)
      await fulfillment(of: [change], timeout: 10)
    }
    time.cancel()
  }

  func testActor() async {
    let model = ActorModel()
    await model.start(clock: clock)
    await check({ await model.text }, show: { await model.show($0) }, tap: { await model.tap() })
    await model.stop()
  }

  func testStream() async {
    let model = StreamModel()
    let time = Task { await model.run(clock: clock) }
    let listening = Task { await model.listen() }
    await check({ model.text }, show: { model.show($0) }, tap: { model.tap() })
    time.cancel()
    listening.cancel()
    await listening.value
  }

  private func check(
    _ text: () async -> String?, show: (String) async -> Void, tap: () async -> Void, line: UInt = #line
  ) async {
    await show("Saved")
    await wait(for: "the text", line) { await text() == "Saved" }
    await wait(for: "the time to run", line) { clock.isAwaited }
    clock.move(by: .seconds(2))
    await show("Sent")
    await wait(for: "the next text", line) { await text() == "Sent" }
    clock.move(by: .milliseconds(2_999))
    await settle()
    let shown = await text()
    XCTAssertEqual(shown, "Sent", "before its time is over", line: line)
    clock.move(by: .milliseconds(1))
    await wait(for: "the end", line) { await text() == nil }
    await show("Deleted")
    await wait(for: "the next text", line) { await text() == "Deleted" }
    await tap()
    await wait(for: "the end by a tap", line) { await text() == nil }
  }

  private func wait(for label: String, _ line: UInt, until condition: () async -> Bool) async {
    let end = ContinuousClock.now + .seconds(10)
    while await !condition() {
      if ContinuousClock.now > end { return XCTFail("waits in vain for \(label)", line: line) }
      await Task.yield()
    }
  }

  /// Lets the tasks of the models run.
  private func settle() async { for _ in 0..<100 { await Task.yield() } }
}
