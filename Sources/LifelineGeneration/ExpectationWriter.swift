import LifelineModel
import LifelineSource

/// Writes expected calls as Swift.
struct ExpectationWriter {
  let context: MachineContext
  /// Whether one of the expectations is more than a list of calls.
  private(set) var usesPatterns = false

  private var machine: Machine { context.machine }
  private var text: ExpressionText { ExpressionText(of: context) }

  init(_ context: MachineContext) { self.context = context }

  /// The argument that says what is expected where the fields of `where` have these values.
  mutating func argument(_ pattern: CallPattern, where fields: IDMap<Field, Value>) -> String {
    let pattern = resolved(pattern, fields)
    if let calls = plainCalls(pattern) { return "expecting: [\(calls.joined(separator: ", "))]" }
    usesPatterns = true
    return "matching: \(self.pattern(pattern))"
  }

  /// The pattern with every choice made and every sequence flat.
  private func resolved(_ pattern: CallPattern, _ fields: IDMap<Field, Value>) -> CallPattern {
    switch pattern {
    case .call: return pattern
    case .sequence(let items):
      var flat: [CallPattern] = []
      for item in items {
        let item = resolved(item, fields)
        if case .sequence(let inner) = item { flat += inner } else { flat.append(item) }
      }
      return flat.count == 1 ? flat[0] : .sequence(flat)
    case .anyOrder(let items):
      let items = items.map { resolved($0, fields) }
      return items.count == 1 ? items[0] : .anyOrder(items)
    case .optional(let item): return .optional(resolved(item, fields))
    case .repeated(let item): return .repeated(resolved(item, fields))
    case .oneOf(let items):
      let items = items.map { resolved($0, fields) }
      return items.count == 1 ? items[0] : .oneOf(items)
    case .choose(let condition, let then, let otherwise):
      let holds = ExpressionFolder(machine: machine, activity: nil, fields: fields).fold(condition).constant
      return resolved(holds == true ? then : otherwise, fields)
    }
  }

  /// The calls of a pattern that is nothing but a list of calls with all their arguments.
  private func plainCalls(_ pattern: CallPattern) -> [String]? {
    switch pattern {
    case .call(let id, let arguments, _):
      return arguments.count == machine[id].parameters.count ? [call(id, arguments)] : nil
    case .sequence(let items):
      var calls: [String] = []
      for item in items {
        guard case .call = item, let call = plainCalls(item) else { return nil }
        calls += call
      }
      return calls
    case .anyOrder, .optional, .repeated, .oneOf, .choose: return nil
    }
  }

  private func call(_ id: ID<Callback>, _ arguments: [(parameter: Int, value: Value)]) -> String {
    let name = ".\(SwiftText.identifier(machine[id].name))"
    let parameters = machine[id].parameters
    let list = arguments.sorted { $0.parameter < $1.parameter }.map { argument in
      "\(SwiftText.argumentLabel(parameters[argument.parameter].name)): \(text.text(argument.value))"
    }
    return list.isEmpty ? name : "\(name)(\(list.joined(separator: ", ")))"
  }

  private func pattern(_ pattern: CallPattern) -> String {
    switch pattern {
    case .call(let id, let arguments, _):
      if arguments.count == machine[id].parameters.count { return ".exactly(\(call(id, arguments)))" }
      return partialCall(machine[id], arguments)
    case .sequence(let items): return ".sequence([\(list(items))])"
    case .anyOrder(let items): return ".anyOrder([\(list(items))])"
    case .optional(let item): return ".optional(\(self.pattern(item)))"
    case .repeated(let item): return ".repeated(\(self.pattern(item)))"
    case .oneOf(let items): return ".oneOf([\(list(items))])"
    case .choose: return ".sequence([])"
    }
  }

  private func list(_ items: [CallPattern]) -> String { items.map(pattern).joined(separator: ", ") }

  /// A call of which some arguments are looked at, or none.
  private func partialCall(_ callback: Callback, _ arguments: [(parameter: Int, value: Value)]) -> String {
    let name = SwiftText.identifier(callback.name)
    let values = Dictionary(arguments.map { ($0.parameter, $0.value) }) { first, _ in first }
    var description: [String] = []
    var bindings: [String] = []
    var comparisons: [String] = []
    for (place, parameter) in callback.parameters.enumerated() {
      guard let value = values[place] else {
        bindings.append("_")
        continue
      }
      description.append("\(parameter.name): \(value)")
      bindings.append("let value\(place)")
      comparisons.append("value\(place) == \(text.text(value))")
    }
    guard !comparisons.isEmpty else {
      return ".call(\(SwiftText.stringLiteral(callback.name)), { if case .\(name) = $0 { true } else { false } })"
    }
    let shown = SwiftText.stringLiteral(
      VisibleText.escaped("\(callback.name)(\(description.joined(separator: ", ")), …)"))
    let binding = bindings.joined(separator: ", ")
    let test = comparisons.joined(separator: " && ")
    return ".call(\(shown), { if case .\(name)(\(binding)) = $0 { \(test) } else { false } })"
  }
}
