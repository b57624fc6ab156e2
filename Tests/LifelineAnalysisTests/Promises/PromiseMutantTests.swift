import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Mutants and derived tests of machines with promises.
final class PromiseMutantTests: XCTestCase {
  private let chat = """
    callbacks: {ask: {answeredBy: [yes, no], before: save, within: 30s}, yes: {needs: ask}, no: , save: , log: }
    events: [go, accept]
    initial: idle
    states:
      idle: {on: {go: {to: asking, do: ask}}}
      asking:
        on: {accept: {to: idle, do: [yes, log, save]}}
        after: {10s: {to: idle, do: no}}
    """

  private func verdicts(_ spec: String) throws -> [(mutant: Mutant, verdict: MutantVerdict)] {
    let machine = try readMachine(spec)
    XCTAssertEqual(checkScenarios(of: machine).diagnostics, [])
    let judge = MutantJudge.prepare(explore(MachineIndex.build(for: machine)))
    let comparison = judge.prepareComparison(of: judge.batches.flatMap(judge.undetected))
    return judge.verdicts(knowing: comparison.batches.flatMap(comparison.verdicts))
  }

  /// Without any scenario, promises alone notice the mutants that break them.
  func testPromisesNoticeMutants() throws {
    let verdicts = try verdicts(chat)
    XCTAssertEqual(
      verdicts.filter { $0.verdict == .promiseBroken }.map(\.mutant.change),
      [
        "the machine begins in `asking` instead of `idle`",
        "the transition of `idle` for `go` leads to `idle` instead of `asking`", "`ask` is not called here",
        "the timer of `asking` takes 30001ms instead of 10s",
        "the transition of `asking` for `accept` leads to `asking` instead of `idle`", "`yes` is not called here",
        "`yes` is called twice here", "`yes` is called after `save` here", "`no` is not called here",
      ])
    XCTAssertTrue(verdicts.contains { $0.verdict == .survived && $0.mutant.change == "`log` is not called here" })
    let machine = try readMachine(chat)
    let report = reportVerdicts(verdicts, on: machine)
    XCTAssertTrue(
      report.summary.contains("9 of 20 mutants are killed (45 %), 9 of them by promises alone"), report.summary)
    XCTAssertFalse(report.diagnostics.contains { $0.message.contains("`yes` is called twice") })
  }

  func testWithoutPromisesTheyDoNot() throws {
    let plain = chat.replacing("{answeredBy: [yes, no], before: save, within: 30s}", with: "").replacing(
      "yes: {needs: ask}", with: "yes: ")
    XCTAssertFalse(try verdicts(plain).contains { $0.verdict == .promiseBroken })
    let changes = try readMachine(plain).makeMutants().map(\.change)
    XCTAssertFalse(changes.contains("`yes` is called after `save` here"))
    XCTAssertFalse(changes.contains("the timer of `asking` takes 30001ms instead of 10s"))
  }

  /// A promise that the machine breaks itself shows nothing about a mutant.
  func testPromisesThatAreBrokenAnyway() throws {
    let broken = chat.replacing("[yes, log, save]", with: "[save, log, yes]").replacing(
      "within: 30s", with: "within: 5s")
    XCTAssertEqual(
      try verdicts(broken).filter { $0.verdict == .promiseBroken }.map(\.mutant.change),
      [
        "the machine begins in `asking` instead of `idle`", "`ask` is not called here",
        "the transition of `asking` for `accept` leads to `asking` instead of `idle`", "`yes` is called twice here",
      ])
  }

