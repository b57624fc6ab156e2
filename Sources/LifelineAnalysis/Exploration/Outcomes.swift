import LifelineInterpreter
import LifelineModel

/// What comes of everything that the host may do in a snapshot, one after the other.
struct Outcomes: IteratorProtocol {
  /// What comes of one thing.
  struct Outcome {
    /// What was done, with every fact that it depended on.
    let stimulus: Stimulus
    let reaction: Reaction
    let observation: Observation
    /// Where the machine is then.
    let snapshot: Snapshot
  }

  private let chart: MachineIndex
  private let start: Snapshot
  private var trials: Trials

  fileprivate init(_ stimuli: Stimuli, in snapshot: Snapshot) {
    chart = stimuli.chart
    start = snapshot
    trials = stimuli.trials(in: snapshot)
  }

  /// Whether everything was tried, so far: what depends on too many values at once is not.
  var isExhaustive: Bool { trials.isExhaustive }

  mutating func next() -> Outcome? {
    guard let trial = trials.next() else { return nil }
    var run = Interpreter(chart, at: start)
    var observation = Observation()
    let reaction = run.apply(trial, observer: &observation)
    return Outcome(
      stimulus: trials.finish(observation), reaction: reaction, observation: observation, snapshot: run.snapshot)
  }
}

extension Stimuli {
  /// What comes of everything that the host may try in `snapshot`.
  func outcomes(in snapshot: Snapshot) -> Outcomes { Outcomes(self, in: snapshot) }
}
