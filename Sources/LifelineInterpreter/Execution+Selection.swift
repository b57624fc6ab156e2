import LifelineModel

/// The transitions that an event selects.
enum Selection {
  case transitions([Transition])
  /// No region takes the event, and an active state defers it.
  case deferred
  case none
}

/// The selection of transitions (rule 2 of the language reference) and of deferrals (rule 5).
extension Execution {
  /// Selects, for each active atomic state, the first enabled transition for `event` of the state itself or of its
  /// nearest ancestor that has one.
  ///
  /// In each state, transitions that name the event come before its deferral, and that before the transitions for any
  /// event. Only events from the host are deferred.
  mutating func selectTransitions(
    _ event: ID<Event>, arguments: Arguments, isFromHost: Bool
  ) throws(Fault) -> Selection {
    var isDeferred = false
    var enabled: [Transition] = []
    for atomicState in activeAtomicStates {
      for state in index.lineage(of: atomicState) {
        observer.willVisit(1)
        if let transition = try firstEnabled(index.transitions(of: state, for: event), arguments: arguments) {
          enabled.append(transition)
          break
        }
        if isFromHost, index.defers(event, in: state) {
          isDeferred = true
          break
        }
        if let transition = try firstEnabled(states[state.index].onAny, arguments: arguments) {
          enabled.append(transition)
          break
        }
      }
    }
    if enabled.isEmpty { return isDeferred ? .deferred : .none }
    return .transitions(removeConflictingTransitions(enabled))
  }

  /// Selects, for each active atomic state, the first enabled eventless transition.
  mutating func selectEventlessTransitions() throws(Fault) -> [Transition] {
    var enabled: [Transition] = []
    for atomicState in activeAtomicStates {
      for state in index.lineage(of: atomicState) {
        observer.willVisit(1)
        if let transition = try firstEnabled(states[state.index].always, arguments: .none) {
          enabled.append(transition)
          break
        }
      }
    }
    return removeConflictingTransitions(enabled)
  }

  private var activeAtomicStates: IDSet<State> { snapshot.configuration.intersection(component.atomicStates) }

  /// Returns the first of `transitions` whose condition holds: `conditionMatch` for each in order.
  ///
  /// Every step of a reaction begins here, so this is also where an observer interrupts it.
  mutating func firstEnabled(_ transitions: [Transition], arguments: Arguments) throws(Fault) -> Transition? {
    guard observer.allowsMore else { throw interruption }
    for transition in transitions {
      guard let condition = transition.condition else { return transition }
      if try decide(.transition(transition.id), condition, arguments: arguments) { return transition }
    }
    return nil
  }

  mutating func decide(_ id: Guard, _ condition: Expression, arguments: Arguments) throws(Fault) -> Bool {
    observer.willEvaluate(condition)
    let holds = try evaluator(arguments).truth(condition)
    observer.didDecide(GuardOutcome(id: id, holds: holds))
    return holds
  }

  /// An evaluator that sees the machine as it is now.
  func evaluator(_ arguments: Arguments) -> Evaluator {
    Evaluator(
      machine: component.machineName, part: component.part, fields: snapshot.fields,
      configuration: snapshot.configuration, arguments: arguments)
  }

  /// Returns `enabled`, each transition once, without the transitions that are preempted: of two that exit a common
  /// state, the one whose source is a descendant of the other's source stays, else the earlier one.
  private mutating func removeConflictingTransitions(_ enabled: [Transition]) -> [Transition] {
    if enabled.count < 2 { return enabled }
    var filtered: [(transition: Transition, exitSet: IDSet<State>)] = []
    var seen = IDSet<Transition>()
    for first in enabled where seen.insert(first.id) {
      observer.willVisit(1 + filtered.count)
      let exitSet = computeExitSet([first])
      let conflicting = filtered.filter { exitSet.contains(where: $0.exitSet.contains) }
      guard conflicting.allSatisfy({ states.isDescendant(first.source, of: $0.transition.source) }) else { continue }
      filtered.removeAll { second in conflicting.contains { $0.transition.id == second.transition.id } }
      filtered.append((first, exitSet))
    }
    return filtered.map(\.transition)
  }
}
