import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Compares the decisions that the engine finds for derived tests with those that the interpreter finds, for random machines.
final class DecisionOracleTests: XCTestCase {
  private static let deferring = """
    lifeline: 1
    machine: M0
    context: {isOpen: false}
    callbacks: [c]
    events: [a, b, go]
    states:
      s: {defer: [a, b], on: {go: [{if: isOpen, to: t, do: c}, u]}}
      t: {on: {a: {do: c}, b: s, go: s}}
      u: {on: {a: t, b: {do: c}, go: s}}
    """

  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 1)
    let count = numberOfRandomMachines(quick: 30, thorough: 80, all: 1_000)
    var dice = SplitMix64(seed: seed)
    var (tried, decisions, recalls) = (0, 0, 0)
    while tried < count {
      // Few random machines take deferred events, so the first one does so for sure.
      let drawn = tried == 0 ? OracleMachine.read(Self.deferring, name: "M0") : OracleMachine.make(tried, &dice)
      guard let random = drawn else { continue }
      tried += 1
      let environment = modelEnvironment(of: .build(for: random.machine))
      let exploration = explore(environment, limit: dice.pick([20, 100], else: 0), workLimit: 50_000)
      let usable = UsableValues.collect(from: environment)
      var explorer = Explorer(visiting: exploration)
      var search = DecisionSearch(in: environment, using: usable)
      var known: Set<InterpretedDecision> = []
      for node in 0..<exploration.exploredCount {
        explorer.visit(node) { search.look(at: &$0) }
        let expected = exploration.interpretedDecisions(in: node, using: usable, besides: &known)
        if search.found != expected {
          let message = "LIFELINE_SEED=\(seed), node \(node):\n\(search.found)\ninstead of\n\(expected)\n\(random.yaml)"
          return XCTFail(message)
        }
        decisions += search.found.count
        recalls += search.found.filter(\.recallsEvents).count
        search.found.removeAll()
      }
    }
    print("seed \(seed): \(tried) machines, \(decisions) decisions, \(recalls) of which recall events")
    XCTAssertGreaterThan(decisions, 10 * tried)
    XCTAssertGreaterThan(recalls, tried / 10)
  }
}

/// The data that a reaction of the interpreter depends on, and the guards and transitions that follow from it.
private struct InterpretedDecision: Hashable {
  let state: ID<State>?
  let stimulus: Stimulus
  let deferred: [ID<Event>]
  /// The memory that the reaction reads or overwrites.
  let memory: [FieldValue]
  let guards: [GuardOutcome]
  let taken: [ID<Transition>]
}

extension Exploration {
  /// Returns the decisions in a node of which there can be tests, besides those that are known, by the interpreter.
  fileprivate func interpretedDecisions(
    in node: Int, using usable: UsableValues, besides known: inout Set<InterpretedDecision>
  ) -> [Decision] {
    let (snapshot, roles) = (nodes[node].snapshot, environment.roles)
    let atomic = snapshot.configuration.filter { machine[$0].isAtomic }
    var found: [Decision] = []
    _ = environment.forEachSuccessor(of: snapshot) { successor in
      let (observation, taken) = (successor.observation, successor.reaction.taken.map(\.id))
      let touched = observation.assigned.union(observation.fields)
      let decision = InterpretedDecision(
        state: atomic.count == 1 ? atomic[0] : nil, stimulus: successor.stimulus, deferred: snapshot.deferredEvents,
        memory: roles.memory.filter(touched.contains).map {
          FieldValue(field: $0, value: roles.normalized(snapshot.fields[$0.index], of: $0))
        }, guards: observation.guards, taken: taken)
      guard successor.stimulus.alternatives.isEmpty, !observation.guards.isEmpty || !taken.isEmpty,
        snapshot.deferredEvents.count <= 2, successor.reaction.fault == nil, usable.canApply(successor.stimulus),
        known.insert(decision).inserted
      else { return true }
      found.append(
        Decision(
          stimulus: successor.stimulus, state: decision.state, transition: taken.first(where: machine.declares),
          recallsEvents: successor.snapshot.deferredEvents.count < snapshot.deferredEvents.count))
      return true
    }
    return found
  }
}
