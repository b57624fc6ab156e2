import LifelineInterpreter
import LifelineModel

/// The things that a machine does in a scenario for one combination of the values of `where`, whatever the scenario
/// expects.
struct UncheckedRun {
  /// A step that was played.
  struct PlayedStep {
    var reaction: Reaction
    /// The machine after the step.
    var after: Interpreter
  }

  /// The reaction to starting, if the machine starts without a `start` step.
  var start: Reaction?
  var steps: [PlayedStep] = []
  /// The machine at the end.
  var end: Interpreter
}

extension Scenario {
  /// Plays the scenario without checking it.
  /// - Throws: The reason that the scenario cannot be played to its end.
  func playUnchecked(
    on index: MachineIndex, from beginning: ScenarioRun.Beginning
  ) throws(UnfixableExpectation) -> UncheckedRun {
    var run = UncheckedRun(end: Interpreter(index, from: beginning))
    switch self.beginning {
    case .end: break
    case .states(let states): try requireNoFault(run.end.resume(in: states))
    case .start:
      if case .start = steps.first?.kind { break }
      let reaction = run.end.start()
      try requireNoFault(reaction)
      run.start = reaction
    }
    var observer = NoObserver()
    for step in steps {
      let reaction = run.end.perform(step, observer: &observer)
      if let fault = reaction.fault {
        throw UnfixableExpectation("\(step.title(in: index.machine)): \(fault.message)", at: step.range)
      }
      run.steps.append(UncheckedRun.PlayedStep(reaction: reaction, after: run.end))
    }
    return run
  }

  private func requireNoFault(_ reaction: Reaction) throws(UnfixableExpectation) {
    guard let fault = reaction.fault else { return }
    throw UnfixableExpectation(fault.message, at: beginningRange ?? range)
  }
}
