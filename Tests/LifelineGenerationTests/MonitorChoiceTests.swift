import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Monitors of which an app knows more than the spec.
final class MonitorChoiceTests: CompilingTestCase {
  private static let spec = """
    lifeline: 1
    machine: Tab
    context: {iOS: {default: 17, fixed: true}}
    callbacks: {willAppear: , isAppearing: , didAppear: , warn: , log: {channel: debugging}}
    events: [show, arrive, memoryWarning]
    observing: {given: iOS, without: [debugging, warn]}
    states:
      hidden: {on: {show: {to: appearing, do: [willAppear, log]}}}
      appearing:
        on: {arrive: [{if: iOS >= 13, to: shown, do: [isAppearing, didAppear]}, {to: shown, do: didAppear}]}
      shown: {on: {memoryWarning: {do: [warn, log]}}}
    """

  private func run(_ program: String, of spec: String = spec, line: UInt = #line) throws -> String {
    try write(generate(spec, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testTheWholeFile() throws {
    try checkGolden(try generate(Self.spec, access: .public, monitor: true, name: "Tab.yaml").machine, "Tab.swift")
  }

  func testCallsThatAreIgnored() throws {
    let spec = Self.spec.replacing(
      "observing: {given: iOS, without: [debugging, warn]}", with: "observing: {ignoring: debugging}")
    let output = try run(
      """
      var monitor = TabMonitor()
      for call in [Tab.CallbackName.log, .willAppear, .log, .log, .isAppearing, .log, .didAppear, .warn, .warn] {
        print(monitor.observe(call) == nil, terminator: " ")
      }
      print(monitor.observe(.didAppear) != nil)
      """, of: spec)
    XCTAssertEqual(output, "true true true true true true true true true true\n")
    func stateCount(_ spec: String) throws -> Int {
      let machine = try machine(spec)
      return try makeMonitor(from: explore(MachineIndex.build(for: machine)), owed: machine.observedCallbacks)
        .stateCount
    }
    XCTAssertLessThan(
      try stateCount(spec), try stateCount(spec.replacing("observing: {ignoring: debugging}\n", with: "")))
  }

  func testValuesAndOmissions() throws {
    let output = try run(
      """
      func show(_ monitor: TabMonitor, _ calls: [Tab.CallbackName]) {
        var monitor = monitor
        for call in calls { if let violation = monitor.observe(call) { return print(violation) } }
        print(monitor.expected, monitor.isResting)
      }
      let short: [Tab.CallbackName] = [.willAppear, .didAppear]
      for version in [Int.min, 12, 13, .max] { show(TabMonitor(iOS: version, without: .debugging), short) }
      show(TabMonitor(without: .debugging), short)
      show(TabMonitor(), short)
      show(TabMonitor(without: .warn), [.willAppear, .log, .didAppear, .log])
      show(TabMonitor(iOS: 13, without: [.warn, .debugging]), [.willAppear, .isAppearing, .didAppear, .log, .warn])
      // What isn't there is only warned of.
      show(TabMonitor(without: .debugging), [.log])
      show(TabMonitor(iOS: 12, startsAnywhere: true), [.didAppear, .isAppearing])
      show(TabMonitor(iOS: 13, startsAnywhere: true), [.log, .isAppearing])
      print(TabMonitor(iOS: 13) == TabMonitor(iOS: 14), TabMonitor(iOS: 12) == TabMonitor(iOS: 13))
      print(TabMonitor(without: .init(rawValue: 255)) == TabMonitor(without: [.debugging, .warn]))
      print(TabMonitor.startingAnywhere == TabMonitor(startsAnywhere: true))
      // After a violation, the value is still known.
      var monitor = TabMonitor(iOS: 12)
      print(monitor.observe(.didAppear) != nil, monitor.observe(.isAppearing) != nil, monitor.expected)
      """)
    XCTAssertEqual(
      output,
      """
      [warn] true
      [warn] true
      `didAppear` came where it can't (Spec.yaml:4); could have come: isAppearing, log; before it: willAppear
      `didAppear` came where it can't (Spec.yaml:4); could have come: isAppearing, log; before it: willAppear
      [warn] true
      `didAppear` came where it can't (Spec.yaml:4); could have come: log; before it: willAppear
      [warn, log] true
      [warn, log] true
      `log` came where it can't (Spec.yaml:4); could have come: willAppear; before it: (none)
      `isAppearing` came where it can't (Spec.yaml:4); could have come: warn; before it: didAppear
      [didAppear] false
      true false
      true
      true
      true true [willAppear, didAppear, warn, log]

      """)
  }

  /// Each type of fields has values of its own; lengths between milliseconds, and values that weren't tried, leave the field open.
  func testTypes() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      func calls(_ monitor: ManyMonitor) -> [Many.CallbackName] { monitor.expected }
      print(calls(ManyMonitor()))
      print(calls(ManyMonitor(network: .wifi)), calls(ManyMonitor(network: .some(.none))))
      print(calls(ManyMonitor(speed: .fast)), calls(ManyMonitor(speed: .slow)))
      print(calls(ManyMonitor(patience: .milliseconds(1_999))), calls(ManyMonitor(patience: .seconds(3))))
      print(calls(ManyMonitor(patience: .microseconds(1_999_500))))
      print(calls(ManyMonitor(name: "x")), calls(ManyMonitor(name: "y")), calls(ManyMonitor(name: "z")))
      print(calls(ManyMonitor(low: -3)), calls(ManyMonitor(low: -4)), calls(ManyMonitor(unused: 3, without: 4, without_: .g)))
      """,
      of: """
        lifeline: 1
        machine: Many
        types: {Speed: {cases: [slow, fast]}}
        context:
          network: {cases: [none, wifi], default: none, fixed: true}
          speed: {type: Speed, default: slow, fixed: true}
          patience: {default: 5s, fixed: true}
          name: {type: String, default: x, fixed: true}
          low: {default: 0, fixed: true}
          unused: {default: 0, fixed: true}
          without: {default: 0, fixed: true}
        callbacks: [a, b, c, d, e, f, g]
        events: [go]
        observing: {given: [network, speed, patience, name, low, unused, without], without: g}
        initial: s
        states:
          s:
            on:
              go:
                - {if: network == wifi, to: t, do: a}
                - {if: speed == fast, to: t, do: b}
                - {if: patience < 2s, to: t, do: c}
                - {if: name == "y", to: t, do: d}
                - {if: low <= -3, to: t, do: e}
                - {to: t, do: f}
          t: {entry: g}
        """)
    XCTAssertEqual(
      output,
      """
      [a, b, c, d, e, f]
      [a] [b, c, d, e, f]
      [a, b] [a, c, d, e, f]
      [a, b, c] [a, b, d, e, f]
      [a, b, c, d, e, f]
      [a, b, c, e, f] [a, b, c, d] [a, b, c, e, f]
      [a, b, c, d, e] [a, b, c, d, e] [a, b, c, d, e, f]

      """)
  }

  /// A question whose answer may be left out isn't followed.
  func testPromisesAboutCallsThatMayBeMissing() throws {
    try skipTest(below: .thorough)
    let spec = { (choices: String) in
      """
      lifeline: 1
      machine: Ask
      callbacks: {ask: {answeredBy: yes}, yes: , say: {between: [yes, ask]}}
      events: [go, end]
      observing: {\(choices)}
      states:
        s: {on: {go: {to: t, do: [ask, say]}}}
        t: {on: {end: {to: s, do: [yes, say]}}}
      """
    }
    for (choices, isFollowed) in [
      ("without: say", true), ("without: yes", false), ("ignoring: say", true), ("ignoring: yes", false),
    ] {
      let code = try generate(spec(choices), monitor: true).machine
      XCTAssertEqual(code.contains("has no answer"), isFollowed)
    }
    let output = try run(
      """
      var monitor = AskMonitor(without: .say)
      print(monitor.observe(.ask) as Any, monitor.finish()!, AskMonitor(startsAnywhere: true).violation as Any)
      """, of: spec("without: say"))
    XCTAssertEqual(
      output, "nil the end breaks a promise: `ask` has no answer `yes` (Spec.yaml:3); before it: ask nil\n")
  }

  /// A call at which the monitor doesn't look changes nothing, so it breaks no promise.
  func testPromisesAboutCallsThatAreIgnored() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      var monitor = AskMonitor()
      for call in [Ask.CallbackName.say, .save, .ask, .save, .say, .yes, .say, .ask] {
        if let violation = monitor.observe(call) { print(violation) }
      }
      print(monitor.finish()!)
      """,
      of: """
        lifeline: 1
        machine: Ask
        callbacks: {ask: {answeredBy: yes, before: save}, yes: , save: , say: {between: [yes, ask]}}
        events: [go, end]
        observing: {ignoring: [say, save]}
        states:
          s: {on: {go: {to: t, do: ask}}}
          t: {on: {end: {to: s, do: [yes, say, save]}}}
        """)
    XCTAssertEqual(
      output,
      "the end breaks a promise: `ask` has no answer `yes` (Spec.yaml:3); before it: say, save, ask, save, say, yes, say, ask\n"
    )
    let code = try generate(
      """
      lifeline: 1
      machine: Talk
      callbacks: {open: , close: , say: {between: [open, close]}}
      events: [go, end]
      observing: {ignoring: close}
      states:
        s: {on: {go: {to: t, do: [open, say]}}}
        t: {on: {end: {to: s, do: close}}}
      """, monitor: true
    ).machine
    XCTAssertTrue(code.contains("`say` may come only between"))
    XCTAssertFalse(code.contains("isOpen0 = false"))
  }
}
