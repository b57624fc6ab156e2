import LifelineInterpreter
import LifelineModel

/// All that may happen to a machine, as far as it can tell the difference.
///
/// What the host may do in a snapshot is tried one by one, as ``Trials``. A fact or a parameter is given another
/// value only where the machine has looked at it: whoever runs a trial says what was looked at, and gets further
/// trials for the other values.
package struct Stimuli: Sendable {
  /// The machine.
  package let chart: MachineIndex
  let roles: FieldRoles
  let samples: SampleValues
  let timing: Timing
  /// The snapshots in which the machine has not started yet: one for every combination of what is fixed and of what
  /// its memory may be.
  package let beginnings: [Snapshot]
  /// Whether there are not more beginnings than are looked at.
  let hasAllBeginnings: Bool

  /// Finds out what `chart`'s machine can tell apart.
  package init(_ chart: MachineIndex) {
    self.chart = chart
    timing = Timing(chart.machine)
    roles = FieldRoles(chart.machine)
    samples = SampleValues(chart.machine, timing: timing)
    (beginnings, hasAllBeginnings) = Self.beginnings(chart, roles: roles, samples: samples)
  }

  /// What the host may try in `snapshot`.
  package func trials(in snapshot: Snapshot) -> Trials {
    Trials(self, kinds: kinds(in: snapshot), fields: snapshot.fields)
  }

  /// What the host may try in `snapshot` of this machine or in `other` of one that has the same events and fields
  /// and is made of `stimuli`.
  package func trials(in snapshot: Snapshot, orIn other: Snapshot, of stimuli: Stimuli) -> Trials {
    let own = kinds(in: snapshot)
    let more = stimuli.kinds(in: other).filter { !own.contains($0) }
    return Trials(self, kinds: own + more, fields: snapshot.fields)
  }

  /// What may make a difference in `snapshot`: events that an active state names, with the first of their
  /// arguments, and time. An event that nothing names is ignored whatever the guards say.
  func kinds(in snapshot: Snapshot) -> [Stimulus.Kind] {
    if snapshot.configuration.isEmpty { return [.start] }
    if snapshot.isFinished { return [] }
    var isNamed = [Bool](repeating: false, count: chart.machine.events.count)
    var isAny = false
    for state in snapshot.configuration {
      let index = state.index
      for list in chart.machine.states[index].on { isNamed[list.event.index] = true }
      for deferral in chart.machine.states[index].deferred { isNamed[deferral.event.index] = true }
      isAny = isAny || !chart.machine.states[index].onAny.isEmpty
    }
    var result: [Stimulus.Kind] = []
    for event in isNamed.indices where isNamed[event] || isAny {
      guard !chart.machine.events[event].isInternal else { continue }
      result.append(.send(ID(event), arguments: samples.parameters[event].compactMap(\.first)))
    }
    if let next = snapshot.timers.first {
      result.append(.elapse)
      result += timing.stops(before: next.remaining).reversed().map { .approach(milliseconds: $0) }
    }
    return result
  }

  /// What may be before the machine starts: of what is fixed, all values; of the machine's memory, the defaults and
  /// what scenarios that start it say.
  private static func beginnings(
    _ chart: MachineIndex, roles: FieldRoles, samples: SampleValues
  ) -> (snapshots: [Snapshot], areAll: Bool) {
    let machine = chart.machine
    var values = machine.fields.indices.map { index in
      machine.fields[index].isFixed ? samples.fields[index] : [machine.fields[index].defaultValue]
    }
    func add(_ value: Value, to field: ID<Field>) {
      guard !machine[field].isFixed, !values[field.index].contains(value) else { return }
      values[field.index].append(value)
    }
    for scenario in machine.scenarios {
      guard case .start = scenario.beginning else { continue }
      for given in scenario.fields { add(given.value, to: given.field) }
      for variation in scenario.variations { for value in variation.values { add(value, to: variation.field) } }
    }
    var combinations = [machine.fields.map(\.defaultValue)]
    var areAll = true
    for field in roles.memory {
      guard combinations.count * values[field.index].count <= combinationLimit else {
        areAll = false
        continue
      }
      combinations = combinations.flatMap { fields in
        values[field.index].map { value in
          var fields = fields
          fields[field.index] = value
          return fields
        }
      }
    }
    return (combinations.map { Snapshot(fields: $0) }, areAll)
  }

  private static let combinationLimit = 4_096

  /// What tells `snapshot` apart from others: two that are alike have the same future.
  func identity(of snapshot: Snapshot) -> Identity {
    Identity(
      configuration: snapshot.configuration,
      memory: roles.memory.map { roles.normalized(snapshot.fields[$0.index], of: $0) },
      history: snapshot.history, timers: timing.classes(of: snapshot.timers), kept: snapshot.deferredEvents,
      isFinished: snapshot.isFinished)
  }

  /// What tells a snapshot apart from others.
  struct Identity: Hashable {
    let configuration: IDSet<State>
    let memory: [Value]
    let history: IDMap<State, [ID<State>]>
    let timers: [Int]
    let kept: [ID<Event>]
    let isFinished: Bool
  }
}
