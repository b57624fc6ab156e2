/// The spec of a random machine, as values of which parts can be removed.
struct RandomMachine: Sendable {
  /// An action, as a spec writes it.
  indirect enum Action: Sendable {
    case plain(String)
    case choice(String, [Action], otherwise: [Action])
  }

  struct Transition: Sendable {
    var targets: [String] = []
    var reenters = false
    var condition: String?
    var actions: [Action] = []
  }

  /// The transitions for an event, for `"*"` or for a duration.
  struct Handler: Sendable {
    var cause: String
    var transitions: [Transition]
  }

  /// The states that are entered by default, and the actions that run on the way.
  struct Entrance: Sendable {
    var targets: [String]
    var actions: [Action] = []
  }

  enum Kind: Equatable, Sendable {
    case plain, parallel, final
    case history(isDeep: Bool)
  }

  struct State: Sendable {
    var name: String
    /// The name of the parent; the root's name is empty.
    var parent: String
    var kind = Kind.plain
    /// The states that are entered by default. A history always has them.
    var entrance: Entrance?
    var entry: [Action] = []
    var exit: [Action] = []
    var on: [Handler] = []
    var always: [Transition] = []
    var timers: [Handler] = []
    var done: [Transition] = []
    var deferred: [String] = []
  }

  var name: String
  var events: [String]
  /// In document order, without the root.
  var states: [State]
  var rootIsParallel = false
  var rootEntrance: Entrance?
  /// Whether sessions store the machine and continue with the stored one.
  var isStored = false
  /// Whether fields have ranges, which the values of sessions seldom leave.
  var hasRanges = false

  /// The name of the root, which isn't in the list of states.
  static let root = ""

  func children(of state: String) -> [State] { states.filter { $0.parent == state } }

  /// Whether an action sets the field `h`, which is private then.
  var setsPrivateField: Bool { contains("{set: {h:") }

  /// Returns whether the text of an action contains another one.
  private func contains(_ text: String) -> Bool {
    var actions = rootEntrance?.actions ?? []
    for state in states {
      actions += state.entry + state.exit + (state.entrance?.actions ?? [])
      let handled = (state.on + state.timers).flatMap(\.transitions)
      for transition in handled + state.always + state.done { actions += transition.actions }
    }
    return actions.contains { $0.contains(text) }
  }
}

extension RandomMachine.Action {
  fileprivate func contains(_ other: String) -> Bool {
    switch self {
    case .plain(let text): text.contains(other)
    case .choice(_, let then, let otherwise): (then + otherwise).contains { $0.contains(other) }
    }
  }
}

// MARK: - As a spec

extension RandomMachine {
  /// The parameters of events that have some, in every machine.
  static let parameterEvents = [
    "q": "{p: Int, s: String, o: Kind, a: Double}",
    "r": "{b: Bool, w: Duration, t: Token}",
  ]

  /// The spec's text.
  var yaml: String {
    var lines = [
      "lifeline: 1", "machine: \(name)",
      "types: {Kind: [x, y, none], Tone: [y, z]}",
      "context: {n: \(Self.field("0", range: hasRanges ? "-60...120" : nil)),",
      "  m: \(Self.field("3", range: hasRanges ? "-30...60" : nil)), f: true,",
      "  d: \(Self.field("300ms", range: hasRanges ? "0s...2s" : nil)), k: {cases: [x, y, none], default: x}, v: {default: 2, fixed: true},",
      "  u: {type: Kind, default: y}, l: {type: String, default: a}, g: 0.5,",
      "  h: {default: 5\(setsPrivateField ? ", private: true" : "")}\(carriedFields)}",
      "callbacks:",
      "  {c0: , c1: {onlyAfter: c0}, c2: {onlyAfter: {any: [c1, c3]}}, c3: ,",
      "   c4: {parameters: {n: Int, f: Bool, d: Duration}}, c5: {parameters: {p: Int, s: String}},",
      "   c6: {parameters: {t: Token, m: Int, w: Duration}}, c7: {parameters: {u: Kind, l: String, g: Double}},",
      "   c8: {parameters: {o: Kind, tone: Tone}}, c9: {parameters: {i: 'Token?'}}}",
      "events:",
    ]
    for event in events {
      lines.append("  \(event):" + (Self.parameterEvents[event].map { " {parameters: \($0)}" } ?? ""))
    }
    lines += Self.lines(of: rootEntrance, named: "initial")
    lines.append(rootIsParallel ? "regions:" : "states:")
    for state in children(of: Self.root) { lines += self.lines(of: state).map { "  " + $0 } }
    let text = lines.joined(separator: "\n") + "\n"
    return setsCarriedField ? text : text.replacing("{c9: {i: i}}", with: "{c9: {i: nil}}")
  }

