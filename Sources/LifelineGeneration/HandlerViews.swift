import LifelineTemplating

/// What a state does with one event, as templates see it.
struct EventCaseView: TemplateView {
  /// The events; several where the same is done with each.
  var patterns: [String]
  var transitions: [TransitionView]
  /// The event, where it is kept for later if no transition takes it.
  var deferral: String

  static let keys = ["pattern", "transitions", "deferral"]

  /// Whether nothing is left to do behind it.
  var isComplete: Bool { !deferral.isEmpty || transitions.last?.condition.isEmpty == true }

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "pattern": .text(patterns.joined(separator: ", "))
    case "transitions": .list(transitions)
    case "deferral": .text(deferral)
    default: nil
    }
  }

  /// The cases with those joined that do the same and do not need to know which event it is.
  static func merging(_ cases: [EventCaseView]) -> [EventCaseView] {
    guard cases.count > 1 else { return cases }
    var places: [Int: [Int]] = [:]
    var result: [EventCaseView] = []
    for view in cases {
      // A case with a parameter binds it, or is kept under its own name.
      let isMergeable = view.deferral.isEmpty && !view.patterns.contains { $0.hasSuffix(")") }
      let hash = isMergeable ? view.transitions.hashValue : 0
      if isMergeable, let place = places[hash]?.first(where: { result[$0].transitions == view.transitions }) {
        result[place].patterns += view.patterns
      } else {
        if isMergeable { places[hash, default: []].append(result.count) }
        result.append(view)
      }
    }
    return result
  }
}

/// What a state does with events, with time or with nothing, as templates see it.
struct HandlersView: TemplateView {
  /// What is switched over.
  var subject: String
  var events: [EventCaseView]
  /// Whether there are events without a case.
  var needsDefault: Bool
  /// Tried after the event's own transitions.
  var transitions: [TransitionView]
  /// What is returned if nothing is taken; empty where the function goes on.
  var fallback: String

  static let keys = ["subject", "events", "hasEvents", "needsDefault", "transitions", "fallback"]

  /// No handlers: others are asked.
  static func nothing(fallback: String) -> HandlersView {
    HandlersView(subject: "", events: [], needsDefault: false, transitions: [], fallback: fallback)
  }

  var isEmpty: Bool { events.isEmpty && transitions.isEmpty }

  /// Whether the text behind it can be reached.
  var fallsThrough: Bool {
    if transitions.last?.condition.isEmpty == true { return false }
    return events.isEmpty || needsDefault || !events.allSatisfy(\.isComplete)
  }

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "subject": .text(subject)
    case "events": .list(events)
    case "hasEvents": .flag(!events.isEmpty)
    case "needsDefault": .flag(needsDefault)
    case "transitions": .list(transitions)
    case "fallback": .text(fallsThrough ? fallback : "")
    default: nil
    }
  }
}

/// What is done in some states, as templates see it.
struct StateCaseView: TemplateView {
  var states: [String]
  /// What the states have, or how the regions of a parallel state are asked.
  var handlers: HandlersView?
  var search: SearchView?

  static let keys = ["states", "handlers", "search"]

  init(states: [String], handlers: HandlersView) {
    self.states = states
    self.handlers = handlers
  }

  init(states: [String], search: SearchView) {
    self.states = states
    self.search = search
  }

  /// Whether the text behind it can be reached.
  var fallsThrough: Bool { handlers.map { $0.fallsThrough && $0.fallback.isEmpty } ?? false }

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "states": .text(casePattern(states))
    case "handlers": .view(handlers)
    case "search": .view(search)
    default: nil
    }
  }
}

/// What is done by the state that is active, as templates see it.
struct DispatchView: TemplateView {
  /// The property that says where the machine, or a region, is.
  var subject: String
  var cases: [StateCaseView]
  /// Whether there are states without a case.
  var needsDefault: Bool
  /// What is returned if nothing is taken.
  var ignored: String
  /// Whether nothing follows it.
  var isLast = true

  static let keys = ["subject", "cases", "hasCases", "needsDefault", "ignored", "fallsThrough"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "subject": .text(subject)
    case "cases": .list(cases)
    case "hasCases": .flag(!cases.isEmpty)
    case "needsDefault": .flag(needsDefault)
    case "ignored": .text(ignored)
    case "fallsThrough":
      .flag(isLast && (cases.isEmpty || needsDefault || cases.contains(where: \.fallsThrough)))
    default: nil
    }
  }
}

/// A private function that does what one state with children does, as templates see it.
struct HandlerFunctionView: TemplateView {
  var doc: String
  var name: String
  var parameters: String
  var result: String
  var handlers: HandlersView

  static let keys = ["doc", "name", "parameters", "result", "handlers"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "name": .text(name)
    case "parameters": .text(parameters)
    case "result": .text(result)
    case "handlers": .view(handlers)
    default: nil
    }
  }
}

/// Transitions for the completion of a state, as templates see them.
struct DoneCaseView: TemplateView {
  var trigger: String
  /// The state, a case of `AnyState`.
  var state: String
  var transitions: [TransitionView]

  static let keys = ["trigger", "state", "transitions", "isEmpty"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "trigger": .text(trigger)
    case "state": .text(state)
    case "transitions": .list(transitions)
    case "isEmpty": .flag(transitions.isEmpty)
    default: nil
    }
  }
}

/// A private function that fires what is armed in one slot, as templates see it.
struct TimerFunctionView: TemplateView {
  var name: String
  var timer: String
  var parameters: String
  var arguments: String
  var dispatches: [DispatchView]

  static let keys = ["name", "timer", "parameters", "arguments", "dispatches"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "timer": .text(timer)
    case "parameters": .text(parameters)
    case "arguments": .text(arguments)
    case "dispatches": .list(dispatches)
    default: nil
    }
  }
}
