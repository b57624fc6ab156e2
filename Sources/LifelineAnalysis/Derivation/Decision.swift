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
  private let memory: [FieldValue]
  private let guards: [GuardOutcome]
  private let taken: [ID<Transition>]

  /// Returns the decision that leads from a snapshot to a successor.
  static func extract(from successor: Successor, of snapshot: Snapshot, in exploration: Exploration) -> Decision {
    let atomic = snapshot.configuration.filter { exploration.machine[$0].isAtomic }
    let observation = successor.observation
    let roles = exploration.environment.roles
    let touched = observation.assigned.union(observation.fields)
    return Decision(
      state: atomic.count == 1 ? atomic[0] : nil,
      stimulus: successor.stimulus,
      deferred: snapshot.deferredEvents,
      memory: roles.memory.filter(touched.contains).map { field in
        FieldValue(field: field, value: roles.normalized(snapshot.fields[field.index], of: field))
      },
      guards: observation.guards,
      taken: successor.reaction.taken.map(\.id))
  }

  /// Whether the decision gets a test of its own. More than two deferred events have too many orders, and every two of
  /// them are tested.
  var isTested: Bool { (!guards.isEmpty || !taken.isEmpty) && deferred.count <= 2 }
}