  private var setsCarriedField: Bool { contains("{set: {i:") }

  /// The declarations of the fields that only carry tokens, if actions set them.
  private var carriedFields: String {
    let field = "{type: Token, private: true}"
    return setsCarriedField ? ", i: \(field)" + (contains("j: i}") ? ", j: \(field)" : "") : ""
  }

  private static func field(_ value: String, range: String?) -> String {
    range.map { "{default: \(value), range: \($0)}" } ?? value
  }

  private func lines(of state: State) -> [String] {
    var lines = ["\(state.name):"]
    func add(_ line: String) { lines.append("  " + line) }
    if case .history(let isDeep) = state.kind {
      add("history: \(isDeep ? "deep" : "shallow")")
      Self.lines(of: state.entrance, named: "default").forEach(add)
      return lines
    }
    if !state.entry.isEmpty { add("entry: \(Self.text(state.entry))") }
    if !state.exit.isEmpty { add("exit: \(Self.text(state.exit))") }
    if state.kind == .final { add("final: true") }
    for (key, handlers) in [("on", state.on), ("after", state.timers)] where !handlers.isEmpty {
      add("\(key):")
      for handler in handlers { add("  \(handler.cause): \(Self.text(handler.transitions))") }
    }
    if !state.always.isEmpty { add("always: \(Self.text(state.always))") }
    if !state.done.isEmpty { add("done: \(Self.text(state.done))") }
    if !state.deferred.isEmpty { add("defer: [\(state.deferred.joined(separator: ", "))]") }
    let children = children(of: state.name)
    guard !children.isEmpty else { return lines }
    Self.lines(of: state.entrance, named: "initial").forEach(add)
    add(state.kind == .parallel ? "regions:" : "states:")
    for child in children { self.lines(of: child).forEach { add("  " + $0) } }
    return lines
  }

  private static func lines(of entrance: Entrance?, named key: String) -> [String] {
    guard let entrance else { return [] }
    let target = text(entrance.targets)
    if entrance.actions.isEmpty { return ["\(key): \(target)"] }
    return ["\(key): {to: \(target), do: \(text(entrance.actions))}"]
  }

  private static func text(_ targets: [String]) -> String {
    targets.count == 1 ? targets[0] : "[\(targets.joined(separator: ", "))]"
  }

  private static func text(_ actions: [Action]) -> String {
    "[\(actions.map(text).joined(separator: ", "))]"
  }

  private static func text(_ action: Action) -> String {
    switch action {
    case .plain(let text): return text
    case .choice(let condition, let then, let otherwise):
      let alternative = otherwise.isEmpty ? "" : ", else: \(text(otherwise))"
      return "{if: '\(condition)', do: \(text(then))\(alternative)}"
    }
  }

  private static func text(_ transitions: [Transition]) -> String {
    let texts = transitions.map { transition in
      var parts: [String] = []
      if !transition.targets.isEmpty { parts.append("to: \(text(transition.targets))") }
      if transition.reenters { parts.append("reenter: true") }
      if let condition = transition.condition { parts.append("if: '\(condition)'") }
      if !transition.actions.isEmpty { parts.append("do: \(text(transition.actions))") }
      return "{\(parts.joined(separator: ", "))}"
    }
    return "[\(texts.joined(separator: ", "))]"
  }
}
