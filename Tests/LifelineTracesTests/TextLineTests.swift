import LifelineModel
import TestSupport
import XCTest

@testable import LifelineTraces

/// Tests of the reader of text: the lines that are calls.
final class TextLineTests: XCTestCase {
  private static let callbacks = """
    callbacks:
      launched: {selector: "application:didFinishLaunchingWithOptions:"}
      active: {selector: "applicationDidBecomeActive:"}
      viewDidLoad:
      viewWillAppear: {selector: "viewWillAppear:"}
      made: {selector: "initWithCoder:"}
      moved: {selector: ["didMoveToParentViewController:", "didMove(toParent:)"]}
      dealloc:
      reset: {selector: RST_STREAM}
      resetHard: {selector: RST_STREAM PROTOCOL_ERROR}
      connected: {selector: "scene:willConnectToSession:options:"}
      opened: {selector: "application:openURL:options:"}
      saved: {selector: "stateRestorationActivityForScene:"}
      received: {selector: "application:didReceiveRemoteNotification:"}
      receivedLocal: {selector: "application:didReceiveLocalNotification:"}
      onCreate:
      otherOnCreate: {selector: onCreate}
    events: [go]
    states:
      s:
        on: {go: {do: [launched, active, viewDidLoad, viewWillAppear, made, moved, dealloc, connected, opened, saved, received, receivedLocal, reset, resetHard, onCreate, otherOnCreate]}}
    """

  /// Checks the callbacks of a line, and what stands in front and behind the call: `receiver address`.
  private func check(
    _ line: String, _ callbacks: String?, of receiver: String? = nil, file: StaticString = #filePath,
    line number: UInt = #line
  ) throws {
    let machine = try readMachine(Self.callbacks)
    var table = SelectorTable.make(for: machine)
    let bytes = Array("before ".utf8) + Array(line.utf8) + Array(" behind".utf8)
    let range = 7..<bytes.count - 7
    switch TextLine.read(bytes, in: range, &table) {
    case .call(let call):
      XCTAssertEqual(
        table.symbols[call.symbol].map { machine[$0].name }.joined(separator: " "), callbacks, line, file: file,
        line: number)
      let parts = [call.receiver, call.address].compactMap(\.self).map { String(decoding: bytes[$0], as: UTF8.self) }
      XCTAssertEqual(parts.isEmpty ? nil : parts.joined(separator: " "), receiver, line, file: file, line: number)
    case .unknownCall(let receiver, let name):
      let text = "? \(String(decoding: bytes[receiver], as: UTF8.self)) \(String(decoding: bytes[name], as: UTF8.self))"
      XCTAssertEqual(text, callbacks, line, file: file, line: number)
    case .other: XCTAssertNil(callbacks, line, file: file, line: number)
    case .unreadable, .refused, .unknownEvent, .unobservedEvent, .unobservedState, .unknownState:
      XCTFail(line, file: file, line: number)
    }
  }

  func testMethods() throws {
    try check("-[Screen viewDidLoad]", "viewDidLoad", of: "Screen")
    try check("+[Screen viewDidLoad]", "viewDidLoad", of: "Screen")
    try check("-[Screen viewWillAppear:]", "viewWillAppear", of: "Screen")
    try check("-[Screen(Private) viewWillAppear:] animated", "viewWillAppear", of: "Screen")
    try check("-[App.Screen viewDidLoad]", "viewDidLoad", of: "App.Screen")
    try check("-[App application:didFinishLaunchingWithOptions:]", "launched", of: "App")
    try check("-[<Screen: 0x7f8b> viewDidLoad]", "viewDidLoad", of: "Screen 0x7f8b")
    try check("-[Screen viewDidLoad] 0x7f8b", "viewDidLoad", of: "Screen 0x7f8b")
    try check("-[Screen viewDidLoad]: <Screen: 0x7f8b>", "viewDidLoad", of: "Screen 0x7f8b")
    try check("-[<Host<App.Content, [Int]>: 0x1> viewDidLoad]", "viewDidLoad", of: "Host<App.Content, [Int]> 0x1")
    try check("-[Host<(Int) -> Content> viewDidLoad]", "viewDidLoad", of: "Host<(Int) -> Content>")
    try check("-[Host<Content viewDidLoad]", nil)
    try check("-[Screen viewDidUnload]", "? Screen viewDidUnload")
    try check("-[Screen]", nil)
    try check("-[Screen viewDidLoad", nil)
    try check("-[", nil)
    try check("-[ viewDidLoad]", nil)
  }

