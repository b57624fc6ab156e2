import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Checks that random runs of random machines agree with the diagnostics of the static checks.
///
/// Each diagnostic says that some edit makes no difference: a part is never used, or a condition has one value only. So
/// the same random runs of the edited machine must do the same.
final class StaticCheckSoundnessTests: XCTestCase {
  /// The codes that runs can't refute: the diagnostics say that something can happen, or are about scenarios, answers, open calls,
  /// parameters and the names of cases.
  private let irrefutableCodes: Set = ["L855", "L857", "L858", "L862", "L864", "L865", "L866"]

  func testDiagnosticsHoldInEveryRun() throws {
    var random = SplitMix64(seed: testSeed(default: 4))
    var counts: [String: Int] = [:]
    let count = numberOfRandomMachines(quick: 2, thorough: 4, all: 150)
    for _ in 0..<count {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: true)
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      let diagnostics = checkStatically(machine).filter { !irrefutableCodes.contains($0.kind.code) }
      if diagnostics.isEmpty { continue }
      let seed = random.next()
      let original = RandomRuns.play(machine, seed: seed)
      for diagnostic in diagnostics {
        counts[diagnostic.kind.code, default: 0] += 1
        try assertSound(diagnostic, in: machine, original, seed: seed, spec.text)
      }
    }
    guard count >= 150 else { return XCTAssertFalse(counts.isEmpty) }
    let refutableCodes = Set(DiagnosticKind.staticKinds.all.map(\.code)).subtracting(irrefutableCodes)
    for code in refutableCodes.sorted() {
      XCTAssertGreaterThan(counts[code, default: 0], 0, "\(code) should be reported now and then")
    }
  }

  private func assertSound(
    _ diagnostic: Diagnostic, in machine: Machine, _ original: RandomRuns, seed: UInt64, _ text: String
  ) throws {
    let range = try XCTUnwrap(diagnostic.location.range)
    let code = diagnostic.kind.code
    let message = "\(code) \(diagnostic.message) at column \(range.start.column):\n\(text)"
    var edited = machine
    let editCount = edited.makeHarmlessEdit(of: code, at: range)
    XCTAssertGreaterThan(editCount, 0, "no edit for \(message)")
    let runs = RandomRuns.play(edited, seed: seed)
    XCTAssertTrue(runs.steps == original.steps, message)
    // Another transition that does the same may be taken in place of one whose condition has no effect.
    if code != "L863" { XCTAssertEqual(runs.taken, original.taken, message) }
    if code == "L853" { XCTAssertFalse(original.failed.contains(range), message) }
    if code == "L854" { XCTAssertFalse(original.held.contains(range), message) }
  }
}

/// The results of random runs of a machine, in which the host changes fields, sends events and waits.
private struct RandomRuns {
  struct Step: Equatable {
    var treatment: Treatment
    var calls: [ID<Callback>]
    var snapshot: Snapshot?
  }

  var steps: [Step] = []
  /// The transitions that were taken, in order.
  var taken: [ID<Transition>] = []
  /// The ranges of the conditions that held.
  var held: Set<SourceRange> = []
  /// The ranges of the conditions that didn't hold.
  var failed: Set<SourceRange> = []

  static func play(_ machine: Machine, seed: UInt64) -> RandomRuns {
    var random = SplitMix64(seed: seed)
    var runs = RandomRuns()
    let index = MachineIndex.build(for: machine)
    for _ in 0..<4 {
      var run = Interpreter(index)
      var guards = GuardRecorder()
      var reaction = run.start(observer: &guards)
      for _ in 0..<20 {
        runs.record(reaction, run.snapshot)
        if reaction.fault != nil { break }
        for (index, field) in machine.fields.enumerated() {
          run.set(ID(index), to: value(of: field, &random))
        }
        reaction =
          random.below(4) == 0
          ? run.advance(byMilliseconds: random.below(3000), observer: &guards)
          : run.send(ID(random.below(3)), observer: &guards)
      }
      runs.record(guards, of: machine)
    }
    return runs
  }

  private mutating func record(_ reaction: Reaction, _ snapshot: Snapshot) {
    taken += reaction.taken.map(\.id)
    // After a fault, the snapshot has no meaning.
    steps.append(
      Step(
        treatment: reaction.treatment, calls: reaction.calls.map(\.callback),
        snapshot: reaction.fault == nil ? snapshot : nil))
  }

  private mutating func record(_ guards: GuardRecorder, of machine: Machine) {
    var conditions: [ID<Transition>: SourceRange] = [:]
    machine.forEachTransition { conditions[$0.id] = $0.condition?.range }
    for outcome in Set(guards.outcomes) {
      let range: SourceRange? =
        switch outcome.id {
        case .transition(let id): conditions[id]
        case .choice(let range, _): range
        }
      guard let range else { continue }
      if outcome.holds { held.insert(range) } else { failed.insert(range) }
    }
  }

  private static func value(of field: Field, _ random: inout SplitMix64) -> Value {
    switch field.type {
    case .cases(_, let names): .named(random.element(names))
    case .int: .int(random.below(4))
    default: .bool(random.below(2) == 0)
    }
  }
}
