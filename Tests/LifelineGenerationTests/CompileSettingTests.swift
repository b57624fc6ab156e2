import Foundation
import LifelineModel
import TestSupport
import XCTest

/// Generated machines compile without warnings under the settings that a user's module may have.
final class CompileSettingTests: CompilingTestCase {
  private func write(_ machines: [String]) throws -> [String] {
    try machines.enumerated().map { index, text in
      try write(text, to: "Machine\(index).swift")
      return "Machine\(index).swift"
    }
  }

  func testEveryAccessLevel() throws {
    try skipTest(below: .all)
    for access in AccessLevel.allCases {
      try compile(try write(settingMachines(access)), ["-typecheck", "-package-name", "somebody"])
    }
  }

  func testInternalImportsByDefault() throws {
    try skipTest(below: .thorough)
    for access in forExtent(quick: [.public], thorough: [.public], all: AccessLevel.allCases) {
      try compile(
        try write(settingMachines(access)),
        ["-typecheck", "-package-name", "somebody", "-enable-upcoming-feature", "InternalImportsByDefault"])
    }
  }

  /// Imports of one module in several files: the machine's, its tests' and somebody's own.
  func testImportsBesideThoseOfOtherFiles() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Browser
      imports: Foundation
      events: {open: {parameters: {url: URL}}}
      callbacks: {load: {parameters: {url: URL}}}
      states: {idle: {on: {open: {do: load}}}}
      scenarios:
        a page: {given: idle, when: {open: {load: {url: home}}, with: {url: home}}}
      """
    let values = "enum BrowserValues { static let home = URL(string: \"https://example.org\")! }\n"
    for access in AccessLevel.allCases {
      let generated = try generate(spec, access: access)
      try write(generated.machine, to: "Machine.swift")
      try write(generated.tests, to: "MachineTests.swift")
      // With the access level `package`, a plain import is ambiguous unless imports are internal by default.
      try write((access == .package ? "internal import Foundation\n" : "import Foundation\n") + values, to: "Own.swift")
      let files = ["Machine.swift", "MachineTests.swift", "Own.swift"]
      try compile(files, ["-typecheck", "-package-name", "somebody"])
      try write("import Foundation\n" + values, to: "Own.swift")
      try compile(
        files, ["-typecheck", "-package-name", "somebody", "-enable-upcoming-feature", "InternalImportsByDefault"])
    }
  }

  /// Machines that the host sends nothing, and that call nothing.
  func testMachinesWithoutEventsOrCallbacks() throws {
    try skipTest(below: .thorough)
    let specs = [
      "machine: Nothing\nstates: {a: }\nscenarios: {s: {given: a, then: a}}",
      """
      machine: Light
      callbacks: [showRed, showGreen]
      states: {red: {entry: showRed, after: {30s: green}}, green: {entry: showGreen, after: {20s: red}}}
      scenarios: {s: {given: red, when: {wait: 30s, expect: showGreen}}}
      """,
      """
      machine: Silent
      events: {go: , say: {parameters: {text: String}}}
      states: {a: {on: {go: b}}, b: {on: {go: a, say: {}}}}
      scenarios: {s: {given: a, when: [{go: []}, {say: [], with: {text: x}}, {go: {repeat: []}}], then: a}}
      """,
      """
      machine: Both
      callbacks: [c]
      regions:
        left: {states: {a: {after: {1s: b}}, b: {entry: c}}}
        right: {states: {d: {entry: {raise: x}, on: {x: {}}}}}
      scenarios: {s: {given: [left.a, right.d], when: {wait: 1s, expect: c}, never: []}}
      """,
      """
      machine: Still
      context: {isOff: false}
      events: [go]
      states:
        a: {regions: {r: {on: {go: {}}}, s: {on: {go: {if: isOff}}}}, on: {go: {}}}
        b: {on: {go: {to: b, if: in(a)}}}
      scenarios: {s: {given: a, when: {go: []}, then: [r, s]}}
      """,
    ]
    var files: [String] = []
    for (index, spec) in specs.enumerated() {
      let generated = try generate("lifeline: 1\n\(spec)", object: true)
      try write(generated.machine, to: "Machine\(index).swift")
      try write(generated.tests, to: "Tests\(index).swift")
      files += ["Machine\(index).swift", "Tests\(index).swift"]
    }
    let isolated = ["-default-isolation", "MainActor"]
    for settings in forExtent(quick: [[]], thorough: [[], isolated], all: [[], isolated]) {
      // Some warnings come only when code is made.
      try compile(files, ["-parse-as-library", "-c", "-o", "Machines.o"] + settings)
    }
  }

  func testModuleThatIsOnTheMainActor() throws {
    try skipTest(below: .thorough)
    let files = try write(settingMachines())
    try write(
      """
      import Foundation

