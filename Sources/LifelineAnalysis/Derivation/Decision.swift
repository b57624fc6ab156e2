import LifelineInterpreter
import LifelineModel

/// How it was decided what a stimulus does: what was looked at, and what came of it.
struct Decision: Hashable {
  /// The atomic state that is active. Of several, what the others are makes no difference by itself.
  let state: ID<State>?
  private let stimulus: Stimulus
  /// The events that are kept: what was decided may set them free.
  private let kept: [ID<Event>]
  /// What the machine remembers, as far as it was looked at, or forgotten.
  private let memory: [Fact]
  private let guards: [GuardOutcome]
  private let taken: [ID<Transition>]
  /// Whether there was something to decide that may have a test of its own. Of more than two kept events, all orders would
  /// be more tests than anybody runs, and every two of them are looked at anyway.
  var isOne: Bool { (!guards.isEmpty || !taken.isEmpty) && kept.count <= 2 }

  init(_ outcome: Outcomes.Outcome, to stimulus: Stimulus, in snapshot: Snapshot, of exploration: Exploration) {
    let atomic = snapshot.configuration.filter { exploration.chart.machine[$0].isAtomic }
    state = atomic.count == 1 ? atomic[0] : nil
    self.stimulus = stimulus
    let roles = exploration.stimuli.roles
    let touched = outcome.observation.assigned.union(outcome.observation.fields)
    memory = roles.memory.filter(touched.contains).map { field in
      Fact(field: field, value: roles.normalized(snapshot.fields[field.index], of: field))
    }
    kept = snapshot.deferredEvents
    guards = outcome.observation.guards
    taken = outcome.reaction.taken.map(\.id)
  }
}
