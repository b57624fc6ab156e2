import LifelineInterpreter
import LifelineModel

/// A model of the host: everything that it can do to a machine. Actions that the machine can't distinguish count as
/// one.
struct EnvironmentModel: Sendable {
  var index: MachineIndex
  let roles: FieldRoles
  private(set) var values: ValuePartitions
  private(set) var timers: TimerAbstraction
  /// The snapshots before the start: one for each combination of the values that are tried for fixed fields. Every other
  /// field has its default.
  var beginnings: [Snapshot]
  /// Whether no combination is missing among the beginnings.
  let hasAllBeginnings: Bool

  var machine: Machine { index.machine }

  /// Returns the same host of a machine of which any running timer may elapse next.
  func withTimersInAnyOrder() -> EnvironmentModel {
    var environment = self
    environment.timers = timers.inAnyOrder()
    return environment
  }

  /// Returns the same host, if it sends only what a spec can write.
  func withoutNaN() -> EnvironmentModel {
    guard values.containNaN else { return self }
    var environment = self
    environment.values = values.withoutNaN()
    environment.beginnings = beginnings.filter { !$0.fields.contains(.nan) }
    return environment
  }

  /// Returns what the host may do in `snapshot`: send an event that an active state names, with the first of the
  /// values of each parameter, or let time pass.
  func stimuli(in snapshot: Snapshot) -> [Stimulus.Kind] {
    if snapshot.configuration.isEmpty { return [.start] }
    if snapshot.isFinished { return [] }
    var named: Set<ID<Event>> = []
    var handlesAny = false
    // The host sends events to the machine only.
    for state in snapshot.configuration.prefix(while: { machine.declares($0) }) {
      named.formUnion(machine.states[state.index].on.map(\.event))
      named.formUnion(machine.states[state.index].deferred.map(\.event))
      handlesAny = handlesAny || !machine.states[state.index].onAny.isEmpty
    }
    var result: [Stimulus.Kind] = []
    for (id, event) in machine.declared.events.enumerated()
    where !event.isInternal && (handlesAny || named.contains(ID(id))) {
      result.append(.send(ID(id), arguments: values.parameters[id].compactMap(\.first)))
    }
    if let next = snapshot.timers.first {
      result.append(.elapse)
      result += timers.approachDistances(before: next.remaining).reversed().map { .approach(milliseconds: $0) }
    }
    return result
  }

  /// Returns whether the machine can't distinguish two values of a field.
  func areAlike(_ value: Value, _ other: Value, of field: ID<Field>) -> Bool {
    if machine[field].isFixed, values.areAlike(value, other, of: field) { return true }
    return roles.normalized(value, of: field) == roles.normalized(other, of: field)
  }

  /// Returns what distinguishes `snapshot`: two snapshots with the same identity have the same future.
  func identity(of snapshot: Snapshot) -> Identity {
    Identity(
      configuration: snapshot.configuration,
      memory: roles.memory.map { roles.normalized(snapshot.fields[$0.index], of: $0) },
      history: snapshot.history, timers: timers.classes(of: snapshot.timers), deferred: snapshot.deferredEvents,
      finished: snapshot.finished)
  }

  /// The parts of a snapshot that decide its future.
  struct Identity: Hashable {
    let configuration: IDSet<State>
    let memory: [Value]
    let history: IDMap<State, [ID<State>]>
    let timers: [Int]
    let deferred: [ID<Event>]
    let finished: IDSet<State>
  }
}

/// The number of beginnings above which not all values of all fields are combined.
private let beginningLimit = 4_096

/// Finds out what the host of a machine can do.
func modelEnvironment(of index: MachineIndex) -> EnvironmentModel {
  let machine = index.machine
  let timers = TimerAbstraction.make(for: machine)
  let roles = FieldRoles.find(in: machine)
  let values = ValuePartitions.find(in: machine, timers: timers, roles: roles)
  let choices = beginningValues(of: machine, values: values)
  var options = machine.fields.map { [$0.defaultValue] }
  var count = 1
  var hasAllBeginnings = true
  for field in roles.memory {
    if count * choices[field.index].count <= beginningLimit {
      options[field.index] = choices[field.index]
      count *= choices[field.index].count
    } else {
      hasAllBeginnings = false
    }
  }
  return EnvironmentModel(
    index: index, roles: roles, values: values, timers: timers,
    beginnings: CartesianProduct(options).map { Snapshot(fields: $0) }, hasAllBeginnings: hasAllBeginnings)
}

/// Returns the values that each field may have before the machine starts: for a fixed field all its values, for others the
/// default. Whatever is neither fixed nor private, the host may change at any time.
private func beginningValues(of machine: Machine, values: ValuePartitions) -> [[Value]] {
  machine.fields.enumerated().map { index, field in
    field.isFixed ? values.fields[index] : [field.defaultValue]
  }
}

extension Machine {
  /// The values of private fields with which scenarios begin, except those that are only carried, which make no difference.
  /// Such a scenario begins in a state.
  var givenPrivateValues: [(field: ID<Field>, value: Value)] {
    scenarios.flatMap(\.givenValues).filter { self[$0.field].isPrivate && !self[$0.field].isCarried }
  }
}
