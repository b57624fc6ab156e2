import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let hiddenHandler = DiagnosticKind(
    "L851", .warning, "a transition that the states inside always forestall",
    explanation: """
      An event is offered to the innermost active states first, and to a state around them only if they do not take \
      or defer it. Here every state inside does, without a guard, whichever is active, so the outer transition is \
      never taken. The same goes for `always`, and for a `"*"` where each event is taken by its name.

          foreground:
            on: {lock: background}            # never: both states inside take it
            states:
              inactive: {on: {lock: {}}}
              active: {on: {lock: inactive}}

      Remove the outer transition, or the inner ones if the outer was meant to do it for all.
      """)
  static let idleDeferral = DiagnosticKind(
    "L852", .warning, "a deferral that never keeps anything",
    explanation: """
      `defer` ranks behind the transitions of the same state that name the event, and behind what the states inside do \
      with it. Here one of those always takes the event, so nothing is ever left to keep.

          busy:
            defer: rename
            on: {rename: {do: didRename}}     # takes it at once, always

      Decide for one: leave out the `defer`, or the transition, or give the transition an `if`.
      """)
}

/// Finds what no event ever gets to, because something that is asked before always takes it.
struct HiddenHandlers {
  private let machine: Machine
  /// Events that actions raise: deferring does not stop those.
  private let raised: Set<ID<Event>>

  init(_ machine: Machine) {
    self.machine = machine
    var raised: Set<ID<Event>> = []
    if machine.states.contains(where: { !$0.deferred.isEmpty }) {
      for site in machine.actionSites() {
        site.actions.forEachAction { if case .raise(let event, _) = $0 { raised.insert(event) } }
      }
    }
    self.raised = raised
  }

  /// What a state, with all in it, never lets through to the states around it, and where it is stopped.
  private struct Stops {
    var events: [ID<Event>: SourceRange] = [:]
    /// Where every event is stopped, and every `always` of the states around.
    var everything: SourceRange?
    var always: SourceRange?
  }

  func find() -> [Diagnostic] {
    var result: [Diagnostic] = []
    /// By state, filled from the last to the first: children come before their parents.
    var stops = [Stops](repeating: Stops(), count: machine.states.count)
    for index in machine.states.indices.reversed() {
      let state = machine.states[index]
      if state.isHistory { continue }
      var own = ownStops(of: state, result: &result)
      let children = machine.properChildren(of: state.id)
      if !children.isEmpty {
        let below = common(children.map { stops[$0.index] })
        report(state, stoppedBy: below, children: children, stops, result: &result)
        own.events.merge(below.events) { first, _ in first }
        own.everything = own.everything ?? below.everything
        own.always = own.always ?? below.always
        for child in children { stops[child.index] = Stops() }
      }
      stops[index] = own
    }
    return result
  }

  /// What the state itself stops; what it hides from itself is reported.
  private func ownStops(of state: State, result: inout [Diagnostic]) -> Stops {
    var stops = Stops()
    for handler in state.on {
      if let last = unguarded(handler.transitions) { stops.events[handler.event] = last.range }
    }
    for deferral in state.deferred {
      if let place = stops.events[deferral.event] {
        result.append(
          machine.finding(
            .idleDeferral,
            "`\(machine[deferral.event].name)` is never kept: the state takes it by its name",
            at: deferral.range, notes: [("this transition takes it", place)]))
      } else if !raised.contains(deferral.event) {
        stops.events[deferral.event] = deferral.range
      }
    }
    if let first = state.onAny.first, stops.events.count == machine.events.count, !machine.events.isEmpty {
      result.append(
        machine.finding(
          .hiddenHandler, "this is never taken: the state takes or defers every event by its name",
          at: first.range))
    }
    stops.everything = unguarded(state.onAny)?.range
    stops.always = unguarded(state.always)?.range
    return stops
  }

  private func unguarded(_ list: [Transition]) -> Transition? {
    list.last { $0.condition == nil }
  }

  /// What every one of the children stops.
  private func common(_ children: [Stops]) -> Stops {
    var result = Stops()
    if children.allSatisfy({ $0.everything != nil }) { result.everything = children.first?.everything }
    if children.allSatisfy({ $0.always != nil }) { result.always = children.first?.always }
    let partial = children.filter { $0.everything == nil }
    guard let smallest = partial.min(by: { $0.events.count < $1.events.count }) else {
      return result
    }
    for (event, place) in smallest.events where partial.allSatisfy({ $0.events[event] != nil }) {
      result.events[event] = place
    }
    return result
  }

  private func report(
    _ state: State, stoppedBy below: Stops, children: [ID<State>], _ stops: [Stops],
    result: inout [Diagnostic]
  ) {
    func notes(_ place: (Stops) -> SourceRange?) -> [(message: String, range: SourceRange)] {
      var ranges: [SourceRange] = []
      // A few of them are enough to see it.
      for range in children.prefix(32).compactMap({ place(stops[$0.index]) }) where !ranges.contains(range) {
        ranges.append(range)
        if ranges.count == 4 { break }
      }
      return ranges.map { ("this comes first", $0) }
    }
    for handler in state.on where below.events[handler.event] != nil || below.everything != nil {
      guard let first = handler.transitions.first else { continue }
      let name = machine[handler.event].name
      result.append(
        machine.finding(
          .hiddenHandler, "this is never taken: every state inside takes or defers `\(name)` before",
          at: first.range, notes: notes { $0.events[handler.event] ?? $0.everything }))
    }
    for deferral in state.deferred where below.events[deferral.event] != nil || below.everything != nil {
      let name = machine[deferral.event].name
      result.append(
        machine.finding(
          .idleDeferral, "`\(name)` is never kept here: every state inside takes or defers it before",
          at: deferral.range, notes: notes { $0.events[deferral.event] ?? $0.everything }))
    }
    let takesAll = below.everything != nil || below.events.count == machine.events.count
    if let first = state.onAny.first, takesAll, !machine.events.isEmpty {
      result.append(
        machine.finding(
          .hiddenHandler, "this is never taken: every state inside takes or defers every event before",
          at: first.range, notes: notes { $0.everything }))
    }
    if let first = state.always.first, below.always != nil {
      result.append(
        machine.finding(
          .hiddenHandler, "this is never taken: every state inside has an `always` without a guard",
          at: first.range, notes: notes { $0.always }))
    }
  }
}
