import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the picture of a scenario, played for one combination of what its `where` varies.
///
/// If the scenario fails, the calls that it expects stand beside those that the machine makes, and the steps behind the
/// failure aren't played.
/// - Parameters:
///   - combination: The index of the combination, below the scenario's ``Scenario/combinationCount``.
///   - countsCombinations: Whether the subtitle says which combination of how many it is, if there are several.
package func drawScenario(
  _ id: ID<Scenario>, combination: Int = 0, countingCombinations countsCombinations: Bool = false,
  in index: MachineIndex
) -> LifeLine {
  ScenarioPicture(id, combination, countsCombinations, index).draw()
}

/// A scenario that is played for a picture of it.
private struct ScenarioPicture {
  private let index: MachineIndex
  private let scenario: Scenario
  /// The scenarios that it follows, the first one at the front, and itself.
  private let chain: [Scenario]
  private let combination: Int
  private let countsCombinations: Bool
  private let combinations: Combinations
  private let oracle: ScenarioOracle
  private var interpreter: Interpreter
  /// Whether the machine can't be put into the states in which the scenario begins.
  private var cannotBegin = false

  private var machine: Machine { index.machine }

  init(_ id: ID<Scenario>, _ combination: Int, _ countsCombinations: Bool, _ index: MachineIndex) {
    self.index = index
    self.combination = combination
    self.countsCombinations = countsCombinations
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
      knowing: oracle.givenStates.isEmpty ? .whole : .sinceGivenStates, observing: oracle.observes)
    for step in earlier { builder.skip(step) }
    begin(&builder, failure)
    for step in scenario.steps.prefix(run.stepCount) {
      add(step, to: &builder, showingExpectations: showsExpectations)
    }
    builder.addOverdue()
    for step in scenario.steps.dropFirst(run.stepCount) {
      builder.addUnplayed(
        stimulus(of: step), number: step.range.start.line, expecting: oracle.expectedTexts(of: step))
    }
    if failure == nil || run.stepCount == scenario.steps.count { addEnding(to: &builder) }
    if let failure, failure.kind == .refutedHolds { builder.add(mistake: failure.message) }
    var picture = builder.finish(verdict: verdict(failure), remarks: remarks(failure))
    if failure == nil, builder.breaksPromise {
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
      cannotBegin = interpreter.resume(in: oracle.givenStates).fault != nil
      return nil
    case .start:
      if case .start = scenario.steps.first?.kind { return nil }
      var recorder = RunRecorder()
      let reaction = interpreter.start(observer: &recorder)
      var start = LifeLineBuilder.Step(LifeLine.Stimulus(.start, "start"), reaction: reaction, deeds: recorder.deeds)
      start.ends = interpreter.snapshot.isFinished
      return start
    }
  }

  private mutating func begin(_ builder: inout LifeLineBuilder, _ failure: Failure?) {
    let started = start(scenario)
    let line = scenario.beginningRange?.start.line
    switch scenario.beginning {
    case .start:
      guard let started else { return }
      let calls = oracle.observed(started.reaction.calls)
      // Without a step `start`, the start makes no calls.
      var expected = ExpectedStep()
      if !calls.isEmpty { expected.alignment = try? oracle.alignment(of: calls, with: .sequence([])).alignment }
      builder.add(started, expecting: expected)
    case .states:
      guard !cannotBegin else {
        return builder.add(impossible: "given", number: line, mistake: failure?.message ?? "nothing begins like that")
      }
      builder.begin("given", in: interpreter.snapshot.configuration, number: line)
    case .end: builder.begin("follows", in: interpreter.snapshot.configuration, number: line)
    }
  }

  // MARK: Steps

  private mutating func perform(_ step: Step) -> LifeLineBuilder.Step {
    var recorder = RunRecorder()
    let wasFinished = interpreter.snapshot.isFinished
    let reaction = interpreter.perform(step, observer: &recorder)
    var performed = LifeLineBuilder.Step(
      stimulus(of: step, reaction), sending: step.sentEvent, number: step.range.start.line,
      reaction: reaction,
      deeds: recorder.deeds)
    if case .wait(let milliseconds, _) = step.kind { performed.elapsed = milliseconds }
    performed.ends = interpreter.snapshot.isFinished && !wasFinished
    return performed
  }

  private mutating func add(_ step: Step, to builder: inout LifeLineBuilder, showingExpectations: Bool) {
    let performed = perform(step)
    var expected = ExpectedStep()
    expected.forbidden = Set(scenario.never)
    var mistakes: [String] = []
    if let pattern = step.expectedCalls {
      do throws(Fault) {
        let calls = oracle.observed(performed.reaction.calls)
        let (alignment, choices) = try oracle.alignment(of: calls, with: pattern)
        expected.choices = choices
        if showingExpectations { expected.alignment = alignment }
      } catch {
        mistakes.append(Failure(error, doing: "an expectation", at: step.range).message)
      }
    }
    builder.add(performed, expecting: expected)
    guard performed.reaction.fault == nil else { return }
    mistakes += oracle.mistakes(in: step, performed.reaction, after: interpreter)
    for mistake in mistakes { builder.add(mistake: mistake) }
  }

  private func stimulus(of step: Step, _ reaction: Reaction? = nil) -> LifeLine.Stimulus {
    switch step.kind {
    case .start: return LifeLine.Stimulus(.start, "start")
    case .send(let event, let arguments, _), .ignored(let event, let arguments):
      return machine.stimulus(sending: event, arguments, reaction)
    case .wait(let milliseconds, _): return machine.stimulus(waiting: milliseconds)
    case .set(let fields):
      return machine.stimulus(setting: fields.map { FieldValue(field: $0.field, value: $0.value) })
    }
  }

  private func addEnding(to builder: inout LifeLineBuilder) {
    guard let expected = scenario.expectedState else { return }
    let mistakes = oracle.mistakes(in: expected, after: interpreter, "at the end")
    let states = expected.states.map { machine[$0.state].path }
    let fields = expected.fields.map { "\(machine[$0.field].name): \($0.value)" }
    builder.add(
      ending: (mistakes.isEmpty ? states + fields : mistakes).joined(separator: mistakes.isEmpty ? ", " : "; "),
      holds: mistakes.isEmpty, number: expected.range.start.line)
  }

  // MARK: Words

  private var subtitle: String {
    let given = chain[0].fields.map { "\(machine[$0.field].name): \($0.value)" }
    let varied = combinations.count > 1 ? [combinations.text(combination)] : []
    let situation = (given + varied).joined(separator: ", ")
    let isCounted = countsCombinations && combinations.count > 1
    return machine.name + (isCounted ? " · combination \(combination + 1) of \(grouped(combinations.count))" : "")
      + (situation.isEmpty ? "" : " · with \(situation)")
  }

  private func remarks(_ failure: Failure?) -> [String] {
    guard let refutation = scenario.refutation else { return [] }
    let words = refutation.split(separator: "\n").joined(separator: " ")
    let beginning = failure == nil ? "the last step doesn't come out like that" : "refuted, as the spec says"
    return ["\(beginning): \(words)"]
  }

  private func verdict(_ failure: Failure?) -> LifeLine.Verdict {
    if let failure { return LifeLine.Verdict(holds: false, text: "\(failure.kind.code): \(failure.message)") }
    return LifeLine.Verdict(holds: true, text: scenario.refutation == nil ? "holds" : "refuted")
  }
}

