import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The kinds of tests that are derived.
package enum DerivationExtent: String, CaseIterable, Sendable {
  /// Tests of every transition, both outcomes of every guard, every event that a state ignores, every answer to a
  /// question, and every call between two others.
  case transitions
  /// The same, and tests of every decision, and of every two transitions that can be taken one after the other.
  case pairs
}

/// The limits of a derivation.
package struct DerivationLimits: Sendable {
  /// The number of configurations that are explored if there is no complete exploration already.
  package var nodes = 20_000
  /// The work of the exploration and of everything after it.
  package var work = 100_000_000
  /// The number of tests about one transition, guard or state.
  package var testsOfPart = 1_000
  /// The approximate number of stimuli and expectations in all tests together, those of tests that fail to be derived
  /// included.
  package var size = 500_000

  package init() {}
}

/// Derives tests from a machine alone. Each test takes a shortest path to its subject, and expects what the interpreter
/// does there.
/// - Parameters:
///   - limits: The bounds of the work and of the tests.
///   - known: An exploration of the machine, if there is one already. It's used if it's complete: what an incomplete one
///     contains depends on its limit, and the tests don't.
package func deriveTests(
  for index: MachineIndex, extent: DerivationExtent, limits: DerivationLimits = DerivationLimits(),
  knowing known: Exploration? = nil
) -> DerivedTests {
  let usable = known.flatMap { $0.isComplete && !$0.environment.values.containNaN ? $0 : nil }
  let exploration =
    usable ?? explore(modelEnvironment(of: index).withoutNaN(), limit: limits.nodes, workLimit: limits.work)
  var derivation = Derivation(exploration, limits: limits)
  derivation.addTransitions()
  derivation.addGuards()
  derivation.addIgnoredEvents()
  derivation.addPromises()
  if extent == .pairs {
    let leaving = exploration.edgesWithTargetsByNode()
    derivation.addDecisions(leaving)
    derivation.addPairs(leaving)
    derivation.addGapOfWork()
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
  let limits: DerivationLimits
  private(set) var work = 0
  private var size = 0
  private var testCounts: [SourceRange: Int] = [:]
  /// The ranges of which tests are left out because of a limit.
  private var limited: Set<SourceRange> = []

  var machine: Machine { exploration.machine }

  init(_ exploration: Exploration, limits: DerivationLimits) {
    self.exploration = exploration
    self.limits = limits
    usable = .collect(from: exploration.environment)
    approaches = Approaches.prepare(for: exploration)
  }

  // MARK: - Subjects

  mutating func addTransitions() {
    machine.forEachOwnTransition { transition in
      guard let occurrence = exploration.taken[transition.id.index] else {
        return addGap("this transition is not tested: \(reasonNotReached)", at: transition.range)
      }
      guard covered.insert(occurrence).inserted else { return }
      addTest(of: occurrence, about: transition.source, at: transition.range)
    }
  }

  mutating func addGuards() {
    var guards: [(id: Guard, state: ID<State>?, range: SourceRange)] = []
    machine.forEachOwnTransition { transition in
      guard let condition = transition.condition else { return }
      guards.append((.transition(transition.id), transition.source, condition.range))
    }
    for case .choice(let range, nil) in exploration.guardOutcomes.keys {
      guards.append((.choice(range, in: nil), nil, range))
    }
    guards.sort { $0.range.start < $1.range.start }
    for (id, state, range) in guards {
      guard let decision = exploration.guardOutcomes[id] else { continue }
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
    let events = machine.declared.events.indices.filter { !machine.events[$0].isInternal }.map { ID<Event>($0) }
    var open = [ID<State>: [ID<Event>]](
      uniqueKeysWithValues: machine.declared.states.filter(\.isAtomic).map { ($0.id, events) })
    // In the first nodes, another region may handle an event.
    var attempts: [ID<State>: Int] = [:]
    var found: [(state: ID<State>, node: Int, events: [ID<Event>])] = []
    for (index, node) in exploration.nodes.enumerated() where !open.isEmpty && hasWorkLeft {
      for state in node.snapshot.configuration {
        guard let wanted = open[state], !wanted.isEmpty, attempts[state, default: 0] < 8 else { continue }
        attempts[state, default: 0] += 1
        let ignored = wanted.filter { ignores($0, in: node.snapshot) }
        count(wanted.count * exploration.environment.size(of: node.snapshot))
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

  private mutating func ignores(_ event: ID<Event>, in snapshot: Snapshot) -> Bool {
    guard usable.canApply(usable.stimulus(for: event)) else { return false }
    var run = Interpreter(exploration.index, at: snapshot)
    var observation = Observation(visitLimit: max(0, limits.work - work))
    let reaction = run.apply(usable.stimulus(for: event), observer: &observation)
    count(observation.visitCount)
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
    // Check the limits first, because paths can be as long as there are nodes.
    if let reason = limitReached(at: range) {
      if limited.insert(range).inserted { addGap("not everything about this is tested: \(reason)", at: range) }
      return
    }
    testCounts[range, default: 0] += 1
    let approach = approaches.approach(to: node)
    var recorder = DerivedTestRecorder(exploration.index, from: approach.beginning, state: state, range: range)
    for stimulus in approach.stimuli { recorder.apply(stimulus, isExpected: false) }
    body(&recorder)
    size += recorder.test.size
    count(recorder.work)
    if let reason = obstacle(to: recorder) {
      addGap("this is not tested: \(reason)", at: range)
    } else {
      result.tests.append(recorder.test)
    }
  }

  /// Returns the reason why there can't be another test of a part of the spec, if there is one.
  private func limitReached(at range: SourceRange) -> String? {
    if testCounts[range, default: 0] >= limits.testsOfPart {
      return """
        there would be more than \(grouped(limits.testsOfPart)) tests of it; bound the numbers on which it depends, or write \
        scenarios for what matters
        """
    }
    if size > limits.size {
      return """
        all tests together would have more than \(grouped(limits.size)) steps and expectations; write scenarios for what matters
        """
    }
    return hasWorkLeft ? nil : "deriving the tests would take too much work; write scenarios for what matters"
  }

  /// Adds to the work that was done since the exploration.
  /// - Returns: Whether there is work left.
  @discardableResult
  mutating func count(_ work: Int) -> Bool {
    self.work += work
    return hasWorkLeft
  }

  var hasWorkLeft: Bool { work <= limits.work }

  /// Adds a gap if decisions and pairs were left out because they would have taken too much work.
  mutating func addGapOfWork() {
    if hasWorkLeft { return }
    addGap(
      "not all decisions and pairs of transitions are tested: deriving the tests would take too much work",
      at: machine.nameRange)
  }

  private func obstacle(to recorder: DerivedTestRecorder) -> String? {
    if recorder.hasFault { return "the generated machine would trap there" }
    for cause in recorder.test.approach + recorder.test.steps.map(\.cause) {
      guard case .send(let event, let arguments) = cause,
        let parameter = usable.missing(among: arguments, of: event)
      else { continue }
      return "no scenario gives a value for `\(parameter.name)` of `\(machine[event].name)`"
    }
    return nil
  }

  mutating func addGap(_ message: String, at range: SourceRange) {
    result.gaps.append(DerivedTests.Gap(message: message, range: range))
  }

  var reasonNotReached: String {
    switch exploration.bound {
    case nil: "nothing that the host can do leads there"
    case .nodes: "the first \(counted(exploration.configurationCount, "configuration")) don't include it"
    case .work:
      "the exploration took too much work after \(counted(exploration.exploredCount, "configuration")) without it"
    case .combinations: "the exploration \(exploration.earlyEnd ?? "ended early")"
    case .memory: "the exploration ended early, because it takes too much memory"
    case .loops: "the exploration ended early, because the machine has endless loops"
    }
  }
}
