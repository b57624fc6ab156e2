import Foundation
import UIKitStub
import XCTest

@testable import ObservedScreen

/// The screens hear from UIKit, and their monitors hear of that.
///
/// On Linux, XCTest runs methods on the main actor only if they are asynchronous.
@MainActor final class ScreenTests: XCTestCase {
  private let loudspeaker = Loudspeaker()
  private let monitors = ScreenMonitors()
  private let recording = Recording()

  /// The words of the monitors so far.
  @MainActor private final class Recording {
    var log: [String] = []
    var violations: [VideoScreenMonitor.Violation] = []
  }

  private func begin() -> UINavigationController {
    monitors.log = { [recording] in recording.log.append($0) }
    monitors.onViolation = { [recording] in
      recording.violations.append($0)
      recording.log.append("violation: \($0)")
    }
    return UINavigationController(rootViewController: ListViewController(monitors: monitors))
  }

  private func observed<Screen: ObservedViewController>(_ screen: Screen) -> Screen {
    screen.monitors = monitors
    return screen
  }

  func testPushAndPop() async {
    let navigation = begin()
    let screen = observed(DetailViewController(on: loudspeaker))
    navigation.pushViewController(screen, animated: true)
    XCTAssertEqual(loudspeaker.videoCount, 1)
    XCTAssertEqual(monitors.monitor(of: screen).expected, [.viewWillDisappear])
    navigation.popViewController(animated: true)
    XCTAssertEqual(loudspeaker.videoCount, 0)
    XCTAssertEqual(recording.violations, [])
    XCTAssertTrue(monitors.monitor(of: screen).isResting)
  }

  func testASwipeBack() async {
    let navigation = begin()
    navigation.pushViewController(observed(DetailViewController(on: loudspeaker)), animated: true)
    navigation.beginSwipeBack()
    navigation.finishSwipeBack()
    XCTAssertEqual(recording.violations, [])
    XCTAssertEqual(loudspeaker.videoCount, 0)
  }

  /// The screen opens a second video, although the first one is still open. The first plays on for ever.
  func testTheMonitorFindsTheMistakeInACancelledSwipe() async throws {
    let navigation = begin()
    let screen = observed(DetailViewController(on: loudspeaker))
    navigation.pushViewController(screen, animated: true)
    navigation.beginSwipeBack()
    navigation.cancelSwipeBack()
    XCTAssertEqual(loudspeaker.videoCount, 2)
    navigation.popViewController(animated: true)
    XCTAssertEqual(loudspeaker.videoCount, 1)

    XCTAssertEqual(
      recording.violations.map(\.description),
      [
        "`openVideo` came where it can't (VideoScreen.yaml:16); could have come: viewDidAppear, viewWillDisappear; "
          + "before it: viewDidLoad, viewWillAppear, openVideo, viewDidAppear, viewWillDisappear, viewWillAppear"
      ])
    XCTAssertEqual(monitors.monitor(of: screen).violation, recording.violations.first)

    // The same calls are in the log of the package.
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let log = try String(contentsOf: package.appending(path: "Logs/cancelled-swipe.log"), encoding: .utf8)
    XCTAssertEqual(recording.log, log.split(separator: "\n").map(String.init))
  }

  func testTheMendedScreen() async {
    let navigation = begin()
    navigation.pushViewController(observed(MendedDetailViewController(on: loudspeaker)), animated: true)
    for _ in 0..<2 {
      navigation.beginSwipeBack()
      navigation.cancelSwipeBack()
      XCTAssertEqual(loudspeaker.videoCount, 1)
    }
    navigation.popViewController(animated: true)
    XCTAssertEqual(loudspeaker.videoCount, 0)
    XCTAssertEqual(recording.violations, [])
  }

  /// The list has another base class. Its child gets all calls of UIKit.
  func testAChildObservesAScreen() async throws {
    let navigation = begin()
    navigation.pushViewController(observed(MendedDetailViewController(on: loudspeaker)), animated: true)
    navigation.popViewController(animated: true)
    XCTAssertEqual(
      recording.log.filter { $0.contains("ListViewController") },
      [
        "viewDidLoad", "viewWillAppear:", "viewDidAppear:", "viewWillDisappear:", "viewDidDisappear:",
        "viewWillAppear:", "viewDidAppear:",
      ].map { "-[ListViewController \($0)]" })
    XCTAssertEqual(recording.violations, [])

    // A call of UIKit that doesn't come is found as well.
    let list = try XCTUnwrap(navigation.viewControllers.first)
    list.endAppearanceTransition()
    XCTAssertEqual(recording.violations.map(\.callback), [.viewDidAppear])
  }

  /// Two screens of one class have a monitor each, and so has one at an address that was free again.
  func testEachScreenHasItsMonitor() async {
    let navigation = begin()
    let first = observed(MendedDetailViewController(on: loudspeaker))
    navigation.pushViewController(first, animated: true)
    navigation.pushViewController(observed(MendedDetailViewController(on: loudspeaker)), animated: true)
    XCTAssertEqual(loudspeaker.videoCount, 1)
    navigation.popViewController(animated: true)
    XCTAssertEqual(monitors.monitor(of: first).expected, [.viewWillDisappear])
    navigation.popViewController(animated: true)
    for _ in 0..<100 {
      navigation.pushViewController(observed(MendedDetailViewController(on: loudspeaker)), animated: false)
      navigation.popViewController(animated: false)
    }
    XCTAssertNil(recording.violations.first)
  }
}
