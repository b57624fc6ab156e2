import Foundation
import TestSupport
import XCTest

/// Tests that hold asynchronous code of the user's to the scenarios, with both frameworks.
final class AsyncSubjectTests: CommandTestCase {
  private func spec(_ name: String) -> String {
    """
    lifeline: 1
    machine: \(name)
    context: {isOnline: true}
    callbacks: {willLoad: , received: {parameters: {part: Int}}, didLoad: , didFail: , slept: , logged: {channel: log}}
    events: {load: , cancel: }
    initial: {to: idle, do: logged}
    states:
      idle:
        on:
          load:
            - {if: isOnline, to: loaded, do: [willLoad, {received: {part: 1}}, logged, {received: {part: 2}}, didLoad]}
            - {do: [willLoad, didFail]}
      loaded:
        after: {5s: {to: idle, do: slept}}
        on: {cancel: idle}
    scenarios:
      started:
        when: {start: logged}
        then: idle
      loaded:
        given: idle
        observing: delegate
        when: {load: [willLoad, {repeat: received}, didLoad]}
        then: loaded
      slept:
        follows: loaded
        when: {wait: 5s, expect: slept}
      not loaded:
        where: {state: [idle]}
        given: {isOnline: true}
        when:
          - set: {isOnline: false}
          - load: [willLoad, didFail]
        then: {state: idle, isOnline: false}
      not cancelled:
        given: idle
        when:
          - ignored: cancel
          - load: [willLoad, {received: {part: 1}}, logged, {received: {part: 2}}, didLoad]
          - cancel: []
      started and loaded:
        follows: started
        observing: delegate
        when: {load: [willLoad, received, received, didLoad]}
    """
  }

  /// The part that all subjects have. The environment says which fault they have.
  private func subject(_ name: String, _ code: Code) -> String {
    """
    import Foundation

    final class \(name)UnderTest: \(name)Subject {
      static var timeLimit: Duration { Fault.current == nil ? .seconds(20) : .seconds(1) }
      private let calls: \(name)Calls
      private let loader: \(name)Loader
      private var isLoaded: Bool
      private var isOnline: Bool
      private var left = Duration.seconds(5)
      private var task: _Concurrency.Task<Void, Never>?

      init(given: \(name)Given, calls: \(name)Calls) async throws {
        self.calls = calls
        loader = \(name)Loader(calls)
        isLoaded = given.states == [.loaded]
        isOnline = given.context.isOnline
        await _Concurrency.Task.yield()
        calls.append(.logged)
        if Fault.current == .hangingBeginning { await Fault.hang() }
      }
      func send(_ event: \(name).Event) async -> Bool? {
        switch event {
        case .load where !isLoaded:
          isLoaded = isOnline
          left = .seconds(5)
          \(code.load)
          if Fault.current == .hangingSend { await Fault.hang() }
          return Fault.current != .denied
        case .cancel where isLoaded: isLoaded = false
        default: return false
        }
        return true
      }
      func advance(by duration: Duration) async {
        left -= duration
        guard isLoaded, left <= .zero else { return }
        isLoaded = false
        calls.append(.slept)
      }
      func set(_ fact: \(name)Fact) async { if case .isOnline(let value) = fact { isOnline = value } }
      func holds(_ fact: \(name)Fact) async -> Bool? { fact == .isOnline(isOnline) }
      func isActive(_ state: \(name).AnyState) async -> Bool? {
        \(code.rest)
        return state == (isLoaded ? .loaded : .idle)
      }
      \(code.settles ? "func settle() async -> Bool {" : "private func ownSettle() async -> Bool {")
        if Fault.current == .hangingSettle { await Fault.hang() }
        \(code.rest)
        return true
      }
    }
    extension \(name).Callback {
      fileprivate static var steps: [Self] {
        let steps = [Self.willLoad, .received(part: 1), .logged, .received(part: 2), .didLoad]
        return switch Fault.current {
        case .missing: steps.dropLast()
        case .extra: steps + [.didLoad]
        case .order: steps.dropLast(2) + [.didLoad, .received(part: 2)]
        default: steps
        }
      }
    }
    \(code.loader)
    """
  }

  private let fault = """
    import Foundation

    enum Fault: String {
      case missing, extra, order, denied, hangingBeginning, hangingSend, hangingSettle
      static let current = ProcessInfo.processInfo.environment["LOADER_FAULT"].flatMap { Fault(rawValue: $0) }
      /// Waits until the test gives up.
      @MainActor static func hang() async { try? await _Concurrency.Task.sleep(for: .seconds(3600)) }
    }
    """

  /// Code under test.
  private struct Code {
    /// The declaration of the class that loads.
    var loader: String
    /// The statement that begins to load.
    var load: String
    /// The statement that waits until nothing is under way.
    var rest: String
    /// Whether the test may ask for that.
    var settles = true
  }

