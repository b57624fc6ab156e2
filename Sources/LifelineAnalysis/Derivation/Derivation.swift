import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The kinds of tests that are derived.
package enum DerivationExtent: String, CaseIterable, Sendable {
  /// Tests of every transition, both outcomes of every guard, and every event that a state ignores.
  case transitions
  /// The same, and tests of every decision, and of every two transitions that can be taken one after the other.
  case pairs
}

/// The default limits of a derivation.
package enum DerivationLimits {
  /// The number of configurations that are explored.
  package static let nodes = 20_000
  /// The approximate number of stimuli in all tests together, those of tests that fail to be derived included.
  package static let steps = 1_000_000
}

/// Derives tests from a machine alone. Each test takes a shortest path to its subject, and expects what the interpreter
/// does there.
/// - Parameters:
///   - limit: The number of configurations that are explored.
///   - stepLimit: The approximate number of stimuli in all tests together.
package func deriveTests(
  for index: MachineIndex, extent: DerivationExtent, limit: Int = DerivationLimits.nodes,
  stepLimit: Int = DerivationLimits.steps
) -> DerivedTests {
  let exploration = explore(index, limit: limit)
  var derivation = Derivation(exploration, stepLimit: stepLimit)
  derivation.addTransitions()
  derivation.addGuards()
  derivation.addIgnoredEvents()
  if extent == .pairs {
    let leaving = exploration.groupEdges()
    derivation.addDecisions(leaving)
    derivation.addPairs(leaving)
  }
  var result = derivation.result
  result.gaps.sort { $0.range.start < $1.range.start }
  return result
}

/// The tests that have been derived so far from an exploration.
struct Derivation {
  private(set) var result = DerivedTests()
  let exploration: Exploration
  let usable: UsableValues
  /// The occurrences that the tests of transitions, guards and decisions are about.
  var covered: Set<Exploration.Occurrence> = []
  private var approaches: Approaches
  private let stepLimit: Int
  private var stepCount = 0
  /// The ranges without a test because of the limit.
  private var untested: Set<SourceRange> = []

  var machine: Machine { exploration.machine }

  init(_ exploration: Exploration, stepLimit: Int) {
    self.exploration = exploration
    self.stepLimit = stepLimit
    usable = .collect(from: exploration.environment)
    approaches = Approaches.prepare(for: exploration)
  }

  // MARK: - Subjects

  mutating func addTransitions() {
    machine.forEachTransition { transition in
      guard let occurrence = exploration.taken[transition.id.index] else {
        return addGap("this transition is not tested: \(reasonNotReached)", at: transition.range)
      }
      guard covered.insert(occurrence).inserted else { return }
      addTest(of: occurrence, about: transition.source, at: transition.range)
    }
  }

  mutating func addGuards() {
    var guards: [(id: Guard, state: ID<State>?, range: SourceRange)] = []
    machine.forEachTransition { transition in
      guard let condition = transition.condition else { return }
      guards.append((.transition(transition.id), transition.source, condition.range))
    }
    for case .choice(let range) in exploration.guardResults.keys { guards.append((.choice(range), nil, range)) }
    guards.sort { $0.range.start < $1.range.start }
    for (id, state, range) in guards {
      guard let decision = exploration.guardResults[id] else { continue }
      for (occurrence, outcome) in [(decision.holds, "holds"), (decision.fails, "does not hold")] {
        guard let occurrence else {
          addGap("no test covers that this \(outcome): \(reasonNotReached)", at: range)
          continue
        }
        guard covered.insert(occurrence).inserted else { continue }
        addTest(of: occurrence, about: state ?? firstAtomicState(in: occurrence.node), at: range)
      }
    }
  }

