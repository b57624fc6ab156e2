import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the picture of a scenario, played for one combination of what its `where` varies.
///
/// If the scenario fails, the calls that it expects stand beside those that the machine makes, and the steps behind the
/// failure aren't played.
/// - Parameter combination: The index of the combination, below the scenario's ``Scenario/combinationCount``.
package func drawScenario(_ id: ID<Scenario>, combination: Int = 0, in index: MachineIndex) -> LifeLine {
  ScenarioPicture(id, combination, index).draw()
}

/// A scenario that is played for a picture of it.
private struct ScenarioPicture {
  private let index: MachineIndex
  private let scenario: Scenario
  /// The scenarios that it follows, the first one at the front, and itself.
  private let chain: [Scenario]
  private let combination: Int
  private let combinations: Combinations
  private let oracle: ScenarioOracle
  private var interpreter: Interpreter

  private var machine: Machine { index.machine }

  init(_ id: ID<Scenario>, _ combination: Int, _ index: MachineIndex) {
    self.index = index
    self.combination = combination
    scenario = index.machine[id]
    combinations = Combinations.collect(from: scenario, in: index)
    oracle = combinations.oracle(combination)
    chain = index.machine.chain(endingWith: scenario)
    let first = Combinations.collect(from: chain[0], in: index)
    interpreter = Interpreter(index, fields: first.oracle(combination).fields)
  }

  func draw() -> LifeLine {
    var copy = self
    return copy.play()
  }

  private mutating func play() -> LifeLine {
    let earlier = playEarlier()
    var run = ScenarioRun(oracle, from: chain.count > 1 ? .end(interpreter.snapshot) : .own)
    let failure = run.play()
    let showsExpectations = failure != nil || scenario.refutation != nil
    var builder = LifeLineBuilder(
      of: machine, title: scenario.name, subtitle: subtitle, showingExpectations: showsExpectations,
      knowingPast: oracle.givenStates.isEmpty, observing: oracle.observes)
    for step in earlier { builder.skip(step) }
    begin(&builder)
    for (position, step) in scenario.steps.enumerated() {
      guard position < run.stepCount else {
        builder.addUnplayed(
          stimulus(of: step), number: step.range.start.line, expecting: oracle.expectedTexts(of: step))
        continue
      }
      let isLast = position == run.stepCount - 1
      add(step, to: &builder, showingExpectations: showsExpectations, failure: isLast ? failure : nil)
    }
    if failure == nil || run.stepCount == scenario.steps.count { addEnding(to: &builder) }
    var picture = builder.finish(verdict: verdict(failure), remarks: remarks)
    if failure == nil, picture.promises.contains(where: { $0.outcome == .broken }) {
      picture.verdict?.holds = false
      picture.verdict?.text += ", but breaks a promise"
    }
    return picture
  }

  // MARK: The beginning

  /// Plays the scenarios that this one follows.
  /// - Returns: Their steps.
  private mutating func playEarlier() -> [LifeLineBuilder.Step] {
    var steps: [LifeLineBuilder.Step] = []
    for scenario in chain.dropLast() {
      if let start = start(scenario) { steps.append(start) }
      for step in scenario.steps { steps.append(perform(step)) }
    }
    return steps
  }

  /// Begins a scenario.
  /// - Returns: The start of the machine, if no step starts it and it isn't put into states.
  private mutating func start(_ scenario: Scenario) -> LifeLineBuilder.Step? {
    switch scenario.beginning {
    case .end: return nil
    case .states:
      _ = interpreter.resume(in: oracle.givenStates)
      return nil
    case .start:
      if case .start = scenario.steps.first?.kind { return nil }
      var recorder = RunRecorder()
      let reaction = interpreter.start(observer: &recorder)
      return LifeLineBuilder.Step(LifeLine.Stimulus(.start, "start"), reaction: reaction, deeds: recorder.deeds)
    }
  }

  private mutating func begin(_ builder: inout LifeLineBuilder) {
    let started = start(scenario)
    let line = scenario.beginningRange?.start.line
    switch scenario.beginning {
    case .start:
      if let started { builder.add(started) }
    case .states: builder.begin("given", in: interpreter.snapshot.configuration, number: line)
    case .end: builder.begin("follows", in: interpreter.snapshot.configuration, number: line)
    }
  }

  // MARK: Steps

  private mutating func perform(_ step: Step) -> LifeLineBuilder.Step {
    var recorder = RunRecorder()
    let reaction = interpreter.perform(step, observer: &recorder)
    return LifeLineBuilder.Step(
      stimulus(of: step, reaction.treatment), sending: step.sentEvent, number: step.range.start.line,
      reaction: reaction,
      deeds: recorder.deeds)
  }