  /// An actor, which a task calls.
  private func actor(_ name: String) -> Code {
    Code(
      loader: """
        private actor \(name)Loader {
          private let calls: \(name)Calls
          init(_ calls: \(name)Calls) { self.calls = calls }
          func load(_ isOnline: Bool) async {
            for call in isOnline ? \(name).Callback.steps : [.willLoad, .didFail] {
              await _Concurrency.Task.yield()
              calls.append(call)
            }
          }
        }
        """, load: "task = _Concurrency.Task { [loader, isOnline] in await loader.load(isOnline) }",
      rest: "await task?.value")
  }

  /// A class on the main actor with an asynchronous function, which `send` awaits, and a delegate.
  private func mainActor(_ name: String) -> Code {
    Code(
      loader: """
        @MainActor private final class \(name)Loader {
          private let delegate: \(name)Receiver
          init(_ calls: \(name)Calls) { delegate = \(name)Receiver(calls) }
          func load(_ isOnline: Bool) async {
            for call in isOnline ? \(name).Callback.steps : [.willLoad, .didFail] { await delegate.receive(call) }
          }
        }
        @MainActor private final class \(name)Receiver: NSObject {
          private let calls: \(name)Calls
          init(_ calls: \(name)Calls) { self.calls = calls }
          func receive(_ call: \(name).Callback) async {
            await _Concurrency.Task.yield()
            calls.append(call)
          }
        }
        """, load: "await loader.load(isOnline)", rest: "await _Concurrency.Task.yield()")
  }

  /// Code that calls back on queues.
  private func queues(_ name: String, settles: Bool) -> Code {
    Code(
      loader: """
        private final class \(name)Loader: Sendable {
          private let calls: \(name)Calls
          private let work = DispatchQueue(label: "work")
          private let callbacks = DispatchQueue(label: "callbacks")
          init(_ calls: \(name)Calls) { self.calls = calls }
          func load(_ isOnline: Bool) {
            let steps = isOnline ? \(name).Callback.steps : [.willLoad, .didFail]
            work.async { [calls, callbacks] in
              for call in steps { callbacks.async { calls.append(call) } }
            }
          }
          func finish() async {
            await withCheckedContinuation { continuation in
              work.async { [callbacks] in callbacks.async { continuation.resume() } }
            }
          }
        }
        """, load: "loader.load(isOnline)", rest: "await loader.finish()", settles: settles)
  }

  // MARK: - The package

  /// Writes the specs, the subjects and the generated files of a test target.
  private func write(_ codes: [String: Code], settings: String, to target: String) throws {
    let subjects = codes.keys.sorted().map { "\($0): \($0)UnderTest" }.joined(separator: ", ")
    try write(settings + "  asyncSubject: {\(subjects)}\n", to: "Specs/\(target)/lifeline.yaml")
    try write(fault, to: "Tests/\(target)/Fault.swift")
    for (name, code) in codes {
      try write(spec(name), to: "Specs/\(target)/\(name).yaml")
      try write(subject(name, code), to: "Tests/\(target)/\(name)UnderTest.swift")
    }
  }

  /// Writes the package: with both frameworks and both modes of the language, and with the code of the page.
  private func writePackage() throws {
    try write(
      """
      // swift-tools-version:6.2
      import PackageDescription

      let package = Package(
        name: "subjects", platforms: [.macOS(.v13)],
        targets: [
          .testTarget(name: "SubjectTests", swiftSettings: [.swiftLanguageMode(.v6)]),
          .testTarget(
            name: "OlderTests",
            swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]),
          .testTarget(
            name: "PageTests", swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        ])
      """, to: "Package.swift")
    try write(
      ["Task": actor("Task"), "Screen": mainActor("Screen"), "Radio": queues("Radio", settles: false)],
      settings: "tests:\n  derive: transitions\n", to: "SubjectTests")
    try write(
      ["Queue": queues("Queue", settles: true), "Silent": queues("Silent", settles: false), "Worker": actor("Worker")],
      settings: "tests:\n  framework: swift-testing\n", to: "OlderTests")
    let page = try String(contentsOf: packageRoot.appending(path: "docs/testing.md"), encoding: .utf8)
    let blocks = MarkdownBlock.blocks(in: page)
    let code = try XCTUnwrap(blocks.first { $0.kind == "subject" })
    let spec = try XCTUnwrap(blocks.last { $0.language == "yaml" && $0.kind.isEmpty && $0.line < code.line })
    try write(spec.text, to: "Specs/PageTests/Download.yaml")
    try write("tests: {asyncSubject: DownloadUnderTest}\n", to: "Specs/PageTests/lifeline.yaml")
    try write(code.text, to: "Tests/PageTests/DownloadUnderTest.swift")
    for target in ["SubjectTests", "OlderTests", "PageTests"] {
      let folder = "Tests/\(target)"
      let result = try lifeline("generate", "Specs/\(target)", "--output", folder, "--tests-output", folder)
      XCTAssertEqual(result.status, 0, result.errors)
    }
  }

