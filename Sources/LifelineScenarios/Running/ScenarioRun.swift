import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A scenario that is played for one combination of the values of `where`.
package struct ScenarioRun {
  /// The situation in which a scenario begins.
  package enum Beginning {
    /// The beginning that the scenario describes, with these values in the fields.
    case own(fields: [Value])
    /// The end of the scenario that it follows.
    case end(Snapshot)
  }

  private let oracle: ScenarioOracle
  private var interpreter: Interpreter

  /// The coverage counts, if recording is enabled. The last step of a refuted scenario isn't counted.
  private(set) var profile: CoverageProfile?
  /// The number of steps that were played.
  private(set) var stepCount = 0
  /// The first failure of a refuted scenario that contradicts its claim.
  private var contradiction: Failure?

  /// The snapshot that the run has reached.
  package var end: Snapshot { interpreter.snapshot }

  private var scenario: Scenario { oracle.scenario }

  /// Creates a run of the oracle's scenario.
  /// - Parameter profile: The coverage counts to add to; `nil` to record nothing.
  package init(_ oracle: ScenarioOracle, from beginning: Beginning, profile: CoverageProfile? = nil) {
    self.oracle = oracle
    self.profile = profile
    interpreter = Interpreter(oracle.index, from: beginning)
  }

  /// Plays the scenario up to the end or the first failure.
  ///
  /// Every step of a refuted scenario but the last must hold. The last, together with `then` and `never`, must not.
  /// A fault always fails.
  /// - Returns: The failure, or `nil` if the scenario holds.
  package mutating func play() -> Failure? {
    do throws(Fault) {
      let failure = try begin()
      profile?.add(interpreter.snapshot.configuration)
      if let failure { return failure }
      for (position, step) in scenario.steps.enumerated() {
        if let failure = try play(step, isLast: position == scenario.steps.count - 1) { return failure }
      }
    } catch {
      return Failure(error, doing: "an expectation", at: scenario.range)
    }
    let failure = scenario.outcome.flatMap { oracle.failure(of: $0, after: interpreter, "at the end") }
    guard scenario.refutation != nil else { return failure }
    if contradiction != nil || failure != nil { return nil }
    return Failure(
      .refutedHolds, "this is refuted, but the machine behaves so", at: scenario.range,
      notes: (scenario.steps.last?.range).map {
        [Failure.Note(message: "the last step, with 'then' and 'never', must fail", range: $0)]
      } ?? [])
  }

  private mutating func begin() throws(Fault) -> Failure? {
    let range = scenario.beginningRange ?? scenario.range
    switch scenario.beginning {
    case .end:
      return nil
    case .states(let states):
      guard let fault = interpreter.resume(in: states).fault else { return nil }
      if fault.kind == .noConfiguration {
        let names = states.map { "'\(oracle.machine[$0].path)'" }.joined(separator: ", ")
        return Failure(.noConfiguration, "\(names) cannot be active together", at: range)
      }
      return Failure(fault, doing: "'given'", at: range)
    case .start:
      if case .start = scenario.steps.first?.kind { return nil }
      var guards = GuardRecorder()
      let reaction = interpreter.start(observer: &guards)
      profile?.add(reaction, guards.outcomes, in: oracle.machine, observes: oracle.observes)
      if let fault = reaction.fault { return Failure(fault, doing: "starting", at: range) }
      return try oracle.failure(
        ofCalls: reaction.calls, .sequence([]), doing: "starting (without a 'start' step)", at: range)
    }
  }

  private mutating func play(_ step: Step, isLast: Bool) throws(Fault) -> Failure? {
    stepCount += 1
    var guards = GuardRecorder()
    let reaction = interpreter.perform(step, observer: &guards)
    let isRefuted = scenario.refutation != nil
    profile?.add(
      reaction, guards.outcomes, in: oracle.machine, weight: isLast && isRefuted ? 0 : 1,
      observes: step.expectedCalls == nil ? { _ in false } : oracle.observes)
    let title = step.title(in: oracle.machine)
    if let fault = reaction.fault { return Failure(fault, doing: title, at: step.range) }
    let failure = try oracle.failure(of: step, reaction: reaction, after: interpreter)
    let forbidden = oracle.forbiddenCallFailure(in: reaction.calls, doing: title, at: step.range)
    guard isRefuted else { return failure ?? forbidden }
    contradiction = contradiction ?? forbidden
    guard isLast else { return failure }
    contradiction = contradiction ?? failure
    return nil
  }
}

extension Interpreter {
  /// Creates a machine at the beginning of a scenario, before it is started or resumed.
  init(_ index: MachineIndex, from beginning: ScenarioRun.Beginning) {
    switch beginning {
    case .own(let fields): self.init(index, fields: fields)
    case .end(let snapshot): self.init(index, at: snapshot)
    }
  }

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
