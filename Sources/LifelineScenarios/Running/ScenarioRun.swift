import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A scenario that is played for one combination of the values of `where`.
package struct ScenarioRun {
  /// The situation in which a scenario begins.
  package enum Beginning {
    /// The beginning that the scenario describes.
    case own
    /// The end of the scenario that it follows.
    case end(Snapshot)
    /// The snapshot before a step. What comes before isn't played.
    case step(Int, Snapshot)
  }

  private let oracle: ScenarioOracle
  private let beginning: Beginning
  private var interpreter: Interpreter

  /// The coverage counts, if recording is enabled. The last step of a refuted scenario isn't counted.
  private(set) var profile: CoverageProfile?
  /// The number of steps that were played up to the first failure.
  private(set) var stepCount = 0
  /// The reactions of the machine, if they are to be recorded and the machine could go on.
  private(set) var reactions: ScenarioReactions?
  /// The first failure, if the run has one.
  private(set) var failure: Failure?
  /// The first failure of a refuted scenario that contradicts its claim.
  private var contradiction: Failure?

  /// The snapshot that the run has reached.
  package var end: Snapshot { interpreter.snapshot }

  private var scenario: Scenario { oracle.scenario }

  /// Creates a run of the oracle's scenario.
  /// - Parameters:
  ///   - index: The machine that runs, if it isn't that of the oracle: a mutant of that.
  ///   - profile: The coverage counts to add to; `nil` to record nothing.
  ///   - records: Whether to record the reactions. The run then goes on after a failure, as long as the machine can.
  package init(
    _ oracle: ScenarioOracle, on index: MachineIndex? = nil, from beginning: Beginning, profile: CoverageProfile? = nil,
    recordingReactions records: Bool = false
  ) {
    self.oracle = oracle
    self.beginning = beginning
    self.profile = profile
    let index = index ?? oracle.index
    interpreter =
      switch beginning {
      case .own: Interpreter(index, fields: oracle.fields)
      case .end(let snapshot), .step(_, let snapshot): Interpreter(index, at: snapshot)
      }
    reactions = records ? ScenarioReactions(end: interpreter) : nil
  }

  /// Plays the scenario up to the end or the first failure.
  ///
  /// Every step of a refuted scenario but the last must hold. The last, together with `then` and `never`, must not.
  /// A fault always fails.
  /// - Parameter observe: A function that is called before the first step and after each, with the snapshot and the coverage
  ///   counts so far.
  /// - Returns: The failure, or `nil` if the scenario holds.
  package mutating func play(observing observe: ((Snapshot, CoverageProfile?) -> Void)? = nil) -> Failure? {
    profile?.beginPlay()
    var first = 0
    if case .step(let step, _) = beginning { first = step } else { failure = begin() }
    profile?.add(interpreter.snapshot.configuration)
    observe?(interpreter.snapshot, profile)
    for (position, step) in scenario.steps.enumerated().dropFirst(first) {
      guard failure == nil || reactions != nil else { return failure }
      let isLast = position == scenario.steps.count - 1
      let stepFailure = play(step, isLast: isLast)
      failure = failure ?? stepFailure
      observe?(interpreter.snapshot, profile)
    }
    reactions?.end = interpreter
    failure = failure ?? failureAtTheEnd()
    return failure
  }

  private func failureAtTheEnd() -> Failure? {
    let failure = scenario.expectedState.flatMap { oracle.failure(of: $0, after: interpreter, "at the end") }
    guard scenario.refutation != nil else { return failure }
    if contradiction != nil || failure != nil { return nil }
    return Failure(
      .refutedHolds, "this is refuted, but the machine behaves like that", at: scenario.range,
      notes: (scenario.steps.last?.range).map {
        [Failure.Note(message: "the last step, with `then` and `never`, must fail", range: $0)]
      } ?? [])
  }

  private mutating func begin() -> Failure? {
    let range = scenario.beginningRange ?? scenario.range
    switch scenario.beginning {
    case .end:
      return nil
    case .states:
      let states = oracle.givenStates
      guard let fault = interpreter.resume(in: states).fault else { return nil }
      reactions = nil
      if fault.kind == .noConfiguration {
        let names = states.map { "`\(oracle.machine[$0].path)`" }.joined(separator: ", ")
        return Failure(.noConfiguration, "\(names) cannot be active together", at: range)
      }
      return Failure(fault, doing: "`given`", at: range)
    case .start:
      if case .start = scenario.steps.first?.kind { return nil }
      var guards = GuardRecorder()
      let reaction = interpreter.start(observer: &guards)
      profile?.add(reaction, guards.outcomes, in: oracle.machine, observes: oracle.observes)
      profile?.addPromises(keptBy: reaction, guards.entries, observes: oracle.observes)
      if let fault = reaction.fault {
        reactions = nil
        return Failure(fault, doing: "starting", at: range)
      }
      reactions?.start = reaction
      if let failure = oracle.untakenFailure(in: reaction, doing: "starting", at: range) { return failure }
      return oracle.failure(
        ofCalls: reaction.calls, .sequence([]), doing: "starting (without a `start` step)", at: range)
    }
  }

  private mutating func play(_ step: Step, isLast: Bool) -> Failure? {
    var guards = GuardRecorder()
    var nothing = NoObserver()
    let reaction =
      profile == nil
      ? interpreter.perform(step, observer: &nothing) : interpreter.perform(step, observer: &guards)
    let isRefuted = scenario.refutation != nil
    if failure == nil {
      stepCount += 1
      let weight = isLast && isRefuted ? 0 : 1
      let observes = step.expectedCalls == nil ? { _ in false } : oracle.observes
      profile?.add(reaction, guards.outcomes, in: oracle.machine, weight: weight, observes: observes)
      profile?.addPromises(
        keptBy: reaction, guards.entries, sending: step.sentEvent, weight: weight, observes: observes)
    }
    if let fault = reaction.fault {
      reactions = nil
      return Failure(fault, doing: step.title(in: oracle.machine), at: step.range)
    }
    reactions?.steps.append(ScenarioReactions.StepReaction(reaction: reaction, after: interpreter))
    let failure = oracle.failure(of: step, reaction: reaction, after: interpreter)
    let forbidden = oracle.forbiddenCallFailure(in: reaction.calls, of: step)
    guard isRefuted, failure?.fault == nil else { return failure ?? forbidden }
    contradiction = contradiction ?? forbidden
    guard isLast else { return failure }
    contradiction = contradiction ?? failure
    return nil
  }
}

/// The things that a machine does in a scenario for one combination of the values of `where`, whatever the scenario
/// expects.
struct ScenarioReactions {
  /// The reaction to a step.
  struct StepReaction {
    var reaction: Reaction
    /// The machine after the step.
    var after: Interpreter
  }

  /// The reaction to starting, if the machine starts without a `start` step.
  var start: Reaction?
  var steps: [StepReaction] = []
  /// The machine at the end.
  var end: Interpreter
}

extension Interpreter {
  /// Does to the machine what the host does in `step`.
  mutating func perform(_ step: Step, observer: inout some InterpreterObserver) -> Reaction {
    switch step.kind {
    case .start: return start(observer: &observer)
    case .send(let event, let arguments, _), .ignored(let event, let arguments):
      return send(event, arguments: arguments, observer: &observer)
    case .wait(let milliseconds, _): return advance(byMilliseconds: milliseconds, observer: &observer)
    case .set(let fields):
      for field in fields { set(field.field, to: field.value) }
      return Reaction()
    }
  }
}