  /// Adds tests of the events that each atomic state ignores, in the nearest nodes in which it does.
  mutating func addIgnoredEvents() {
    let events = machine.events.indices.filter { !machine.events[$0].isInternal }.map { ID<Event>($0) }
    var open = [ID<State>: [ID<Event>]](
      uniqueKeysWithValues: machine.states.filter(\.isAtomic).map { ($0.id, events) })
    // In the first nodes, another region may handle an event.
    var attempts: [ID<State>: Int] = [:]
    var found: [(state: ID<State>, node: Int, events: [ID<Event>])] = []
    for (index, node) in exploration.nodes.enumerated() where !open.isEmpty {
      for state in node.snapshot.configuration {
        guard let wanted = open[state], !wanted.isEmpty, attempts[state, default: 0] < 8 else { continue }
        attempts[state, default: 0] += 1
        let ignored = wanted.filter { ignores($0, in: node.snapshot) }
        guard !ignored.isEmpty else { continue }
        open[state] = wanted.filter { !ignored.contains($0) }
        found.append((state, index, ignored))
      }
    }
    for (state, node, events) in found.sorted(by: { $0.state < $1.state }) {
      let stimuli = events.map(usable.stimulus)
      addTest(in: node, about: state, at: machine[state].range) { recorder in
        for stimulus in stimuli { recorder.apply(stimulus, isExpected: true) }
      }
    }
  }

  private func ignores(_ event: ID<Event>, in snapshot: Snapshot) -> Bool {
    guard usable.canApply(usable.stimulus(for: event)) else { return false }
    var run = Interpreter(exploration.index, at: snapshot)
    let reaction = run.apply(usable.stimulus(for: event))
    return reaction.treatment == .ignored && reaction.fault == nil
  }

  func firstAtomicState(in node: Int) -> ID<State> {
    exploration.nodes[node].snapshot.configuration.first { machine[$0].isAtomic } ?? Machine.root
  }

  // MARK: - Tests and gaps

  /// Adds a test of what happens in an occurrence, and of a stimulus that follows, if any.
  mutating func addTest(
    of occurrence: Exploration.Occurrence, about state: ID<State>, at range: SourceRange,
    followedBy next: Stimulus? = nil
  ) {
    addTest(in: occurrence.node, about: state, at: range) { recorder in
      if case .send = occurrence.stimulus.kind { recorder.passMoment() }
      recorder.apply(occurrence.stimulus, isExpected: true)
      if let next { recorder.apply(next, isExpected: true) }
    }
  }

  /// Adds a test that goes to a node and expects what happens in `body`, or a gap if there can be no such test.
  mutating func addTest(
    in node: Int, about state: ID<State>, at range: SourceRange, _ body: (inout DerivedTestRecorder) -> Void
  ) {
    // Check the limit first, because paths can be as long as there are nodes.
    guard stepCount <= stepLimit else {
      if untested.insert(range).inserted { addGap("this is not tested: there would be too many tests", at: range) }
      return
    }
    let approach = approaches.approach(to: node)
    var recorder = DerivedTestRecorder(exploration.index, from: approach.beginning, state: state, range: range)
    for stimulus in approach.stimuli { recorder.apply(stimulus, isExpected: false) }
    body(&recorder)
    stepCount += recorder.test.approach.count + recorder.test.steps.count
    if let reason = obstacle(to: recorder) {
      addGap("this is not tested: \(reason)", at: range)
    } else {
      result.tests.append(recorder.test)
    }
  }

  private func obstacle(to recorder: DerivedTestRecorder) -> String? {
    if recorder.hasFault { return "the machine cannot go on there" }
    for cause in recorder.test.approach + recorder.test.steps.map(\.cause) {
      guard case .send(let event, let arguments) = cause,
        let parameter = usable.missing(among: arguments, of: event)
      else { continue }
      return "no scenario gives a value for `\(parameter.name)` of `\(machine[event].name)`"
    }
    return nil
  }

  private mutating func addGap(_ message: String, at range: SourceRange) {
    result.gaps.append(DerivedTests.Gap(message: message, range: range))
  }

  private var reasonNotReached: String {
    exploration.isComplete
      ? "nothing that the host can do leads there"
      : "the first \(exploration.nodes.count) configurations don't include it"
  }
}
