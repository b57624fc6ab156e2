import TestSupport
import XCTest

/// The methods that return what a machine did.
final class ReactionTests: CompilingTestCase {
  private let lamp = """
    lifeline: 1
    machine: Lamp
    context: {isTired: false}
    callbacks: {lit: {parameters: {level: Int}}, dimmed: , darkened: }
    events: {press: {parameters: {level: Int}}, hold: }
    states:
      dark: {on: {press: {to: shining, do: lit}, hold: {do: dimmed}}}
      shining:
        exit: darkened
        after: {30s: dark, 10s: {do: dimmed}, 20s: {if: isTired, to: dark}}
    """

  private func run(_ machines: [String], _ program: String, line: UInt = #line) throws -> String {
    var files = ["main.swift"]
    for (index, spec) in machines.enumerated() {
      try write(generate(spec, object: true).machine, to: "Machine\(index).swift")
      files.append("Machine\(index).swift")
    }
    try write(program, to: "main.swift")
    try compile(files, ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testTheMachineIsAtRestWhenCallbacksAreRead() throws {
    try skipTest(below: .thorough)
    let output = try run(
      [lamp],
      """
      var lamp = Lamp()
      for callback in lamp.send(.press(level: 3)).callbacks { print(callback, lamp.state, lamp.timeUntilNextTimer!) }
      let ignored = lamp.send(.hold)
      print(ignored.isHandled, ignored.callbacks, ignored.before == ignored.after, ignored.cause == .event(.hold))
      var other = Lamp()
      let reaction = other.send(.press(level: 1))
      print(reaction.isHandled, reaction.before.state, reaction.after.state, reaction.after == other)
      print(reaction.before == Lamp(), reaction.cause)
      """)
    XCTAssertEqual(
      output,
      """
      lit(level: 3) shining 10.0 seconds
      false [] true true
      true dark shining true
      true event(program.Lamp.Event.press(level: 1))

      """)
  }

  /// Some callbacks are called like members of the enums.
  func testNamesOfCallbacks() throws {
    let spec = """
      lifeline: 1
      machine: Names
      callbacks: {name: {parameters: {text: String}}, description: , allCases: , default: , init: }
      events: {go: {parameters: {text: String}}}
      states:
        one: {on: {go: {do: [name, description, allCases, default, init]}}}
      """
    let output = try run(
      [spec],
      """
      var names = Names()
      for callback in names.send(.go(text: "x")).callbacks {
        print(callback, callback.name.description, Names.CallbackName(callback.name.description) == callback.name)
      }
      print(Names.CallbackName.allCases.count, Names.CallbackName("other") as Any)
      """)
    XCTAssertEqual(
      output,
      """
      name(text: "x") name true
      description description true
      allCases allCases true
      default default true
      init init true
      5 nil

      """)
  }

  func testEachTimerHasAReaction() throws {
    try skipTest(below: .thorough)
    let output = try run(
      [lamp],
      """
      var lamp = Lamp(resumingIn: .shining)
      var copy = lamp
      print(lamp.advance(by: .seconds(9)).count, lamp.timeUntilNextTimer!)
      copy.advance(by: .seconds(9)) { _ in }
      let reactions = lamp.advance(by: .seconds(50))
      for reaction in reactions {
        print(reaction.cause == .timer(of: .shining), reaction.isHandled, reaction.callbacks, reaction.after.state)
      }
      print(zip(reactions, reactions.dropFirst()).allSatisfy { $0.after == $1.before })
      print(reactions.first!.before == copy, reactions.last!.after.state == lamp.state, lamp.timeUntilNextTimer as Any)
      print(lamp.advance(by: .seconds(-1)).count, Lamp.Reaction.Cause.contextUpdate == .start)
      """)
    XCTAssertEqual(
      output,
      """
      0 1.0 seconds
      true true [program.Lamp.Callback.dimmed] shining
      true false [] shining
      true true [program.Lamp.Callback.darkened] dark
      true
      true true nil
      0 false

      """)
  }

  func testTimersOfManyStates() throws {
    let regions = """
      lifeline: 1
      machine: Clocks
      callbacks: [tick]
      regions:
        x: {states: {a: {after: {1s: {to: b, do: tick}}}, b: {after: {1s: c}}, c: {after: {3s: a}}}}
        y: {after: {2s: {do: tick}}, states: {d: {after: {5s: none}}, none: {after: {1s: d}}}}
      """
    let output = try run(
      [regions],
      """
      var clocks = Clocks()
      var copy = clocks
      let reactions = clocks.advance(by: .seconds(6))
      for reaction in reactions {
        if case .timer(let state) = reaction.cause { print(state, reaction.callbacks.count, reaction.after.states) }
      }
      var calls = 0
      copy.advance(by: .seconds(6)) { _ in calls += 1 }
      print(copy == clocks, calls == reactions.reduce(0) { $0 + $1.callbacks.count })
      """)
    XCTAssertEqual(
      output,
      """
      x.a 1 [x.b, y.d]
      x.b 0 [x.c, y.d]
      y 1 [x.c, y.d]
      x.c 0 [x.a, y.d]
      y.d 0 [x.a, y.none]
      x.a 1 [x.b, y.none]
      y.none 0 [x.b, y.d]
      true true

      """)
  }

  func testACauseHasOnlyTheCasesOfItsMachine() throws {
    let plain = try generate("lifeline: 1\nmachine: Plain\nevents: [go]\nstates: {a: {on: {go: b}}, b: {}}").machine
    XCTAssertFalse(plain.contains("case timer(of:"), plain)
    XCTAssertFalse(plain.contains("contextUpdate"), plain)
  }
}
