import LifelineModel

/// Runs a machine by section 7 of the language page, literally: the reference for generated code.
///
/// A copy is a machine of its own. Nothing here traps: where generated code would, the reaction has a fault.
package struct Interpreter: Sendable {
  /// Something in the internal queue.
  package enum InternalEvent {
    case raised(ID<Event>)
    /// The state's child, or all its regions, have reached a final state.
    case done(ID<State>)
  }

  /// The machine that runs.
  package let chart: MachineIndex
  /// Where it is.
  package internal(set) var snapshot: Snapshot

  /// Whether reactions tell which guards were looked at.
  package var recordsGuards = false
  /// Whether reactions come with an ``Observation``.
  package var isObserved = false

  // Empty while the host has control:
  package var queue: [InternalEvent] = []
  package var queueStart = 0
  package var microsteps = 0
  package var reaction = Reaction()

  /// Creates a machine that has not started, with `fields` (a value per field) or the fields' defaults.
  package init(_ chart: MachineIndex, fields: [Value]? = nil) {
    let fields = fields ?? chart.machine.fields.map(\.defaultValue)
    self.init(chart, at: Snapshot(configuration: IDSet(), fields: fields))
  }

  /// Creates a machine that goes on from `snapshot`.
  package init(_ chart: MachineIndex, at snapshot: Snapshot) {
    self.chart = chart
    self.snapshot = snapshot
  }

  /// Whether `state` is active, atomic or not.
  package func isActive(_ state: ID<State>) -> Bool { snapshot.configuration.contains(state) }

  /// The active states in which nothing stands, in document order.
  package var atomicStates: [ID<State>] { snapshot.configuration.filter(chart.isAtomic) }

  /// Changes a field from outside. That alone runs nothing (rule 8).
  package mutating func set(_ field: ID<Field>, to value: Value) {
    guard snapshot.fields.indices.contains(field.index) else { return }
    snapshot.fields[field.index] = value
  }

  /// Starts the machine (rule 1).
  package mutating func start() -> Reaction {
    react { (run) throws(Fault) in try run.enterInitialConfiguration() }
  }

  /// Puts the machine silently into `states`, one or several in different regions: no action, `always` or
  /// `done` runs, timers are armed, there is no history; regions that are not named are in their initial state.
  package mutating func resume(in states: [ID<State>]) -> Reaction {
    react { (run) throws(Fault) in try run.assumeConfiguration(of: states) }
  }

  /// Sends `event` with a value per parameter.
  package mutating func send(_ event: ID<Event>, arguments: [Value] = []) -> Reaction {
    react { (run) throws(Fault) in try run.process(event, values: arguments) }
  }

  /// Lets time pass; less than nothing counts as nothing (rule 7).
  package mutating func advance(byMilliseconds milliseconds: Int) -> Reaction {
    react { (run) throws(Fault) in try run.fireTimers(within: max(0, milliseconds)) }
  }

  /// Runs `body` between two moments at which the host has control.
  private mutating func react(_ body: (inout Interpreter) throws(Fault) -> Void) -> Reaction {
    microsteps = 0
    do {
      try body(&self)
    } catch {
      reaction.fault = error
    }
    queue = []
    queueStart = 0
    var finished = Reaction()
    swap(&finished, &reaction)
    return finished
  }

  private mutating func enterInitialConfiguration() throws(Fault) {
    guard snapshot.configuration.isEmpty else { return }
    reaction.outcome = .handled
    var entry = EntrySet(chart: chart)
    entry.enterRoot()
    try enter(entry, arguments: .none)
    try completeMacrostep()
  }

  private mutating func assumeConfiguration(of states: [ID<State>]) throws(Fault) {
    var entry = EntrySet(chart: chart)
    // A state beside one that stands in it says nothing more.
    entry.enterRoot(
      around: states.filter { state in !states.contains { chart.machine.isDescendant($0, of: state) } })
    snapshot = Snapshot(configuration: entry.states, fields: snapshot.fields)
    guard isConfiguration(entry.states) else {
      throw Fault(kind: .noConfiguration, machine: chart.machine.name, range: chart.machine.nameRange)
    }
    guard !isComplete(Machine.root) else { return finish() }
    for state in entry.states { try armTimers(of: state) }
  }

  private mutating func process(_ event: ID<Event>, values: [Value]) throws(Fault) {
    guard chart.machine.events.indices.contains(event.index), !snapshot.isFinished else { return }
    let arguments = Arguments(parameters: chart.machine.events[event.index].parameters, values: values)
    switch try select(event, arguments: arguments, fromHost: true) {
    case .transitions(let transitions):
      reaction.outcome = .handled
      try takeMicrostep(transitions, arguments: arguments)
      try completeMacrostep()
      try deliverKeptEvents()
    case .deferred:
      reaction.outcome = .deferred
      if !snapshot.kept.contains(event) { snapshot.kept.append(event) }
    case .nothing:
      break
    }
  }
}
