import LifelineModel
import LifelineTemplating

/// How it is stored what a history remembers, as templates see it.
struct StoredHistoryView: TemplateView {
  /// A child of the history's parent, by which a shallow history remembers.
  struct Child: TemplateView {
    /// What the memory holds, as a pattern and as a value.
    var pattern: String
    var value: String
    var path: String

    static let keys = ["pattern", "value", "path"]

    func value(for key: String) -> TemplateValue? {
      switch key {
      case "pattern": .text(pattern)
      case "value": .text(value)
      case "path": .text("\"\(path)\"")
      default: nil
      }
    }
  }

  /// A property that says where a region is, and the one that remembers it.
  struct Part: TemplateView {
    var property: String
    var memory: String

    static let keys = ["property", "memory"]

    func value(for key: String) -> TemplateValue? {
      switch key {
      case "property": .text(property)
      case "memory": .text(memory)
      default: nil
      }
    }
  }

  /// The history's full path.
  var path: String
  /// The state whose children are remembered, a case of `AnyState`.
  var parent: String
  /// The property for the only thing that is remembered, or for the first.
  var memory: String
  /// What that property holds while there is no history.
  var none: String
  /// The property that says whether there is a history, where nothing else is remembered.
  var flag = ""
  /// What a shallow history can remember.
  var children: [Child] = []
  /// Whether the memory holds a state of a machine without regions.
  var isState = false
  /// The places of regions that a deep history remembers.
  var parts: [Part] = []

  static let keys = [
    "key", "parent", "memory", "none", "flag", "hasChildren", "children", "isState", "hasParts", "parts",
  ]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "key": .text("\"\(path)\"")
    case "parent": .text(parent)
    case "memory": .text(memory)
    case "none": .text(none)
    case "flag": .text(flag)
    case "hasChildren": .flag(!children.isEmpty)
    case "children": .list(children)
    case "isState": .flag(isState)
    case "hasParts": .flag(!parts.isEmpty)
    case "parts": .list(parts)
    default: nil
    }
  }
}

/// States with the numbers of the timers that they have, as templates see them.
struct TimerNumbersView: TemplateView {
  var states: [String]
  var numbers: Range<Int>

  static let keys = ["pattern", "numbers"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "pattern": .text(casePattern(states))
    case "numbers": .text("\(numbers.lowerBound)..<\(numbers.upperBound)")
    default: nil
    }
  }
}

/// A property that has a number, as templates see it.
struct NumberedView: TemplateView {
  var number: Int
  var name: String

  static let keys = ["number", "name"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "number": .text("\(number)")
    case "name": .text(name)
    default: nil
    }
  }
}

/// The states that keep an event for later, as templates see them.
struct DeferralView: TemplateView {
  /// The event.
  var name: String
  var states: [String]
  /// Whether there are other states.
  var needsDefault: Bool

  static let keys = ["name", "pattern", "needsDefault"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "pattern": .text(casePattern(states))
    case "needsDefault": .flag(needsDefault)
    default: nil
    }
  }
}

/// Views of what a machine needs to be stored.
extension Declarations {
  /// In document order.
  var storedHistories: [StoredHistoryView] {
    context.memories.all.map { memory in
      var view = StoredHistoryView(
        path: machine[memory.history].path, parent: names.anyStateCase(memory.parent),
        memory: memory.parts.first?.name ?? "", none: memory.parts.first?.none ?? "")
      if let flag = memory.flag {
        view.flag = flag
      } else if !memory.isDeep {
        let type = names.places.type(of: memory.parent)
        let suffix = view.none == "nil" ? "?" : ""
        view.children = machine.properChildren(of: memory.parent).compactMap { child in
          guard let place = context.layout.restingPlaces(of: child).first else { return nil }
          let name = names.places.placeCase(place)
          return StoredHistoryView.Child(
            pattern: ".\(name)\(suffix)", value: "\(type).\(name)", path: machine[child].path)
        }
      } else if context.layout.hasRegions {
        view.parts = memory.parts.map { part in
          StoredHistoryView.Part(property: names.places.properties[part.region], memory: part.name)
        }
      } else {
        view.isState = true
      }
      return view
    }
  }

  /// States by the timers that they have.
  var timerNumbers: [TimerNumbersView] {
    // By both bounds, as one number: dictionaries of ranges would be a type of their own at run time.
    var places: [Int: Int] = [:]
    var result: [TimerNumbersView] = []
    for state in machine.states where !state.timers.isEmpty {
      let numbers = context.layout.slots(of: state.id)
      let name = names.anyStateCase(state.id)
      let key = numbers.lowerBound * (context.layout.slotCount + 1) + numbers.upperBound
      if let place = places[key] {
        result[place].states.append(name)
      } else {
        places[key] = result.count
        result.append(TimerNumbersView(states: [name], numbers: numbers))
      }
    }
    return result
  }

  /// The fields that say how long timers run.
  var lengthFields: [String] {
    var isLength = [Bool](repeating: false, count: machine.fields.count)
    for state in machine.states {
      for case .field(let field) in state.timers.map(\.length) { isLength[field.index] = true }
    }
    return zip(machine.fields, isLength).compactMap { $1 ? SwiftText.identifier($0.name) : nil }
  }

  /// The states that keep events for later, by event.
  var deferrals: [DeferralView] {
    var states = IDMap<Event, [String]>()
    for state in machine.states {
      var seen = IDSet<Event>()
      for event in state.deferred.map(\.event) where seen.insert(event) {
        states[event, default: []].append(names.anyStateCase(state.id))
      }
    }
    let count = names.anyStateCases.count { $0 != nil }
    return context.deferred.map { event in
      DeferralView(
        name: SwiftText.identifier(machine[event].name), states: states[event] ?? [],
        needsDefault: states[event]?.count != count)
    }
  }
}
