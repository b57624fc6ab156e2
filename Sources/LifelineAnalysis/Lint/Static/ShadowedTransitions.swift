import LifelineModel
import LifelineSource

/// Returns the diagnostics of transitions (L851) and deferrals (L852) that no event ever reaches, because something
/// that takes precedence always handles or defers it.
func shadowedTransitions(in machine: Machine) -> [Diagnostic] {
  var diagnostics: [Diagnostic] = []
  /// The stops of each state, filled from the last state to the first, so that descendants come first.
  var stops = [Stops](repeating: Stops(), count: machine.states.count)
  let raised = machine.findRaisedEvents()
  for state in machine.declared.states.reversed() where !state.isHistory {
    var own = machine.stops(of: state, raised: raised)
    diagnostics += machine.partsShadowedByItself(state, stopping: own)
    let children = machine.properChildren(of: state.id).map { stops[$0.index] }
    if !children.isEmpty {
      let below = Stops.intersect(children)
      diagnostics += machine.partsShadowed(of: state, by: below, of: children)
      own.events.merge(below.events) { first, _ in first }
      own.everything = own.everything ?? below.everything
      own.always = own.always ?? below.always
    }
    stops[state.id.index] = own
  }
  return diagnostics
}

/// The events that never get from a state and its descendants to an outer state, each with the range of a transition
/// or deferral that stops it.
private struct Stops {
  var events: [ID<Event>: SourceRange] = [:]
  /// The range of what stops every event.
  var everything: SourceRange?
  /// The range of what stops the `always` of outer states.
  var always: SourceRange?

  /// Returns the stops that all `children` have in common.
  static func intersect(_ children: [Stops]) -> Stops {
    var common = Stops()
    if children.allSatisfy({ $0.everything != nil }) { common.everything = children.first?.everything }
    if children.allSatisfy({ $0.always != nil }) { common.always = children.first?.always }
    let partial = children.filter { $0.everything == nil }
    let smallest = partial.min { $0.events.count < $1.events.count }
    common.events = (smallest?.events ?? [:]).filter { event in
      partial.allSatisfy { $0.events[event.key] != nil }
    }
    return common
  }

  /// Returns the range of what stops `event`.
  func range(for event: ID<Event>) -> SourceRange? { events[event] ?? everything }
}

extension Machine {
  /// Returns the events that actions raise: deferrals don't apply to them. Empty if the machine defers nothing.
  fileprivate func findRaisedEvents() -> Set<ID<Event>> {
    var raised: Set<ID<Event>> = []
    guard states.contains(where: { !$0.deferred.isEmpty }) else { return raised }
    forEachAction { if case .raise(let event, _) = $0 { raised.insert(event) } }
    return raised
  }

  /// Returns the stops of the state without its descendants.
  fileprivate func stops(of state: State, raised: Set<ID<Event>>) -> Stops {
    var stops = Stops()
    for deferral in state.deferred where !raised.contains(deferral.event) {
      stops.events[deferral.event] = deferral.range
    }
    for handler in state.on {
      if let last = handler.transitions.lastUnguarded { stops.events[handler.event] = last.range }
    }
    stops.everything = state.onAny.lastUnguarded?.range
    stops.always = state.always.lastUnguarded?.range
    return stops
  }

  /// Returns the diagnostics of a state's deferrals and `"*"` that its own transitions and deferrals shadow.
  fileprivate func partsShadowedByItself(_ state: State, stopping own: Stops) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let first = state.onAny.first, own.events.count == declared.events.count, !declared.events.isEmpty {
      diagnostics.append(
        diagnostic(
          .shadowedTransition, "this is never taken: the state handles or defers every event by its name",
          at: first.range))
    }
    var handled: [ID<Event>: SourceRange] = [:]
    for handler in state.on {
      if let last = handler.transitions.lastUnguarded { handled[handler.event] = last.range }
    }
    for deferral in state.deferred {
      guard let range = handled[deferral.event] else { continue }
      diagnostics.append(
        diagnostic(
          .unusedDeferral,
          "`\(self[deferral.event].name)` is never deferred: the state handles it by its name",
          at: deferral.range, notes: [("this transition handles it", range)]))
    }
    return diagnostics
  }

  /// Returns the diagnostics of the parts of a state that all its children shadow.
  fileprivate func partsShadowed(of state: State, by below: Stops, of children: [Stops]) -> [Diagnostic] {
    func notes(_ range: (Stops) -> SourceRange?) -> [(message: String, range: SourceRange)] {
      var ranges: [SourceRange] = []
      // A few of them are enough.
      for range in children.prefix(32).compactMap(range) where !ranges.contains(range) && ranges.count < 4 {
        ranges.append(range)
      }
      return ranges.map { ("this takes precedence", $0) }
    }
    func shadowed(_ transition: Transition?, _ reason: String, _ range: (Stops) -> SourceRange?) -> [Diagnostic] {
      guard let transition else { return [] }
      return [
        diagnostic(
          .shadowedTransition, "this is never taken: every state inside \(reason)", at: transition.range,
          notes: notes(range))
      ]
    }
    var diagnostics = state.on.filter { below.range(for: $0.event) != nil }.flatMap { handler in
      shadowed(handler.transitions.first, "handles or defers `\(self[handler.event].name)` first") {
        $0.range(for: handler.event)
      }
    }
    diagnostics += state.deferred.filter { below.range(for: $0.event) != nil }.map { deferral in
      diagnostic(
        .unusedDeferral,
        "`\(self[deferral.event].name)` is never deferred here: every state inside handles or defers it first",
        at: deferral.range, notes: notes { $0.range(for: deferral.event) })
    }
    if !declared.events.isEmpty, below.everything != nil || below.events.count == declared.events.count {
      diagnostics += shadowed(state.onAny.first, "handles or defers every event first", \.everything)
    }
    if below.always != nil {
      diagnostics += shadowed(state.always.first, "has an `always` without a guard", \.always)
    }
    return diagnostics
  }
}

extension [Transition] {
  fileprivate var lastUnguarded: Transition? { last { $0.condition == nil } }
}
