import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The number of times that scenarios touch each part of a machine.
package struct CoverageProfile: Sendable {
  /// A part of a machine that can be touched.
  package enum Part: Hashable, Sendable {
    /// The state is active.
    case state(ID<State>)
    /// The transition is taken.
    case transition(ID<Transition>)
    /// The guard is evaluated with this result.
    case outcome(Guard, holds: Bool)
    /// The callback is made where an expectation observes it.
    case callback(ID<Callback>)
    /// The call in this range of the spec is made.
    case call(SourceRange)
    /// The promise is kept by a call that an expectation observes.
    case promise(KeptPromise)
  }

  /// The counts of the parts. A part that only a refuted expectation touches has the count 0.
  package private(set) var counts: [Part: Int] = [:]
  /// The pairs of calls of `ordered` callbacks of which one directly follows the other.
  package private(set) var orders: Set<CallOrder> = []
  /// The callbacks whose orders are recorded.
  private let ordered: IDSet<Callback>
  private var lastCall: ID<Callback>?
  /// The promises that are followed; `nil` if they don't count.
  private var promises: PromiseTracker?

  /// Creates a profile of nothing.
  /// - Parameter ordered: The callbacks whose orders are recorded.
  package init(ordering ordered: IDSet<Callback> = IDSet()) { self.ordered = ordered }

  /// Creates a profile of nothing that follows promises.
  init(ordering ordered: IDSet<Callback>, following promises: PromiseTracker) {
    self.ordered = ordered
    self.promises = promises
  }

  /// Begins with another play, whose first call follows no other.
  mutating func beginPlay() {
    lastCall = nil
    promises?.beginPlay()
  }

  /// Adds the states that are active at a beginning.
  package mutating func add(_ configuration: IDSet<State>) {
    for state in configuration { counts[.state(state), default: 0] += 1 }
  }

  /// Adds a reaction and the guards that it evaluated.
  /// - Parameters:
  ///   - weight: The number by which counts grow.
  ///   - observes: Whether an expectation observes a callback.
  package mutating func add(
    _ reaction: Reaction, _ guards: [GuardOutcome], in machine: Machine, weight: Int = 1,
    observes: (ID<Callback>) -> Bool
  ) {
    for atomicState in reaction.entered {
      for state in [atomicState] + machine.ancestors(of: atomicState) {
        counts[.state(state), default: 0] += weight
      }
    }
    for transition in reaction.taken { counts[.transition(transition.id), default: 0] += weight }
    for outcome in guards { counts[.outcome(outcome.id, holds: outcome.holds), default: 0] += weight }
    for call in reaction.calls where weight > 0 && ordered.contains(call.callback) {
      if let lastCall { orders.insert(CallOrder(first: lastCall, second: call.callback)) }
      lastCall = call.callback
    }
    for call in reaction.calls {
      // The range of a part's call is one of its own file.
      if machine.declares(call.callback) { counts[.call(call.range), default: 0] += weight }
      if observes(call.callback) { counts[.callback(call.callback), default: 0] += weight }
    }
  }

  /// Adds the promises that a reaction keeps.
  /// - Parameters:
  ///   - entries: The states that it entered.
  ///   - event: The event that was sent, if it is one.
  ///   - weight: The number by which counts grow.
  ///   - observes: Whether an expectation observes a callback.
  mutating func addPromises(
    keptBy reaction: Reaction, _ entries: [EntryRecorder.Entry], sending event: ID<Event>? = nil, weight: Int = 1,
    observes: (ID<Callback>) -> Bool
  ) {
    for kept in promises?.follow(reaction, entries, sending: event, observes: observes) ?? [] {
      counts[.promise(kept), default: 0] += weight
    }
  }

  mutating func add(_ other: CoverageProfile) {
    counts.merge(other.counts, uniquingKeysWith: +)
    orders.formUnion(other.orders)
  }
}

/// Two calls, of which the second directly follows the first.
package struct CallOrder: Hashable, Sendable {
  package var first: ID<Callback>
  package var second: ID<Callback>

  /// Creates the order of two calls.
  package init(first: ID<Callback>, second: ID<Callback>) {
    self.first = first
    self.second = second
  }
}

/// The coverage profile of each scenario of a machine.
package struct ScenarioRecording: Sendable {
  /// The profile of each scenario, for all its combinations.
  package private(set) var profiles: [CoverageProfile]

  /// The callbacks whose orders are recorded.
  let ordered: IDSet<Callback>

  init(scenarioCount: Int, ordering ordered: IDSet<Callback>) {
    self.ordered = ordered
    profiles = Array(repeating: CoverageProfile(), count: scenarioCount)
  }

  mutating func add(_ profile: CoverageProfile, of scenario: ID<Scenario>) { profiles[scenario.index] = profile }

  /// The pairs of calls of all scenarios of which one directly follows the other.
  package var orders: Set<CallOrder> { profiles.reduce(into: []) { $0.formUnion($1.orders) } }

  /// The profile of all scenarios together.
  var total: CoverageProfile { profiles.reduce(into: CoverageProfile()) { $0.add($1) } }
}
