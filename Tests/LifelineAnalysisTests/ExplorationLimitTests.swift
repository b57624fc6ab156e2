import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The limits at which an exploration ends.
final class ExplorationLimitTests: ExplorationTestCase {
  func testTheLimitIsReportedAndKept() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states:
        a: {on: {up: {do: {set: {x: x + 1}}}, down: {if: x > 0, do: {set: {x: x - 1}}}}}
      """
    let exploration = try explore(events: "up down", limit: 50, spec)
    XCTAssertEqual(exploration.configurationCount, 50)
    XCTAssertFalse(exploration.isComplete)
    XCTAssertEqual(exploration.growth.map(\.description), ["`x` has taken 50 values"])
  }

  func testAnExplorationEndsWhenItTakesTooMuchMemory() throws {
    let environment = modelEnvironment(of: try switches(12))
    var explorer = Explorer(environment, limit: 4_096, workLimit: .max)
    explorer.memoryLimit = 100_000
    explorer.explore(observing: nil, whileWanted: { true })
    let exploration = explorer.result
    XCTAssertEqual(exploration.bound, .memory)
    XCTAssertLessThan(exploration.configurationCount, 1_000)
    let message = exploration.unexploredPart?.message ?? ""
    XCTAssertTrue(message.contains("configurations, which took too much memory, so it doesn't show what"), message)
    let remedy = "; `--limit` doesn't change that: give what grows a bound, or compare fewer arguments"
    XCTAssertTrue(message.hasSuffix(remedy), message)
    XCTAssertTrue(LifelineAnalysis.explore(environment, limit: 4_096, workLimit: .max).isComplete)
  }

  /// Returns a machine that compares each of many parameters of its event.
  private func comparing(parameterCount: Int) throws -> EnvironmentModel {
    let names = (0..<parameterCount).map { "p\($0)" }
    let machine = try machine(
      """
      lifeline: 1
      machine: Test
      events: {go: {parameters: {\(names.map { "\($0): Int" }.joined(separator: ", "))}}}
      states: {a: {on: {go: {if: \(names.map { "\($0) == 7" }.joined(separator: " or ")), to: b}}}, b: {on: {go: a}}}
      """)
    return modelEnvironment(of: MachineIndex.build(for: machine))
  }

  func testAStimulusTakesNoMemoryForArgumentsThatAreAsUsual() throws {
    let exploration = LifelineAnalysis.explore(try comparing(parameterCount: 40), limit: 100, workLimit: .max)
    let stimuli = exploration.nodes.store.stimuli
    XCTAssertGreaterThan(stimuli.indices.count, 1_000)
    XCTAssertLessThan(stimuli.wordCount / stimuli.indices.count, 20)
    let stimulus = try XCTUnwrap(exploration.edges.last?.stimulus)
    guard case .send(_, let arguments) = stimulus.kind else { return XCTFail("\(stimulus)") }
    XCTAssertEqual(arguments.count, 40)
  }

  func testAnExplorationEndsInsideOfANodeThatTakesTooMuchMemory() throws {
    var explorer = Explorer(try comparing(parameterCount: 40), limit: 100, workLimit: .max)
    explorer.memoryLimit = 100_000
    explorer.explore(observing: nil, whileWanted: { true })
    XCTAssertEqual(explorer.bound, .memory)
    XCTAssertEqual(explorer.edges.count, 4_096)
    XCTAssertEqual(explorer.exploredCount, 1)
  }

  func testASearchForBrokenPromisesEndsWhenItTakesTooMuchMemory() throws {
    let machine = try readMachine(
      callbacks: "", events: "ask tell",
      "callbacks: {asks: {answeredBy: tells}, tells: }\nstates: {a: {on: {ask: {do: asks}, tell: {do: tells}}}}")
    let exploration = LifelineAnalysis.explore(MachineIndex.build(for: machine))
    let automaton = PromiseAutomaton(try XCTUnwrap(machine.promises.first), in: machine)
    func search(_ memoryLimit: Int) -> PromiseGraph {
      var budget = WorkBudget(.max)
      let letters = EdgeLetters.calls(of: exploration, within: &budget)
      return PromiseGraph.search(
        automaton, in: exploration, letters, exploration.edgesByNode(), memoryLimit: memoryLimit, within: &budget)
    }
    XCTAssertNil(search(10_000).shortage)
    XCTAssertEqual(search(100).shortage, .memory)
  }

  func testAMachineWithExactlyAsManyConfigurationsAsTheLimitIsExplored() throws {
    let states = (0..<7).map { "s\($0): {on: {go: s\(($0 + 1) % 7)}}" }.joined(separator: ", ")
    // The values of a fixed field are tried from the start: two times the seven states.
    for (context, count) in [("", 7), ("context: {f: {default: true, fixed: true}}\n", 14)] {
      let guarded = context.isEmpty ? states : states.replacing("go: s0", with: "go: {if: f, to: s0}")
      let spec = "\(context)states: {\(guarded)}"
      let exploration = try explore(events: "go", limit: count, spec)
      XCTAssertTrue(exploration.isComplete)
      XCTAssertEqual(exploration.configurationCount, count)
      XCTAssertNil(exploration.unexploredPart)
      XCTAssertEqual(
        try explore(events: "go", limit: count - 1, spec).unexploredPart?.message.prefix(50),
        "the exploration ended after \(count - 1) configurations (`--limit`)".prefix(50))
    }
  }

  func testWhatGrowsIsNamed() throws {
    let states = (0..<6).map { "s\($0): {on: {go: s\(($0 + 1) % 6), back: s\(($0 + 5) % 6)}}" }.joined(separator: ", ")
    let exploration = try explore(
      events: "go back a b c d e f", limit: 400,
      "states: {busy: {defer: [a, b, c, d, e, f], states: {\(states)}}}")
    XCTAssertEqual(exploration.bound, .nodes)
    let growth = exploration.growth
    XCTAssertEqual(growth.count, 1)
    XCTAssertTrue(
      growth[0].description.hasPrefix("the deferred events (`a`, `b`, `c`, …) have been kept in "),
      growth[0].description)
  }

  private func switches(_ count: Int) throws -> MachineIndex {
    MachineIndex.build(for: try machine(switchesSpec(count)))
  }

  /// Many regions have too many configurations, and each of them takes much work.
  func testTheLimitOfWorkIsSaidAndHolds() throws {
    let exploration = LifelineAnalysis.explore(try switches(40), workLimit: 200_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.exploredCount, 100)
    XCTAssertLessThan(exploration.work, 210_000)
    XCTAssertEqual(
      exploration.unexploredPart?.message,
      "the exploration ended after \(exploration.configurationCount) configurations, which took too much work (`--limit`), so "
        + "it doesn't show what never happens: \(exploration.nodes.count - 1) combinations of states have been active")
    XCTAssertLessThanOrEqual(exploration.edges.map(\.source).max() ?? 0, exploration.exploredCount)
    // The same machine within the limit.
    XCTAssertTrue(LifelineAnalysis.explore(try switches(4), workLimit: 200_000).isComplete)
  }

  /// A reaction of many microsteps is interrupted where it exceeds the limit, and reported as no fault.
  func testAReactionIsInterruptedAtTheLimitOfWork() throws {
    let regions = (0..<30).map { "  r\($0): {states: {a: {always: {if: x < 900, to: a, do: {set: {x: x + 1}}}}}}" }
    let machine = try readMachine(
      callbacks: "", events: "go",
      "context: {x: 900}\nstates:\n  o: {on: {go: {to: p, do: {set: {x: 0}}}}}\n  p:\n    regions:\n"
        + regions.map { "    \($0)" }.joined(separator: "\n"))
    let exploration = LifelineAnalysis.explore(MachineIndex.build(for: machine), workLimit: 1_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.work, 2_000)
    XCTAssertEqual(nodes(exploration), ["", "o"])
    XCTAssertEqual(exploration.faults.count, 0)
    XCTAssertGreaterThan(LifelineAnalysis.explore(MachineIndex.build(for: machine)).work, 3_000)
  }

  /// A configuration with many timers counts for more than one without.
  func testTimersCountAsWork() throws {
    let timers = (1...2_000).map { "\($0)ms: {do: c}" }.joined(separator: ", ")
    let machine = try readMachine(callbacks: "c", events: "", "states: {s: {after: {\(timers)}}}")
    let exploration = LifelineAnalysis.explore(MachineIndex.build(for: machine), workLimit: 1_000_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.nodes.count, 100)
    XCTAssertEqual(exploration.nodes[1].snapshot.timers.map(\.remaining), Array(1...2_000))
  }
}
