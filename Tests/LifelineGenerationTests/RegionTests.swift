import LifelineScenarios
import TestSupport
import XCTest

/// Machines with regions and with histories do what the interpreter does: it plays their scenarios first, then the
/// generated tests hold the generated machines to them.
final class RegionTests: CompilingTestCase {
  private let player = """
    lifeline: 1
    machine: Player
    callbacks: {a: , b: , c: , d: , e: , moved: {parameters: {place: Int}}}
    events: {both: , next: , away: , back: , into: , again: , cross: , late: , seek: {parameters: {place: Int}}}
    states:
      off:
        on: {into: deep, again: shallow, next: on}
      on:
        entry: a
        exit: b
        on: {away: off, cross: {to: off, do: e}}
        done: {to: off, do: d}
        regions:
          sound:
            entry: c
            states:
              loud:
                exit: {if: in(still), do: d, else: e}
                on: {both: {to: quiet, do: c}, next: quiet, seek: {to: loud, do: moved}}
              quiet: {entry: {if: in(still), do: d, else: e}, on: {both: silent, cross: {to: loud, do: c}}, defer: late}
              silent: {final: true}
          picture:
            states:
              still:
                exit: c
                after: {5s: {to: moving, do: e}}
                on: {both: {to: moving, do: b}, late: {do: a}}
              moving: {on: {both: dark, back: still}}
              dark: {final: true}
          deep: {history: deep, default: {to: [quiet, moving], do: e}}
          shallow: {history: shallow, default: quiet}
    scenarios:
      all exits come before all actions and these before all entries:
        given: [loud, still]
        when: {both: [c, e, c, b, e]}
        then: [quiet, moving]
      the inner of two transitions wins:
        given: quiet
        when: {cross: [c]}
        then: [on, loud, still]
      the outer one is taken where no region has one:
        given: loud
        when: {cross: [c, e, b, e]}
        then: 'off'
      both regions at their end complete the state:
        given: [quiet, moving]
        when: {both: [b, d]}
        then: 'off'
      a deep history has a default:
        given: 'off'
        when: {into: [a, e, c, e]}
        then: [quiet, moving]
      a deep history remembers all regions:
        given: [quiet, moving]
        when:
          - away
          - into: [a, c, e]
        then: [quiet, moving]
      a shallow history of regions enters them at their beginnings:
        given: [quiet, moving]
        when:
          - away
          - again: [a, c]
        then: [loud, still]
      an event that one region takes is not kept:
        given: [quiet, still]
        when: {late: [a]}
      an event that one region defers and none takes is kept:
        given: [quiet, moving]
        when:
          - late: []
          - back: [a]
      a timer runs in its region:
        given: quiet
        when: {wait: 5s, expect: [c, e]}
        then: [quiet, moving]
      parameters reach the region that reads them:
        given: 'on'
        when:
          seek: [d, {moved: {place: 3}}]
          with: {place: 3}
    """

  private let pages = """
    lifeline: 1
    machine: Pages
    callbacks: [opened, closed]
    events: [turn, leave, exactly, roughly, inside]
    states:
      book:
        entry: opened
        exit: closed
        on: {leave: shelf, inside: {to: exactly}}
        states:
          cover: {on: {turn: second}}
          chapter: {states: {first: {on: {turn: second}}, second: {entry: opened}, none: {}}}
          exactly: {history: deep, default: {to: first, do: closed}}
          roughly: {history: shallow, default: chapter}
      shelf: {on: {exactly: exactly, roughly: roughly}}
    scenarios:
      there is nothing to remember at first:
        given: shelf
        when: {exactly: [opened, closed]}
        then: first
      a deep history remembers the innermost state:
        given: second
        when: [{leave: [closed]}, {exactly: [opened, opened]}]
        then: second
      a shallow history remembers the child:
        given: second
        when: [{leave: [closed]}, {roughly: [opened]}]
        then: first
      a state may be called none:
        given: none
        when: [leave, exactly]
        then: none
    """

  func testScenariosHoldInterpretedAndGenerated() throws {
    try skipTest(below: .thorough)
    for spec in [player, pages] {
      let diagnostics = checkScenarios(of: try machine(spec)).diagnostics
      XCTAssertEqual(diagnostics.map(\.message), [])
    }
    let outcome = try test([generate(player), generate(pages)])
    XCTAssertEqual(outcome.status, 0, outcome.output)
  }

