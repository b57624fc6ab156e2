import LifelineModel
import TestSupport
import XCTest

/// Monitors that compare arguments of calls.
final class MonitorArgumentTests: CompilingTestCase {
  private static let spec = """
    lifeline: 1
    machine: Registration
    types: {Failure: {cases: [typeError, securityError, abort]}}
    context: {isUrgent: {default: false, private: true}, isMobile: false}
    callbacks:
      rejected: {parameters: {id: Int, failure: Failure}}
      removed: {parameters: {isDone: Bool}}
      told: {parameters: {isUrgent: Bool, isMobile: Bool}}
      spoke: {parameters: {isMobile: Bool}}
      other:
    events: {load: {parameters: {id: Int, failure: Failure}}, forbid: {parameters: {id: Int}}, urge: , remove: , tell: , talk: }
    observing: {arguments: true}
    states:
      active:
        on:
          load: {do: rejected}
          forbid: {if: not isUrgent, do: [rejected: {failure: securityError}, other]}
          urge: {do: [{set: {isUrgent: true}}, told: {isUrgent: isUrgent, isMobile: isMobile}]}
          tell: {do: [told: {isUrgent: isUrgent, isMobile: isMobile}]}
          talk: {if: isMobile, do: [spoke: {isMobile: isMobile}]}
          remove: {to: gone, do: {removed: {isDone: true}}}
      gone: {on: {remove: {do: {removed: {isDone: false}}}}}
    """

  private func run(_ program: String, of spec: String = spec, line: UInt = #line) throws -> String {
    try write(generate(spec, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testArguments() throws {
    let output = try run(
      """
      var monitor = RegistrationMonitor()
      print(monitor.observe(call: .removed(isDone: false))!)
      monitor = RegistrationMonitor()
      print(monitor.observe(call: .rejected(id: 1, failure: .typeError)) as Any)
      print(monitor.observe(call: .other)!)
      monitor = RegistrationMonitor()
      print(monitor.observe(call: .rejected(id: 1, failure: .securityError)) as Any, monitor.expected, monitor.isResting)
      print(monitor.observe(call: .other) as Any)
      print(monitor.observe(call: .told(isUrgent: false, isMobile: true)) as Any)
      print(monitor.observe(call: .told(isUrgent: true, isMobile: false)) as Any)
      let wrong = monitor.observe(call: .told(isUrgent: false, isMobile: true))!
      print(wrong, wrong.hasWrongArguments, wrong.callback, monitor.violation == wrong)
      // The monitor goes on with what the call shows.
      print(monitor.observe(call: .told(isUrgent: false, isMobile: false)) as Any)
      // Nothing is known of a call by its name.
      monitor = RegistrationMonitor()
      print(monitor.observe(.removed) as Any, monitor.observe(call: .removed(isDone: true))!.hasWrongArguments)
      monitor = RegistrationMonitor()
      print(monitor.observe(call: .removed(isDone: true)) as Any, monitor.observe(call: .other)!)
      monitor = RegistrationMonitor()
      print(monitor.observe(call: .spoke(isMobile: true)) as Any, monitor.observe(call: .spoke(isMobile: false))!.hasWrongArguments)
      """)
    XCTAssertEqual(
      output,
      """
      `removed` came with arguments that it can't have (Spec.yaml:7); before it: (none)
      nil
      `other` came where it can't (Spec.yaml:10); could have come: rejected, removed, told, spoke; before it: rejected
      nil [rejected, removed, told, spoke, other] true
      nil
      nil
      nil
      `told` came with arguments that it can't have (Spec.yaml:8); before it: rejected, other, told, told true told true
      nil
      nil true
      nil `other` came where it can't (Spec.yaml:10); could have come: removed; before it: removed
      nil true

      """)
  }

  /// Events, promises and choices stand beside arguments.
  func testEverythingTogether() throws {
    try skipTest(below: .thorough)
    let output = try run(
      """
      var monitor = AllMonitor(isOld: true)
      monitor.send(.go)
      print(monitor.observe(call: .ask(isOld: true), at: .seconds(1)) as Any)
      print(monitor.observe(call: .yes, at: .seconds(9))!)
      monitor = AllMonitor(isOld: true)
      monitor.send(.go)
      print(monitor.observe(call: .ask(isOld: false))!, monitor.violation!.callback!)
      monitor = AllMonitor()
      monitor.send(.go)
      print(monitor.observe(call: .ask(isOld: false)) as Any, AllMonitor.EventName.allCases)
      """,
      of: """
        lifeline: 1
        machine: All
        context: {isOld: {default: false, fixed: true}}
        callbacks: {ask: {parameters: {isOld: Bool}, answeredBy: yes, within: 5s}, yes: }
        events: [go, end]
        observing: {arguments: true, given: isOld, events: go}
        states:
          s: {on: {go: [{if: isOld, to: t, do: ask}, {to: t, do: ask}]}}
          t: {on: {end: {to: s, do: yes}}}
        """)
    let promise = "`ask` has no answer `yes` within 5s (Spec.yaml:4)"
    XCTAssertEqual(
      output,
      """
      nil
      `yes` breaks a promise: \(promise); before it: event go, ask
      `ask` came with arguments that it can't have (Spec.yaml:4); before it: event go ask
      nil [go]

      """)
  }
}
