import LifelineInterpreter
import LifelineModel

/// The data that a reaction depends on, and the guards and transitions that follow from it.
struct Decision: Hashable {
  /// The active atomic state. If there are several, their combination makes no difference by itself.
  let state: ID<State>?
  private let stimulus: Stimulus
  /// The deferred events, which the reaction may recall.
  private let deferred: [ID<Event>]
  /// The memory that the reaction reads or overwrites.
  private let memory: [Fact]
  private let guards: [GuardResult]
  private let taken: [ID<Transition>]

  init(_ successor: Successor, in snapshot: Snapshot, of exploration: Exploration) {
    let atomic = snapshot.configuration.filter { exploration.machine[$0].isAtomic }
    state = atomic.count == 1 ? atomic[0] : nil
    stimulus = successor.stimulus
    let roles = exploration.environment.roles
    let touched = successor.observation.assigned.union(successor.observation.fields)
    memory = roles.memory.filter(touched.contains).map { field in
      Fact(field: field, value: roles.normalized(snapshot.fields[field.index], of: field))
    }
    deferred = snapshot.deferredEvents
    guards = successor.observation.guards
    taken = successor.reaction.taken.map(\.id)
  }

  /// Whether the decision gets a test of its own. More than two deferred events have too many orders, and every two of
  /// them are tested.
  var isTested: Bool { (!guards.isEmpty || !taken.isEmpty) && deferred.count <= 2 }
}
