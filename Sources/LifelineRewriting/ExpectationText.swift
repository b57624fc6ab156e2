import LifelineModel
import LifelineScenarios

/// Writes expectations as a spec does, on one line.
struct ExpectationText {
  let machine: Machine

  /// Returns the text of calls. One call without expected arguments is only a name.
  func text(_ calls: ExpectedCalls) -> String {
    switch calls {
    case .list(let list):
      let items = items(list)
      return items.count == 1 ? items[0] : Self.list(items)
    case .open(let calls, let stretches):
      var items: [String] = []
      var next = 0
      for stretch in stretches {
        items += self.items(Array(calls[next..<stretch.range.lowerBound]))
        items.append(text(stretch))
        next = stretch.range.upperBound
      }
      items += self.items(Array(calls[next...]))
      return items.count == 1 ? items[0] : Self.list(items)
    case .choice(let condition, let then, let otherwise):
      let head = "{if: \(Self.scalar(condition)), expect: \(text(then))"
      return otherwise == .list([]) ? head + "}" : "\(head), else: \(text(otherwise))}"
    }
  }

  /// Returns the text of calls that stay open.
  private func text(_ stretch: OpenStretch<ExpectedCall>) -> String {
    let items = stretch.items.map { $0.count == 1 ? text($0[0]) : Self.list($0.map { text($0) }) }
    switch stretch.form {
    case .optional: return "{optional: \(items[0])}"
    case .anyOrder, .oneOf: return "{\(stretch.form.rawValue): \(Self.list(items))}"
    }
  }

  /// Returns the text of a call.
  func text(_ call: ExpectedCall) -> String { text(call, inside: "") }

  /// Returns the text of a call.
  /// - Parameter prefix: The name of the part around it with a dot, which isn't repeated.
  private func text(_ call: ExpectedCall, inside prefix: String) -> String {
    let callback = machine[call.callback]
    let name = callback.name.dropFirst(prefix.count)
    if call.arguments.isEmpty { return String(name) }
    let values = call.arguments.map { "\(callback.parameters[$0.parameter].name): \($0.value)" }
    return "{\(name): {\(values.joined(separator: ", "))}}"
  }

  /// Returns the items of a list of calls. Calls of one part that follow each other are one item.
  private func items(_ calls: [ExpectedCall]) -> [String] {
    var result: [String] = []
    var rest = calls[...]
    while let first = rest.first {
      let part = machine.part(of: first.callback)
      let group = rest.prefix { machine.part(of: $0.callback) == part }
      rest = rest.dropFirst(group.count)
      guard let part, group.count > 1 else {
        result += group.map { text($0) }
        continue
      }
      let texts = group.map { text($0, inside: machine[part].name + ".") }
      let names = machine[part].name.split(separator: ".")
      let opening = names.map { "{\($0): " }.joined()
      result.append(opening + Self.list(texts) + String(repeating: "}", count: names.count))
    }
    return result
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
    if let part = machine.part(of: state) { return reference(state, in: machine[part]) }
    let names = machine[state].path.split(separator: ".")
    for count in 1...max(1, names.count) {
      let name = names.suffix(count).joined(separator: ".")
      let meant = machine.declared.states.count { $0.path == name || $0.path.hasSuffix(".\(name)") }
      if meant == 1 { return name }
    }
    return machine[state].path
  }

  /// Returns the shortest name that means a state of a part.
  private func reference(_ state: ID<State>, in part: Part) -> String {
    let prefix = part.name + "."
    let names = machine[state].path.dropFirst(prefix.count).split(separator: ".")
    for count in 1...max(1, names.count) {
      let name = names.suffix(count).joined(separator: ".")
      let meant = part.machine.declared.states.count { $0.path == name || $0.path.hasSuffix(".\(name)") }
      if meant == 1 { return prefix + name }
    }
    return machine[state].path
  }
}
