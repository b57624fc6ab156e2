import LifelineModel
import LifelineSource

/// A kind of mapping with a fixed set of keys.
///
/// All keys of specs and configuration files are listed here, so that a schema can be made of them.
struct MappingKind {
  /// The name with its article, for messages.
  let name: String
  /// The keys, in the order in which messages list them.
  let keys: [String]

  private init(_ name: String, _ keys: [String]) {
    self.name = name
    self.keys = keys
  }

  /// The keys that are probably meant by words of other notations.
  private static let otherWords = [
    "target": "to", "goto": "to", "cond": "if", "guard": "if", "when": "if", "action": "do", "actions": "do",
    "onEntry": "entry", "onExit": "exit", "enter": "entry", "leave": "exit", "transitions": "on", "parallel": "regions",
    "children": "states", "timers": "after", "timeout": "after", "requires": "needs", "const": "fixed",
    "state": "given",
    "steps": "when",
  ]

  /// Returns the key that is probably meant by `word`, which is none.
  func nearestKey(to word: String) -> String? {
    if let key = nearestName(to: word, among: keys) { return key }
    return Self.otherWords[word].flatMap { keys.contains($0) ? $0 : nil }
  }

  /// The keys of every part that has a name.
  static let documentation = ["doc", "cites", "allow"]

  // MARK: Specs

  static let spec = MappingKind(
    "a spec",
    ["lifeline", "machine", "imports", "types", "sources", "context", "parts", "callbacks", "events", "initial"]
      + ["states", "regions", "observing", "scenarios"] + documentation)
  static let type = MappingKind("a type", ["cases"] + documentation)
  static let source = MappingKind("a source", ["title", "url", "note", "claims"] + documentation)
  static let field = MappingKind("a context field", ["default", "type", "cases", "fixed", "private"] + documentation)
  static let part = MappingKind("a part", ["use", "context"] + documentation)
  static let callback = MappingKind(
    "a callback", ["selector", "channel", "parameters", "needs", "onlyAfter"] + documentation)
  static let callbackOfPart = MappingKind("a callback of a part", ["needs", "onlyAfter"] + documentation)
  static let event = MappingKind("an event", ["parameters"] + documentation)

  static let state = MappingKind(
    "a state",
    ["initial", "states", "regions", "entry", "exit", "on", "always", "after", "done", "defer"]
      + ["final", "history", "default"] + documentation)
  static let finalState = MappingKind("a final state", ["final", "entry", "exit"] + documentation)
  static let history = MappingKind("a history pseudo-state", ["history", "default"] + documentation)
  /// The mapping behind `initial` or `default`.
  static func entrance(_ key: String) -> MappingKind { MappingKind("`\(key)`", ["to", "do"]) }
  static let transition = MappingKind("a transition", ["to", "if", "do", "reenter"] + documentation)

  /// The keys of which an action has one.
  static let action = MappingKind("an action", ["set", "raise", "if", "restart"])
  /// An action that has the key `key`.
  static func action(with key: String) -> MappingKind {
    MappingKind("an action with `\(key)`", key == "if" ? ["if", "do", "else"] : [key])
  }

  // MARK: Scenarios

  static let scenario = MappingKind(
    "a scenario",
    ["given", "follows", "where", "when", "then", "never", "observing", "refuted", "decides"] + documentation)
  /// The keys of which a step has one, unless it has the name of an event.
  static let step = MappingKind("a step", ["start", "ignored", "wait", "set"])
  /// The keys that a step has besides.
  static let stepAddition = MappingKind("a step", ["with", "through", "then", "expect"])
  /// The keys of which an expectation has one, unless it has the name of a callback.
  static let expectation = MappingKind("an expectation", ["anyOrder", "optional", "repeat", "oneOf", "if"])
  static let conditionalExpectation = MappingKind("an expectation with `if`", ["if", "expect", "else"])

  // MARK: Configuration

  static let configuration = MappingKind(
    "a configuration",
    [
      "access", "output", "testsOutput", "module", "object", "monitor", "isolation", "tests", "templates", "coverage",
      "limit", "traces", "allow",
    ]
  )
  static let coverage = MappingKind("`coverage`", CoverageSubject.allCases.map(\.rawValue))
  static let trace = MappingKind(
    "a trace", ["log", "spec", "source", "from", "observing", "without", "by", "as", "given", "violates"])
  static let tests = MappingKind("the settings of tests", ["derive", "subject"])
}