      final class Screen: AppLifecycleDelegate {
        private var machine = AppLifecycle()
        private let object = AppLifecycleObject()
        private var calls = 0
        func launch() {
          machine.handle(.launch) { _ in calls += 1 }
          machine.handle(.pressHome, delegate: self)
          object.start(delegate: self)
          object.handle(.launch)
        }
        func willFinishLaunching() { calls += 1 }
        func didFinishLaunching() { calls += 1 }
        func didBecomeActive() { object.handle(.pressHome) }
        func willResignActive() {}
        func didEnterBackground() {}
        func willEnterForeground() {}
        func willTerminate() {}
      }
      actor Background {
        private var machine = Features()
        private var calls = 0
        func begin() throws {
          machine.handle(.begin(name: "a")) { _ in calls += 1 }
          machine = try JSONDecoder().decode(Features.self, from: JSONEncoder().encode(machine))
        }
      }
      nonisolated func elsewhere() -> [String] {
        var machine = Regions()
        machine.handle(.go) { _ in }
        return machine.states.map(\\.description)
      }
      final class Guest: HouseDelegate {
        private let object = HouseObject()
        private var calls = 0
        func come() {
          object.start(delegate: self)
          object.handle(.come(again: object.front.isActive(.on)))
        }
        func greet() { object.updateContext { $0.front.isOn = true } }
        func front(_ callback: Lamp.Callback) { if callback == .lit(color: .red, level: 2) { calls += 1 } }
        func back(_ callback: Lamp.Callback) {}
        func clock(_ callback: Clock.Callback) { if case .hand(.dimmed) = callback { calls += 1 } }
      }
      nonisolated func visit() throws -> House {
        var house = House(resumingIn: .full, front: Lamp(resumingIn: .on))
        house.handle(.leave) { _ in }
        return try JSONDecoder().decode(House.self, from: JSONEncoder().encode(house))
      }
      """, to: "Use.swift")
    try compile(files + ["Use.swift"], ["-typecheck", "-default-isolation", "MainActor"])
  }

  /// The main actor's delegates are asked there, and an actor that has a delegate of its own uses the closure.
  func testAModuleThatIsOnTheMainActorRuns() throws {
    try write(generate(sampleSpec, object: true).machine, to: "Machine.swift")
    try write(
      """
      final class Log: AppLifecycleDelegate {
        var calls: [String] = []
        let object = AppLifecycleObject()
        init() { object.start(delegate: self) }
        func willFinishLaunching() { calls.append("will") }
        func didFinishLaunching() { calls.append("did") }
        func didBecomeActive() {
          calls.append("active")
          object.handle(.pressHome)
        }
        func willResignActive() { calls.append("resign") }
        func didEnterBackground() { calls.append("background") }
        func willEnterForeground() {}
        func willTerminate() {}
      }
      actor Background {
        private var machine = AppLifecycle()
        private var calls = 0
        func launch() -> Int {
          machine.handle(.launch) { _ in calls += 1 }
          return calls
        }
      }
      @main struct Program {
        static func main() async {
          let log = Log()
          log.object.handle(.launch)
          print(log.calls, log.object.state, await Background().launch())
        }
      }
      """, to: "Program.swift")
    try compile(
      ["Machine.swift", "Program.swift"],
      ["-default-isolation", "MainActor", "-parse-as-library", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output, "[\"will\", \"did\", \"active\", \"resign\", \"background\"] background 3\n")
  }

  /// A machine in a library, and its tests in a target that imports it, as SwiftPM optimizes both.
  func testOptimizedTestsOfAPackage() throws {
    try skipTest(below: .all)
    let sources = folder.appending(path: "Sources/Machines")
    let tests = folder.appending(path: "Tests/MachinesTests")
    for folder in [sources, tests] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let generated = try generate(sampleSpec, access: .public, module: "Machines", object: true)
    try write(generated.machine, to: "Sources/Machines/AppLifecycle.swift")
    try write(generated.tests, to: "Tests/MachinesTests/AppLifecycleTests.swift")
    try write(
      """
      // swift-tools-version:6.1
      import PackageDescription

