import LifelineTemplating

/// How regions are asked for transitions, one after the other, as templates see it.
struct SearchView: TemplateView {
  /// The calls of the regions' functions, by the events for which they are made.
  var groups: [RegionCallsView] = []
  /// The calls that are made for whatever happens.
  var calls: [String]
  /// Whether there are events for which no region is asked.
  var needsDefault = false
  var taken: String
  var ignored: String
  /// Whether a region may say that it keeps the event for later.
  var defers: Bool
  /// Whether all that can be found has been found then: what was selected is taken, what is deferred is kept.
  var isWhole: Bool
  private let words: Words

  static let keys = [
    "groups", "hasGroups", "calls", "needsDefault", "taken", "ignored", "defers", "keeps", "selects", "event",
  ]

  init(calls: [String], _ words: Words, isWhole: Bool = false) {
    self.calls = calls
    taken = words.taken
    ignored = words.ignored
    // Without calls nothing can be found.
    defers = words.defers && !calls.isEmpty
    self.isWhole = isWhole && !calls.isEmpty
    self.words = words
  }

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "groups": .list(groups)
    case "hasGroups": .flag(!groups.isEmpty)
    case "calls": .texts(calls)
    case "needsDefault": .flag(needsDefault)
    case "taken": .text(taken)
    case "ignored": .text(ignored)
    case "defers": .flag(defers)
    case "keeps": .flag(isWhole && defers)
    case "selects": .flag(isWhole && words.selects)
    case "event": .text(words.event)
    default: nil
    }
  }
}

/// The regions that are asked for some events, as templates see them.
struct RegionCallsView: TemplateView {
  /// The events, as the pattern of a `case`.
  var pattern: String
  var calls: [String]

  static let keys = ["pattern", "calls"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "pattern": .text(pattern)
    case "calls": .texts(calls)
    default: nil
    }
  }
}

/// A private function that looks for transitions in a region, as templates see it.
struct RegionFunctionView: TemplateView {
  var doc: String
  var name: String
  var parameters: String
  var result: String
  var dispatch: DispatchView

  static let keys = ["doc", "name", "parameters", "result", "dispatch"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "name": .text(name)
    case "parameters": .text(parameters)
    case "result": .text(result)
    case "dispatch": .view(dispatch)
    default: nil
    }
  }
}

/// A region: where it can be, and the property that says where it is, as templates see it.
struct RegionView: TemplateView {
  var doc: String
  var type: String
  var rawType: String
  var property: String
  var inactive: String
  var places: [String]

  static let keys = ["doc", "type", "rawType", "property", "inactive", "places"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "type": .text(type)
    case "rawType": .text(rawType)
    case "property": .text(property)
    case "inactive": .text(inactive)
    case "places": .texts(places)
    default: nil
    }
  }
}

/// What is stored for a history, as templates see it.
struct MemoryView: TemplateView {
  var doc: String
  /// The property with its type and its first value.
  var declaration: String

  static let keys = ["doc", "declaration"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "declaration": .text(declaration)
    default: nil
    }
  }
}

/// A property that says whether all regions of a parallel state have come to their end, as templates see it.
struct CompletionView: TemplateView {
  var doc: String
  var name: String
  var condition: String

  static let keys = ["doc", "name", "condition"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "name": .text(name)
    case "condition": .text(condition)
    default: nil
    }
  }
}

/// A transition that may be taken together with others, as templates see it.
struct SharedTransitionView: TemplateView {
  var doc: String
  var name: String
  /// The states that it exits if they are active, and those in its source with the source itself: the places in the
  /// document of the first and the last.
  var exits: (first: Int, last: Int)?
  var source: (first: Int, last: Int)

  static let keys = ["doc", "name", "hasExits", "firstExit", "lastExit", "firstSource", "lastSource"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "name": .text(name)
    case "hasExits": .flag(exits != nil)
    case "firstExit": .text("\(exits?.first ?? 0)")
    case "lastExit": .text("\(exits?.last ?? 0)")
    case "firstSource": .text("\(source.first)")
    case "lastSource": .text("\(source.last)")
    default: nil
    }
  }
}

/// What one transition does in one phase of a microstep that takes several, as templates see it.
struct PhaseCaseView: TemplateView {
  var transition: String
  /// A pattern of the event with the parameters that are used; empty if none is.
  var binding: String
  var statements: [Statement]

  static let keys = ["transition", "binding", "statements"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "transition": .text(transition)
    case "binding": .text(binding)
    case "statements": .list(statements)
    default: nil
    }
  }
}

/// A phase of a microstep that takes several transitions, as templates see it.
struct PhaseView: TemplateView {
  var name: String
  var doc: String
  var cases: [PhaseCaseView]
  /// Whether there are transitions without a case.
  var needsDefault: Bool
  /// Whether the transition that comes last is the first whose turn it is.
  var isReversed: Bool

  static let keys = ["name", "doc", "cases", "needsDefault", "isReversed"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "doc": .text(doc)
    case "cases": .list(cases)
    case "needsDefault": .flag(needsDefault)
    case "isReversed": .flag(isReversed)
    default: nil
    }
  }
}

/// How several transitions are selected and taken in one microstep, as templates see it.
struct SelectionView: TemplateView {
  var storage: StorageView
  var transitions: [SharedTransitionView]
  var phases: [PhaseView]
  var hasConflicts: Bool
  var canRepeat: Bool
  /// Whether one of the phases needs the event.
  var readsEvent: Bool
  var parameters: String
  var arguments: String

  static let keys =
    ["transitions", "phases", "hasConflicts", "canRepeat", "readsEvent", "phaseParameters", "phaseArguments"]
    + StorageView.keys

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "transitions": .list(transitions)
    case "phases": .list(phases)
    case "hasConflicts": .flag(hasConflicts)
    case "canRepeat": .flag(canRepeat)
    case "readsEvent": .flag(readsEvent)
    case "phaseParameters": .text(parameters)
    case "phaseArguments": .text(arguments)
    default: storage.value(for: key)
    }
  }
}
