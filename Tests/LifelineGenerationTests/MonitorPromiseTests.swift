import LifelineModel
import TestSupport
import XCTest

/// Promises in generated monitors.
final class MonitorPromiseTests: CompilingTestCase {
  private static let spec = """
    lifeline: 1
    machine: Chat
    callbacks:
      ask: {answeredBy: [yes, no], before: save, within: 5s}
      yes:
      no:
      save:
      open:
      close:
      send: {between: [open, close]}
      ping: {answeredBy: pong, within: 9s}
      pong:
    events: [a, b, c]
    states:
      idle:
        on:
          a: {to: asking, do: ask}
          b: {do: save}
          c: {to: talking, do: open}
      asking:
        on: {a: {to: idle, do: yes}, b: {do: ping}, c: {do: pong}}
        after: {5s: {to: idle, do: [no, save]}}
      talking: {on: {a: {do: send}, b: {to: idle, do: close}}}
    """

  private func run(_ program: String, of spec: String = spec, line: UInt = #line) throws -> String {
    try write(generate(spec, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testMonitorsFollowPromises() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      typealias Call = (Chat.CallbackName, Int?)
      func report(_ calls: [Call], endingWith monitor: ChatMonitor = ChatMonitor()) {
        var monitor = monitor
        for (call, time) in calls {
          if let violation = monitor.observe(call, at: time.map { Duration.milliseconds($0) }) { print(violation) }
        }
        while let violation = monitor.finish() { print(violation.callback, "-", violation) }
        print(monitor.violation?.brokenPromise ?? "nothing is broken")
        print()
      }
      report([(.ask, 0), (.yes, 5_000), (.save, 5_001)])
      report([(.ask, 0), (.no, 5_000), (.save, 5_000)])
      report([(.ask, nil), (.ping, nil)])
      report([(.ask, 0), (.ping, 5_001), (.pong, 6_000), (.yes, 7_000), (.ask, 8_000), (.yes, 9_000)])
      // Without times, nothing is late.
      report([(.ask, nil), (.pong, 9_000), (.yes, 20_000)])
      // A further question joins the open one, also after its time.
      report([(.ask, nil), (.ping, 0), (.ping, 6_000), (.pong, 9_001)])
      report([(.ask, nil), (.yes, nil), (.ask, nil), (.ping, 0), (.ping, 9_001), (.ping, 9_002), (.yes, nil)])
      report([(.ask, 0), (.save, 1), (.yes, 2)])
      report([(.open, nil), (.send, nil), (.close, nil), (.send, nil)])
      report([(.send, nil), (.close, nil), (.save, nil)], endingWith: .startingAnywhere)
      report([(.yes, 3), (.ask, 4), (.no, 9_005)], endingWith: .startingAnywhere)
      // After a call that can't come, only what that call asks is open.
      report([(.ask, nil), (.open, nil)])
      report([(.ask, nil), (.ask, nil)])
      // The first violation is kept.
      report([(.ask, 0), (.ping, 5_001), (.ping, 15_000)])
      print(ChatMonitor() == ChatMonitor(), ChatMonitor() == ChatMonitor.startingAnywhere)
      """)
    XCTAssertEqual(
      output,
      """
      nothing is broken

      nothing is broken

      ask - the end breaks a promise: `ask` has no answer `yes` or `no` (Spec.yaml:4); before it: ask, ping
      ping - the end breaks a promise: `ping` has no answer `pong` (Spec.yaml:11); before it: ask, ping
      `ask` has no answer `yes` or `no` (Spec.yaml:4)

      `ping` breaks a promise: `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4); before it: ask
      `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4)

      nothing is broken

      `pong` breaks a promise: `ping` has no answer `pong` within 9s (Spec.yaml:11); before it: ask, ping, ping
      ask - the end breaks a promise: `ask` has no answer `yes` or `no` (Spec.yaml:4); before it: ask, ping, ping, pong
      `ping` has no answer `pong` within 9s (Spec.yaml:11)

      `ping` breaks a promise: `ping` has no answer `pong` within 9s (Spec.yaml:11); before it: ask, yes, ask, ping
      `ping` has no answer `pong` within 9s (Spec.yaml:11)

      `save` came where it can't (Spec.yaml:7); could have come: yes, no, ping, pong; it also breaks a promise: `ask` has no answer `yes` or `no` (Spec.yaml:4); before it: ask
      `yes` came where it can't (Spec.yaml:5); could have come: ask, save, open; before it: ask, save
      `ask` has no answer `yes` or `no` (Spec.yaml:4)

      `send` came where it can't (Spec.yaml:10); could have come: ask, save, open; it also breaks a promise: `send` may come only between `open` and `close` (Spec.yaml:10); before it: open, send, close
      `send` may come only between `open` and `close` (Spec.yaml:10)

      nothing is broken

      `no` breaks a promise: `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4); before it: yes, ask
      `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4)

      `open` came where it can't (Spec.yaml:8); could have come: yes, no, ping, pong; before it: ask
      nothing is broken

      `ask` came where it can't (Spec.yaml:4); could have come: yes, no, ping, pong; before it: ask
      ask - the end breaks a promise: `ask` has no answer `yes` or `no` (Spec.yaml:4); before it: ask, ask
      nothing is broken

      `ping` breaks a promise: `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4); before it: ask
      `ping` breaks a promise: `ping` has no answer `pong` within 9s (Spec.yaml:11); before it: ask, ping
      `ask` has no answer `yes` or `no` within 5s (Spec.yaml:4)

      true false

      """)
  }

  /// A call that may be missing in what the monitor gets is no reason to say that a promise is broken.
  func testCallsOfOtherChannelsAreNotMissed() throws {
    func follows(_ old: String, _ new: String) throws -> Bool {
      let spec = Self.spec.replacing(old, with: new).replacing("states:\n", with: "observing: delegate\nstates:\n")
      return try generate(spec, monitor: true).machine.contains("`send` may come only between")
    }
    XCTAssertTrue(try follows("  close:\n", "  close: {channel: other}\n"))
    XCTAssertFalse(try follows("  open:\n", "  open: {channel: other}\n"))
    let question = Self.spec.replacing("ask: {", with: "ask: {channel: other, ")
      .replacing("states:\n", with: "observing: delegate\nstates:\n")
    XCTAssertFalse(try generate(question, monitor: true).machine.contains("`ask` has no answer"))
    let spec = Self.spec.replacing("  no:\n", with: "  no: {channel: other}\n").replacing(", within: 9s", with: "")
      .replacing("states:\n", with: "observing: delegate\nstates:\n")
    let text = try generate(spec, monitor: true).machine
    XCTAssertFalse(text.contains("`ask` has no answer"))
    XCTAssertTrue(text.contains("`ping` has no answer `pong`"))
    // Then no time matters.
    XCTAssertFalse(text.contains("at time:"))
  }

  /// Needs and comes-only-after are the table's affair, and so are promises about what calls don't show.
  func testMonitorsWithoutPromisesToFollow() throws {
    let spec = """
      lifeline: 1
      machine: Door
      callbacks: {open: , close: {needs: open}}
      events: {a: {answeredBy: close}, b: }
      states: {s: {answeredBy: open, on: {a: {do: [open, close]}}}, t: {on: {b: s}}}
      """
    let text = try generate(spec, monitor: true).machine
    XCTAssertFalse(text.contains("brokenPromise"))
    XCTAssertFalse(text.contains("func finish()"))
  }

  /// The promises of a machine with parts may name their calls.
  func testPromisesAboutCallsOfParts() throws {
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: , rest: }
      events: [strike, calm]
      states: {still: {on: {strike: {to: loud, do: ring}}}, loud: {on: {calm: {to: still, do: rest}}}}
      """
    let house = """
      lifeline: 1
      machine: Progress
      parts: {bell: Bell.yaml}
      callbacks: {enter: {answeredBy: bell.rest}}
      events: [a, b]
      states:
        out: {on: {a: {to: inside, do: [enter, {bell: strike}]}}}
        inside: {on: {b: {to: out, do: {bell: calm}}}}
      """
    try write(generate(bell).machine, to: "Bell.swift")
    try write(generate(house, monitor: true, using: ["Bell.yaml": bell]).machine, to: "Machine.swift")
    try write(
      """
      var monitor = ProgressMonitor()
      var machine = Progress()
      machine.handle(.a) { monitor.observe($0.name) }
      var copy = monitor
      print(copy.finish()?.description ?? "nothing", monitor.violation == nil)
      machine.handle(.b) { monitor.observe($0.name) }
      print(monitor.finish() == nil)
      // After a call that can't come, nobody knows what is open.
      monitor = ProgressMonitor()
      for call in [Progress.CallbackName.enter, .bellRing] { monitor.observe(call) }
      print(monitor.observe(.bellRing) != nil, monitor.finish() == nil)
      """, to: "main.swift")
    try compile(["main.swift", "Machine.swift", "Bell.swift"], ["-o", "program"])
    XCTAssertEqual(
      try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output,
      """
      the end breaks a promise: `enter` has no answer `bell.rest` (Spec.yaml:4); before it: enter, bell.ring true
      true
      true true

      """)
  }
}