  func testSubjectsOfAllKinds() throws {
    try skipTest(below: .all)
    try writePackage()
    let build = try swift("build", "--build-tests", "-Xswiftc", "-gnone")
    XCTAssertEqual(build.status, 0, build.output)
    XCTAssertFalse(build.output.contains("warning: "), build.output)
    let passed = try swift("test", "--skip-build")
    XCTAssertEqual(passed.status, 0, passed.output)
    for suite in ["QueueTests", "SilentTests", "WorkerTests"] {
      XCTAssertTrue(passed.output.contains("Suite \(suite) passed"), passed.output)
    }
    XCTAssertTrue(passed.output.contains("Test Suite 'DownloadTests' passed"), passed.output)

    let late = " within 1.0 seconds"
    let calls = ["  willLoad          willLoad", "  repeat: received  received(part: 1)"]
    let missing = calls + ["                    received(part: 2)", "! didLoad           (none)"]
    try check("missing", "load: other calls than expected", silent: "load: other calls than expected\(late)", missing)
    try check(
      "extra", "load: other calls than expected",
      calls + ["                    received(part: 2)", "  didLoad           didLoad", "! (none)            didLoad"])
    try check(
      "order", "load: other calls than expected",
      calls + ["  didLoad           didLoad", "! (none)            received(part: 2)"])
    try check("denied", "load: must be handled, but is not", [])
    try check("hangingSend", "load: the subject hasn't returned\(late)", [])
    try check("hangingBeginning", "the beginning: the subject hasn't returned\(late)", isAtStep: false, [])
    try check(
      "hangingSettle", "the beginning: `settle` hasn't returned\(late)", silent: nil, isAtStep: false, [])
  }

  /// Checks that subjects with a fault fail in the scenario `loaded`, at its step.
  ///
  /// - Parameters:
  ///   - silent: The message about subjects without `settle`; `nil` if they pass.
  ///   - table: Lines of the table of calls.
  private func check(
    _ fault: String, _ message: String, silent: String?, isAtStep: Bool = true, _ table: [String], line: UInt = #line
  ) throws {
    let run = try swift("test", "--skip-build", "--filter", "testLoaded", fault: fault)
    XCTAssertNotEqual(run.status, 0, run.output, line: line)
    // Swift Testing moves the lines of a message further in.
    let lines = run.output.split(separator: "\n").map { $0.drop { " ↳".contains($0) } }
    let step = 1 + (spec("M").split(separator: "\n").firstIndex { $0.contains("{repeat: received}") } ?? 0)
    for (name, isSilent) in [("Task", false), ("Screen", false), ("Radio", true)] {
      let failures = lines.filter { $0.contains("error: \(name)Tests.testLoaded : ") }
      guard let message = isSilent ? silent : message else {
        XCTAssertEqual(failures, [], "\(fault): \(name): \(run.output)", line: line)
        continue
      }
      let place = isAtStep ? "\(name).yaml:\(step): error: " : ""
      XCTAssertEqual(failures.count, 1, "\(fault): \(name): \(run.output)", line: line)
      XCTAssertTrue(
        failures.contains { $0.contains(message) && (!isAtStep || $0.contains(place)) },
        "\(fault): \(name): \(run.output)", line: line
      )
    }
    for (name, isSilent) in [("Queue", false), ("Silent", true), ("Worker", false)] {
      guard let message = isSilent ? silent : message else {
        XCTAssertTrue(run.output.contains("Suite \(name)Tests passed"), "\(fault): \(run.output)", line: line)
        continue
      }
      let place = isAtStep ? " at \(name).yaml:\(step):1" : ""
      XCTAssertTrue(
        lines.contains {
          $0.contains("Test \"loaded\" recorded an issue\(place)") && (isAtStep || $0.contains(message))
        },
        "\(fault): \(name): \(run.output)", line: line)
      XCTAssertTrue(run.output.contains(message), "\(fault): \(name): \(run.output)", line: line)
    }
    for row in table { XCTAssertTrue(run.output.contains(row), "\(fault): \(row): \(run.output)", line: line) }
  }

  private func check(
    _ fault: String, _ message: String, isAtStep: Bool = true, _ table: [String], line: UInt = #line
  ) throws {
    try check(fault, message, silent: message, isAtStep: isAtStep, table, line: line)
  }

  private func swift(_ arguments: String..., fault: String? = nil) throws -> ProcessResult {
    try execute(
      "swift", arguments, in: folder, environment: fault.map { ["LOADER_FAULT": $0] } ?? [:], mergingErrors: true,
      limit: 300)
  }
}