  func testNames() throws {
    try check("viewDidLoad", "viewDidLoad")
    try check("viewDidLoad finished", "viewDidLoad")
    try check("viewDidLoad.", "viewDidLoad")
    try check("viewDidLoad: 12", "viewDidLoad")
    try check("viewDidLoad()", "viewDidLoad")
    try check("\tviewWillAppear:", "viewWillAppear")
    try check("viewWillAppear", "viewWillAppear")
    try check("applicationDidBecomeActive", "active")
    try check("Screen.viewDidLoad", "viewDidLoad", of: "Screen")
    try check("App.Screen.viewWillAppear(_:)", "viewWillAppear", of: "App.Screen")
    try check("Screen.viewWillAppear: 1", "viewWillAppear", of: "Screen")
    try check("Host<App.Content>.viewDidLoad()", "viewDidLoad", of: "Host<App.Content>")
    try check("Host<App.viewDidLoad>", nil)
    try check("onCreate", "onCreate otherOnCreate")
    try check("otherOnCreate", "otherOnCreate")
    try check("MainActivity.onCreate", "onCreate otherOnCreate", of: "MainActivity")
  }

  func testObjectsInFrontOfNames() throws {
    try check("<Screen: 0x7f8b> viewDidLoad", "viewDidLoad", of: "Screen 0x7f8b")
    try check("<Screen: 0x7f8b>: viewWillAppear: 1", "viewWillAppear", of: "Screen 0x7f8b")
    try check("<Host<App.Content>: 0x7f8b> viewDidLoad()", "viewDidLoad", of: "Host<App.Content> 0x7f8b")
    try check("<Screen: 0x7f8b> did load", nil)
    try check("viewDidLoad() <App.Screen: 0x7f8b>", "viewDidLoad", of: "App.Screen 0x7f8b")
    try check("viewDidLoad: <Screen: 0x7f8b; frame>", "viewDidLoad")
    try check("viewWillAppear: <Screen: 0x7f8b>", "viewWillAppear", of: "Screen 0x7f8b")
    try check("10:02:11 viewWillAppear(_:) <Screen: 0x7f8b>", "viewWillAppear", of: "Screen 0x7f8b")
    try check("<Screen: 0x7f8b>viewDidLoad", nil)
    try check("<Screen: 0x7f8b>", nil)
  }

  func testOtherLines() throws {
    for line in [
      "", " ", "did viewDidLoad run?", "viewDidLoaded", "xviewDidLoad", "viewDidLoad2", "viewDid", "-viewDidLoad",
      "[Screen viewDidLoad]", "Screen viewDidLoad", "Screen.swift:12: viewDidLoad", "(viewDidLoad)", "…",
      "viewDidLoadé",
      ".viewDidLoad", "Screen.", "12", "0x12", "12:30 viewDidLoad", "2026-10-31 viewDidLoad",
    ] {
      try check(line, nil)
    }
    try check("Screen.viewDidUnload()", "? Screen viewDidUnload()")
    try check("Screen.viewDidUnload", "? Screen viewDidUnload")
  }

  func testTheLongestSelectorCounts() throws {
    try check("RST_STREAM", "reset")
    try check("RST_STREAM PROTOCOL_ERROR", "resetHard")
    try check("RST_STREAM PROTOCOL_ERRORS", "reset")
    try check("RST_STREAM CANCEL", "reset")
    try check("Connection.RST_STREAM PROTOCOL_ERROR", "resetHard", of: "Connection")
  }

