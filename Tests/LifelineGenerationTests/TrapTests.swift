import Foundation
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// Generated code traps where the interpreter reports a fault, and nowhere else; the message names the machine and the
/// rule.
final class TrapTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Traps
    context: {n: 0, left: 0, patience: 1s}
    events:
      add: {parameters: {by: Int}}
      subtract: {parameters: {by: Int}}
      multiply: {parameters: {by: Int}}
      divide: {parameters: {by: Int}}
      remain: {parameters: {by: Int}}
      negate: {parameters: {by: Int}}
      halve: {parameters: {by: Int}}
      count: {parameters: {by: Int}}
      rest: {parameters: {by: Int}}
    callbacks: counted
    states:
      busy:
        always: {if: left > 0, do: {set: {left: left - 1}}}
        on:
          add: {do: {set: {n: n + by}}}
          subtract: {do: {set: {n: n - by}}}
          multiply: {do: {set: {n: n * by}}}
          divide: {do: {set: {n: n / by}}}
          remain: {do: {set: {n: n % by}}}
          negate: {do: {set: {n: -n}}}
          halve: {do: {set: {n: n / 2 + n % 2}}}
          count: {do: {set: {left: by}}}
          rest: {to: resting, do: {set: {patience: 1s * by}}}
      resting: {after: {patience: {to: busy, do: counted}}}
    """

  private struct Case {
    var event: String
    var n: Int
    var by: Int
    /// The fault, and the message after the machine's name.
    var expected: (fault: Fault.Kind, message: String)?
  }

  private let tooGreat = (Fault.Kind.overflow, "a number is too great for 64 bits (see Expressions)")
  private let byZero = (Fault.Kind.divisionByZero, "a number is divided by zero (see Expressions)")

  private var cases: [Case] {
    [
      Case(event: "add", n: .max - 1, by: 1), Case(event: "add", n: .max, by: 1, expected: tooGreat),
      Case(event: "subtract", n: .min + 1, by: 1), Case(event: "subtract", n: .min, by: 1, expected: tooGreat),
      Case(event: "multiply", n: .max / 2, by: 2), Case(event: "multiply", n: .max / 2 + 1, by: 2, expected: tooGreat),
      Case(event: "divide", n: .min, by: 1), Case(event: "divide", n: .min, by: -1, expected: tooGreat),
      Case(event: "divide", n: 1, by: 0, expected: byZero),
      Case(event: "remain", n: .min, by: 3), Case(event: "remain", n: .min, by: -1, expected: tooGreat),
      Case(event: "remain", n: 1, by: 0, expected: byZero),
      Case(event: "negate", n: .max, by: 0), Case(event: "negate", n: .min, by: 0, expected: tooGreat),
      Case(event: "halve", n: .max, by: 0), Case(event: "halve", n: .min, by: 0),
      Case(event: "count", n: 0, by: 999),
      Case(
        event: "count", n: 0, by: 1_000,
        expected: (.endlessMacrostep, "more than 1,000 microsteps follow one event (rule 4)")),
      Case(event: "rest", n: 0, by: 1),
      Case(
        event: "rest", n: 0, by: 0,
        expected: (
          .timerLength(milliseconds: 0), "a timer is armed with zero or less, which `patience` holds (rule 7)"
        )),
    ]
  }

  func testTrapsAreFaultsAndNameTheMachine() throws {
    try skipTest(below: .thorough)
    let machine = try machine(spec)
    let events = machine.events.filter { !$0.parameters.isEmpty }
    try write(generate(spec).machine, to: "Traps.swift")
    try write(
      """
      var machine = Traps()
      machine.context.n = Int(CommandLine.arguments[2])!
      let by = Int(CommandLine.arguments[3])!
      switch CommandLine.arguments[1] {
      \(events.map { "case \"\($0.name)\": machine.handle(.\($0.name)(by: by)) { _ in }" }.joined(separator: "\n"))
      default: break
      }
      print(machine.context.n)
      """, to: "main.swift")
    try compile(["Traps.swift", "main.swift"], ["-o", "program"])
    for example in cases {
      var interpreter = Interpreter(MachineIndex.build(for: machine))
      _ = interpreter.start()
      interpreter.set(ID(0), to: .int(example.n))
      let event = try XCTUnwrap(machine.events.firstIndex { $0.name == example.event })
      let reaction = interpreter.send(ID(event), arguments: [.int(example.by)])
      XCTAssertEqual(reaction.fault?.kind, example.expected?.fault, "\(example)")

      let outcome = try runProgram("\(example.event) \(example.n) \(example.by)")
      if let expected = example.expected {
        XCTAssertNotEqual(outcome.status, 0, "\(example)")
        XCTAssertTrue(outcome.output.contains("Fatal error: Traps: \(expected.message)\n"), outcome.output)
      } else {
        XCTAssertEqual(outcome.status, 0, outcome.output)
        XCTAssertEqual(outcome.output, "\(interpreter.snapshot.fields[0])\n")
      }
    }
  }

  private func runProgram(_ arguments: String) throws -> ProcessResult {
    try execute("sh", ["-c", "SWIFT_BACKTRACE=enable=no ./program \(arguments)"], in: folder, mergingErrors: true)
  }

  func testWaitsAndInputsWithoutEnd() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Round
      callbacks: [called]
      events: [go]
      states:
        here: {after: {1ms: there}, on: {go: {do: called}}}
        there: {after: {1ms: here}}
      """
    try write(generate(spec, object: true).machine, to: "Round.swift")
    try write(
      """
      let number = Int(CommandLine.arguments[2])!
      switch CommandLine.arguments[1] {
      case "wait":
        var machine = Round()
        machine.advance(by: .milliseconds(number)) { _ in }
        print(machine.state)
      case "forever":
        var machine = Round()
        machine.advance(by: .seconds(Int64.max)) { _ in }
      case "early":
        let object = RoundObject()
        for _ in 0..<number { object.handle(.go) }
        object.start { _ in }
        print("sent")
      default:
        let object = RoundObject()
        var count = 0
        object.start { _ in
          if count < number { object.handle(.go) }
          count += 1
        }
        object.handle(.go)
        object.handle(.go)
        print(count)
      }
      """, to: "main.swift")
    try compile(["Round.swift", "main.swift"], ["-o", "program"])
    let waits = "Fatal error: Round: more than 100,000 timers elapse in one wait (rule 7); wait for less time\n"
    let inputs =
      "Fatal error: Round: more than 100,000 inputs wait for the object (see Limits); let callbacks send fewer events\n"
    for (arguments, expected) in [
      ("wait 100000", nil), ("wait 100001", waits), ("forever 0", waits), ("early 100000", nil),
      ("early 100001", inputs), ("send 100000", nil), ("send 100001", inputs),
    ] {
      let outcome = try runProgram(arguments)
      if let expected {
        XCTAssertNotEqual(outcome.status, 0, arguments)
        XCTAssertTrue(outcome.output.contains(expected), outcome.output)
      } else {
        XCTAssertEqual(outcome.status, 0, outcome.output)
      }
    }
    for (milliseconds, fault) in [(100_000, nil), (100_001, Fault.Kind.endlessWait)] {
      var interpreter = Interpreter(MachineIndex.build(for: try machine(spec)))
      _ = interpreter.start()
      XCTAssertEqual(interpreter.advance(byMilliseconds: milliseconds).fault?.kind, fault)
    }
  }
}
