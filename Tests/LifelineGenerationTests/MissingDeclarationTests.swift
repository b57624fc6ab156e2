import TestSupport
import XCTest

/// The errors of Swift about declarations that generated tests need and that test code lacks: one each, with advice.
final class MissingDeclarationTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Chat
    imports: Foundation
    callbacks: {show: {parameters: {from: URL, text: String}}, hide: }
    events: {receive: {parameters: {from: URL, text: String}}, leave: }
    states:
      open: {on: {receive: {do: show}, leave: {do: hide}}}
    scenarios:
      a: {given: open, when: {receive: {show: {from: alice}}, with: {from: alice, text: x}}}
      b: {given: open, when: [{receive: {show: {from: bob, text: x}}, with: {from: bob, text: x}}, {leave: hide}]}
      c: {given: open, when: [{receive: {anyOrder: [{show: {from: alice}}]}, with: {from: alice, text: x}}]}
      d: {refuted: No., given: open, when: {receive: [], with: {from: carol, text: x}}}
    """

  /// Returns the errors of compiling a machine with its tests and `code`.
  private func errors(
    _ spec: String, subject: String? = nil, asyncSubject: String? = nil, _ code: String, _ options: [String] = []
  ) throws -> [String] {
    let generated = try generate(spec, subject: subject, asyncSubject: asyncSubject)
    try write(generated.machine, to: "Machine.swift")
    try write(generated.tests, to: "MachineTests.swift")
    try write("import Foundation\n" + code, to: "Own.swift")
    let result = try execute(
      "swiftc",
      ["-swift-version", "6", "-warnings-as-errors", "-c", "-wmo", "-parse-as-library", "-module-name", "Main"]
        + options
        + ["Machine.swift", "MachineTests.swift", "Own.swift"], in: folder, mergingErrors: true)
    return result.output.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains("error: ") }.map {
      String($0.suffix(from: $0.range(of: "error: ")?.upperBound ?? $0.startIndex))
    }
  }

  func testValues() throws {
    try skipTest(below: .thorough)
    XCTAssertEqual(try errors(spec, ""), ["cannot find type 'ChatValues' in scope"])
    let subject =
      "struct Hand: ChatSubject { init(given: ChatGiven) {}; func send(_: Chat.Event) -> Bool? { nil }; var calls: [Chat.Callback] { [] } }"
    XCTAssertEqual(try errors(spec, subject: "Hand", subject), ["cannot find type 'ChatValues' in scope"])
    let alice = "static let alice = URL(string: \"x:alice\")!"
    XCTAssertEqual(
      try errors(spec, "enum ChatValues { \(alice) }"),
      ["'bob' is unavailable: declare `static let bob: URL` in `ChatValues`, in the code of the tests"])
    let complete = "nonisolated enum ChatValues { \(alice); static var bob: URL { alice } }"
    XCTAssertEqual(try errors(spec, complete), [])
    XCTAssertEqual(try errors(spec, complete, ["-default-isolation", "MainActor"]), [])
  }

  private let lamp = """
    lifeline: 1
    machine: Lamp
    events: [press]
    states: {off: {on: {press: on}}, on: {on: {press: off}}}
    scenarios:
      a: {given: off, when: press, then: on}
      b: {given: on, when: press, then: off}
    """

  func testAsynchronousSubjects() throws {
    try skipTest(below: .thorough)
    let body = "{ init(given: LampGiven, calls: LampCalls) {}; func send(_: Lamp.Event) async -> Bool? { nil } }"
    XCTAssertEqual(
      try errors(lamp, asyncSubject: "MyLamp", "@MainActor final class MyLamp \(body)"),
      [
        "'makeScenarioSubject(_:given:in:)' is unavailable: `MyLamp`, the subject of these tests, doesn't conform to "
          + "`LampSubject`; declare `extension MyLamp: LampSubject` with its requirements"
      ])
    for options in [[], ["-default-isolation", "MainActor"]] {
      XCTAssertEqual(try errors(lamp, asyncSubject: "MyLamp", "final class MyLamp: LampSubject \(body)", options), [])
    }
  }

  func testSubjects() throws {
    try skipTest(below: .thorough)
    let spec = lamp
    XCTAssertEqual(try errors(spec, subject: "MyLamp", ""), ["cannot find 'MyLamp' in scope"])
    let body =
      "{ init(given: LampGiven) {}; func send(_: Lamp.Event) -> Bool? { nil }; var calls: [Lamp.Callback] { [] } }"
    XCTAssertEqual(
      try errors(spec, subject: "MyLamp", "@MainActor final class MyLamp \(body)"),
      [
        "'makeScenarioSubject(_:given:)' is unavailable: `MyLamp`, the subject of these tests, doesn't conform to "
          + "`LampSubject`; declare `extension MyLamp: LampSubject` with its requirements"
      ])
    for declaration in ["final class MyLamp: LampSubject", "struct MyLamp: LampSubject"] {
      XCTAssertEqual(try errors(spec, subject: "MyLamp", "\(declaration) \(body)"), [])
      XCTAssertEqual(
        try errors(spec, subject: "MyLamp", "\(declaration) \(body)", ["-default-isolation", "MainActor"]), [])
    }
  }
}
