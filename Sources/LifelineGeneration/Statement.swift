import LifelineTemplating

/// A line or more of what a generated machine does, as templates see it: exactly one of the keys that name
/// a sort of statement is true.
indirect enum Statement: Hashable, TemplateView {
  /// Makes a callback.
  case call(callback: String, arguments: String)
  /// Gives a field a value.
  case assignment(field: String, value: String)
  /// Gives several fields values that are computed from what the fields were before.
  case assignments([Statement])
  /// Puts something into the internal queue.
  case raise(String)
  /// Does one thing or another.
  case choice(condition: String, then: [Statement], otherwise: [Statement])
  /// Arms a timer.
  case arm(timer: String, length: String)
  /// Arms a timer with what a field holds.
  case armChecked(timer: String, length: String, field: String)
  /// Disarms a timer.
  case disarm(String)
  /// Runs actions that are long or depend on what is active: they have a function of their own.
  case run(function: String)
  /// Runs exit actions by what is active.
  case exits([ExitCase], needsDefault: Bool)

  static let keys = [
    "call", "assignment", "simultaneous", "raise", "choice", "arm", "armChecked", "disarm", "run", "exit",
    "callback", "arguments", "field", "value", "assignments", "condition", "then", "hasOtherwise", "otherwise",
    "timer", "length", "cases", "needsDefault",
  ]

  func value(for key: String) -> TemplateValue? {
    switch (self, key) {
    case (.call, "call"), (.assignment, "assignment"), (.assignments, "simultaneous"), (.choice, "choice"),
      (.arm, "arm"), (.armChecked, "armChecked"), (.exits, "exit"):
      .flag(true)
    case (.call(let callback, _), "callback"): .text(callback)
    case (.call(_, let arguments), "arguments"): .text(arguments)
    case (.assignment(let field, _), "field"), (.armChecked(_, _, let field), "field"): .text(field)
    case (.assignment(_, let value), "value"): .text(value)
    case (.assignments(let assignments), "assignments"): .list(assignments)
    case (.raise(let trigger), "raise"): .text(trigger)
    case (.choice(let condition, _, _), "condition"): .text(condition)
    case (.choice(_, let then, _), "then"): .list(then)
    case (.choice(_, _, let otherwise), "hasOtherwise"): .flag(!otherwise.isEmpty)
    case (.choice(_, _, let otherwise), "otherwise"): .list(otherwise)
    case (.arm(let timer, _), "timer"), (.armChecked(let timer, _, _), "timer"): .text(timer)
    case (.arm(_, let length), "length"), (.armChecked(_, let length, _), "length"): .text(length)
    case (.disarm(let timer), "disarm"): .text(timer)
    case (.run(let function), "run"): .text(function)
    case (.exits(let cases, _), "cases"): .list(cases)
    case (.exits(_, let needsDefault), "needsDefault"): .flag(needsDefault)
    case (_, "call"), (_, "assignment"), (_, "simultaneous"), (_, "raise"), (_, "choice"), (_, "arm"),
      (_, "armChecked"), (_, "disarm"), (_, "run"), (_, "exit"):
      .flag(false)
    default: nil
    }
  }
}

extension Statement {
  /// Whether a function is called, which takes what private functions hand on to one another.
  var runsFunction: Bool {
    switch self {
    case .run: true
    case .choice(_, let then, let otherwise): (then + otherwise).contains(where: \.runsFunction)
    case .exits(let cases, _): cases.contains { $0.statements.contains(where: \.runsFunction) }
    case .call, .assignment, .assignments, .raise, .arm, .armChecked, .disarm: false
    }
  }

  /// The timer that is armed.
  var armedTimer: String? {
    switch self {
    case .arm(let timer, _), .armChecked(let timer, _, _): timer
    default: nil
    }
  }

  /// The timer that is disarmed.
  var disarmedTimer: String? {
    if case .disarm(let timer) = self { timer } else { nil }
  }
}

/// The exit actions that are run where one of some states is active.
struct ExitCase: Hashable, TemplateView {
  var states: [String]
  var statements: [Statement]

  static let keys = ["states", "statements"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "states": .text(casePattern(states))
    case "statements": .list(statements)
    default: nil
    }
  }
}

/// Cases of an enum as a pattern.
func casePattern(_ cases: [String]) -> String {
  cases.map { ".\($0)" }.joined(separator: ", ")
}