      let settings: [SwiftSetting] = [
        .enableUpcomingFeature("InternalImportsByDefault"), .unsafeFlags(["-warnings-as-errors"]),
      ]
      let package = Package(
        name: "machines", platforms: [.macOS(.v13)],
        targets: [
          .target(name: "Machines", swiftSettings: settings),
          .testTarget(name: "MachinesTests", dependencies: ["Machines"], swiftSettings: settings),
        ],
        swiftLanguageModes: [.v6])
      """, to: "Package.swift")
    let outcome = try execute(
      "swift", ["build", "-c", "release", "--build-tests", "--scratch-path", "build"], in: folder, mergingErrors: true)
    XCTAssertEqual(outcome.status, 0, outcome.output)
  }

  func testOptimized() throws {
    try skipTest(below: .all)
    try compile(try write(settingMachines()), ["-O", "-parse-as-library", "-emit-library", "-module-name", "Machines"])
  }

  /// Comparisons of strings need tables of Unicode, which the linker is to be given. Names of callbacks don't.
  func testEmbeddedSwiftWithoutTablesOfUnicode() throws {
    try skipTest(below: .thorough)
    let tables = try unicodeTables()
    try XCTSkipUnless(FileManager.default.fileExists(atPath: tables.path), "no Embedded Swift for this machine")
    let spec = """
      lifeline: 1
      machine: Door
      context: {mode: {cases: [calm, loud], default: calm}}
      callbacks: {open: {answeredBy: close, within: 5s}, close: }
      events: [push, pull]
      observing: {events: pull}
      states:
        closed: {on: {push: {to: ajar, if: mode == calm, do: open}}}
        ajar: {on: {pull: {to: closed, do: close}}}
      """
    try write(try generate(spec, monitor: true).machine, to: "Door.swift")
    try write(
      """
      @main struct Program {
        static func main() {
          var door = Door()
          var monitor = DoorMonitor()
          door.handle(.push) { monitor.observe($0.name) }
          let isFound = Door.CallbackName("close") == .close && Door.CallbackName("shut") == nil
          print(isFound && Door.AnyState("ajar") == .ajar ? "found" : "lost")
          print(monitor.observe(.open)?.description ?? "no violation")
          print(monitor.finish()?.description ?? "no violation")
          monitor.send(.pull)
          print(monitor.send(.pull)?.description ?? "no violation")
        }
      }
      """, to: "Program.swift")
    try compile(
      ["Door.swift", "Program.swift"],
      ["-parse-as-library", "-enable-experimental-feature", "Embedded", "-wmo", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output,
      """
      found
      `open` came where it can't (Spec.yaml:4); could have come: event pull; before it: open
      the end breaks a promise: `open` has no answer `close` (Spec.yaml:4); before it: open, open
      `event pull` came where it can't (Spec.yaml:5); could have come: close; before it: open, open, event pull

      """)
  }

  private func unicodeTables() throws -> URL {
    let compiler = try execute("sh", ["-c", "command -v swiftc"], in: folder, mergingErrors: true).output
    let toolchain = URL(filePath: compiler.trimmingCharacters(in: .whitespacesAndNewlines)).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    return toolchain.appending(path: "lib/swift/embedded/x86_64-unknown-linux-gnu/libswiftUnicodeDataTables.a")
  }

  func testEmbeddedSwift() throws {
    try skipTest(below: .thorough)
    let tables = try unicodeTables()
    try XCTSkipUnless(FileManager.default.fileExists(atPath: tables.path), "no Embedded Swift for this machine")
    let files = try write(settingMachines())
    try write(
      """
      @main struct Program {
        static func main() {
          var app = AppLifecycle()
          var calls = 0
          app.handle(.launch) { _ in calls += 1 }
          var features = Features()
          features.handle(.poke) { _ in }
          features.handle(.begin(name: "a")) { _ in calls += 1 }
          features.advance(by: Duration.seconds(200)) { _ in calls += 1 }
          let object = FeaturesObject { _ in calls += 10 }
          object.handle(.begin(name: "b"))
          var regions = Regions()
          regions.handle(.back) { _ in calls += 100 }
          regions.handle(.go) { _ in calls += 100 }
          print(app.state.description)
          print(object.state.description)
          print(regions.states.count)
          print(app.isActive(.foreground) ? "in the foreground" : "elsewhere")
          print(calls)
          let reaction = app.send(.lock)
          print(reaction.callbacks.count)
          print(reaction.after.state.description)
          print(features.advance(by: Duration.seconds(200)).count)
          print(AppLifecycle.State("foreground.active") == .active ? "found" : "lost")
          print(regions.left == .two ? "two" : "not two")
          var monitor = RegionsMonitor()
          monitor.observe(.a)
          print(monitor.observe(.a)?.description ?? "no violation")
          var late = RegionsMonitor()
          late.observe(.a, at: Duration.seconds(1))
          print(late.observe(.b, at: Duration.seconds(7))?.brokenPromise ?? "no violation")
          print(late.finish() == nil ? "answered" : "owed")
          print(monitor.finish() == nil ? "answered" : "owed")
          calls = 0
          var house = House { _ in calls += 1 }
          house.handle(.come(again: false)) { _ in calls += 1 }
          print(house.front.state.description)
          print(house.clock.states.count)
          print(house.front.context.level)
          print(calls)
          print(house.advance(by: Duration.seconds(1)).count)
          house.handle(.leave) { _ in }
          print(house.back.timeUntilNextTimer == nil ? "at rest" : "armed")
          let owner = HouseObject { _ in calls += 10 }
          owner.handle(.come(again: true))
          print(owner.back.state.description)
          print(calls)
          var guests = HouseMonitor()
          guests.observe(.frontLit)
          guests.observe(.backLit)
          print(guests.observe(.backLit) == nil ? "no violation" : "a violation")
        }
      }
      """, to: "Program.swift")
    try compile(
      files + ["Program.swift", tables.path],
      ["-parse-as-library", "-enable-experimental-feature", "Embedded", "-wmo", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output,
      "foreground.active\nbusy.work\n2\nin the foreground\n115\n2\nbackground\n0\nfound\ntwo\nno violation\n"
        + "`a` has no answer `b` within 5s (Spec.yaml:3)\nanswered\nowed\n"
        + "on\n2\n2\n5\n1\nat rest\non\n55\na violation\n")
  }
}
