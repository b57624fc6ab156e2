import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Names the parts of a machine as the reports about its logs do.
struct TraceWords {
  let machine: Machine

  /// The number of steps of a story that are shown.
  private static let stepLimit = 12
  /// The number of events of a list, with that which counts the rest.
  private static let eventLimit = 8

  /// Returns the name by which logs know a callback. Of several with one selector, it says which one is meant.
  func name(of callback: ID<Callback>) -> String {
    guard let selector = machine[callback].selectors.first else { return machine[callback].name }
    let part = machine.part(of: callback)
    let isShared = machine.callbacks.indices.contains { index in
      index != callback.index && machine.part(of: ID<Callback>(index)) == part
        && machine.callbacks[index].selectors.first == selector
    }
    let name = part.map { "\(machine[$0].name).\(selector)" } ?? selector
    return isShared ? "\(name) (\(machine[callback].name))" : name
  }

  /// Returns a key or a name in a log, which may have any length, in a form that a line has room for.
  func shortened(_ text: String) -> String {
    guard text.utf8.count > TraceSession.lineLimit else { return VisibleText.escaped(text) }
    return VisibleText.escaped(String(text.unicodeScalars.prefix(TraceSession.lineLimit))) + "…"
  }

  /// Returns the name of a call or an event in quotes.
  func name(of item: ID<LogItem>) -> String {
    switch machine.item(item) {
    case .call(let callback): "`\(name(of: callback))`"
    case .event(let event): "the event `\(machine[event].name)`"
    case .state(let state): "the state `\(machine[state].path)`"
    }
  }

  func list(_ items: [ID<LogItem>]) -> String {
    var calls: [String] = []
    var events: [String] = []
    var states: [String] = []
    for item in items {
      switch machine.item(item) {
      case .call(let callback): calls.append("`\(name(of: callback))`")
      case .event(let event): events.append("`\(machine[event].name)`")
      case .state(let state): states.append("`\(machine[state].path)`")
      }
    }
    // A machine may ignore events, so often each of them could have come.
    if events.count > Self.eventLimit {
      events[Self.eventLimit - 1] = "and \(events.count - Self.eventLimit + 1) others"
      events.removeSubrange(Self.eventLimit...)
    }
    if let first = events.first { events[0] = (events.count == 1 ? "the event " : "the events ") + first }
    return (calls + events + states).joined(separator: ", ")
  }

  func text(of field: ID<Field>, _ values: [Value]) -> String {
    let text = "`\(machine[field].name): \(values.map(\.description).joined(separator: "` or `"))`"
    // Of numbers and texts, exploration tries one of those that the spec treats alike.
    switch machine[field].type {
    case .bool, .cases, .declared: return text
    case .int, .duration, .double, .string, .opaque: return text + ", or what the spec treats alike,"
    }
  }

  /// Returns the steps of a story, and the states in which it ends.
  func text(of story: LogStory) -> String {
    guard let last = story.steps.indices.last else { return "nothing, not even the start" }
    var words = story.steps.indices.flatMap { story.words(ofStep: $0, in: machine) }
    if last == 0, case .start = story.steps[0].cause { words.append("start") }
    let shown = words.count > Self.stepLimit ? ["…"] + words.suffix(Self.stepLimit) : words
    // Some texts are those of the log.
    return shown.map(shortened).joined(separator: ", ") + "  # " + story.states(afterStep: last, in: machine)
  }
}
