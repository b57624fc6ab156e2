import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The tests that follow from a machine alone: one for every transition, both outcomes of every guard and what every
/// state ignores, each by a way of as few stimuli as can be, with what the interpreter does as what is expected.
package struct Derivation: Sendable {
  /// Which tests are derived.
  package enum Extent: String, CaseIterable, Sendable {
    /// Every transition, both outcomes of every guard, and every event that a state ignores.
    case transitions
    /// These, every way in which facts, parameters and memory decide what a state does, and every two transitions of
    /// which one can follow the other.
    case pairs
  }

  /// How many configurations are looked at unless told otherwise.
  package static let standardLimit = 20_000
  /// How many stimuli a way from the start has at most, where a shorter one begins elsewhere.
  static let longestApproach = 12
  /// How many stimuli happen in all tests together, roughly, their ways included. What happens in tests that come to
  /// nothing counts, too.
  package static let standardStepLimit = 1_000_000

  /// The tests, in the order of what they are about, and what is not tested, in source order.
  package private(set) var result = DerivedTests()

  let exploration: Exploration
  var machine: Machine { exploration.chart.machine }
  let usable: UsableValues
  private var ways: [Int: Way] = [:]
  /// By node: how many stimuli lead there from before the start.
  private let distances: [Int]
  /// By node, as far as it was looked at: the snapshot after entering its states silently, if that is like the node.
  private var silentEntries: [Int: Snapshot?] = [:]
  private let stepLimit: Int
  private var stepCount = 0
  /// The places about which there is no test any more because there are too many.
  private var overflows: Set<SourceRange> = []

  /// A way to a node: where it begins, and what happens then.
  struct Way {
    var beginning: Snapshot
    var stimuli: [Stimulus]
  }

  /// Derives the tests of `chart`'s machine, looking at up to `limit` configurations and until `stepLimit` stimuli have
  /// happened in the tests.
  package init(
    of chart: MachineIndex, extent: Extent, limit: Int = Self.standardLimit, stepLimit: Int = Self.standardStepLimit
  ) {
    self.stepLimit = stepLimit
    exploration = Exploration(of: chart, limit: limit)
    usable = UsableValues(chart.machine)
    var distances: [Int] = []
    for node in exploration.nodes { distances.append(node.arrival.map { distances[$0.node] + 1 } ?? 0) }
    self.distances = distances
    addTransitions()
    addGuards()
    addIgnored()
    if extent == .pairs {
      let leaving = edgesByNode
      addDecisions(leaving)
      addPairs(leaving)
    }
    result.gaps.sort { $0.range.start < $1.range.start }
  }

  // MARK: - What is reached

  private mutating func addTransitions() {
    var covered: Set<Exploration.Occurrence> = []
    machine.forEachTransition { transition in
      guard let occurrence = exploration.taken[transition.id.index] else {
        result.gaps.append(
          DerivedTests.Gap(message: "this transition is not tested: \(reasonNotReached)", range: transition.range))
        return
      }
      guard covered.insert(occurrence).inserted else { return }
      add(occurrence, about: transition.source, at: transition.range)
    }
    reached = covered
  }

  var reached: Set<Exploration.Occurrence> = []

  private var reasonNotReached: String {
    exploration.isComplete
      ? "nothing that the host can do takes it"
      : "it is not among the first \(exploration.nodes.count) configurations"
  }

  private mutating func addGuards() {
    var guards: [(place: Guard, state: ID<State>, range: SourceRange)] = []
    machine.forEachTransition { transition in
      guard let condition = transition.condition else { return }
      guards.append((.transition(transition.id), transition.source, condition.range))
    }
    for case .choice(let range) in exploration.decisions.keys { guards.append((.choice(range), Machine.root, range)) }
    guards.sort { $0.range.start < $1.range.start }
    for (condition, state, range) in guards {
      guard let decision = exploration.decisions[condition] else { continue }
      for (occurrence, outcome) in [(decision.holds, "holds"), (decision.fails, "does not hold")] {
        guard let occurrence else {
          result.gaps.append(
            DerivedTests.Gap(message: "no test in which this \(outcome): \(reasonNotReached)", range: range))
          continue
        }
        guard reached.insert(occurrence).inserted else { continue }
        // An action's condition stands in no state of its own.
        let active = exploration.nodes[occurrence.node].snapshot.configuration
        let atomic = active.first { machine[$0].isAtomic }
        add(occurrence, about: state == Machine.root ? atomic ?? state : state, at: range)
      }
    }
  }

  /// For every atomic state the events that it ignores, in the nearest configurations in which it does.
  private mutating func addIgnored() {
    let events = machine.events.indices.filter { !machine.events[$0].isInternal }.map { ID<Event>($0) }
    var open = [Int: [ID<Event>]](
      uniqueKeysWithValues: machine.states.filter(\.isAtomic).map { ($0.id.index, events) })
    // Where another region takes what one ignores, a few more configurations are looked at.
    var looks: [Int: Int] = [:]
    var found: [(state: ID<State>, node: Int, events: [ID<Event>])] = []
    for (place, node) in exploration.nodes.enumerated() where !open.isEmpty {
      for state in node.snapshot.configuration {
        guard let wanted = open[state.index], !wanted.isEmpty, looks[state.index, default: 0] < 8 else { continue }
        looks[state.index, default: 0] += 1
        let ignored = wanted.filter { isIgnored($0, in: node.snapshot) }
        guard !ignored.isEmpty else { continue }
        open[state.index] = wanted.filter { !ignored.contains($0) }
        found.append((state, place, ignored))
      }
    }
    for (state, node, events) in found.sorted(by: { $0.state < $1.state }) {
      let stimuli = events.map(plain)
      addTest(through: node, about: state, at: machine.states[state.index].range) { run in
        for stimulus in stimuli { run.apply(stimulus, isExpected: true) }
      }
    }
  }

  private func plain(_ event: ID<Event>) -> Stimulus {
    Stimulus(.send(event, arguments: usable.arguments(of: event)))
  }

  private func isIgnored(_ event: ID<Event>, in snapshot: Snapshot) -> Bool {
    guard usable.canSend(event) else { return false }
    var run = Interpreter(exploration.chart, at: snapshot)
    var observation = Observation()
    let reaction = run.apply(plain(event), observer: &observation)
    return reaction.outcome == .ignored && reaction.fault == nil
  }

  // MARK: - Ways

  mutating func add(
    _ occurrence: Exploration.Occurrence, about state: ID<State>, at range: SourceRange,
    followedBy next: Stimulus? = nil
  ) {
    addTest(through: occurrence.node, about: state, at: range) { run in
      if case .send = occurrence.stimulus.kind { run.passMoment() }
      run.apply(occurrence.stimulus, isExpected: true)
      if let next { run.apply(next, isExpected: true) }
    }
  }

  /// Adds a test that goes to `node` and looks at what `body` does there; or the reason why there is none.
  mutating func addTest(
    through node: Int, about state: ID<State>, at range: SourceRange, _ body: (inout DerivedRun) -> Void
  ) {
    // Before anything is walked: ways can be as long as there are nodes.
    guard stepCount <= stepLimit else {
      if overflows.insert(range).inserted {
        result.gaps.append(DerivedTests.Gap(message: "this is not tested: the tests would be too many", range: range))
      }
      return
    }
    let way = way(to: node)
    var run = DerivedRun(exploration.chart, from: way.beginning, state: state, range: range)
    for stimulus in way.stimuli { run.apply(stimulus, isExpected: false) }
    body(&run)
    let test = run.test
    stepCount += test.approach.count + test.steps.count
    if let reason = obstacle(to: run) {
      result.gaps.append(DerivedTests.Gap(message: "this is not tested: \(reason)", range: range))
      return
    }
    result.tests.append(test)
  }

  private func obstacle(to run: DerivedRun) -> String? {
    if run.hasFault { return "the machine cannot go on there" }
    let test = run.test
    for cause in test.approach + test.steps.map(\.cause) {
      guard case .send(let event, let arguments) = cause else { continue }
      if let parameter = usable.missing(among: arguments, of: event) {
        return "no scenario gives a value for '\(parameter.name)' of '\(machine[event].name)'"
      }
    }
    return nil
  }

  /// The way to a node: from the start, or, where that is far, from what is like a nearer one or the node itself and
  /// can be entered silently.
  private mutating func way(to node: Int) -> Way {
    if let known = ways[node] { return known }
    let isFar = distances[node] > Self.longestApproach
    var stimuli: [Stimulus] = []
    var place = node
    var silent = isFar ? silentEntry(to: place) : nil
    while silent == nil, let arrival = exploration.nodes[place].arrival {
      stimuli.append(arrival.stimulus)
      place = arrival.node
      silent = isFar ? silentEntry(to: place) : nil
    }
    let way = Way(beginning: silent ?? exploration.nodes[place].snapshot, stimuli: stimuli.reversed())
    ways[node] = way
    return way
  }

  /// The snapshot after entering a node's states silently, if that is like the node.
  private mutating func silentEntry(to node: Int) -> Snapshot? {
    if let known = silentEntries[node] { return known }
    let entry = newSilentEntry(to: node)
    silentEntries[node] = .some(entry)
    return entry
  }

  private func newSilentEntry(to node: Int) -> Snapshot? {
    let snapshot = exploration.nodes[node].snapshot
    guard !snapshot.configuration.isEmpty else { return nil }
    var run = Interpreter(exploration.chart, fields: snapshot.fields)
    let states = snapshot.configuration.filter { machine[$0].isAtomic }
    guard run.resume(in: states).fault == nil else { return nil }
    let stimuli = exploration.stimuli
    return stimuli.identity(of: run.snapshot) == stimuli.identity(of: snapshot) ? run.snapshot : nil
  }
}