  func testResumingInNoConfigurationIsRefused() throws {
    try skipTest(below: .thorough)
    try write(generate(player).machine, to: "Player.swift")
    try write(
      """
      func canBe(_ states: Player.AnyState...) -> Bool {
        do throws(Player.ConfigurationError) {
          let machine = try Player(resumingIn: states)
          return states.allSatisfy(machine.isActive)
        } catch {
          return false
        }
      }
      print(canBe(.quiet, .moving), canBe(.on, .quiet), canBe(), canBe(.sound, .picture), canBe(.off))
      print(canBe(.quiet, .loud), canBe(.off, .quiet), canBe(.on, .off), MemoryLayout<Player.AnyState>.size)
      """, to: "main.swift")
    try compile(["Player.swift", "main.swift"], ["-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(outcome.output, "true true true true true\nfalse false false 1\n")
  }

  func testRegionsHaveEnumsAndProperties() throws {
    try skipTest(below: .thorough)
    let recorder = """
      lifeline: 1
      machine: Recorder
      callbacks: [spun]
      events: [power, press, tap]
      states:
        off: {on: {power: on}}
        on:
          on: {power: off}
          regions:
            tape: {states: {stopped: {on: {press: running}}, running: {entry: spun, states: {slow: {on: {tap: fast}}, fast: {}}}}}
            display: {states: {dark: {on: {tap: lit}}, lit: {}}}
      """
    // Here an action asks which state a region is leaving, so positions are stored in another form.
    let tracked = recorder.replacingOccurrences(of: "machine: Recorder", with: "machine: Tracked")
      .replacingOccurrences(of: "entry: spun", with: "entry: {if: in(lit), do: spun}")
    try write(generate(recorder, object: true).machine, to: "Recorder.swift")
    let text = try generate(tracked).machine
    XCTAssertTrue(text.contains("private var tapePosition"), text)
    try write(text, to: "Tracked.swift")
    let use = { (name: String) in
      """
      func show(_ recorder: \(name)) {
        switch recorder.state {
        case .off: print("off", terminator: " ")
        case .on: print("on", terminator: " ")
        }
        switch recorder.tape {
        case .stopped: print("stopped", terminator: " ")
        case .slow, .fast: print("running", terminator: " ")
        case nil: print("none", terminator: " ")
        }
        print(recorder.display?.description ?? "none", recorder.states)
      }
      func play\(name)() throws {
        var machine = \(name)()
        show(machine)
        for event in [\(name).Event.power, .press, .tap, .power] {
          _ = machine.send(event)
          show(machine)
        }
        show(try \(name)(resumingIn: [.fast]))
        print(\(name).Tape.allCases, \(name).State.allCases, \(name).AnyState.allCases.count)
      }
      try play\(name)()

      """
    }
    try write(
      use("Recorder") + use("Tracked") + """
        let object = RecorderObject { _ in }
        object.handle(.power)
        print(object.state, object.tape as Any, object.display == .dark)
        """, to: "main.swift")
    try compile(["Recorder.swift", "Tracked.swift", "main.swift"], ["-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    let shown = """
      off none none [off]
      on stopped on.display.dark [on.tape.stopped, on.display.dark]
      on running on.display.dark [on.tape.running.slow, on.display.dark]
      on running on.display.lit [on.tape.running.fast, on.display.lit]
      off none none [off]
      on running on.display.dark [on.tape.running.fast, on.display.dark]
      [on.tape.stopped, on.tape.running.slow, on.tape.running.fast] [off, on] 10

      """
    XCTAssertEqual(outcome.output, shown + shown + "on Optional(on.tape.stopped) true\n")
  }

  func testThreeLargeRegionsFitIntoEightBytes() throws {
    try skipTest(below: .all)
    let regions = ["x", "y", "z"].map { region in
      let states = (0..<254).map { "\(region)\($0): {on: {step: \(region)\(($0 + 1) % 254)}}" }
      return "  \(region): {states: {\(states.joined(separator: ", "))}}\n"
    }
    let spec = "lifeline: 1\nmachine: Large\nevents: [step]\nregions:\n" + regions.joined()
    try write(generate(spec).machine, to: "Large.swift")
    try write("print(MemoryLayout<Large>.size)", to: "main.swift")
    try compile(["Large.swift", "main.swift"], ["-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(outcome.output, "3\n")
  }
}
