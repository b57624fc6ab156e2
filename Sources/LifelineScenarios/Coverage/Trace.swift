import LifelineInterpreter
import LifelineModel
import LifelineSource

/// What scenarios touch of a machine while they are played, and how often.
package struct Trace: Sendable {
  /// Something that can be touched.
  package enum Part: Hashable, Sendable {
    /// The state is active.
    case state(ID<State>)
    /// The transition is taken.
    case transition(ID<Transition>)
    /// The guard is looked at, and comes to this.
    case outcome(Guard, holds: Bool)
    /// The callback is made where an expectation looks at it.
    case callback(ID<Callback>)
    /// The call that stands at this place is made.
    case call(SourceRange)
  }

  /// The parts touched, with how often. What only a refuted expectation touches is there, but counts nothing.
  package private(set) var counts: [Part: Int] = [:]

  /// The trace of something that was not played.
  package init() {}

  /// Adds states that are active at a beginning.
  package mutating func add(_ configuration: IDSet<State>) {
    for state in configuration { counts[.state(state), default: 0] += 1 }
  }

  /// Adds what happened in `reaction`.
  package mutating func add(
    _ reaction: Reaction, guards: [GuardOutcome], in chart: MachineIndex, weight: Int = 1,
    looksAtCalls: (ID<Callback>) -> Bool
  ) {
    for state in reaction.entered {
      var next: ID<State>? = state
      while let active = next {
        counts[.state(active), default: 0] += weight
        next = chart.machine.states[active.index].parent
      }
    }
    for transition in reaction.taken { counts[.transition(transition.id), default: 0] += weight }
    for decided in guards { counts[.outcome(decided.id, holds: decided.holds), default: 0] += weight }
    for call in reaction.calls {
      counts[.call(call.range), default: 0] += weight
      if looksAtCalls(call.callback) { counts[.callback(call.callback), default: 0] += weight }
    }
  }

  /// Adds another trace.
  package mutating func add(_ other: Trace) { counts.merge(other.counts, uniquingKeysWith: +) }
}

/// What playing a machine's scenarios touched and where they ended, scenario by scenario.
package struct Recording: Sendable {
  /// What each scenario touches, for all its combinations.
  package private(set) var traces: [Trace]
  /// Where each scenario ends that others follow.
  package private(set) var ends: [ScenarioEnds]

  package init(scenarioCount: Int) {
    traces = Array(repeating: Trace(), count: scenarioCount)
    ends = Array(repeating: [], count: scenarioCount)
  }

  package mutating func add(_ trace: Trace, _ ends: ScenarioEnds, of scenario: Int) {
    traces[scenario] = trace
    self.ends[scenario] = ends
  }

  /// What all scenarios touch.
  package var total: Trace { traces.reduce(into: Trace()) { $0.add($1) } }
}