extension ScenarioOracle {
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
  /// - Parameter reaction: The answer of the machine; `nil` if the event isn't sent.
  package func stimulus(
    sending event: ID<Event>, _ arguments: [Value], _ reaction: Reaction?
  ) -> LifeLine.Stimulus {
    stimulus(
      sending: event, writing: zip(events[event.index].parameters, arguments).map { "\($0.name): \($1)" }, reaction)
  }

  /// Returns an event of the host as a picture shows it, with arguments as texts.
  package func stimulus(
    sending event: ID<Event>, writing arguments: [String], _ reaction: Reaction?
  ) -> LifeLine.Stimulus {
    let shown: LifeLine.Stimulus.Treatment =
      switch reaction?.treatment {
      // A machine that faults has neither ignored nor deferred the event.
      case _ where reaction?.fault != nil: .handled
      case .handled, nil: .handled
      case .ignored: .ignored
      case .deferred: .deferred
      }
    return LifeLine.Stimulus(
      .event, events[event.index].name, arguments: arguments, treatment: shown)
  }

  /// Returns a wait as a picture shows it.
  package func stimulus(waiting milliseconds: Int) -> LifeLine.Stimulus {
    LifeLine.Stimulus(.wait, "wait \(Value.duration(milliseconds: milliseconds))")
  }

  /// Returns a change of facts as a picture shows it.
  package func stimulus(setting facts: [FieldValue]) -> LifeLine.Stimulus {
    LifeLine.Stimulus(.set, "set", arguments: facts.map { "\(self[$0.field].name) = \($0.value)" })
  }
}