  private mutating func add(
    _ step: Step, to builder: inout LifeLineBuilder, showingExpectations: Bool, failure: Failure?
  ) {
    let performed = perform(step)
    var alignment: Alignment?
    if showingExpectations, let expected = step.expectedCalls {
      alignment = oracle.alignment(of: oracle.observed(performed.reaction.calls), with: expected)
    }
    builder.add(performed, expecting: alignment)
    let isAboutCalls = alignment?.rows.contains(where: \.isDifference) ?? false
    guard let failure, !isAboutCalls, failure.fault == nil, failure.message != endingFailure?.message else { return }
    builder.add(mistake: failure.message)
  }

  private func stimulus(of step: Step, _ treatment: Treatment = .handled) -> LifeLine.Stimulus {
    switch step.kind {
    case .start: return LifeLine.Stimulus(.start, "start")
    case .send(let event, let arguments, _), .ignored(let event, let arguments):
      return machine.stimulus(sending: event, arguments, treatment)
    case .wait(let milliseconds, _): return machine.stimulus(waiting: milliseconds)
    case .set(let fields):
      return machine.stimulus(setting: fields.map { FieldValue(field: $0.field, value: $0.value) })
    }
  }

  private var endingFailure: Failure? {
    scenario.expectedState.flatMap { oracle.failure(of: $0, after: interpreter, "at the end") }
  }

  private func addEnding(to builder: inout LifeLineBuilder) {
    guard let expected = scenario.expectedState else { return }
    let failure = endingFailure
    let states = expected.states.map { machine[$0.state].path }
    let fields = expected.fields.map { "\(machine[$0.field].name): \($0.value)" }
    builder.add(
      ending: failure?.message ?? (states + fields).joined(separator: ", "), holds: failure == nil,
      number: expected.range.start.line)
  }

  // MARK: Words

  private var subtitle: String {
    let given = chain[0].fields.map { "\(machine[$0.field].name): \($0.value)" }
    let varied = combinations.count > 1 ? [combinations.text(combination)] : []
    let situation = (given + varied).joined(separator: ", ")
    return machine.name + (situation.isEmpty ? "" : " · with \(situation)")
  }

  private var remarks: [String] {
    guard let refutation = scenario.refutation else { return [] }
    let words = refutation.split(separator: "\n").joined(separator: " ")
    return ["the last step doesn't come out like that: \(words)"]
  }

  private func verdict(_ failure: Failure?) -> LifeLine.Verdict {
    if let failure { return LifeLine.Verdict(holds: false, text: "\(failure.kind.code): \(failure.message)") }
    return LifeLine.Verdict(holds: true, text: scenario.refutation == nil ? "holds" : "refuted")
  }
}

extension ScenarioOracle {
  /// Returns observed calls beside those that are expected; `nil` if the expectation can't be evaluated.
  fileprivate func alignment(of observed: [Reaction.MadeCall], with expected: CallPattern) -> Alignment? {
    guard var matcher = try? matcher(expected, observed) else { return nil }
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    return align(expected: texts, actual: observed.map { callText($0, in: machine) }) {
      matcher.ends(ofItem: $0, from: $1)
    }
  }

  /// Returns the calls that a step expects, as a spec writes them.
  fileprivate func expectedTexts(of step: Step) -> [String] {
    guard let expected = step.expectedCalls, let matcher = try? matcher(expected, []) else { return [] }
    return (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
  }
}

extension Machine {
  /// Returns the scenarios that a scenario follows, the first one at the front, and the scenario itself.
  fileprivate func chain(endingWith scenario: Scenario) -> [Scenario] {
    var chain = [scenario]
    while case .end(let other) = chain[0].beginning { chain.insert(self[other], at: 0) }
    return chain
  }

  /// Returns an event as a picture shows it.
  package func stimulus(
    sending event: ID<Event>, _ arguments: [Value], _ treatment: Treatment
  ) -> LifeLine.Stimulus {
    let values = zip(events[event.index].parameters, arguments).map { "\($0.name): \($1)" }
    let shown: LifeLine.Stimulus.Treatment =
      switch treatment {
      case .handled: .handled
      case .ignored: .ignored
      case .deferred: .deferred
      }
    return LifeLine.Stimulus(
      .event, events[event.index].name, arguments: values.joined(separator: ", "), treatment: shown)
  }

  /// Returns a wait as a picture shows it.
  package func stimulus(waiting milliseconds: Int) -> LifeLine.Stimulus {
    LifeLine.Stimulus(.wait, "wait \(Value.duration(milliseconds: milliseconds))")
  }

  /// Returns a change of facts as a picture shows it.
  package func stimulus(setting facts: [FieldValue]) -> LifeLine.Stimulus {
    let texts = facts.map { "\(self[$0.field].name) = \($0.value)" }
    return LifeLine.Stimulus(.set, "set \(texts.joined(separator: ", "))")
  }
}
