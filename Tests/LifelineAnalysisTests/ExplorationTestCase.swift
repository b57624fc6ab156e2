import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Tests of explorations, whose nodes and paths they read as texts.
class ExplorationTestCase: XCTestCase {
  func explore(
    callbacks: String = "", events: String = "", limit: Int = Exploration.standardLimit, _ rest: String
  ) throws -> Exploration {
    let machine = try readMachine(callbacks: callbacks, events: events, rest)
    return LifelineAnalysis.explore(MachineIndex.build(for: machine), limit: limit)
  }

  /// Returns the active atomic states of each node.
  func nodes(_ exploration: Exploration) -> [String] {
    exploration.nodes.map { node in
      let run = Interpreter(exploration.index, at: node.snapshot)
      return run.atomicStates.map { exploration.machine[$0].path }.joined(separator: " ")
    }
  }

  /// Returns the steps of the path to the first node in which `state` is active.
  func path(to state: String, in exploration: Exploration) throws -> [String] {
    let node = try XCTUnwrap(nodes(exploration).firstIndex(of: state))
    return texts(exploration.run(exploration.path(to: node)), exploration.machine)
  }

  func texts(_ run: CounterexampleRun, _ machine: Machine) -> [String] {
    run.steps.map { step in
      let facts = step.stimulus.facts.map { "\(machine[$0.field].name): \($0.value) " }.joined()
      switch step.stimulus.kind {
      case .start: return facts + "start"
      case .send(let event, let arguments):
        return facts + machine[event].name + arguments.map { " \($0)" }.joined()
      case .elapse, .approach: return facts + "wait \(step.wait ?? 0)"
      }
    }
  }
}
