import LifelineModel

extension Machine {
  /// Returns the texts of actions, one for each call, assignment and so on.
  package func texts(of actions: [Action]) -> [String] { actions.flatMap { texts(of: $0) } }

  /// Returns an action in a few words. The language bounds the depth of actions, so the function recurses.
  private func texts(of action: Action) -> [String] {
    switch action {
    case .call(let call): [text(of: call)]
    case .open(let open, _):
      [words(for: open.form) + open.items.map(text).joined(separator: ", ")]
    case .set(let assignments, _): assignments.map { "\(self[$0.field].name) = \(text(of: $0.value))" }
    case .raise(let event, _): ["raise \(self[event].name)"]
    case .choose(let condition, let then, let otherwise, _):
      [
        "if \(text(of: condition)): " + texts(of: then).joined(separator: ", ")
          + (otherwise.isEmpty ? "" : "; else: " + texts(of: otherwise).joined(separator: ", "))
      ]
    case .send(_, let events, _):
      events.map { self[$0.event].name + list($0.arguments) + ($0.isOptional ? "?" : "") }
    case .restart(let part, _): ["restart \(self[part].name)"]
    }
  }

  private func words(for form: OpenForm) -> String {
    switch form {
    case .anyOrder: "any order: "
    case .optional: "optional: "
    case .oneOf: "one of: "
    }
  }

  /// Returns an item of an action that leaves something open: a call, or several in brackets.
  private func text(of item: [Call]) -> String {
    if item.isEmpty { return "nothing" }
    let texts = item.map(text)
    return texts.count == 1 ? texts[0] : "[" + texts.joined(separator: ", ") + "]"
  }

  private func text(of call: Call) -> String { self[call.callback].name + list(call.arguments) }

  private func list(_ arguments: [Expression]) -> String {
    arguments.isEmpty ? "" : "(" + arguments.map { text(of: $0) }.joined(separator: ", ") + ")"
  }

  /// Returns what takes a transition, such as `loaded` or `after 3s`.
  func text(of trigger: TriggeredTransition.Trigger, in state: State) -> String {
    switch trigger {
    case .event(let event): return self[event].name
    case .anyEvent: return "any event"
    case .always: return "always"
    case .done: return "done"
    case .timer(let index):
      switch state.timers[index].length {
      case .constant(let milliseconds): return "after \(Value.duration(milliseconds: milliseconds))"
      case .field(let field): return "after \(self[field].name)"
      }
    }
  }
}
