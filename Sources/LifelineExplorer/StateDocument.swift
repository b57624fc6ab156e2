import LifelineModel
import LifelineReporting

// States, transitions and actions.

extension State {
  /// The state with everything that happens in it. Members that would be empty are left out.
  var document: JSON {
    [
      "name": .string(name), "path": .string(path), "kind": .string(kindName), "parent": parent.map(JSON.id),
      "end": .number(subtreeEnd), "initial": initial?.document, "history": history.map { .string($0.rawValue) },
      "entry": .list(entry, \.document), "exit": .list(exit, \.document),
      "on": .list(on) { [.id($0.event), .array($0.transitions.map(\.document))] },
      "any": .list(onAny, \.document), "always": .list(always, \.document), "timers": .list(timers, \.document),
      "done": .list(done, \.document), "defer": .list(deferred) { .id($0.event) },
      "doc": documentation.text.map(JSON.string),
    ]
  }

  private var kindName: String {
    switch kind {
    case .atomic: "atomic"
    case .final: "final"
    case .compound: "compound"
    case .parallel: "parallel"
    case .history: "history"
    }
  }

  /// The states that are entered by default, also instead of those that a history doesn't remember.
  private var initial: Entrance? {
    switch kind {
    case .compound(let entrance), .history(_, let entrance): entrance
    case .atomic, .final, .parallel: nil
    }
  }

  private var history: History? { if case .history(let history, _) = kind { history } else { nil } }
}

extension State.Entrance {
  fileprivate var document: JSON { ["to": .ids(targets), "do": .list(actions, \.document)] }
}

extension Transition {
  fileprivate var document: JSON {
    [
      "id": .id(id), "to": .ids(targets), "if": condition?.document, "do": .list(actions, \.document),
      "reenter": .flag(reenter), "line": .number(range.start.line),
    ]
  }
}

extension Timer {
  fileprivate var document: JSON {
    let length: JSON =
      switch self.length {
      case .constant(let milliseconds): ["constant", .string("\(milliseconds)")]
      case .field(let field): ["field", .id(field)]
      }
    return ["length": length, "to": .array(transitions.map(\.document)), "line": .number(range.start.line)]
  }
}

extension Action {
  /// The kind of the action with its operands. The language bounds the depth of actions.
  fileprivate var document: JSON {
    switch self {
    case .open(let open, _):
      ["open", .string(open.form.rawValue), .array(open.items.map { .array($0.map(\.document)) })]
    case .call(let call): call.document
    case .set(let assignments, _): ["set", .array(assignments.map { [.id($0.field), $0.value.document] })]
    case .raise(let event, _): ["raise", .id(event)]
    case .choose(let condition, let then, let otherwise, _):
      ["choose", condition.document, .array(then.map(\.document)), .array(otherwise.map(\.document))]
    case .send(let part, let events, _):
      [
        "send", .id(part),
        .array(events.map { [.id($0.event), .array($0.arguments.map(\.document)), .bool($0.isOptional)] }),
      ]
    case .restart(let part, _): ["restart", .id(part)]
    }
  }
}

extension Call {
  fileprivate var document: JSON { ["call", .id(callback), .array(arguments.map(\.document))] }
}
