import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Compares what the engine says about the edges of explorations, for promises about events and states, with what the interpreter says.
final class EdgeLetterOracleTests: XCTestCase {
  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 1)
    let count = numberOfRandomMachines(quick: 15, thorough: 30, all: 1_000)
    var dice = SplitMix64(seed: seed)
    var (tried, edges, entries, ambiguous) = (0, 0, 0, 0)
    /// The reactions that edges with the same ends and calls may stand for.
    struct Group: Hashable {
      var source: Int
      var stimulus: Stimulus
      var target: Int?
      var trace: Int
      var partTrace: Int?
    }
    while tried < count {
      guard let random = OracleMachine.make(tried, &dice) else { continue }
      tried += 1
      let environment = modelEnvironment(of: .build(for: random.machine))
      for environment in [environment, environment.withTimersInAnyOrder()] {
        let exploration = explore(environment, limit: dice.pick([20, 100], else: 0), workLimit: 50_000)
        var budget = WorkBudget(.max)
        let letters = try XCTUnwrap(EdgeLetters.all(of: exploration, within: &budget))
        var expected: [Group: Set<InterpretedReaction>] = [:]
        var actual: [Group: Set<InterpretedReaction>] = [:]
        for (index, edge) in exploration.edges.enumerated() {
          let group = Group(
            source: edge.source, stimulus: edge.stimulus, target: edge.target, trace: edge.trace,
            partTrace: edge.partTrace)
          let reaction = InterpretedReaction(
            letters: letters.sequences[letters.number(of: index)], entered: letters.entered(on: index),
            isOver: edge.target == nil)
          actual[group, default: []].insert(reaction)
          if expected[group] == nil { expected[group] = exploration.interpretedReactions(on: edge) }
          entries += reaction.entered.count
        }
        for (group, reactions) in actual {
          // A timer that doesn't depend on a fact elapses on an edge without it.
          if !reactions.isSubset(of: expected[group] ?? []) {
            return XCTFail(
              "LIFELINE_SEED=\(seed), \(group): \(reactions) instead of \(expected[group] ?? [])\n\(random.yaml)")
          }
          if reactions.count > 1 { ambiguous += 1 }
        }
        edges += exploration.edges.count
      }
    }
    print(
      "seed \(seed): \(tried) machines, \(edges) edges, \(entries) entries, \(ambiguous) groups of edges with several reactions"
    )
    XCTAssertGreaterThan(entries, 20 * tried)
  }
}

/// The reaction of the interpreter on an edge.
private struct InterpretedReaction: Hashable {
  var letters: [PromiseAutomaton.Letter]
  var entered: [ID<State>]

  /// - Parameter isOver: Whether the run traps. Then nothing follows an event, and whether the machine would have ignored it has no meaning.
  init(letters: [PromiseAutomaton.Letter], entered: [ID<State>], isOver: Bool) {
    self.letters = letters.filter { if case .happening(.event) = $0 { !isOver } else { true } }
    self.entered = entered
  }
}

extension Exploration {
  /// Returns the reactions of the interpreter that an edge may stand for. Only with timers in any order, there may be several.
  fileprivate func interpretedReactions(on edge: Edge) -> Set<InterpretedReaction> {
    let start = nodes[edge.source].snapshot
    let isOpen = environment.timers.elapseInAnyOrder && edge.stimulus.kind == .elapse && start.timers.count > 1
    var found: Set<InterpretedReaction> = []
    let next = isOpen ? environment.timers.positionsThatMayBeNext(among: start.timers.map(ElapsedTimer.init)) : []
    for beginning in isOpen ? next.map(start.hastening) : [start] {
      var interpreter = Interpreter(index, at: beginning)
      var recorder = EntryRecorder()
      let reaction = interpreter.apply(edge.stimulus, observer: &recorder)
      guard !isOpen || isReaction(reaction, leadingTo: interpreter.snapshot, on: edge) else { continue }
      let letters = LifelineScenarios.letters(
        of: reaction, recorder.entries, sending: edge.stimulus.event,
        ends: edge.target != nil && interpreter.snapshot.isFinished && !start.isFinished)
      found.insert(
        InterpretedReaction(
          letters: letters.map(\.letter), entered: recorder.entries.map(\.state), isOver: edge.target == nil))
    }
    return found
  }

  private func isReaction(_ reaction: Reaction, leadingTo snapshot: Snapshot, on edge: Edge) -> Bool {
    guard reaction.calls.map(\.callback) == traces[edge.trace] else { return false }
    guard let target = edge.target else { return reaction.fault != nil }
    let after = nodes[target].snapshot
    return reaction.fault == nil && snapshot.configuration == after.configuration
      && Set(snapshot.timers.map(ElapsedTimer.init)) == Set(after.timers.map(ElapsedTimer.init))
  }
}