  /// What is beside an answer changes places with it anyway, and a timer may take twice its length anyway.
  func testNoMutantIsMadeTwice() throws {
    let near = chat.replacing("[yes, log, save]", with: "[yes, save]").replacing("do: no}", with: "do: [no, yes]}")
    let changes = try readMachine(near).makeMutants().map(\.change)
    XCTAssertEqual(
      changes.filter { $0.contains("`yes`") && $0.contains("`save`") }, ["`save` is called before `yes` here"])
    func lengths(_ within: String) throws -> [String] {
      try readMachine(near.replacing("within: 30s", with: "within: \(within)")).makeMutants().map(\.change)
        .filter { $0.hasPrefix("the timer of `asking` takes ") }.map { String($0.split(separator: " ")[5]) }
    }
    XCTAssertEqual(try lengths("30s"), ["5s", "20s", "30001ms"])
    XCTAssertEqual(try lengths("20s"), ["5s", "20s", "20001ms"])
    XCTAssertEqual(try lengths("19s"), ["5s", "20s"])
  }

  // MARK: Derived tests

  private func steps(_ spec: String) throws -> [String] {
    let machine = try readMachine(spec)
    let derived = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions)
    return derived.tests.filter { $0.steps.count > 1 }.map { test in
      test.steps.map { step in
        let calls = step.calls.map { machine[$0.callback].name }.joined(separator: "+")
        switch step.cause {
        case .send(let event, _): return "\(machine[event].name):\(calls)"
        case .wait(let milliseconds): return "\(milliseconds)ms:\(calls)"
        case .start, .set: return calls
        }
      }.joined(separator: " ")
    } + derived.gaps.map(\.message)
  }

  func testAnswersAreTested() throws {
    let found = try steps(chat)
    XCTAssertTrue(found.contains("go:ask accept:yes+log+save"), "\(found)")
    XCTAssertTrue(found.contains("go:ask 9999ms: 1ms:no"), "\(found)")
  }

  func testCallsBetweenOthersAreTested() throws {
    let found = try steps(
      """
      callbacks: {open: , send: {between: [open, close]}, close: }
      events: [go, send, end]
      initial: idle
      states:
        idle: {on: {go: {to: ready, do: open}}}
        ready: {on: {go: busy}}
        busy: {on: {send: {do: send}, end: {to: idle, do: close}}}
      """)
    XCTAssertTrue(found.contains("go:open go: send:send"), "\(found)")
  }

  func testAnAnswerThatNeverComesIsAGap() throws {
    let found = try steps(
      """
      context: {never: {default: false, fixed: true}}
      callbacks: {ask: {answeredBy: [yes, no]}, yes: , no: }
      events: [go, end]
      states:
        idle: {on: {go: {to: asking, do: ask}}}
        asking: {on: {end: {to: idle, do: yes}}}
        lost: {on: {end: {to: idle, do: no}}}
      """)
    XCTAssertTrue(found.contains { $0.hasPrefix("no test covers that `no` keeps this promise: ") }, "\(found)")
  }

  /// One step alone that asks and answers has a test already.
  func testNoTestIsDerivedTwice() throws {
    func count(_ promise: String) throws -> Int {
      let machine = try readMachine(
        """
        callbacks: {ask: \(promise), yes: }
        events: [go, end]
        states: {idle: {on: {go: {do: [ask, yes]}, end: {do: ask}}}}
        """)
      let derived = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions)
      XCTAssertEqual(derived.gaps, [])
      return derived.tests.count
    }
    XCTAssertEqual(try count("{answeredBy: yes}"), try count(""))
  }

  /// Generated code takes the first alternative of what is left open, so only that can be tested.
  func testOtherAlternativesAreNotTested() throws {
    let spec = """
      callbacks: {ask: {answeredBy: [yes, no, later]}, yes: , no: , later: }
      events: [go, end, leave]
      initial: idle
      states:
        idle: {on: {go: {to: asking, do: ask}}}
        asking: {on: {end: {to: idle, do: {oneOf: [no, yes, later]}}, leave: {to: left, do: yes}}}
        left: {}
      """
    let found = try steps(spec)
    XCTAssertTrue(found.contains("go:ask end:no") && found.contains("go:ask leave:yes"), "\(found)")
    XCTAssertEqual(
      found.filter { $0.contains("no test covers") },
      [
        "no test covers that `later` keeps this promise: generated code takes the first alternative of what the spec "
          + "leaves open, which doesn't call `later`"
      ])
    let asking = spec.replacing("do: ask}", with: "do: {oneOf: [no, ask]}}")
    XCTAssertEqual(
      try steps(asking).filter { $0.contains("no test covers") },
      ["yes", "no", "later"].map {
        "no test covers that `\($0)` keeps this promise: generated code takes the first alternative of what the spec leaves "
          + "open, which doesn't call `ask`"
      })
    let machine = try readMachine(asking + "\nscenarios: {s: {given: idle, when: {go: no}}}")
    let recording = try XCTUnwrap(checkScenarios(of: machine, recording: true).recording)
    XCTAssertEqual(measureCoverage(of: machine, by: recording).items.filter { $0.subject == .promises }.map(\.name), [])
  }

  // MARK: Coverage

  private func coverage(_ scenarios: String) throws -> [String] {
    let machine = try readMachine(chat + "\nscenarios:\n" + scenarios)
    let report = checkScenarios(of: machine, recording: true)
    XCTAssertEqual(report.diagnostics.filter { $0.severity == .error }, [])
    let coverage = measureCoverage(of: machine, by: try XCTUnwrap(report.recording))
    return coverage.items.filter { $0.subject == .promises }.map { "\($0.name) \($0.count)" }
  }

  func testCoverage() throws {
    XCTAssertEqual(
      try coverage("  s: {given: idle, when: [go: ask, accept: [yes, log, save], go: ask, accept: [yes, log, save]]}"),
      ["the answer `yes` to `ask` 2", "the answer `no` to `ask` 0"])
    // The question isn't in the scenario.
    XCTAssertEqual(
      try coverage("  s: {given: asking, when: [accept: [yes, log, save]]}"),
      ["the answer `yes` to `ask` 0", "the answer `no` to `ask` 0"])
    // Nobody says what is called in the last step.
    XCTAssertEqual(
      try coverage("  s: {given: idle, when: [go: ask, wait: 10s]}"),
      ["the answer `yes` to `ask` 0", "the answer `no` to `ask` 0"])
    XCTAssertEqual(
      try coverage("  s: {given: idle, when: [go: ask, {wait: 10s, expect: no}]}"),
      ["the answer `yes` to `ask` 0", "the answer `no` to `ask` 1"])
    // Each combination begins anew.
    XCTAssertEqual(
      try coverage(
        "  s: {where: {state: [idle, asking]}, when: [{wait: 10s, expect: {if: in(asking), expect: no}}, {go: ask}]}"
      ),
      ["the answer `yes` to `ask` 0", "the answer `no` to `ask` 0"])
  }

  /// A call outside of two others keeps nothing, and neither does any other call between them.
  func testCoverageOfCallsBetweenOthers() throws {
    func count(_ steps: String) throws -> [String] {
      let machine = try readMachine(
        """
        callbacks: {open: , send: {between: [open, close]}, close: , log: }
        events: [go, say, note, end]
        initial: idle
        states:
          idle: {on: {go: {to: ready, do: open}}}
          ready: {on: {say: {do: send}, note: {do: log}, end: {to: idle, do: [close, send]}}}
        scenarios: {s: {given: idle, when: [go: open, \(steps)]}}
        """)
      let report = checkScenarios(of: machine, recording: true)
      XCTAssertEqual(report.diagnostics.filter { $0.severity == .error }, [])
      return measureCoverage(of: machine, by: try XCTUnwrap(report.recording)).items
        .filter { $0.subject == .promises }.map { "\($0.name) \($0.count)" }
    }
    XCTAssertEqual(try count("note: log, end: [close, send]"), ["the `between` of `send` 0"])
    XCTAssertEqual(try count("say: send, say: send, end: [close, send]"), ["the `between` of `send` 2"])
  }
}
