import LifelineModel

/// All that is known about a machine before its text is written.
///
/// It never changes. Many hold it, on different threads, so it is a class: to copy it is to count one reference.
final class MachineContext: Sendable {
  let machine: Machine
  let names: MachineNames
  let layout: StateLayout
  let memories: HistoryMemories
  let completion: Completion
  let triggers: Triggers
  let bounds: MachineBounds
  /// The events that are kept for later somewhere, in document order.
  let deferred: [ID<Event>]
  /// The events that the host can send.
  let hostEvents: [ID<Event>]
  /// Whether starting calls nothing.
  let startsSilently: Bool

  init(_ machine: Machine) {
    self.machine = machine
    layout = StateLayout(machine)
    names = MachineNames(machine, layout: layout)
    memories = HistoryMemories(machine, layout: layout, names: names)
    completion = Completion(machine, names: names)
    triggers = Triggers(machine, names: names)
    bounds = MachineBounds(machine, layout: layout, triggers: triggers)
    deferred = Array(IDSet(machine.states.flatMap(\.deferred).map(\.event)))
    hostEvents = machine.events.indices.map { ID($0) }.filter { !machine[$0].isInternal }
    startsSilently = SilentStart.holds(for: machine, layout: layout)
  }

  var hasContext: Bool { !machine.fields.isEmpty }
  var hasAlways: Bool { machine.states.contains { !$0.always.isEmpty } }
  var hasTimers: Bool { layout.slotCount > 0 }
  var hasTriggers: Bool { !triggers.all.isEmpty }
  var hasDeferral: Bool { !deferred.isEmpty }
  /// Whether all regions of the machine itself can come to their end.
  var canFinish: Bool { machine[Machine.root].isParallel && completion.condition(of: Machine.root) != nil }
  /// Whether there may be something to drop when all regions have come to their end.
  var dropsAtEnd: Bool { canFinish && (hasTimers || hasDeferral) }
  /// Whether a microstep can have others after it.
  var settles: Bool { hasAlways || hasTriggers }
  /// Whether something lasts from an event to the end of its effects and no longer.
  var reacts: Bool { hasTriggers || (settles && bounds.canExceedMicrostepLimit) }
  /// When something is left to do after the first microstep of an event or a timer, in a machine where that is rare;
  /// empty where it is not.
  var remainderCondition: String {
    guard settles || hasDeferral, !hasAlways else { return "" }
    let conditions = [
      hasTriggers ? "reaction.hasRaised" : nil, hasDeferral ? "kept.count > 0" : nil, dropsAtEnd ? "isFinished" : nil,
    ]
    return conditions.compactMap { $0 }.joined(separator: " || ")
  }
  /// Whether a value of the type `Swift.Duration` stands somewhere.
  var usesDurations: Bool {
    hasTimers || machine.fields.contains { $0.type == .duration }
      || machine.events.contains { $0.parameters.contains { $0.type == .duration } }
      || machine.callbacks.contains { $0.parameters.contains { $0.type == .duration } }
  }

  /// A field's type, as it is called outside of the machine.
  func type(of field: Field) -> String {
    guard let nested = names.fieldTypes[field.name] else {
      return ExpressionText(of: self).type(field.type)
    }
    return "\(names.type).Context.\(nested)"
  }

  /// The name of the property that is a timer slot.
  func timer(_ slot: Int) -> String { layout.slotCount == 1 ? "timer" : "timer\(slot + 1)" }

  /// The arguments that private functions hand on to one another.
  func arguments(_ subject: String? = nil, selects: Bool = false) -> String {
    [subject, "call", selects ? "&selected" : nil, reacts ? "&reaction" : nil].compactMap { $0 }.joined(separator: ", ")
  }

  /// The parameters that private functions have.
  func parameters(_ subject: String? = nil, selects: Bool = false) -> String {
    let parts = [
      subject, "_ call: (Callback) -> Swift.Void", selects ? "_ selected: inout Selected" : nil,
      reacts ? "_ reaction: inout Reaction" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
