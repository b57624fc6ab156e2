import LifelineModel
import LifelineScenarios

/// Writes expectations as a spec does, on one line.
struct ExpectationText {
  let machine: Machine

  /// Returns the text of calls. One call without expected arguments is only a name.
  func text(_ calls: ExpectedCalls) -> String {
    switch calls {
    case .list(let list):
      if list.count == 1, let call = list.first { return text(call) }
      return Self.list(list.map(text))
    case .choice(let condition, let then, let otherwise):
      let head = "{if: \(Self.scalar(condition)), expect: \(text(then))"
      return otherwise == .list([]) ? head + "}" : "\(head), else: \(text(otherwise))}"
    }
  }

  /// Returns the text of a call.
  func text(_ call: ExpectedCall) -> String {
    let callback = machine[call.callback]
    if call.arguments.isEmpty { return callback.name }
    let values = call.arguments.map { "\(callback.parameters[$0.parameter].name): \($0.value)" }
    return "{\(callback.name): {\(values.joined(separator: ", "))}}"
  }

  /// Returns an expression as a scalar of a flow mapping, in quotes if YAML gives one of its characters a meaning.
  private static func scalar(_ expression: String) -> String {
    guard expression.contains(where: { ",[]{}#:&*'".contains($0) }) else { return expression }
    return "'" + expression.replacing("'", with: "''") + "'"
  }

  /// Returns the text of a list of items.
  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  /// Returns the shortest name that means the state in a scenario.
  func reference(_ state: ID<State>) -> String {
    let names = machine[state].path.split(separator: ".")
    for count in 1...max(1, names.count) {
      let name = names.suffix(count).joined(separator: ".")
      let meant = machine.states.count { $0.path == name || $0.path.hasSuffix(".\(name)") }
      if meant == 1 { return name }
    }
    return machine[state].path
  }
}
