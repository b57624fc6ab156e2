import LifelineModel
import LifelineReporting

// Scenarios and what they expect.

extension Scenario {
  /// The scenario with its steps. Members that would be empty are left out.
  var document: JSON {
    let begin: JSON =
      switch beginning {
      case .start: ["start"]
      case .states(let states): ["states", .ids(states)]
      case .end(let other): ["end", .id(other)]
      }
    return [
      "name": .string(name), "doc": documentation.text.map(JSON.string), "begin": begin,
      "fields": .list(fields, \.document),
      "where": .list(variations) { [.id($0.field), .array($0.values.map(\.document))] },
      "added": .list(addedStates) { .ids($0.states) }, "steps": .array(steps.map(\.document)),
      "then": expectedState?.document, "never": .list(never, JSON.id),
      "observing": .array(observing.sorted().map(JSON.string)), "refuted": refutation.map(JSON.string),
      "line": .number(range.start.line),
    ]
  }
}

extension FieldEntry {
  fileprivate var document: JSON { [.id(field), value.document] }
}

extension ExpectedState {
  fileprivate var document: JSON { ["states": .ids(states.map(\.state)), "fields": .list(fields, \.document)] }
}

extension Step {
  fileprivate var document: JSON {
    var members: [(name: String, value: JSON)] = []
    func add(_ name: String, _ value: JSON?) { if let value { members.append((name, value)) } }
    switch kind {
    case .start: add("kind", "start")
    case .send(let event, let arguments, _):
      add("kind", "send")
      add("event", .id(event))
      add("with", .list(arguments, \.document))
    case .ignored(let event, let arguments):
      add("kind", "ignored")
      add("event", .id(event))
      add("with", .list(arguments, \.document))
    case .wait(let milliseconds, _):
      add("kind", "wait")
      add("time", .string("\(milliseconds)"))
    case .set(let fields):
      add("kind", "set")
      add("set", .array(fields.map(\.document)))
    }
    add("calls", expectedCalls?.document)
    add("through", through.map(JSON.ids))
    add("then", expectedState?.document)
    add("line", .number(range.start.line))
    return .object(members)
  }
}

extension CallPattern {
  /// The kind of the pattern with its parts. The language bounds the depth of patterns.
  fileprivate var document: JSON {
    func list(_ patterns: [CallPattern]) -> JSON { .array(patterns.map(\.document)) }
    return switch self {
    case .call(let callback, let arguments, _):
      ["call", .id(callback), .array(arguments.map { [.number($0.parameter), $0.value.document] })]
    case .sequence(let items): ["sequence", list(items)]
    case .anyOrder(let items): ["anyOrder", list(items)]
    case .interleaved(let items): ["interleaved", list(items)]
    case .optional(let item): ["optional", item.document]
    case .repeated(let item): ["repeat", item.document]
    case .oneOf(let items): ["oneOf", list(items)]
    case .choose(let condition, let then, let otherwise):
      ["choose", condition.document, then.document, otherwise.document]
    }
  }
}
