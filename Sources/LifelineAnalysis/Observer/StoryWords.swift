import LifelineModel

extension LogStory {
  /// Returns what the host does in a step, as reports say it: the fields that it sets, and the event or the wait. A start has no word of its own, but the values that are
  /// given before it.
  package func words(ofStep index: Int, in machine: Machine) -> [String] {
    let step = steps[index]
    var facts = step.facts
    var verb = "set"
    if index == 0, case .start = step.cause {
      // Nobody sets a fixed field, and scenarios have all of these values in `given`.
      facts = machine.given(before: beginning, setting: facts)
      verb = "given"
    }
    var words: [String] = []
    if !facts.isEmpty {
      words.append("\(verb) {\(facts.map { "\(machine[$0.field].name): \($0.value)" }.joined(separator: ", "))}")
    }
    switch step.cause {
    case .start: break
    case .send(let event, let arguments):
      let values = zip(machine[event].parameters, arguments).map { "\($0.name): \($1)" }.joined(separator: ", ")
      words.append(machine[event].name + (values.isEmpty ? "" : " {\(values)}"))
    case .wait(let milliseconds): words.append("wait \(Value.duration(milliseconds: milliseconds))")
    }
    return words
  }

  /// Returns the names of the states that are active after a step.
  package func states(afterStep index: Int, in machine: Machine) -> String {
    steps[index].states.map { machine[$0].path }.joined(separator: ", ")
  }

  /// Returns the parameters of a call, or of the event of a step.
  package func parameters(ofCall call: Int?, inStep step: Int, of machine: Machine) -> [Parameter] {
    if let call { return machine[steps[step].calls[call].callback].parameters }
    guard case .send(let event, _) = steps[step].cause else { return [] }
    return machine[event].parameters
  }
}
