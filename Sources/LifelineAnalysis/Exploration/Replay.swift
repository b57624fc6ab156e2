import LifelineInterpreter
import LifelineModel

/// A way through a machine, gone again from its start.
package struct Replay: Sendable {
  /// Something that the host does, and what came of it.
  package struct Step: Sendable {
    /// What the host does; only facts that are not so already are listed.
    package var stimulus: Stimulus
    /// How many milliseconds pass; `nil` if the stimulus is no waiting.
    package var wait: Int?
    /// What the machine did.
    package var reaction: Reaction
    /// The active atomic states afterwards.
    package var states: [ID<State>]
  }

  /// The snapshot before the first step.
  package let beginning: Snapshot
  /// What happens, in order.
  package private(set) var steps: [Step] = []
  /// The snapshot after the last step.
  package private(set) var end: Snapshot

  /// Goes `path` again, which begins where the machine has not started.
  package init(of path: [Exploration.Occurrence], in exploration: Exploration) {
    beginning = exploration.nodes[path.first?.node ?? 0].snapshot
    var run = Interpreter(exploration.chart, at: beginning)
    var observation = Observation()
    for occurrence in path {
      var stimulus = occurrence.stimulus
      stimulus.facts.removeAll { run.snapshot.fields[$0.field.index] == $0.value }
      let wait = run.wait(for: stimulus)
      let reaction = run.apply(stimulus, observer: &observation)
      steps.append(Step(stimulus: stimulus, wait: wait, reaction: reaction, states: run.atomicStates))
    }
    end = run.snapshot
  }
}
