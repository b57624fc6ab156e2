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
  /// Gives a property that says where the machine is, or was, a value.
  case store(variable: String, value: String)
  /// Selects a transition that may be taken together with others.
  case select(String)
  /// Does one thing or another by where a region is.
  case branch(subject: String, [BranchCase], otherwise: [Statement], needsDefault: Bool)

  static let keys = [
    "call", "assignment", "simultaneous", "raise", "choice", "arm", "armChecked", "disarm", "run", "store", "select",
    "branch", "callback", "arguments", "field", "value", "assignments", "condition", "then", "hasOtherwise",
    "otherwise",
    "timer", "length", "variable", "subject", "cases", "needsDefault",
  ]

  func value(for key: String) -> TemplateValue? {
    switch (self, key) {
    case (.call, "call"), (.assignment, "assignment"), (.assignments, "simultaneous"), (.choice, "choice"),
      (.arm, "arm"), (.armChecked, "armChecked"), (.store, "store"), (.branch, "branch"):
      .flag(true)
    case (.call(let callback, _), "callback"): .text(callback)
    case (.call(_, let arguments), "arguments"): .text(arguments)
    case (.assignment(let field, _), "field"), (.armChecked(_, _, let field), "field"): .text(field)
    case (.assignment(_, let value), "value"), (.store(_, let value), "value"): .text(value)
    case (.assignments(let assignments), "assignments"): .list(assignments)
    case (.raise(let trigger), "raise"): .text(trigger)
    case (.choice(let condition, _, _), "condition"): .text(condition)
    case (.choice(_, let then, _), "then"): .list(then)
    case (.choice(_, _, let otherwise), "hasOtherwise"), (.branch(_, _, let otherwise, _), "hasOtherwise"):
      .flag(!otherwise.isEmpty)
    case (.choice(_, _, let otherwise), "otherwise"), (.branch(_, _, let otherwise, _), "otherwise"):
      .list(otherwise)
    case (.arm(let timer, _), "timer"), (.armChecked(let timer, _, _), "timer"): .text(timer)
    case (.arm(_, let length), "length"), (.armChecked(_, let length, _), "length"): .text(length)
    case (.disarm(let timer), "disarm"): .text(timer)
    case (.run(let function), "run"): .text(function)
    case (.store(let variable, _), "variable"): .text(variable)
    case (.select(let transition), "select"): .text(transition)
    case (.branch(let subject, _, _, _), "subject"): .text(subject)
    case (.branch(_, let cases, _, _), "cases"): .list(cases)
    case (.branch(_, _, let otherwise, let needsDefault), "needsDefault"): .flag(needsDefault && otherwise.isEmpty)
    case (_, "call"), (_, "assignment"), (_, "simultaneous"), (_, "raise"), (_, "choice"), (_, "arm"),
      (_, "armChecked"), (_, "disarm"), (_, "run"), (_, "store"), (_, "select"), (_, "branch"):
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
    case .branch(_, let cases, let otherwise, _):
      cases.contains { $0.statements.contains(where: \.runsFunction) } || otherwise.contains(where: \.runsFunction)
    case .call, .assignment, .assignments, .raise, .arm, .armChecked, .disarm, .store, .select: false
    }
  }

  /// How many lines it is, about.
  var size: Int {
    switch self {
    case .choice(_, let then, let otherwise): (then + otherwise).reduce(1) { $0 + $1.size }
    case .branch(_, let cases, let otherwise, _):
      cases.reduce(otherwise.reduce(1) { $0 + $1.size }) { $1.statements.reduce($0 + 1) { $0 + $1.size } }
    case .assignments(let assignments): assignments.count
    case .call, .assignment, .raise, .arm, .armChecked, .disarm, .run, .store, .select: 1
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

/// What is done where a region is in one of some places.
struct BranchCase: Hashable, TemplateView {
  var pattern: String
  var statements: [Statement]

  static let keys = ["pattern", "statements"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "pattern": .text(pattern)
    case "statements": .list(statements)
    default: nil
    }
  }
}

/// Cases of an enum as a pattern.
func casePattern(_ cases: [String]) -> String {
  cases.map { ".\($0)" }.joined(separator: ", ")
}
