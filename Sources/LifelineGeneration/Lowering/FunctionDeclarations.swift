import LifelineModel

/// The declarations of the program's functions.
extension MachineContext {
  /// Returns the declaration of a function.
  func declare(_ function: Function) -> Declaration {
    let isPublic = [.handle, .dropPending, .elapseDueTimer].contains(function.name)
    let parameters = function.parameters.map { $0 == .calls && isPublic ? "calling \($0.text.dropFirst(2))" : $0.text }
    // An object starts its machine.
    let modifiers = (isPublic ? "" : function.name == .start ? "fileprivate " : "private ") + "mutating "
    let result =
      switch function.result {
      case .nothing: ""
      case .isTaken: " -> Swift.Bool"
      case .lookupResult: " -> LookupResult"
      case .elapsedTimer: " -> \(elapsedTimer)?"
      }
    let attribute: String? =
      switch function.name {
      case .handle: "@discardableResult"
      case .finishMacrostep: "@inline(never)"
      default: nil
      }
    return Declaration(
      documentation: documentation(of: function.name), attribute: attribute, isPublic: isPublic,
      head: "\(modifiers)func \(names.function(function.name))(\(parameters.joined(separator: ", ")))\(result)",
      body: .statements(function.body))
  }

  /// Returns a state as documentation calls it.
  private func title(_ state: ID<State>) -> String {
    state == Machine.root ? "the machine" : "`\(machine[state].path)`"
  }

  private func documentation(of name: FunctionName) -> [String] {
    switch name {
    case .handle:
      let deferral = shape.defers ? " or defers it" : ""
      return [
        "Sends an event to the machine, which passes its calls to `call`; it is being modified then, so don't access it.",
        "",
        "- Returns: Whether the machine handles the event\(deferral). If not, nothing has changed.",
      ]
    // Their names say which states these are about.
    case .start, .takeTimer, .enter, .exit, .begin, .lookupInRegion, .lookupInState: return []
    case .followPart:
      return ["Completes the macrostep after a part has taken a transition of its own: guards may read the part."]
    case .settle: return ["Completes the macrostep: eventless transitions first, then internal events, in order."]
    case .finishMacrostep:
      return [
        "Completes a macrostep that has anything left to do. This is rare, so it is a function of its own."
      ]
    case .dropPending:
      return [
        "Drops timers and deferred events, which never follow the end of the machine. Hosts don't call this: a machine of",
        "which this one is a part calls it at its own end.",
      ]
    case .deferEvent: return ["Defers an event."]
    case .recallDeferred:
      return ["Recalls the deferred events that no active state defers any more, in the order of their arrival."]
    case .elapseDueTimer:
      let note = timedParts.isEmpty ? "" : " Those of parts come first."
      return [
        "Lets the first timer elapse whose deadline has come; returns `nil` if there is none.\(note)",
        "Hosts call `advance`. A machine of which this one is a part calls this.",
      ]
    case .lookup(.event): return ["Takes the transition for an event, if there is one."]
    case .lookup(.internalEvent): return ["Takes the transition for an internal event, if there is one."]
    case .lookup(.eventless): return ["Takes the enabled eventless transition, if there is one."]
    case .perform:
      return [
        "Takes the selected transitions in one microstep: exits states, innermost first, runs the transitions' actions",
        "in the order of their selection, and enters states, outermost first.",
      ]
    case .performPhase(.exits): return ["Exits the states of a transition."]
    case .performPhase(.actions): return ["Runs the actions of a transition."]
    case .performPhase(.entries): return ["Enters the states of a transition."]
    case .pass(let state): return ["Leaves \(title(state)), in which the machine never rests."]
    case .leave(let state): return ["Exit actions of the active states in \(title(state))."]
    case .remember(let state): return ["Records the active states in \(title(state)) for histories."]
    case .enterRegions(let state): return ["Enters the initial states of the regions of \(title(state))."]
    case .resume(let history, _):
      return ["Enters the states that `\(machine[history].path)` remembers, or else its default."]
    }
  }
}

extension FunctionParameter {
  fileprivate var text: String {
    switch self {
    case .event: "_ event: Event"
    case .optionalEvent: "_ event: Event?"
    case .internalEvent: "_ internalEvent: InternalEvent"
    case .calls: "_ call: (Callback) -> Swift.Void"
    case .selecting: "_ selected: inout SelectedTransitions"
    case .selection: "_ selected: SelectedTransitions"
    case .transition: "_ transition: Transition"
    case .macrostep: "_ macrostep: inout Macrostep"
    }
  }
}
