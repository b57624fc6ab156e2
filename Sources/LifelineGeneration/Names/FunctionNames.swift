import LifelineModel

extension MachineNames {
  /// Returns the name of a function.
  func function(_ name: FunctionName) -> String {
    func named(_ verb: String, _ state: ID<State>) -> String { verb + functionSuffixes[state.index] }
    return switch name {
    case .handle: "handle"
    case .start: "start"
    case .settle: "settle"
    case .finishMacrostep: "finishMacrostep"
    case .dropPending: "dropPending"
    case .deferEvent: "deferEvent"
    case .recallDeferred: "recallDeferredEvents"
    case .elapseDueTimer: "elapseDueTimer"
    case .followPart: "followPart"
    case .takeTimer(let slot): "take" + SwiftText.capitalized(timer(slot))
    case .lookup(let lookup): lookup.verb
    case .lookupInRegion(let lookup, let state): named("\(lookup.verb)Region", state)
    case .lookupInState(let lookup, let state): named("\(lookup.verb)In", state)
    case .perform: "perform"
    case .performPhase(.exits): "performExits"
    case .performPhase(.actions): "performActions"
    case .performPhase(.entries): "performEntries"
    case .enter(let state): named("enter", state)
    case .exit(let state): named("exit", state)
    case .begin(let state): named("begin", state)
    case .leave(let state): named("leave", state)
    case .pass(let state): named("leave", state)
    case .remember(let state): named("remember", state)
    case .enterRegions(let state): named("enterRegionsOf", state)
    case .resume(let history, let staysInParent): named("resume", history) + (staysInParent ? "Inside" : "")
    }
  }

  /// Returns the name of the property for a timer slot.
  func timer(_ slot: TimerSlot) -> String { timers[slot.index] }

  /// Returns the local names of an event's parameters.
  func locals(of event: Event) -> LocalNames {
    LocalNames.assign(to: event.parameters, beside: regions.storedProperties.union(parts))
  }

  /// Returns the name of the property that tells whether a parallel state is complete.
  func completion(_ state: ID<State>) -> String {
    state == Machine.root ? "isFinished" : "is\(functionSuffixes[state.index])Complete"
  }

  /// Returns names for transitions that can be taken together: each has the name of its source and a number.
  func transitions(_ transitions: [SharedTransition]) -> TransitionNames {
    var result = TransitionNames()
    var taken: Set<String> = []
    var counts: [String: Int] = [:]
    for transition in transitions {
      let stem = anyStateCase(transition.source).filter { $0 != "`" }
      var name: String
      repeat {
        counts[stem, default: 0] += 1
        name = "\(stem)\(counts[stem, default: 0])"
      } while !taken.insert(name).inserted
      result.byID[transition.transition] = name
    }
    return result
  }
}

/// The names of transitions that can be taken together.
struct TransitionNames {
  fileprivate var byID = IDMap<Transition, String>()

  /// The name of a transition.
  subscript(id: ID<Transition>) -> String { byID[id, default: "transition\(id.index)"] }
}

extension FunctionName {
  /// Returns the names that functions and private properties for a state can have.
  static func all(for suffix: String) -> [String] {
    let lookups = ["take", "takeRaised", "takeAlways"].flatMap { ["\($0)Region\(suffix)", "\($0)In\(suffix)"] }
    let verbs = ["enter", "exit", "begin", "leave", "remember", "enterRegionsOf", "resume"].map { $0 + suffix }
    return lookups + verbs + ["resume\(suffix)Inside", "is\(suffix)Complete"]
  }
}

extension Lookup {
  fileprivate var verb: String {
    switch self {
    case .event: "take"
    case .internalEvent: "takeRaised"
    case .eventless: "takeAlways"
    }
  }
}
