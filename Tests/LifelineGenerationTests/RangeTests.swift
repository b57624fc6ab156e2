import Foundation
import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Generated code keeps fields within their ranges: it traps where an action or the host leaves one, and refuses stored
/// machines with other values.
final class RangeTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Kept
    types: {Value: [one, two]}
    context:
      n: {default: 0, range: -5...10}
      below: {default: -5, range: -9...-1, private: true}
      top: {default: 3, range: 0...3, fixed: true}
      d: {default: 5s, range: 0s...10s}
      patience: {default: 1s, range: 1s...5min}
      Swift: {type: Value, default: one}
    events: {add: {parameters: {by: Int}}, swap: {parameters: {by: Int}}, wait: , sleep: {parameters: {time: Duration}}}
    states:
      busy:
        on:
          add: {do: {set: {n: n + by}}}
          swap: {if: Swift == one, do: {set: {n: below, below: by - top}}}
          sleep: {to: resting, do: {set: {d: d - time}}}
      resting: {after: {patience: busy}}
    """
    .replacing(", wait: ", with: "")

  private var machine: Machine { get throws { try TestSupport.machine(spec) } }

  private func runProgram(_ arguments: String) throws -> ProcessResult {
    try execute("sh", ["-c", "SWIFT_BACKTRACE=enable=no ./program \(arguments)"], in: folder, mergingErrors: true)
  }

  func testActionsAndHostsThatLeaveARange() throws {
    try skipTest(below: .thorough)
    try write(generate(spec, object: true).machine, to: "Kept.swift")
    try write(
      """
      let number = Int(CommandLine.arguments[2])!
      var machine = Kept(context: Kept.Context())
      let object = KeptObject()
      object.start { _ in }
      switch CommandLine.arguments[1] {
      case "add": machine.handle(.add(by: number)) { _ in }
      case "swap": machine.handle(.swap(by: number)) { _ in }
      case "sleep": machine.handle(.sleep(time: .milliseconds(number))) { _ in }
      case "n": machine.context.n = number
      case "d": machine.context.d = .milliseconds(number)
      case "start": machine = Kept(context: Kept.Context(n: number))
      case "resume": machine = Kept(resumingIn: .busy, context: Kept.Context(top: number))
      case "whole": machine.context = Kept.Context(below: number)
      case "object": _ = KeptObject(context: Kept.Context(n: number))
      case "update": object.updateContext { $0.n = number }
      default: break
      }
      print(machine.context.n, machine.context.below, machine.context.d)
      """, to: "main.swift")
    try compile(["Kept.swift", "main.swift"], ["-o", "program"])
    let action = "an action sets"
    let host = "the host sets"
    let cases: [(arguments: String, sentence: String?)] = [
      ("add 10", nil), ("add 11", "\(action) `n` outside of -5...10"), ("add -5", nil),
      ("add -6", "\(action) `n` outside of -5...10"),
      ("swap 2", nil), ("swap 3", "\(action) `below` outside of -9...-1"),
      ("sleep 5000", nil), ("sleep 5001", "\(action) `d` outside of 0s...10s"),
      ("n 10", nil), ("n 11", "\(host) `n` outside of -5...10"), ("n -6", "\(host) `n` outside of -5...10"),
      ("d 0", nil), ("d 10000", nil), ("d 10001", "\(host) `d` outside of 0s...10s"),
      ("d -1", "\(host) `d` outside of 0s...10s"),
      ("start 10", nil), ("start 11", "\(host) `n` outside of -5...10"),
      ("resume 0", nil), ("resume 4", "\(host) `top` outside of 0...3"),
      ("whole -1", nil), ("whole 0", "\(host) `below` outside of -9...-1"),
      ("object 10", nil), ("object 11", "\(host) `n` outside of -5...10"),
      ("update -5", nil), ("update -6", "\(host) `n` outside of -5...10"),
    ]
    for (arguments, sentence) in cases {
      let outcome = try runProgram(arguments)
      if let sentence {
        XCTAssertNotEqual(outcome.status, 0, arguments)
        XCTAssertTrue(outcome.output.contains("Fatal error: Kept: \(sentence) (see Context)\n"), outcome.output)
      } else {
        XCTAssertEqual(outcome.status, 0, outcome.output)
      }
    }
  }

  func testTheInterpreterReportsTheSameFaults() throws {
    let machine = try machine
    func fault(_ event: String, _ value: Value) throws -> String? {
      var interpreter = Interpreter(MachineIndex.build(for: machine))
      _ = interpreter.start()
      let index = try XCTUnwrap(machine.events.firstIndex { $0.name == event })
      return interpreter.send(ID(index), arguments: [value]).fault?.message
    }
    XCTAssertNil(try fault("add", .int(10)))
    XCTAssertEqual(try fault("add", .int(11)), "Kept sets `n` to 11, outside of -5...10 (see Context)")
    XCTAssertEqual(try fault("add", .int(-6)), "Kept sets `n` to -6, outside of -5...10 (see Context)")
    XCTAssertNil(try fault("swap", .int(2)))
    XCTAssertEqual(try fault("swap", .int(3)), "Kept sets `below` to 0, outside of -9...-1 (see Context)")
    XCTAssertNil(try fault("sleep", .duration(milliseconds: 5_000)))
    XCTAssertEqual(
      try fault("sleep", .duration(milliseconds: 5_001)), "Kept sets `d` to -1ms, outside of 0s...10s (see Context)")
  }

  func testStoredMachinesWithOtherValues() throws {
    try write(generate(spec).machine, to: "Kept.swift")
    try write(
      """
      import Foundation
      func decode(_ context: String, _ rest: String = "\\"states\\": [\\"busy\\"]") {
        do {
          let text = "{\\(rest), \\"context\\": {\\(context)}}"
          let machine = try JSONDecoder().decode(Kept.self, from: Data(text.utf8))
          let again = try JSONDecoder().decode(Kept.self, from: JSONEncoder().encode(machine))
          print(again == machine ? "same" : "other", machine.context.n)
        } catch DecodingError.dataCorrupted(let context) {
          print(context.codingPath.map(\\.stringValue).joined(separator: "."), context.debugDescription)
        } catch {
          print("unexpected", error)
        }
      }
      decode("")
      decode("\\"n\\": 10, \\"below\\": -9, \\"top\\": 0, \\"d\\": [0, 0], \\"patience\\": [300, 0]")
      decode("\\"n\\": 11")
      decode("\\"below\\": 0")
      decode("\\"top\\": -1")
      decode("\\"d\\": [10, 1]")
      decode("\\"patience\\": [0, 999000000000000000]")
      func timer(_ seconds: Int) -> String {
        "\\"states\\": [\\"resting\\"], \\"timers\\": {\\"resting\\": [[\\(seconds), 0]]}"
      }
      decode("", timer(300))
      decode("", timer(301))
      """, to: "main.swift")
    try compile(["Kept.swift", "main.swift"], ["-o", "program"])
    let outcome = try runProgram("")
    XCTAssertEqual(
      outcome.output,
      """
      same 0
      same 10
      context.n 11 lies outside of -5...10
      context.below 0 lies outside of -9...-1
      context.top -1 lies outside of 0...3
      context.d [10, 1] lies outside of 0s...10s
      context.patience [0, 999000000000000000] lies outside of 1s...5min
      same 0
      timers.resting [301, 0] cannot be the time that is left to a timer

      """)
  }

  /// A part checks its own ranges, whether the host sets its facts or a machine passes them on.
  func testPartsAndBoundFields() throws {
    try skipTest(below: .thorough)
    let bell = """
      lifeline: 1
      machine: Bell
      context:
        volume: {default: 3, range: 0...5}
        version: {default: 2, fixed: true, range: 1...9}
      callbacks: ring
      events: [press]
      states: {a: {on: {press: {if: volume > version, do: ring}}}}
      """
    let door = """
      lifeline: 1
      machine: Door
      context: {version: {default: 2, fixed: true, range: 2...3}, guests: {default: 0, range: 0...9}}
      parts: {bell: {use: Bell.yaml, context: {version: version, volume: 4}}}
      events: [open]
      states: {a: {on: {open: {if: version > 1, do: [{bell: {optional: press}}, {set: {guests: guests + 5}}]}}}}
      """
    let files = try generate(door, object: true, name: "Door.yaml", using: ["Bell.yaml": bell])
    try write(generate(bell, name: "Bell.yaml").machine, to: "Bell.swift")
    try write(files.machine, to: "Door.swift")
    try write(
      """
      import Foundation
      let number = Int(CommandLine.arguments[2])!
      var machine = Door()
      switch CommandLine.arguments[1] {
      case "version": machine = Door(context: Door.Context(version: number))
      case "guests": machine.context.guests = number
      case "volume": machine.context.bell.volume = number
      case "start": machine = Door(context: Door.Context(bell: Bell.Context(volume: number)))
      case "resume": machine = Door(resumingIn: .a, bell: Bell(resumingIn: .a, context: Bell.Context(version: number)))
      case "open": for _ in 0..<number { machine.handle(.open) { _ in } }
      default: break
      }
      let stored = try! JSONDecoder().decode(Door.self, from: JSONEncoder().encode(machine))
      print(stored == machine, machine.context.version, machine.context.bell.version, machine.context.bell.volume)
      """, to: "main.swift")
    try compile(["Bell.swift", "Door.swift", "main.swift"], ["-o", "program"])
    for (arguments, sentence) in [
      ("version 3", nil), ("version 4", "Door: the host sets `version` outside of 2...3"),
      ("guests 9", nil), ("guests 10", "Door: the host sets `guests` outside of 0...9"),
      ("volume 5", nil), ("volume 6", "Bell: the host sets `volume` outside of 0...5"),
      ("start 0", nil), ("start -1", "Bell: the host sets `volume` outside of 0...5"),
      ("resume 9", nil), ("resume 10", "Bell: the host sets `version` outside of 1...9"),
      ("open 1", nil), ("open 2", "Door: an action sets `guests` outside of 0...9"),
    ] {
      let outcome = try runProgram(arguments)
      if let sentence {
        XCTAssertNotEqual(outcome.status, 0, arguments)
        XCTAssertTrue(outcome.output.contains("Fatal error: \(sentence) (see Context)\n"), outcome.output)
      } else {
        XCTAssertEqual(outcome.status, 0, outcome.output)
        XCTAssertTrue(outcome.output.hasPrefix("true "), outcome.output)
      }
    }
  }
}
