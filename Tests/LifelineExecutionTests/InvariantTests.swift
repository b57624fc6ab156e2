import LifelineExecution
import LifelineModel
import XCTest

/// What holds of every machine, held to machines thrown together at random (always the same ones).
final class InvariantTests: XCTestCase {
  /// Each state calls `e` and its number when it is entered, `x` and its number when it is exited.
  func testRandomMachinesStayInConfigurationsAndEnterAndExitInTurn() throws {
    var random = Random(seed: 2)
    var runs = 0
    for _ in 0..<100 {
      let spec = RandomSpec(&random)
      guard let run = try? Run(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      runs += 1
      assertInvariants(run, &random, spec.text)
    }
    XCTAssertGreaterThan(runs, 75, "most of the random specs are to be readable")
  }

  private func assertInvariants(_ start: Run, _ random: inout Random, _ text: String) {
    var run = start.interpreter
    var entered: Set<String> = []
    var reaction = run.start()
    for _ in 0..<30 {
      if reaction.fault != nil { return }
      for call in reaction.calls {
        let name = start.machine[call.callback].name
        let state = String(name.dropFirst())
        if name.first == "e" {
          XCTAssertTrue(entered.insert(state).inserted, "\(name) twice:\n\(text)")
        } else {
          XCTAssertNotNil(entered.remove(state), "\(name) without entry:\n\(text)")
        }
      }
      let active = run.snapshot.configuration
      let numbers = active.map { String(start.machine[$0].name.dropFirst()) }
      XCTAssertEqual(entered, Set(numbers.filter { !$0.isEmpty }), text)
      assertConfiguration(active, of: start.machine, text)
      for timer in run.snapshot.timers {
        XCTAssertTrue(active.contains(timer.state), text)
        XCTAssertGreaterThan(timer.remaining, 0, text)
      }
      if reaction.outcome == .ignored, reaction.taken.isEmpty { XCTAssertEqual(reaction.calls, [], text) }
      reaction =
        random.below(4) == 0
        ? run.advance(byMilliseconds: random.below(3000)) : run.send(ID(random.below(3)))
    }
  }

  private func assertConfiguration(_ active: StateSet, of machine: Machine, _ text: String) {
    XCTAssertTrue(active.contains(Machine.root), text)
    for state in active {
      let children = machine.properChildren(of: state).filter(active.contains)
      switch machine[state].kind {
      case .atomic, .final: XCTAssertEqual(children, [], text)
      case .compound: XCTAssertEqual(children.count, 1, text)
      case .parallel: XCTAssertEqual(children, machine.properChildren(of: state), text)
      case .history: XCTFail("a history is active:\n\(text)")
      }
      if let parent = machine[state].parent { XCTAssertTrue(active.contains(parent), text) }
    }
  }
}

/// A spec whose states are `s1`, `s2` and so on; `@` stands for a target that is not chosen yet.
struct RandomSpec {
  private(set) var text = ""
  private var count = 0
  private var names: [String] = []
  private var histories: [String] = []

  var callbacks: String { (1...max(1, count)).flatMap { ["e\($0)", "x\($0)"] }.joined(separator: " ") }

  init(_ random: inout Random) {
    let tree = children(depth: 0, isParallel: random.below(3) == 0, &random)
    // Targets are chosen when all names are known.
    for (place, part) in tree.split(separator: "@", omittingEmptySubsequences: false).enumerated() {
      if place > 0 { text += random.element(names + histories) }
      text += part
    }
  }

  private mutating func children(depth: Int, isParallel: Bool, _ random: inout Random) -> String {
    let number = 2 + random.below(2)
    let states = (0..<number).map { _ in state(depth: depth + 1, canBeFinal: !isParallel, &random) }
    var body = states.map(\.text)
    if depth > 0, !isParallel, random.below(3) == 0 {
      count += 1
      histories.append("h\(count)")
      let kind = random.below(2) == 0 ? "deep" : "shallow"
      body.append("h\(count): {history: \(kind), default: \(random.element(states.map(\.name)))}")
    }
    return "\(isParallel ? "regions" : "states"): {\(body.joined(separator: ", "))}"
  }

  private mutating func state(
    depth: Int, canBeFinal: Bool, _ random: inout Random
  ) -> (name: String, text: String) {
    count += 1
    let number = count
    let name = "s\(number)"
    names.append(name)
    var parts = ["entry: e\(number)", "exit: x\(number)"]
    if canBeFinal, random.below(10) == 0 {
      return (name, "\(name): {entry: e\(number), exit: x\(number), final: true}")
    }
    var handlers: [String] = []
    for event in ["a", "b", "c"] where random.below(3) == 0 {
      handlers.append("\(event): {to: @\(random.below(4) == 0 ? ", reenter: true" : "")}")
    }
    if random.below(8) == 0 { handlers.append("\"*\": {to: @}") }
    if !handlers.isEmpty { parts.append("on: {\(handlers.joined(separator: ", "))}") }
    if random.below(6) == 0 { parts.append("after: {\(1 + random.below(3))s: @}") }
    if random.below(12) == 0 { parts.append("always: {if: in(@), to: @}") }
    if random.below(8) == 0, !handlers.contains(where: { $0.hasPrefix("b") }) { parts.append("defer: b") }
    if depth < 3, random.below(5) < 3 {
      parts.append(children(depth: depth, isParallel: random.below(3) == 0, &random))
      if random.below(4) == 0 { parts.append("done: @") }
    }
    return (name, "\(name): {\(parts.joined(separator: ", "))}")
  }
}
