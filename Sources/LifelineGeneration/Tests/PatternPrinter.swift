import LifelineModel
import LifelineSource

/// Prints expected calls as Swift.
struct PatternPrinter {
  let context: MachineContext

  private var machine: Machine { context.whole }
  private var text: ExpressionText { ExpressionText(of: context) }

  /// Returns the argument for a pattern whose choices are resolved, after a comma; an empty text if there is no
  /// pattern.
  func argument(_ pattern: CallPattern?) -> String {
    guard let pattern else { return "" }
    if let calls = plainCalls(pattern) { return ", expecting: [\(calls.joined(separator: ", "))]" }
    return ", expecting: \(self.pattern(pattern))"
  }

  /// Returns the calls of a pattern that only lists calls with all their arguments; `nil` for other patterns.
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
    case .anyOrder, .interleaved, .optional, .repeated, .oneOf, .choose: return nil
    }
  }

  private func pattern(_ pattern: CallPattern) -> String {
    switch pattern {
    case .call(let id, let arguments, _):
      arguments.count == machine[id].parameters.count
        ? ".exactly(\(call(id, arguments)))" : partialCall(id, arguments)
    case .sequence(let items): ".sequence([\(list(items))])"
    case .anyOrder(let items): ".anyOrder([\(list(items))])"
    case .interleaved(let items): ".interleaved([\(list(items))])"
    case .optional(let item): ".optional(\(self.pattern(item)))"
    case .repeated(let item): ".repeated(\(self.pattern(item)))"
    case .oneOf(let items): ".oneOf([\(list(items))])"
    case .choose(_, let then, _): self.pattern(then)
    }
  }

  private func list(_ items: [CallPattern]) -> String { items.map(pattern).joined(separator: ", ") }

  private func call(_ id: ID<Callback>, _ arguments: [(parameter: Int, value: Value)]) -> String {
    let parameters = machine[id].parameters
    let list = arguments.sorted { $0.parameter < $1.parameter }.map { argument in
      "\(SwiftText.argumentLabel(parameters[argument.parameter].name)): \(text.text(argument.value))"
    }
    return context.caseText(of: id, list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }

  /// Returns the pattern of a call that doesn't list all arguments.
  private func partialCall(_ id: ID<Callback>, _ arguments: [(parameter: Int, value: Value)]) -> String {
    let callback = machine[id]
    let values = Dictionary(arguments.map { ($0.parameter, $0.value) }) { first, _ in first }
    var description: [String] = []
    var bindings: [String] = []
    var comparisons: [String] = []
    for (index, parameter) in callback.parameters.enumerated() {
      guard let value = values[index] else {
        bindings.append("_")
        continue
      }
      description.append("\(parameter.name): \(value)")
      bindings.append("let value\(index)")
      comparisons.append("value\(index) == \(text.text(value))")
    }
    guard !comparisons.isEmpty else {
      let test = "{ if case \(context.caseText(of: id)) = $0 { true } else { false } }"
      return ".call(\(SwiftText.stringLiteral(callback.name)), \(test))"
    }
    let shown = SwiftText.stringLiteral(
      VisibleText.escaped("\(callback.name)(\(description.joined(separator: ", ")), …)"))
    let pattern = context.caseText(of: id, "(\(bindings.joined(separator: ", ")))")
    let test = comparisons.joined(separator: " && ")
    return ".call(\(shown), { if case \(pattern) = $0 { \(test) } else { false } })"
  }
}
