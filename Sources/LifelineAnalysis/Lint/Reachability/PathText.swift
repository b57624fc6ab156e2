import LifelineModel

/// A way through a machine as the steps of a scenario, so that it can be copied into one.
struct PathText {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  /// The steps, a line each; behind each where it leads.
  func lines(of replay: Replay) -> [String] {
    var lines: [String] = []
    var given = machine.fields.indices.compactMap { index -> Fact? in
      let value = replay.beginning.fields[index]
      return value == machine.fields[index].defaultValue ? nil : Fact(field: ID(index), value: value)
    }
    for step in replay.steps {
      if step.stimulus.kind == .start {
        given.removeAll { fact in step.stimulus.facts.contains { $0.field == fact.field } }
        given += step.stimulus.facts
        if !given.isEmpty { lines.append("given: \(text(given))") }
      } else if !step.stimulus.facts.isEmpty {
        lines.append("- set: \(text(step.stimulus.facts))")
      }
      let states = step.states.map { machine[$0].path }.joined(separator: ", ")
      let end = step.reaction.fault == nil ? "  # \(states)" : ""
      lines.append("- \(line(of: step))\(end)")
    }
    return lines
  }

  /// What the host does, in a few words: the end of a way that is long.
  func summary(of replay: Replay) -> String {
    let names = replay.steps.map { step in
      let facts = step.stimulus.facts.map { "\(machine[$0.field].name): \($0.value)" }
      let with = facts.isEmpty ? "" : " with \(facts.joined(separator: ", "))"
      return title(of: step) + with
    }
    return (names.count > 6 ? ["…"] + names.suffix(5) : names).joined(separator: ", ")
  }

  private func title(of step: Replay.Step) -> String {
    switch step.stimulus.kind {
    case .start: "the start"
    case .send(let event, _): "`\(machine[event].name)`"
    case .elapse, .approach: "a wait of \(Value.duration(milliseconds: step.wait ?? 0))"
    }
  }

  private func line(of step: Replay.Step) -> String {
    let calls = "[" + step.reaction.calls.map { machine[$0.callback].name }.joined(separator: ", ") + "]"
    switch step.stimulus.kind {
    case .start: return "start: \(calls)"
    case .elapse, .approach:
      let wait = "wait: \(Value.duration(milliseconds: step.wait ?? 0))"
      return step.reaction.calls.isEmpty ? wait : "{\(wait), expect: \(calls)}"
    case .send(let event, let arguments):
      if step.reaction.outcome == .ignored, step.reaction.fault == nil { return "ignored: \(machine[event].name)" }
      let send = "\(machine[event].name): \(calls)"
      if arguments.isEmpty { return send }
      let values = zip(machine[event].parameters, arguments).map { "\($0.name): \($1)" }.joined(separator: ", ")
      return "{\(send), with: {\(values)}}"
    }
  }

  private func text(_ facts: [Fact]) -> String {
    "{" + facts.map { "\(machine[$0.field].name): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
