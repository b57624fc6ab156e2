import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Holds what `check` says about random machines against a search that tries concrete numbers.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class ProofOracleTests: XCTestCase {
  func testWhatIsProvedIsNeverBroken() throws {
    try skipTest(below: .thorough)
    try tryMachines(
      count: numberOfRandomMachines(quick: 10, thorough: 24, all: 960), isBounded: false, seed: testSeed(default: 30))
  }

  func testWhatIsBoundedIsDecided() throws {
    try tryMachines(
      count: numberOfRandomMachines(quick: 8, thorough: 16, all: 240), isBounded: true, seed: testSeed(default: 31))
  }

  func testTheWayOfANumberIsFollowed() throws {
    let seed = testSeed(default: 32)
    var random = SplitMix64(seed: seed)
    var (tried, proved, broken) = (0, 0, 0)
    let count = numberOfRandomMachines(quick: 8, thorough: 40, all: 400)
    while tried < count {
      var way = RandomWay(seed: random.next())
      let text = way.makeSpec()
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      guard let machine = reading.machine, !reading.diagnostics.containsErrors else { continue }
      tried += 1
      let evidence = Evidence.collect(from: explore(MachineIndex.build(for: machine), limit: 2_000, workLimit: 500_000))
      let proof = evidence.proof
      let oracle = ProofOracle.search(
        machine, ProofDomain(numbers: Array(-8...62), stopsEarly: false), depth: 5, reactions: 40_000)
      check(proof, checkReachability(in: evidence), of: machine, against: oracle, isBounded: false, text)
      if oracle.hasLeftRange { XCTAssertNotEqual(proof.ranges, .proved, text) }
      if proof.promises.first?.verdict == .proved { proved += 1 }
      if proof.promises.first?.verdict == .broken { broken += 1 }
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    print("seed \(seed): \(tried) ways of a number, \(proved) promises proved, \(broken) broken")
    XCTAssertGreaterThan(proved, tried / 20)
    XCTAssertGreaterThan(broken, tried / 20)
  }

  private func tryMachines(count: Int, isBounded: Bool, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var verdicts: [Proof.Verdict: Int] = [:]
    var (tried, exhausted) = (0, 0)
    while tried < count {
      var arithmetic = RandomArithmetic(isBounded: isBounded, seed: random.next())
      let text = arithmetic.makeSpec()
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      guard let machine = reading.machine, !reading.diagnostics.containsErrors else { continue }
      tried += 1
      let exploration = explore(MachineIndex.build(for: machine), limit: 2_000, workLimit: 200_000)
      let evidence = Evidence.collect(from: exploration)
      let proof = evidence.proof
      for promise in proof.promises { verdicts[promise.verdict, default: 0] += 1 }
      let oracle = ProofOracle.search(
        machine,
        isBounded
          ? ProofDomain(numbers: Array(-1...5), stopsEarly: false)
          : ProofDomain(numbers: numbers(near: text, &random), samplesRanges: true, stopsEarly: true),
        depth: isBounded ? 12 : 5, reactions: isBounded ? 15_000 : 2_000)
      if oracle.isExhausted { exhausted += 1 }
      check(proof, checkReachability(in: evidence), of: machine, against: oracle, isBounded: isBounded, text)
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    let words = verdicts.map { "\($1) \($0.rawValue)" }.sorted().joined(separator: ", ")
    print("seed \(seed): \(tried) machines, \(exhausted) of them searched to their end; promises: \(words)")
    if isBounded { XCTAssertGreaterThan(exhausted, tried / 4) }
    XCTAssertGreaterThan(verdicts[.proved] ?? 0, tried / 20)
    XCTAssertGreaterThan(verdicts[.broken] ?? 0, tried / 20)
  }

  /// Returns some numbers, most of which are near those in a spec or differ from them by others of them.
  private func numbers(near text: String, _ random: inout SplitMix64) -> [Int] {
    let written = text.matches(of: /[0-9]+/).compactMap { Int($0.output) }
    var result: Set<Int> = [random.number(0...45) - 2]
    while result.count < 7 {
      let number = random.element(written) - (random.happens(30) ? random.element(written) : 0)
      result.insert(number + random.number(0...4) - 2)
    }
    return result.sorted()
  }

  private func check(
    _ proof: Proof, _ diagnostics: [Diagnostic], of machine: Machine, against oracle: ProofOracle, isBounded: Bool,
    _ text: String
  ) {
    for promise in proof.promises {
      let name = promise.name.subject
      if oracle.brokenAfter[name] != nil {
        XCTAssertNotEqual(promise.verdict, .proved, "a run breaks the promise of \(name) in\n\(text)")
      }
      guard isBounded, proof.isComplete else { continue }
      XCTAssertNotEqual(promise.verdict, .notProved, "\(name) in\n\(text)\n\(proof.reasons.map(\.message))")
      if let steps = oracle.brokenAfter[name] {
        XCTAssertEqual(length(of: name, in: diagnostics), steps, "\(name) in\n\(text)")
      } else if oracle.isExhausted {
        XCTAssertEqual(promise.verdict, .proved, "no run breaks the promise of \(name) in\n\(text)")
      }
    }
    if oracle.hasEndlessLoop { XCTAssertNotEqual(proof.loops, .proved, text) }
    for diagnostic in diagnostics where !diagnostic.message.contains("that exploration tries)") {
      checkThatItNeverHappens(diagnostic, in: machine, oracle, text)
    }
  }

  /// Returns the number of steps of the counterexample to the promise of a callback.
  private func length(of callback: String, in diagnostics: [Diagnostic]) -> Int? {
    diagnostics.first { $0.kind.code == "L803" && $0.message.hasPrefix("`\(callback)` ") }?.details
      .count { $0.hasPrefix("- ") && !$0.hasPrefix("- set:") }
  }

  private func checkThatItNeverHappens(
    _ diagnostic: Diagnostic, in machine: Machine, _ oracle: ProofOracle, _ text: String
  ) {
    guard let range = diagnostic.location.range else { return }
    let message = "\(diagnostic.kind.code) \(diagnostic.message) in\n\(text)"
    switch diagnostic.kind.code {
    case "L811":
      let states = machine.states.filter { $0.range == range }.map(\.id)
      XCTAssertTrue(oracle.entered.isDisjoint(with: states), message)
    case "L812":
      machine.forEachTransition { if $0.range == range { XCTAssertFalse(oracle.taken.contains($0.id), message) } }
    case "L816":
      let never = diagnostic.message.contains("never holds")
      machine.forEachTransition { transition in
        guard transition.condition?.range == range else { return }
        XCTAssertFalse(oracle.results[.transition(transition.id)]?.contains(never) ?? false, message)
      }
      XCTAssertFalse(oracle.results[.choice(range, in: nil)]?.contains(never) ?? false, message)
    case "L818":
      for state in machine.states {
        for (index, timer) in state.timers.enumerated() where timer.range == range {
          XCTAssertFalse(oracle.elapsed.contains(ElapsedTimer(state: state.id, index: index)), message)
        }
      }
    default: break
    }
  }
}