  func testNamesOfSwift() throws {
    try check("application(_:didFinishLaunchingWithOptions:)", "launched")
    try check("init(coder:)", "made")
    try check("Screen.init(coder:)", "made", of: "Screen")
    try check("didMove(toParent:)", "moved")
    try check("scene(_:willConnectTo:options:)", "connected")
    try check("SceneDelegate.scene(_:willConnectTo:options:)", "connected", of: "SceneDelegate")
    try check("application(_:open:options:)", "opened")
    try check("stateRestorationActivity(for:)", "saved")
    try check("application(_:didReceive:)", "receivedLocal")
    try check("application(_:didReceiveRemoteNotification:)", "received")
    try check("application(_:openU:options:)", nil)
    try check("application(_:open:)", nil)
    try check("scene(_:open:options:)", nil)
    try check("didMove(toParentViewController:)", "moved")
    try check("deinit", "dealloc")
    try check("Screen.deinit", "dealloc", of: "Screen")
    try check("viewDidLoad(_:)", "viewDidLoad")
    try check("viewDidLoad(12)", "viewDidLoad")
    try check("unknown(_:)", nil)
  }

  func testPrefixes() throws {
    for prefix in [
      "10:02:11.102", "10:02:11,102", "[10:02:11.102]", "2026-10-31 10:02:11.102", "2026-10-31T10:02:11.102Z",
      "2026/10/31 10:02:11", "10-31 10:02:11.102",
      // NSLog
      "2017-03-01 18:03:41.577 ViewControllerLifeCircle[32254:401790]",
      "2020-05-22 19:00:34.992881+0800 UW-iOS-HW01[39467:385142]",
      "2020-05-22 19:00:34.992881+0800 My App[39467:385142] [Screens]",
      "2020-05-22 19:00:34.992881+0800 App[39467:4f2e] [org.example:Screens]",
      // log show
      "2020-05-22 19:00:34.992881+0200 0x1a2b     Default     0x0                  812    0    App: (Screens) [org.example:Screens]",
      "2020-05-22 19:00:34.992881+0200 0x1a2b     Info        0x0                  812    0    App:",
      "2020-05-22 19:00:34.992 Df App[812:1a2b] [org.example:Screens]",
      "2020-05-22 19:00:34.992 I  App[812:1a2b]",
      "2020-05-22 19:00:34.992881+0200  localhost App[812]: (Screens) [org.example:Screens]",
      "Oct  3 10:02:11 iPhone App(Screens)[812] <Notice>:", "Oct 31 10:02:11 iPhone App[812] <Notice>:",
      "02-25 11:44:30.846  1234  5678 D",
      // Logcat's brief form, its form with times, and what Android Studio shows
      "02-25 11:44:30.846 D/Screens( 1234):", "02-25 11:44:30.846 I/My Tag(1234):", "D/Screens:", "D/Screens( 1234):",
      "I/My Tag(1234):", "02-25 11:44:30.846 1234-5678/org.example.app D/Screens:",
      "2026-02-25 11:44:30.846  1234-5678  Screens                 org.example.app                      D",
      "2026-02-25 11:44:30.846  1234-1234  My Tag  pid-1234  I", "[2026-10-31 10:02:11] DEBUG:", "10:02:11 [INFO]",
      "10:02:11.5 ERROR",
    ] {
      try check("\(prefix) -[Screen viewDidLoad]", "viewDidLoad", of: "Screen")
      try check("\(prefix) viewWillAppear(_:)", "viewWillAppear")
      try check("\(prefix) <App.Screen: 0x7f8b> viewDidLoad()", "viewDidLoad", of: "App.Screen 0x7f8b")
      try check("\(prefix) did -[Screen viewDidLoad]", nil)
    }
  }

