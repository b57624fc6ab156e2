import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A path through an exploration, run by the interpreter from its beginning.
struct CounterexampleRun {
  /// A stimulus and the reaction of the machine.
  struct AppliedStimulus {
    /// The stimulus, without facts that hold already.
    var stimulus: Stimulus
    /// The milliseconds that pass; `nil` if the stimulus isn't a wait.
    var wait: Int?
    var reaction: Reaction
    /// The active atomic states afterwards.
    var states: [ID<State>]
  }

  /// The snapshot before the first step.
  var beginning: Snapshot
  var steps: [AppliedStimulus] = []
  /// The work that the run takes.
  var work = 0
  /// Whether the engine, which has explored the machine, does something else than the interpreter.
  var isContradicted = false
}

extension Exploration {
  /// Runs a path, which begins before the machine has started.
  func run(_ path: [Occurrence]) -> CounterexampleRun {
    let beginning = nodes[path.first?.node ?? 0].snapshot
    var run = CounterexampleRun(beginning: beginning)
    var interpreter = Interpreter(index, at: beginning)
    var engine = EngineRun(of: self, in: path.first?.node ?? 0)
    for occurrence in path {
      var stimulus = occurrence.stimulus
      stimulus.facts.removeAll { interpreter.snapshot.fields[$0.field.index] == $0.value }
      let wait = interpreter.wait(for: stimulus)
      var observation = Observation()
      let reaction = interpreter.apply(stimulus, observer: &observation)
      engine.apply(stimulus)
      if !engine.agrees(with: reaction, observation, leadingTo: interpreter.snapshot) { run.isContradicted = true }
      run.work += environment.work(of: stimulus, causing: reaction, observation)
      run.steps.append(
        CounterexampleRun.AppliedStimulus(
          stimulus: stimulus, wait: wait, reaction: reaction, states: interpreter.atomicStates))
    }
    return run
  }

  /// Returns the error that the engine and the interpreter don't do the same in a run; `nil` if they do.
  func contradiction(of run: CounterexampleRun, by printer: CounterexamplePrinter) -> Diagnostic? {
    guard run.isContradicted else { return nil }
    let caption = CounterexampleCaption(
      title: DiagnosticKind.contradiction.title, kind: .contradiction, words: "Lifeline contradicts itself",
      range: machine.nameRange, ending: "on the way here, the exploration and the interpreter differ")
    return machine.diagnostic(
      .contradiction,
      "Lifeline contradicts itself: after \(printer.summary(of: run)), the exploration of \(machine.name) and the interpreter "
        + "differ; please report this with the spec",
      at: machine.nameRange, details: printer.lines(of: run), showing: printer.exhibit(of: run, caption))
  }

  /// Runs the shortest path to an occurrence, and the occurrence itself.
  func counterexample(through occurrence: Occurrence) -> CounterexampleRun {
    run(path(to: occurrence.node) + [occurrence])
  }
}
