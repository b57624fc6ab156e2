import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Holds automata and explorations against the oracle of promises, on random machines.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class PromiseDifferenceTests: XCTestCase {
  func testAutomataFollowTheOracle() throws {
    var broken = 0
    try forEachMachine(
      count: numberOfRandomMachines(quick: 40, thorough: 150, all: 1_200), seed: 40,
      hasTwoRegions: { $0.isMultiple(of: 2) }
    ) { machine, promise, text, random in
      let runs = PromiseRuns(index: MachineIndex.build(for: machine))
      for _ in 0..<8 {
        var run = runs.beginning
        for _ in 0..<12 {
          let steps = runs.steps(after: run)
          if steps.isEmpty { break }
          run = random.element(runs.runs(run, random.element(steps)))
        }
        let expected = judge(promise, run.moments)
        let found = follow(promise, in: machine, run.moments)
        XCTAssertEqual(found, expected, text)
        if expected.brokenAt != nil { broken += 1 }
      }
    }
    XCTAssertGreaterThan(broken, 10)
  }

  func testExplorationsAgreeWithAllRuns() throws {
    var verdicts: [String: Int] = [:]
    try forEachMachine(count: numberOfRandomMachines(quick: 40, thorough: 120, all: 960), seed: 41) {
      machine, promise, text, _ in
      let exploration = explore(MachineIndex.build(for: machine))
      let evidence = Evidence.collect(from: exploration)
      let verdict = try XCTUnwrap(evidence.proof.promises.first?.verdict)
      verdicts["\(promise.key) \(verdict.rawValue)", default: 0] += 1
      XCTAssertTrue(exploration.isComplete && exploration.openQuestions.isEmpty, text)
      let runs = PromiseRuns(index: exploration.index)
      let search = SearchOfAllRuns.make(promise, runs, depth: 7)
      // Not all runs with their times are tried, but what the order of calls breaks, a limit of time doesn't hide.
      let ordered = promise.isTimed ? SearchOfAllRuns.make(promise.untimed, runs, depth: 7) : search
      let diagnostic = checkReachability(in: evidence).first {
        ["L803", "L804", "L808", "L809", "L810"].contains($0.kind.code)
      }
      let steps = diagnostic?.details.count { $0.hasPrefix("- ") && !$0.hasPrefix("- set:") }
      switch verdict {
      case .proved:
        XCTAssertNil(search.brokenAfter, text)
        XCTAssertNil(search.hopelessAfter, text)
      case .broken:
        let message = diagnostic?.message ?? ""
        if promise.isTimed, ordered.brokenAfter == nil, ordered.hopelessAfter == nil { return }
        // What comes too early, and what ends or is overtaken, comes first, and then where no answer is possible.
        let first = message.contains("no run from there on") ? ordered.hopelessAfter : ordered.brokenAfter
        XCTAssertEqual(steps.flatMap { $0 <= 7 ? $0 : nil }, first, "\(message)\n\(text)")
        if message.contains("no run from there on") { XCTAssertNil(ordered.brokenAfter, text) }
      case .notProved:
        // One timer runs at a time, so even limits of time are decided.
        XCTFail("\(evidence.proof.reasons.map(\.message))\n\(text)")
      }
    }
    let words = verdicts.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
    for key in ["needs", "onlyAfter", "between", "answeredBy"] {
      XCTAssertGreaterThan(verdicts["\(key) proved"] ?? 0, 0, words)
      XCTAssertGreaterThan(verdicts["\(key) broken"] ?? 0, 0, words)
    }
  }

  /// With several timers at once, an exploration may leave a promise open. What it says is still true of all runs, and a
  /// counterexample isn't always one of the waits that are tried here, so its length isn't compared.
  func testExplorationsOfTwoTimersAgreeWithAllRuns() throws {
    try skipTest(below: .thorough)
    var verdicts: [Proof.Verdict: Int] = [:]
    try forEachMachine(
      count: numberOfRandomMachines(quick: 12, thorough: 60, all: 480), seed: 46, hasTwoRegions: { _ in true },
      // Few promises stay open.
      until: { verdicts.count == 3 }
    ) { machine, promise, text, _ in
      let exploration = explore(MachineIndex.build(for: machine))
      let evidence = Evidence.collect(from: exploration)
      let verdict = try XCTUnwrap(evidence.proof.promises.first?.verdict)
      verdicts[verdict, default: 0] += 1
      let codes = checkReachability(in: evidence).map(\.kind.code)
      XCTAssertFalse(codes.contains("L820"), text)
      XCTAssertEqual(
        codes.contains { ["L803", "L804", "L808", "L809", "L810"].contains($0) }, verdict == .broken, text)
      if verdict != .proved { return }
      let search = SearchOfAllRuns.make(promise, PromiseRuns(index: exploration.index), depth: 5)
      XCTAssertNil(search.brokenAfter, text)
      XCTAssertNil(search.hopelessAfter, text)
    }
    for verdict in [Proof.Verdict.proved, .broken, .notProved] {
      XCTAssertGreaterThan(verdicts[verdict] ?? 0, 0, "\(verdicts)")
    }
  }

  private func forEachMachine(
    count: Int, seed standard: UInt64, hasTwoRegions: (Int) -> Bool = { _ in false },
    until isEnough: () -> Bool = { true },
    _ body: (Machine, Promise, _ text: String, inout SplitMix64) throws -> Void
  ) throws {
    let seed = testSeed(default: standard)
    var random = SplitMix64(seed: seed)
    var tried = 0
    while tried < count || !isEnough() && tried < 20 * count {
      var promises = RandomPromises(seed: random.next(), hasTwoRegions: hasTwoRegions(tried))
      let text = promises.makeSpec()
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      guard let machine = reading.machine, let promise = machine.promises.first else {
        XCTFail("\(reading.diagnostics.filter { $0.severity == .error }.map(\.message))\n\(text)")
        return
      }
      tried += 1
      try body(machine, promise, "seed \(seed)\n" + text, &random)
      if testRun?.failureCount ?? 0 > 3 { return }
    }
  }

  /// Follows moments with the automaton of a promise.
  private func follow(_ promise: Promise, in machine: Machine, _ moments: [PromiseMoment]) -> PromiseVerdict {
    let automaton = PromiseAutomaton(promise, in: machine)
    var state = PromiseAutomaton.State.start
    var verdict = PromiseVerdict()
    for (index, moment) in moments.enumerated() {
      let before = state
      let asked = verdict.owedSince.map { moments[$0].time }
      let breach: PromiseAutomaton.Breach?
      switch moment.kind {
      case .happening(let happening): breach = automaton.follow(.happening(happening), &state)
      case .end: breach = automaton.follow(.end, &state)
      case .now: breach = nil
      }
      let isLate = asked.map { asked in automaton.limit.map { moment.time - asked > $0 } ?? false } ?? false
      if verdict.brokenAt == nil, breach != nil || isLate { verdict.brokenAt = index }
      if !automaton.isAboutAnswer {
        // What follows is judged as if the call had been kept.
        if breach != nil { break }
      } else if !state.isOpen {
        verdict.owedSince = nil
      } else if !before.isOpen {
        verdict.owedSince = index
      }
    }
    return verdict
  }
}

