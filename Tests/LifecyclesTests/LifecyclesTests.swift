import Lifecycles
import XCTest

/// The machines as a host uses them. What they promise is in the specs, whose scenarios are test cases of this target
/// as well.
final class LifecyclesTests: XCTestCase {
  func testAHostFollowsAnAppFromItsLaunchToItsEnd() {
    var app = AppLifecycle()
    XCTAssertEqual(app.state, .notRunning)

    XCTAssertEqual(
      messages { app.handle(.launch, calling: $0) },
      [.willFinishLaunching, .didFinishLaunching, .didBecomeActive])
    XCTAssertEqual(app.state, .active)
    XCTAssertTrue(app.isActive(.foreground))
    XCTAssertNil(app.timeUntilNextTimer)

    XCTAssertEqual(
      messages { app.handle(.pressHome, calling: $0) }, [.willResignActive, .didEnterBackground])
    XCTAssertTrue(app.isActive(.background))
    XCTAssertEqual(app.timeUntilNextTimer, .seconds(5))

    XCTAssertEqual(messages { app.advance(by: .seconds(5), calling: $0) }, [])
    XCTAssertEqual(app.state, .notRunning)
  }

  func testTheContextSetsTheKindOfApp() {
    var app = AppLifecycle(resumingIn: .active, context: AppLifecycle.Context(iOS: 3))
    XCTAssertEqual(messages { app.handle(.pressHome, calling: $0) }, [.willResignActive, .willTerminate])
    XCTAssertEqual(app.state, .terminating)
    // The version of the system is fixed.
    app.context = AppLifecycle.Context(iOS: 12, backgroundMode: true)
    XCTAssertEqual(app.context, AppLifecycle.Context(iOS: 3, backgroundMode: true))
  }

  func testUnhandledEventsAreIgnored() {
    var app = AppLifecycle()
    XCTAssertFalse(app.handle(.touch) { XCTFail("\($0) is called") })
    XCTAssertEqual(app, AppLifecycle())
  }

  func testALinkIsForwarded() {
    var app = AppLifecycle()
    XCTAssertEqual(
      messages { app.handle(.openLink(url: "lifeline://today"), calling: $0) },
      [.willFinishLaunching, .didFinishLaunching, .openURL(url: "lifeline://today"), .didBecomeActive])
  }

  func testAViewControllerIsNotReused() {
    var controller = ViewControllerLifecycle(resumingIn: .hidden)
    var calls: [ViewControllerLifecycle.Callback] = []
    XCTAssertTrue(controller.handle(.release) { calls.append($0) })
    XCTAssertEqual(calls, [.dealloc])
    XCTAssertEqual(controller.state, .deallocated)
    XCTAssertFalse(controller.handle(.create) { calls.append($0) })
    XCTAssertEqual(calls, [.dealloc])
  }

  /// Returns the calls of the application's delegate while `body` runs, without those of other receivers.
  private func messages(
    _ body: ((AppLifecycle.Callback) -> Void) -> some Any
  ) -> [AppLifecycle.Callback] {
    let delegate: Set<AppLifecycle.Callback> = [
      .willFinishLaunching, .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate,
    ]
    var calls: [AppLifecycle.Callback] = []
    _ = body { callback in
      if case .openURL = callback { calls.append(callback) }
      if delegate.contains(callback) { calls.append(callback) }
    }
    return calls
  }
}
