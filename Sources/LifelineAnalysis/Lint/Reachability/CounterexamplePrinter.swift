import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Prints a counterexample as the steps of a scenario, so that it can be copied into one.
struct CounterexamplePrinter {
  let index: MachineIndex
  /// The forms in which counterexamples are shown besides.
  let forms: CounterexampleForms

  init(_ index: MachineIndex, showing forms: CounterexampleForms = []) {
    self.index = index
    self.forms = forms
  }

  /// The number of calls that are shown of a reaction without an end that doesn't repeat itself.
  private static let endlessCallLimit = 20

  private var machine: Machine { index.machine }

  /// Returns a line for each step, with a comment that names the active states. Repetitions of steps become a comment that
  /// counts them.
  func lines(of run: CounterexampleRun) -> [String] {
    let steps = run.steps.map { lines(of: $0, from: run.beginning.fields) }
    // The last step is the one to look at.
    let repetitions = Repetition.find(in: steps.dropLast().map(Optional.some))
    var shown: [String] = []
    var next = 0
    for repetition in repetitions {
      shown += steps[next..<repetition.start + repetition.stepCount].joined()
      shown.append("# \(repetition.steps) \(repetition.repetitions)")
      next = repetition.end
    }
    shown += steps[next...].joined()
    return shown + remarks(on: run).map { "# \($0)" }
  }

  private func lines(of step: CounterexampleRun.AppliedStimulus, from fields: [Value]) -> [String] {
    var lines: [String] = []
    if step.stimulus.kind == .start {
      let given = machine.given(before: fields, setting: step.stimulus.facts)
      if !given.isEmpty { lines.append("given: {\(text(given))}") }
    } else if !step.stimulus.facts.isEmpty {
      lines.append("- set: {\(text(step.stimulus.facts))}")
    }
    let states = step.states.map { machine[$0].path }.joined(separator: ", ")
    let comment = step.reaction.fault == nil ? states : calls(of: step).remark
    return lines + ["- \(line(of: step))\(comment.map { "  # \($0)" } ?? "")"]
  }

  /// Returns the names of the calls that a step makes. Of those without an end, these are two rounds at most.
  private func calls(of step: CounterexampleRun.AppliedStimulus) -> (names: [String], remark: String?) {
    let names = step.reaction.calls.map { machine[$0.callback].name }
    guard case .endlessMacrostep? = step.reaction.fault?.kind else { return (names, nil) }
    let beginning = names.endlessBeginning(limit: Self.endlessCallLimit, of: "calls")
    return (Array(beginning.elements), beginning.remark)
  }

  /// Returns what the steps of a run don't say.
  func remarks(on run: CounterexampleRun) -> [String] {
    var remarks = run.contains(.nan) ? ["a host can send `nan`, which is no number; a scenario can't"] : []
    if run.steps.contains(where: { !$0.stimulus.alternatives.isEmpty }) {
      remarks.append(
        "the spec leaves some of these calls open, and generated code makes others; a promise holds for each")
    }
    return remarks
  }

  /// Returns a few words for each step; only for the last steps of a long counterexample.
  func summary(of run: CounterexampleRun) -> String {
    let names = run.steps.map { step in
      let facts = step.stimulus.facts
      return title(of: step) + (facts.isEmpty ? "" : " with \(text(facts))")
    }
    return (names.count > 6 ? ["…"] + names.suffix(5) : names).joined(separator: ", ")
  }

  private func title(of step: CounterexampleRun.AppliedStimulus) -> String {
    switch step.stimulus.kind {
    case .start: "the start"
    case .send(let event, _): "`\(machine[event].name)`"
    case .elapse, .approach: "a wait of \(Value.duration(milliseconds: step.wait ?? 0))"
    }
  }

  private func line(of step: CounterexampleRun.AppliedStimulus) -> String {
    let calls = "[" + calls(of: step).names.joined(separator: ", ") + "]"
    switch step.stimulus.kind {
    case .start: return "start: \(calls)"
    case .elapse, .approach:
      let wait = "wait: \(Value.duration(milliseconds: step.wait ?? 0))"
      return step.reaction.calls.isEmpty ? wait : "{\(wait), expect: \(calls)}"
    case .send(let event, let arguments):
      if step.reaction.treatment == .ignored, step.reaction.fault == nil { return "ignored: \(machine[event].name)" }
      let send = "\(machine[event].name): \(calls)"
      if arguments.isEmpty { return send }
      let values = zip(machine[event].parameters, arguments).map { "\($0.name): \($1)" }.joined(separator: ", ")
      return "{\(send), with: {\(values)}}"
    }
  }

  func text(_ facts: [FieldValue]) -> String {
    facts.map { "\(machine[$0.field].name): \($0.value)" }.joined(separator: ", ")
  }
}

extension CounterexampleRun {
  /// Returns whether the host sends a value.
  fileprivate func contains(_ value: Value) -> Bool {
    beginning.fields.contains(value)
      || steps.contains { step in
        if case .send(_, let arguments) = step.stimulus.kind, arguments.contains(value) { return true }
        return step.stimulus.facts.contains { $0.value == value }
      }
  }
}

extension Machine {
  /// Returns the values that a scenario has to give before the start: those that aren't defaults, and the facts that the host
  /// sets for the start.
  package func given(before beginning: [Value], setting facts: [FieldValue]) -> [FieldValue] {
    fields.indices.filter { index in
      beginning[index] != fields[index].defaultValue && !facts.contains { $0.field.index == index }
    }.map { FieldValue(field: ID($0), value: beginning[$0]) } + facts
  }
}