  func testCallsBehindPrefixesThatLookLikeColumns() throws {
    let show = "2020-05-22 19:00:34.992881+0200 0x1a2b     Default     0x0     812    0    App: (Screens)"
    for prefix in [
      "10:02:11", "10:02:11 App[12:34]", "10:02:11 viewDidLoad[12:34]", show, "\(show) [org.example:Screens]",
    ] {
      try check("\(prefix) viewDidLoad cells[3] ready", "viewDidLoad")
      try check("\(prefix) viewWillAppear: 1", "viewWillAppear")
      try check("\(prefix) viewDidLoad: <Screen>", "viewDidLoad")
      try check("\(prefix) viewDidLoad: <Screen: 0x1>", "viewDidLoad", of: "Screen 0x1")
      try check("\(prefix) Screen.viewDidLoad: <Screen>", "viewDidLoad", of: "Screen")
    }
    try check("02-25 11:44:30.846  1234  5678 D MainActivity: onCreate", "onCreate otherOnCreate")
    try check("02-25 11:44:30.846  1234  5678 D MainActivity: MainActivity: onCreate", nil)
    try check("D/MainActivity: onCreate", "onCreate otherOnCreate")
    try check("02-25 11:44:30.846 D/MainActivity( 1234): onCreate", "onCreate otherOnCreate")
    try check("02-25 11:44:30.846 D/MainActivity( 1234):onCreate", nil)
    try check("D/MainActivity: MainActivity.onCreate", "onCreate otherOnCreate", of: "MainActivity")
    for line in ["D/MainActivity:onCreate", "D/: onCreate", "X/MainActivity: onCreate", "D/MainActivity", "D/"] {
      try check(line, nil)
    }
  }

  func testTimesThatBeginAnew() throws {
    func time(_ text: String) throws -> LogTime {
      var scanner = TimeScanner(from: 0, to: text.utf8.count)
      XCTAssertTrue(scanner.scan(Array(text.utf8)), text)
      return try XCTUnwrap(scanner.time)
    }
    func check(_ first: String, _ second: String, runsBackwards: Bool, line: UInt = #line) throws {
      XCTAssertEqual(try time(second).isBefore(try time(first)), runsBackwards, line: line)
    }
    try check("23:59:59", "00:00:01", runsBackwards: false)
    try check("12:00:00", "11:59:59", runsBackwards: true)
    try check("Dec 31 23:59:59", "Jan  1 00:00:01", runsBackwards: false)
    try check("Dec 31 23:59:59", "Dec 30 00:00:01", runsBackwards: true)
    try check("2026-12-31 23:59:59", "2026-01-01 00:00:01", runsBackwards: true)
  }

  func testTimes() throws {
    func seconds(_ text: String) -> Double? {
      var scanner = TimeScanner(from: 0, to: text.utf8.count)
      return scanner.scan(Array(text.utf8)) ? scanner.time?.seconds : nil
    }
    XCTAssertEqual(seconds("00:00:01.5"), 1.5)
    XCTAssertEqual(seconds("1970-01-02T00:00:01Z"), 86_401)
    XCTAssertEqual(seconds("1970-01-01T02:00:00+02:00"), 0)
    XCTAssertEqual(seconds("1970-01-01 00:00:00-0130"), 5_400)
    XCTAssertEqual(seconds("2000-03-01 00:00:00"), 951_868_800)
    XCTAssertEqual(seconds("2024-02-29 00:00:00"), 1_709_164_800)
    XCTAssertNil(seconds("2024-13-29 00:00:00"))
    XCTAssertNil(seconds("12:30"))
    XCTAssertNil(seconds("12:30:11x"))
  }

  func testRandomBytes() throws {
    let machine = try readMachine(Self.callbacks)
    var table = SelectorTable.make(for: machine)
    var random = SplitMix64(seed: testSeed(default: 7))
    let pieces = [
      "-[", "]", " ", "<", ">", ":", "0x", "(", ")", ".", "viewDidLoad", "2026-10-31", "10:02:11", "[1:2]", "\u{0}",
      "é",
    ]
    for _ in 0..<20_000 {
      var bytes = (0..<random.below(8)).flatMap { _ in Array(random.element(pieces).utf8) }
      if random.happens(20) { bytes.append(UInt8(random.below(256))) }
      _ = TextLine.read(bytes, in: bytes.indices, &table)
    }
  }
}
