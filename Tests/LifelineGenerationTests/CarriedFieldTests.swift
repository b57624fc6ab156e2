import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Fields that only carry values of types that the language doesn't know, in generated code.
final class CarriedFieldTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Link
    imports: Foundation
    context:
      peripheral: {type: UUID, private: true}
      previous: {type: UUID, private: true}
    callbacks:
      connect: {parameters: {peripheral: "UUID?"}}
      cancel: {parameters: {peripheral: "UUID?", previous: "UUID?"}}
    events: {open: {parameters: {device: UUID}}, answer: , close: }
    states:
      idle: {on: {open: {to: connecting, do: [{set: {peripheral: device}}, connect]}}}
      connecting: {on: {answer: connected, close: {to: idle, do: {cancel: {previous: nil}}}}, exit: {set: {previous: peripheral}}}
      connected: {on: {close: {to: idle, do: [cancel, {set: {peripheral: nil}}]}}}
    scenarios:
      a connection:
        given: idle
        when:
          - open: {connect: {peripheral: headset}}
            with: {device: headset}
            then: {peripheral: headset, previous: nil}
          - answer: []
          - close: {cancel: {peripheral: headset, previous: headset}}
        then: {state: idle, peripheral: nil, previous: headset}
      a connection that doesn't begin at the start:
        where: {previous: [nil, watch]}
        given: {state: connecting, peripheral: headset}
        when: {close: {cancel: {peripheral: headset, previous: nil}}}
        then: {state: idle, peripheral: headset}
    """

  private let values = """
    import Foundation
    nonisolated enum LinkValues { static let (headset, watch) = (UUID(), UUID()) }

    """

  func testScenariosAndDerivedTestsHold() throws {
    try skipTest(below: .thorough)
    try write(values, to: "Values.swift")
    let generated = try generate(spec, object: true, monitor: true, derive: .pairs)
    let result = try test([generated], with: ["Values.swift"])
    XCTAssertEqual(result.status, 0, result.output)
    XCTAssertTrue(generated.tests.contains("///       static let watch: UUID = …"), generated.tests)
    XCTAssertFalse(generated.tests.contains("ScenarioValues.nil"), generated.tests)
  }

  private let use = """
    import Foundation

    final class Listener: LinkDelegate {
      func connect(peripheral: UUID?) { print("connect", peripheral == device) }
      func cancel(peripheral: UUID?, previous: UUID?) { print("cancel", peripheral == device, previous == device) }
    }
    let device = UUID()
    let listener = Listener()
    var link = Link(context: Link.Context(peripheral: UUID()), delegate: listener)
    print(link.context.peripheral == nil)
    link.handle(.open(device: device), delegate: listener)
    let stored = try JSONEncoder().encode(link)
    var copy = try JSONDecoder().decode(Link.self, from: stored)
    print(copy == link, copy.hashValue == link.hashValue, copy.context.peripheral == device, copy.context.previous == nil)
    copy.context = Link.Context(peripheral: UUID())
    print(copy == link)
    link.handle(.answer, delegate: listener)
    link.handle(.close, delegate: listener)
    print(link.context.peripheral == nil, link.context.previous == device)
    let object = LinkObject { print($0 == .connect(peripheral: device)) }
    object.handle(.open(device: device))
    print(object.context.peripheral == device)

    """

  private let output = """
    true
    connect true
    true true true true
    true
    cancel true true
    true true
    true
    true

    """

  func testValuesAreCarried() throws {
    try skipTest(below: .thorough)
    try write(generate(spec, object: true, monitor: true).machine, to: "Link.swift")
    try write(use, to: "main.swift")
    for version in ["5", "6"] {
      try compile(["Link.swift", "main.swift"], ["-swift-version", version, "-o", "program"])
      let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
      XCTAssertEqual(outcome.output, output, "Swift \(version)")
    }
  }

  func testEverySettingOfTheCompiler() throws {
    try skipTest(below: .thorough)
    let machine = try generate(spec, access: .public, monitor: true, observable: true, isolation: .mainActor).machine
    try write(machine, to: "Link.swift")
    let settings = [
      [], ["-swift-version", "5"], ["-default-isolation", "MainActor"],
      ["-enable-upcoming-feature", "InternalImportsByDefault"],
    ]
    for options in settings {
      try compile(["Link.swift"], ["-c", "-module-name", "Main", "-o", "Main.o"] + options)
    }
  }

  /// A machine that carries a value of such a type can't be stored, but it can if it carries none.
  func testATypeThatIsNotCodable() throws {
    let spec = spec.replacing("UUID", with: "Device")
    try write(generate(spec).machine, to: "Link.swift")
    try write(
      ##"""
      import Foundation

      struct Device: Hashable, Sendable {}
      func show(_ action: () throws -> String) { do { print(try action()) } catch { print(error) } }
      func decode(_ field: String) throws -> String {
        let text = #"{"states":["connected"],"context":{"peripheral":\#(field)}}"#
        return "\(try JSONDecoder().decode(Link.self, from: Data(text.utf8)).state)"
      }
      var link = Link { _ in }
      show { String(decoding: try JSONEncoder().encode(link), as: UTF8.self).contains("idle") ? "stored" : "" }
      link.handle(.open(device: Device())) { _ in }
      show { "\(try JSONEncoder().encode(link))" }
      show { try decode("null") }
      show { try decode("3") }
      """##, to: "main.swift")
    try compile(["Link.swift", "main.swift"], ["-module-name", "Main", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    let lines = outcome.output.split(separator: "\n")
    XCTAssertEqual(lines.count, 4, outcome.output)
    guard lines.count == 4 else { return }
    XCTAssertEqual(lines[0], "stored")
    XCTAssertTrue(lines[1].contains("Device isn't Encodable"), outcome.output)
    XCTAssertEqual(lines[2], "connected")
    XCTAssertTrue(lines[3].contains("Device isn't Decodable"), outcome.output)
  }
}