extension Promise {
  fileprivate var isTimed: Bool {
    if case .answeredBy(let answer) = form { answer.within != nil } else { false }
  }

  /// The promise without a limit of time.
  fileprivate var untimed: Promise {
    guard case .answeredBy(var answer) = form else { return self }
    answer.within = nil
    var promise = self
    promise.form = .answeredBy(answer)
    return promise
  }
}

/// All runs of a machine to a depth, judged by the oracle.
private struct SearchOfAllRuns {
  /// The number of steps of the shortest run that breaks the promise.
  var brokenAfter: Int?
  /// The number of steps of the shortest run to where no answer is possible any more.
  var hopelessAfter: Int?

  /// What decides the future of a run: runs that agree in it are tried once.
  private struct Position: Hashable {
    var snapshot: Snapshot
    var past: Set<PromiseMoment.Kind>
  }

  /// Returns what matters of the moments of a run.
  private static func past(_ promise: Promise, _ moments: [PromiseMoment], isOwed: Bool) -> Set<PromiseMoment.Kind> {
    let names = Set(promise.callbacks.map { PromiseMoment.Kind.happening(.call($0.callback)) })
    let kinds = moments.map(\.kind)
    switch promise.form {
    case .needs:
      let last = kinds.lastIndex(of: .happening(promise.subject)).map { $0 + 1 } ?? 0
      return Set(kinds[last...]).intersection(names)
    case .onlyAfter: return Set(kinds).intersection(names)
    case .between: return Set(kinds.last { names.contains($0) }.map { [$0] } ?? [])
    case .answeredBy: return isOwed ? [.now] : []
    }
  }

  static func make(_ promise: Promise, _ runs: PromiseRuns, depth: Int) -> SearchOfAllRuns {
    var result = SearchOfAllRuns()
    var level = [runs.beginning]
    var answers: Set<ID<Callback>>?
    if case .answeredBy(let answer) = promise.form { answers = Set(answer.callbacks.map(\.callback)) }
    for step in 1...depth {
      var known: Set<Position> = []
      var next: [PromiseRuns.Run] = []
      for run in level {
        for stimulus in runs.steps(after: run) {
          for after in runs.runs(run, stimulus) {
            let verdict = judge(promise, after.moments)
            if verdict.brokenAt != nil {
              if result.brokenAfter == nil { result.brokenAfter = step }
              continue
            }
            if let answers, verdict.owedSince != nil, result.hopelessAfter == nil,
              runs.canCall(answers, after: after) == false
            {
              result.hopelessAfter = step
            }
            // Times matter only if the promise limits them, and then no two runs are alike.
            let past = past(promise, after.moments, isOwed: verdict.owedSince != nil)
            let position = Position(snapshot: after.interpreter.snapshot, past: past)
            if promise.isTimed || known.insert(position).inserted { next.append(after) }
          }
        }
      }
      if result.brokenAfter != nil { return result }
      level = promise.isTimed ? Array(next.prefix(2_000)) : next
    }
    return result
  }
}
